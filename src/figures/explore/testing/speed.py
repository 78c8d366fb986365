"""How fast the explorer is in headless Chromium, in milliseconds: the first paint, a step of a slider by formula, the fast engine's
first cells and all of a map, and from Stop until no process simulates any more.

speed.py COLLSIM [PLATFORM...]"""

import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from chromium import Page  # noqa: E402
from explorer import Explorer  # noqa: E402

COLLSIM, PLATFORMS = sys.argv[1], sys.argv[2:] or ["star"]
ALGORITHMS = ["recursive_doubling", "ring", "rabenseifner", "reduce_bcast", "tree", "halving_doubling", "binary_blocks", "bine"]
MAP = "#collective=allreduce&processes=2..256:x2&bytes=8..16M:x8&ppn=1&" + "&".join(f"algorithms={each}" for each in ALGORITHMS)
ANSWERED = "document.body?.dataset.state === 'answered'"


def slider(page, steps=20):
    """From the event of each step until the map is drawn again, by the page's own clock."""
    return page.evaluate(f"""(async () => {{
      const times = [], range = document.getElementById("slider_link.latency"), until = () => new Promise(done => {{
        const look = () => {{ if (document.body.dataset.state === "answered") {{ watcher.disconnect(); done(); }} }};
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, {{attributes: true}});
      }});
      for (let step = 0; step < {steps}; ++step) {{
        range.value = step % 2 ? 12 : 8;
        const begin = performance.now();
        range.dispatchEvent(new Event("input"));
        await until();
        times.push(performance.now() - begin);
      }}
      return times;
    }})()""")


def descendants(pid):
    """The processes below one, but for what serves the page."""
    parents = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
            parents[int(stat.parent.name)] = int(fields[1]) if fields[0] != "Z" else 0
        except (FileNotFoundError, ProcessLookupError):
            pass
    below = lambda parent: [each for each, its in parents.items() if its == parent]
    found, left = [], below(pid)
    while left:
        found.append(left.pop())
        left += below(found[-1])
    return len(found) - 1


def simulated(page):
    """Milliseconds until the first cells, and until all."""
    begin = time.monotonic()
    page.evaluate("document.getElementById('simulate').click()")
    page.wait("document.getElementById('badge').dataset.by === 'fast'")
    first = time.monotonic() - begin
    page.wait(ANSWERED)
    return 1000 * first, 1000 * (time.monotonic() - begin)


def stopped(page, explorer):
    """Milliseconds from Stop until nothing simulates; nothing where all was done before."""
    page.evaluate("document.getElementById('simulate').click()")
    time.sleep(0.15)
    if descendants(explorer.process.pid) == 0:
        return float("nan")
    page.evaluate("document.getElementById('simulate').click()")
    begin = time.monotonic()
    while descendants(explorer.process.pid) > 0:
        time.sleep(0.005)
    return 1000 * (time.monotonic() - begin)


def main():
    for platform in PLATFORMS:
        with Explorer(COLLSIM, platform) as explorer, Page() as page:
            page.open(explorer.address + MAP)
            page.wait(ANSWERED)
            paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN")
            steps = slider(page)
            first, whole = simulated(page)
            print(f"{platform}: first paint {paint:.0f}; a slider's step {statistics.median(steps):.0f} (least {min(steps):.0f}, most {max(steps):.0f}); "
                  f"the engine's first cells {first:.0f}, all {whole:.0f}; stopped within {max(stopped(page, explorer) for _ in range(5)):.0f}")


if __name__ == "__main__":
    sys.exit(main())
