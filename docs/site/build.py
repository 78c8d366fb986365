#!/usr/bin/env python3
"""Builds the site into build/site/html, with the packages of requirements.txt:

    python3 -m venv build/site/venv && build/site/venv/bin/pip install -r docs/site/requirements.txt
    build/site/venv/bin/python docs/site/build.py            # or build.py serve, which shows pages as they are written

It fails for a link or a heading that is not there, and for a page that is in no menu."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CONFIG = HERE / "mkdocs.yml"
PAGES = ROOT / "build" / "site" / "pages"
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s#]+)")


def pages():
    """Those of the menu."""
    return re.findall(r"[\w/.-]+\.md", CONFIG.read_text())


def linked(page):
    """The files of ours that a page shows or links."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.MULTILINE | re.DOTALL)
    for target in LINK.findall(text):
        if not re.match(r"[a-z]+:", target):
            yield os.path.normpath(os.path.join(os.path.dirname(page), target))


def lay_out():
    """Links to all pages and to what they show, in folders as in the repository."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for file in sorted({*pages(), *(file for page in pages() for file in linked(page) if not file.endswith(".md"))}):
        if (ROOT / file).is_file():
            (PAGES / file).parent.mkdir(parents=True, exist_ok=True)
            (PAGES / file).symlink_to(ROOT / file)
    (PAGES / "site.css").symlink_to(HERE / "site.css")


def main():
    lay_out()
    what = ["serve"] if sys.argv[1:] == ["serve"] else ["build", "--strict"]
    return subprocess.run([sys.executable, "-m", "mkdocs", *what, "--config-file", CONFIG], check=False,
                          env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main())
