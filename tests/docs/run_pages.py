#!/usr/bin/env python3
"""Does what the pages show: run_pages.py ROOT PROGRAMS [PAGE...]. PROGRAMS is the folder of collsim and what belongs to it.

A page's blocks ```sh are run as they stand, and so is each command of collsim in other code or in a table cell of its own, all in one
folder with the repository's data. Each must succeed. After a line "$ COMMAND" stands what it prints, and must print. What is not run has a line with the reason
in not_run.txt beside this file. Prints a line for each complaint and fails if there is one."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import docs

DATA = ("examples", "platforms", "rules", "scenarios", "src", "validation")
SECONDS = 300
# What pages about a machine of yours begin with, as the guide about it says, unless they write it themselves.
MINE = "collsim platform new mine --nodes 64 --sockets 2 --cores 32 --link 100Gbps --latency 1.3us --topology 'fat_tree(2:1)'"
# mpirun of Open MPI as root, on few cores.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_mpi_yield_when_idle": "1"}


def exceptions(file):
    """(page, command, reason), the first two as patterns."""
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(re.split(r"\s+\|\s+", line)) for line in lines]


def blocks(text):
    """(kind, lines) of the text's code in order: "sh", another language of ```, "" for what is indented, "cell" for a table cell."""
    kind, lines = None, []
    for line in text.splitlines() + ["end"]:
        if line.startswith("```"):
            if kind is not None and kind != "":
                yield kind, lines
                kind, lines = None, []
            else:
                kind, lines = line[3:] or "text", []
        elif kind not in (None, ""):
            lines.append(line)
        elif line.startswith("    ") or (kind == "" and not line):
            kind = ""
            lines.append(line[4:])
        else:
            if kind == "":
                yield kind, lines
                kind, lines = None, []
            for command in re.findall(r"(?<=\| )`(collsim [^`]*)`(?= \|)", line):
                yield "cell", [command.replace("\\|", "|")]


def without_comment(line):
    return re.sub(r"\s+# .*$", "", line)


def commands(text):
    """(command, what it must print or None) in order."""
    for kind, lines in blocks(text):
        if kind == "sh":
            yield "\n".join(lines), None
            continue
        joined = "\n".join(lines).replace("\\\n", " ").splitlines()
        for number, line in enumerate(joined):
            if found := re.match(r"\$ (.*)", line):
                shown = [each for each in joined[number + 1:]]
                end = next((i for i, each in enumerate(shown) if not each or each.startswith("$ ")), len(shown))
                yield found[1], "\n".join(shown[:end])
            elif re.match(r"(build/\w+/)?collsim [a-z-]+\b(?!,)", line) and not re.match(r"collsim: ", line):
                yield without_comment(line).removeprefix("build/release/"), None


def why_not(page, command, left_out):
    return next((reason for where, what, reason in left_out if re.fullmatch(where, page) and re.search(what, command)), None)


def run(command, expected, folder, programs):
    """A complaint, or nothing."""
    environment = {**os.environ, **MPI, "PATH": f"{programs}:{os.environ['PATH']}", "LD_LIBRARY_PATH": str(programs)}
    try:
        ended = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, timeout=SECONDS, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except subprocess.TimeoutExpired:
        return f"takes more than {SECONDS} s"
    if expected is not None:
        return None if ended.stdout.strip() == expected.strip() else f"prints {ended.stdout.strip()!r}"
    return None if ended.returncode == 0 else f"exits with {ended.returncode}: {ended.stdout.strip().splitlines()[-1:]}"


def run_page(page, root, programs, left_out):
    """Complaints, and how many commands were run and left out."""
    found, done, left = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in DATA:
            (pathlib.Path(folder) / name).symlink_to(root / name)
        text = (root / page).read_text()
        if "mine.xml" in text and not any(command.startswith("collsim platform new mine") and expected is None
                                          for command, expected in commands(text)):
            run(MINE, None, folder, programs)
        for command, expected in commands(text):
            if why_not(page, command, left_out):
                left += 1
                continue
            done += 1
            if complaint := run(command, expected, folder, programs):
                found.append(f"{page}: {command.splitlines()[0]} {complaint}")
    return found, done, left


def main():
    root, programs = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    left_out = exceptions(pathlib.Path(__file__).with_name("not_run.txt"))
    pages = sys.argv[3:] or [str(path.relative_to(root)) for path in docs.documents(root)]
    begin, done, left, failed = time.monotonic(), 0, 0, False
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found, run_here, left_here in pool.map(lambda page: run_page(page, root, programs, left_out), pages):
            done, left, failed = done + run_here, left + left_here, failed or bool(found)
            print("\n".join(found), end="\n" if found else "", flush=True)
    print(f"{done} commands run, {left} left out with a reason, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
