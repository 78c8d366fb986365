"""Opens a report of three figures in headless Chromium, as wide as a small phone: no script fails, pictures and plots with lines
are there, a choice draws another plot, a click sorts a table, and nothing but what scrolls by itself is wider than the screen."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COLLSIM = sys.argv[1]
SKIPPED = 77

# Notes what fails, from the head on.
WATCH = "<script>window.failures = []; addEventListener('error', e => failures.push(e.message), true);</script>"
LOOK = """<script>addEventListener("load", () => {
  const pictures = [...document.images], table = document.querySelector("table");
  const place = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent === "seconds");
  const column = () => [...table.tBodies[0].rows].map(row => Number(row.cells[place].textContent));
  const is_sorted = sign => column().every((x, i, all) => i === 0 || sign * all[i - 1] <= sign * x);
  table.tHead.rows[0].cells[place].click();
  const up = is_sorted(1);
  table.tHead.rows[0].cells[place].click();
  const plots = [...document.querySelectorAll(".chart")], shown = plot => plot.querySelector("canvas").toDataURL();
  const has_lines = plot => {
    const canvas = plot.querySelector("canvas"), {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4)
      if (Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60) return true;
    return false;  // grids are grey
  };
  const drawn = plots.filter(has_lines).length;
  const different = plots.map(plot => {
    const choice = plot.querySelector("select"), before = shown(plot);
    choice.selectedIndex = choice.length - 1;
    choice.dispatchEvent(new Event("change"));
    return shown(plot) !== before;
  });
  for (const closed of document.querySelectorAll("details")) closed.open = true;
  const wider = [...document.body.querySelectorAll("*")].filter(
    element => !element.closest(".scroll > *") && element.getBoundingClientRect().right > innerWidth);
  parent.postMessage([failures.length, pictures.filter(p => p.naturalWidth > 0).length,
    plots.filter(plot => plot.querySelector(".legend").textContent).length, drawn, different.filter(Boolean).length, up, is_sorted(-1),
    new Set(column()).size > 1, innerWidth, document.documentElement.scrollWidth <= innerWidth, wider.length].join(" "), "*");
});</script>"""
PHONE = 360
# A window has 500 pixels at least, a frame as few as it is given.
FRAME = f"""<!DOCTYPE html><iframe src="report.html" width="{PHONE}" height="640" style="border: 0"></iframe>
<script>addEventListener("message", message => document.documentElement.dataset.found = message.data);</script>"""


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for scenario in ("quickstart", "what_if", "allgatherv_distributions"):
            subprocess.run([COLLSIM, "run", scenario, "--backend", "fast", "--processes", "4,8", "--bytes", "1K,64K",
                            "--results", folder / "results" / scenario], check=True, stdout=subprocess.DEVNULL)
        page = folder / "report.html"
        subprocess.run([COLLSIM, "report", folder / "results", "--out", page], check=True, stdout=subprocess.DEVNULL)
        browser = shutil.which("chromium")
        if not browser:
            print(f"skipped: no chromium here to open the report of {page.stat().st_size} bytes that was written")
            return SKIPPED
        page.write_text(page.read_text().replace("<head>", "<head>" + WATCH).replace("</body>", LOOK + "</body>"))
        frame = folder / "phone.html"
        frame.write_text(FRAME)
        seen = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu",
                               f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=10000", "--dump-dom",
                               frame.as_uri()], check=True, capture_output=True, text=True, timeout=120)
    found = re.search(r'data-found="([^"]*)"', seen.stdout)
    print("failures, pictures, plots, with lines, that change by a choice, sorted up, down, different cells, width of the screen, "
          "the page is no wider, elements that are:", found and found[1])
    return 0 if found and found[1] == f"0 3 3 3 3 true true true {PHONE} true 0" else 1


sys.exit(main())
