#!/usr/bin/env python3
"""Runs Python with packages of PyPI: in_venv.py FOLDER REQUIREMENTS WORD... The virtual environment is made in FOLDER once, with what the
file REQUIREMENTS lists. Exits with 77, which ctest takes for skipped, where that cannot be had."""

import pathlib
import subprocess
import sys

SKIPPED = 77


def main():
    folder, requirements, words = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    python, made_for = folder / "bin" / "python", folder / "made_for.txt"
    if not made_for.exists() or made_for.read_text() != requirements.read_text():
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--retries", "1", "--requirement", requirements]
        made = all(subprocess.run(words, check=False).returncode == 0
                   for words in ([sys.executable, "-m", "venv", "--clear", folder], pip))
        if not made:
            print(f"skipped: PyPI does not give what {requirements.name} lists")
            return SKIPPED
        made_for.write_text(requirements.read_text())
    return subprocess.run([python, "-B", *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
