"""Opens a copy of the explorer from its file in headless Chromium. No script fails; at the factors that were asked every time is that of
the command that the page gives, to the digit; between them it is interpolated, says so, and the worst deviation is printed. What the
engine has simulated is there, and so are looks inside.

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
SKIPPED, PLACES = 77, 6
ROUNDING = 1e-14  # of sums of a few hundred stages


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
    wrong = []
    with tempfile.TemporaryDirectory() as name, Page() as page:
        folder = pathlib.Path(name)
        subprocess.run([COLLSIM, "explore", PLATFORM, "--processes", "2..16:x2", "--bytes", "8..1M:x32", "--static", folder / "copy"],
                       check=True, stdout=subprocess.DEVNULL)
        file = folder / "copy" / "index.html"
        page.open(file.as_uri())
        page.wait("document.body?.dataset.state === 'answered'")
        sliders = page.evaluate("[...document.querySelectorAll('#sliders input:enabled')].map(each => each.id.slice(7))")
        # The slider's steps of x0.1, x1 and x10.
        for steps in [{}, {sliders[0]: 0}, {sliders[0]: 20, sliders[1]: 20}, dict.fromkeys(sliders, 10)]:
            badge = moved(page, steps)
            off = deviations(page, folder / "on")
            if "interpolated" in badge or any(off):
                wrong.append((steps, badge, max(off)))
        draw, worst = random.Random(1), 0
        for _ in range(PLACES):
            badge = moved(page, {each: draw.randrange(1, 20) for each in sliders})
            if "interpolated" not in badge:
                wrong.append(badge)
            worst = max(worst, *deviations(page, folder / "between"))
        moved(page, dict.fromkeys(sliders, 10))
        page.evaluate("document.getElementById('simulate').click()")
        page.wait("document.getElementById('badge').dataset.by === 'fast'")
        wrong += [each for each in deviations(page, folder / "fast", "fast") if each]
        page.evaluate("document.querySelector('#map [data-key]').dispatchEvent(new Event('click', {bubbles: true}))")
        page.wait("!document.getElementById('inside').hidden")
        failures = page.failures
        size = file.stat().st_size
    print(f"a copy of {size} bytes; {len(wrong)} wrong {wrong[:3]}; between the factors asked at most {worst:.1e} off; failures of scripts: {failures}")
    return 1 if wrong or failures or worst > ROUNDING else 0


if __name__ == "__main__":
    sys.exit(main())
