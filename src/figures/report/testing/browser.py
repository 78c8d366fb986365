"""Opens a report of three figures and a scoreboard in headless Chromium, as wide as a small phone: no script fails, pictures and
plots with lines are there, a choice draws another plot, a click on any heading sorts its table, another one the other way round, and
nothing but what scrolls by itself is wider than the screen."""

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
  const pictures = [...document.images], tables = [...document.querySelectorAll("table")];
  const column = heading => [...heading.closest("table").tBodies[0].rows].map(row => row.cells[heading.cellIndex].textContent);
  const rises = (all, sign, order) => all.every((x, i) => i === 0 || sign * order(all[i - 1], x) <= 0);
  const is_number = text => text !== "" && !isNaN(text);
  const is_sorted = (cells, sign) => rises(cells.filter(is_number), sign, (a, b) => a - b) &&
    rises(cells.filter(text => !is_number(text)), sign, (a, b) => a.localeCompare(b));
  const unsorted = [], turned = new Set();
  for (const table of tables)
    for (const heading of table.tHead.rows[0].cells) {
      const [up, down] = [1, 2].map(() => (heading.click(), column(heading)));
      if (!is_sorted(up, 1) || !is_sorted(down, -1)) unsorted.push(heading.textContent);
      if (up[0] !== down[0]) turned.add(table);
    }
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
    plots.filter(plot => plot.querySelector(".legend").textContent).length, drawn, different.filter(Boolean).length, tables.length, turned.size,
    unsorted.length, innerWidth, document.documentElement.scrollWidth <= innerWidth, wider.length].join(" "), "*");
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
        subprocess.run([COLLSIM, "validate", "published", "--claims", "C/figures,D/cost_model,E/pipelined_broadcast",
                        "--results", folder / "results" / "published"], check=True, stdout=subprocess.DEVNULL)
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
    print("failures, pictures, plots, with lines, that change by a choice, tables, that headings turn, headings that do not sort, width of the screen, "
          "the page is no wider, elements that are:", found and found[1])
    return 0 if found and found[1] == f"0 3 3 3 3 7 7 0 {PHONE} true 0" else 1


sys.exit(main())
