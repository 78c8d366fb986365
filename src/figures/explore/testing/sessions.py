"""Plays sessions on the explorer in headless Chromium: random machines, collectives, sliders, algorithms and clicks. No script fails, and
every time that the page shows is that of the command which it gives, to the digit.

sessions.py COLLSIM [SESSIONS [FIRST]]"""

import csv
import io
import json
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from chromium import Page  # noqa: E402
from explorer import Explorer  # noqa: E402

COLLSIM = sys.argv[1]
SKIPPED = 77
RANKS = ["2..8:x2", "2..16:x2", "3,5,6,7", "4..32:x2", "1,2,16"]
SIZES = ["8..4K:x8", "8..1M:x32", "1K..64K:x4", "64"]


def put(page, element, value, event):
    page.evaluate(f"(e => {{ e.value = {json.dumps(value)}; e.dispatchEvent(new Event('{event}', {{bubbles: true}})); }})"
                  f"(document.getElementById('{element}'))")


def settled(page):
    page.wait("['answered', 'complained'].includes(document.body.dataset.state)")
    return page.evaluate("document.body.dataset.state") == "answered"


def saved(page, button):
    """The text of a file that a button saves."""
    address = page.evaluate("(() => { let saved; const click = HTMLAnchorElement.prototype.click; HTMLAnchorElement.prototype.click = "
                            f"function () {{ saved = this.href; }}; document.getElementById('{button}').click(); "
                            "HTMLAnchorElement.prototype.click = click; return saved; })()")
    return urllib.parse.unquote(address.partition(",")[2])


def followed(page, seconds=20):
    """How often the map is drawn while a slider moves at 60 steps a second, at least twice or until the time is over."""
    return page.evaluate(f"""(async () => {{
      const range = document.querySelector("#sliders input:enabled"), end = performance.now() + {1000 * seconds};
      let drawn = 0;
      const watcher = new MutationObserver(() => ++drawn);
      watcher.observe(document.getElementById("map"), {{subtree: true, attributes: true}});
      for (let step = 0; drawn < 2 && performance.now() < end; ++step) {{
        range.value = step % 2 ? 12 : 8;
        range.dispatchEvent(new Event("input"));
        await new Promise(done => setTimeout(done, 16));
      }}
      watcher.disconnect();
      return drawn;
    }})()""")


def keyed(page):
    """Whether arrows move in the map and Enter asks why, of what the focus is on, and whether play shows the next round and pauses."""
    press = lambda key: page.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key)
    focused, click_play = lambda: page.evaluate("document.activeElement.dataset.key"), "document.getElementById('play').click()"
    page.evaluate("document.querySelector('#map [data-key]').focus()")
    first = focused()
    press("ArrowRight"), press("ArrowDown"), press("Enter")
    page.wait("document.body.dataset.inside === 'answered'")
    page.evaluate(click_play)
    page.wait("document.getElementById('round').value.startsWith('round 1')")
    page.evaluate(click_play)
    paused = page.evaluate("document.getElementById('play').textContent") == "play"
    return paused and focused() != first and focused() == page.evaluate("document.querySelector('#map [aria-selected=true]').dataset.key")


def play(page, draw):
    """A few moves; returns whether the page shows answers at the end."""
    choices = lambda name: page.evaluate(f"[...document.getElementById('{name}').options].map(each => each.value)")
    put(page, "collective", draw.choice(choices("collective")), "change")
    put(page, "platform", draw.choice(choices("platform")), "change")
    put(page, "processes", draw.choice(RANKS), "change")
    put(page, "bytes", draw.choice(SIZES), "change")
    time.sleep(0.1)  # until the machine is there whose sliders come next
    for slider in page.evaluate("[...document.querySelectorAll('#sliders input:enabled')].map(each => [each.id, Number(each.max)])"):
        if draw.random() < 0.4:
            put(page, slider[0], str(draw.randrange(slider[1] + 1)), "input")
    boxes = page.evaluate("document.querySelectorAll('#algorithms input').length")
    for _ in range(draw.randrange(4)):
        page.evaluate(f"document.querySelectorAll('#algorithms input')[{draw.randrange(boxes)}].click()")
    if not settled(page):
        return False
    if draw.random() < 0.6:
        page.evaluate("document.getElementById('simulate').click()")
        if draw.random() < 0.2:
            time.sleep(draw.random() / 5)
            page.evaluate("document.getElementById('simulate').click()")
        settled(page)
    cells = page.evaluate("document.querySelectorAll('#map [data-key]').length")
    if draw.random() < 0.7:
        page.evaluate("document.querySelectorAll('#map [data-key]')[%d].dispatchEvent(new Event('click', {bubbles: true}))" % draw.randrange(cells))
        page.wait("document.body.dataset.inside !== 'asking'")
        if page.evaluate("!document.getElementById('inside').hidden"):
            for button in draw.choices(["first", "back", "play", "forth", "forth"], k=6):
                page.evaluate(f"document.getElementById('{button}').click()")
    return True


def restored(page, address):
    """Whether the page's address brings back its question, its map where formulas have drawn it, its cell and what is looked at inside."""
    shown = lambda: page.evaluate("""(() => {
      const words = document.getElementById("command").textContent.replace(/--backend \\S+/, ""), inside = document.getElementById("inside");
      const letters = document.querySelector("#badge[data-by=model]") ? [...document.querySelectorAll("#map [data-key]")].map(each => each.dataset.key + each.textContent) : [];
      return [words, letters, document.querySelector("#map [aria-selected=true]").dataset.key, inside.hidden ? "" : document.getElementById("inside_heading").textContent];
    })()""")
    before, state = shown(), page.evaluate("new Promise(done => setTimeout(() => done(location.hash), 300))")
    page.open(address + state)
    page.wait("document.body?.dataset.state === 'answered' && document.body.dataset.inside !== 'asking'")
    after = shown()
    return (after if before[1] else [after[0], [], *after[2:]]) == before


def answered(command, backend, folder):
    """By ranks, bytes and algorithm, what the command answers by a backend."""
    words = shlex.split(command)
    words[words.index("--backend") + 1] = backend
    subprocess.run([COLLSIM, *words[1:], "--results", folder], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(folder / "results.csv", newline="") as file:
        return {(row["p"], row["bytes"], row["algorithm"]): float(row["seconds"]) for row in csv.DictReader(file) if row["status"] == "ok"}


def differing(page, folder):
    """Times that the command does not give, and how many there are."""
    command, shown = page.evaluate("document.getElementById('command').textContent"), list(csv.DictReader(io.StringIO(saved(page, "csv"))))
    known = {backend: answered(command, backend, folder / backend) for backend in {row["by"] for row in shown}}
    of_page = {(row["p"], row["bytes"], row["algorithm"]): (float(row["seconds"]), row["by"]) for row in shown}
    wrong = [(key, seconds, by) for key, (seconds, by) in of_page.items() if known[by].get(key) != seconds]
    p, n = page.evaluate("document.querySelector('#map [aria-selected=true]').dataset.key.split(',')")
    table = page.evaluate("[...document.querySelectorAll('#cell tr[data-seconds]')].map(each => [each.dataset.algorithm, Number(each.dataset.seconds)])")
    wrong += [row for row in table if of_page[p, n, row[0]][0] != row[1]]
    return wrong, len(shown)


def main(sessions=12, first=0):
    if not shutil.which("chromium"):
        print("skipped: no chromium here to play in")
        return SKIPPED
    times, complaints, wrong = 0, 0, []
    with tempfile.TemporaryDirectory() as name, Explorer(COLLSIM) as explorer, Page() as page:
        page.open(explorer.address)
        page.wait("document.body?.dataset.state === 'answered'")
        drawn, by_keys = followed(page), settled(page) and keyed(page)
        for number in range(first, first + sessions):
            if not play(page, random.Random(number)):
                complaints += 1
                continue
            found, count = differing(page, pathlib.Path(name) / str(number))
            times += count
            wrong += [(number, row) for row in found]
            if number % 4 == 0 and not restored(page, explorer.address):
                wrong.append((number, "its address shows something else"))
        failures = page.failures + [f"the explorer has ended with {code}" for code in [explorer.process.poll()] if code is not None]
    print(f"{sessions} sessions: {times} times compared, {len(wrong)} wrong {wrong[:3]}; {complaints} questions that the page could not ask; "
          f"the map drawn {drawn} times while a slider moves; by keyboard {by_keys}; failures of scripts: {failures}")
    return 1 if wrong or failures or times == 0 or drawn < 2 or not by_keys else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[2:])))
