"""Opens a copy of the explorer from its file in headless Chromium. No script fails; of the machine as it is every time is that of the
command that the page gives, to the digit; where sliders change it, the badge says how it was found, and the worst deviation is
printed. What the engine has simulated is there, and so are looks inside, for every collective.

recorded.py COLLSIM [PLATFORM]"""

import csv
import io
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from chromium import Page  # noqa: E402
from sessions import answered, put, saved, settled  # noqa: E402

COLLSIM, PLATFORM = sys.argv[1], sys.argv[2] if sys.argv[2:] else "star"
SKIPPED, PLACES = 77, 4
ROUNDING = 1e-12  # of what is told by a sum
LATER = ["bcast", "barrier"]  # collectives that are looked at besides the first


def deviations(page, folder, backend="model"):
    """Of each time on the page from that of the command, as a share."""
    shown = list(csv.DictReader(io.StringIO(saved(page, "csv"))))
    known = answered(page.evaluate("document.getElementById('command').textContent"), backend, folder)
    return [abs(float(row["seconds"]) / known[row["p"], row["bytes"], row["algorithm"]] - 1) for row in shown]


def moved(page, steps):
    """Moves the sliders to these of their steps; returns what the badge says then."""
    for name, step in steps.items():
        put(page, f"slider_{name}", str(step), "input")
    settled(page)
    return page.evaluate("document.getElementById('badge').textContent")


def main():
    if not shutil.which("chromium"):
        print("skipped: no chromium here to open the copy")
        return SKIPPED
    wrong, worst, interpolated = [], 0, 0
    with tempfile.TemporaryDirectory() as name, Page() as page:
        folder = pathlib.Path(name)
        subprocess.run([COLLSIM, "explore", PLATFORM, "--processes", "2..16:x2", "--bytes", "8..1M:x32", "--static", folder / "copy"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        file = folder / "copy" / "index.html"
        page.open(file.as_uri())
        page.wait("document.body?.dataset.state === 'answered'")
        sliders = page.evaluate("[...document.querySelectorAll('#sliders input:enabled')].map(each => each.id.slice(7))")
        as_it_is, draw = dict.fromkeys(sliders, 10), random.Random(1)
        for collective in ["allreduce", *LATER]:
            put(page, "collective", collective, "change")
            for steps in [as_it_is, dict.fromkeys(sliders, 0), *({each: draw.randrange(21) for each in sliders} for _ in range(PLACES))]:
                badge, off = moved(page, steps), deviations(page, folder / "formulas")
                if steps == as_it_is and any(off) or steps != as_it_is and not ("to 12 digits" in badge or "interpolated" in badge):
                    wrong.append((collective, steps, badge, max(off)))
                if "interpolated" in badge:
                    interpolated = max(interpolated, *off)
                else:
                    worst = max(worst, *off)
            moved(page, as_it_is)
            page.evaluate("document.getElementById('simulate').click()")
            page.wait("document.getElementById('badge').dataset.by === 'fast'")
            wrong += [each for each in deviations(page, folder / "fast", "fast") if each]
            page.evaluate("document.querySelector('#map [data-key]').dispatchEvent(new Event('click', {bubbles: true}))")
            page.wait("!document.getElementById('inside').hidden")
        count = page.evaluate("document.getElementById('collective').options.length")
        failures, size = page.failures, file.stat().st_size
    print(f"a copy of {count} collectives, {size} bytes; {len(wrong)} wrong {wrong[:3]}; off by {worst:.1e} where sums tell, by {interpolated:.1e} where it is "
          f"interpolated; failures of scripts: {failures}")
    return 1 if wrong or failures or worst > ROUNDING or count < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
