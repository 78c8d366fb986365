#!/usr/bin/env python3
"""Breaks the sources in one place after another and sees whether a test notices.

    testing/mutants/mutants.py [--seed N] [--number N] [--build FOLDER] [FOLDER...]

Draws places from the sources of the folders (default: backends scenarios dropin), changes one token there, builds the
tests and runs those of the file's room, then the other ones that CTEST below names. Outcomes are appended to
BUILD/mutants.jsonl as they come, and a later run with the same seed goes on after the last. Prints the survivors, and
exits with 1 if fewer than nine tenths of the mutants that compile are killed.

It changes files in place, therefore only in a checkout without changes, and puts them back whatever ends it; what a kill
-9 leaves behind the next run puts back first.
"""
import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Token and replacements. A token is matched where a whole one stands: `<` is not that of `<<`, `<=` or a template.
SWAPS = {
    " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
    " + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " % ": " / ", " && ": " || ", " || ": " && ",
    " += ": " -= ", " -= ": " += ", "++": "--", "true": "false", "false": "true",
    "std::min": "std::max", "std::max": "std::min", "if (!": "if (", "return !": "return ",
}
TOKEN = re.compile("|".join(rf"(?<![\w+]){re.escape(t)}(?!\w)" if t[0].isalpha() else re.escape(t)
                            for t in sorted(SWAPS, key=len, reverse=True)) + r"|(?<![\w.'\"])\d+(?![\w.'\"])")
# A statement that is a call, and so can be left out.
CALL = re.compile(r"^\s+[\w:.>()\-]+\([^{}]*\);$")
# Literals and comments, in which nothing is changed.
QUIET = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'|//.*$')

# Of the tests besides the room's own: those that run programs as users do, and every algorithm on the fast engine.
CTEST = "cli|collrun|validation_.*|algorithms_fast_.*"
# Whose names do not begin with that of the room.
OWN = {
    "backends/trial": "trial|smpi", "backends/fast": "fast|fast_client", "backends/smpi": "smpi|trial",
    "backends/native": "native|collrun.*", "backends": "backends", "dropin": "dropin.*",
}


def mutants_of_line(line):
    """(column, what stands there, what would) of each change of a line."""
    if line.lstrip().startswith(("#", "//", "template", "using", "static_assert")):
        return []
    quiet = [m.span() for m in QUIET.finditer(line)]
    found = []
    for match in TOKEN.finditer(line):
        if any(begin <= match.start() < end for begin, end in quiet):
            continue
        token = match.group()
        found.append((match.start(), token, SWAPS.get(token) or str(int(token) + 1)))
    if CALL.match(line) and not line.lstrip().startswith(("return", "throw")):
        begin = len(line) - len(line.lstrip())
        found.append((begin, line[begin:].rstrip("\n"), ";"))
    return found


def candidates(root, folders):
    """(file, line number, column, old, new) of every change, in the order of the sources."""
    names = subprocess.run(["git", "ls-files", *(f"{folder}/**.cpp" for folder in folders)], cwd=root, check=True,
                           capture_output=True, text=True).stdout.split()
    return [(name, number, *change)
            for name in sorted(names) if not name.endswith("_test.cpp") and "/testing/" not in name
            for number, line in enumerate((root / name).read_text().splitlines(), 1)
            for change in mutants_of_line(line)]


def mutated(text, line, column, old, new):
    lines = text.split("\n")
    before = lines[line - 1]
    assert before[column:column + len(old)] == old
    lines[line - 1] = before[:column] + new + before[column + len(old):]
    return "\n".join(lines)


def own_tests(name):
    rooms = [str(parent) for parent in pathlib.PurePath(name).parents]
    return next((OWN[room] for room in rooms if room in OWN), rooms[-2] + ".*")


class Laboratory:
    def __init__(self, build):
        self.build = build
        self.journal = build / "mutant-in-place.json"

    def put_back(self):
        """What an earlier run left changed."""
        if self.journal.exists():
            left = json.loads(self.journal.read_text())
            (ROOT / left["file"]).write_text(left["text"])
            self.journal.unlink()

    def run(self, *command, seconds):
        try:
            return subprocess.run(command, cwd=ROOT, timeout=seconds, capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            return None

    def notices(self, tests):
        """The first test of those of that name that fails, or None."""
        done = self.run("ctest", "--test-dir", self.build, "-R", f"^({tests})$", "--stop-on-failure", "-j2", seconds=1800)
        if done is None:
            return "took too long"
        if done.returncode == 0:
            return None
        failed = re.search(r"^\s+\d+ - (\S+) \(", done.stdout, re.MULTILINE)
        return failed.group(1) if failed else done.stdout[-200:]

    def outcome(self, name):
        built = self.run("cmake", "--build", self.build, "--target", "suite", "collcheck", "collrun", "collsim", "collfast",
                         "dropin",
                         seconds=1800)
        if built is None or built.returncode != 0:
            return {"outcome": "does not compile"}
        killer = self.notices(own_tests(name)) or self.notices(CTEST)
        return {"outcome": "killed", "by": killer} if killer else {"outcome": "survived"}

    def examine(self, mutant):
        name, line, column, old, new = mutant
        text = (ROOT / name).read_text()
        self.journal.write_text(json.dumps({"file": name, "text": text}))
        try:
            (ROOT / name).write_text(mutated(text, line, column, old, new))
            return self.outcome(name)
        finally:
            self.put_back()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=150, help="of mutants that compile")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("folders", nargs="*", default=["backends", "scenarios", "dropin"])
    settings = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    laboratory = Laboratory(settings.build)
    laboratory.put_back()
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "*.cpp", "*.hpp"], cwd=ROOT).returncode != 0:
        sys.exit("mutants.py: the checkout has changes; right would be a commit of them first")
    all_of_them = candidates(ROOT, settings.folders)
    random.Random(settings.seed).shuffle(all_of_them)
    kept = settings.build / "mutants.jsonl"
    known = {}
    if kept.exists():
        for text in kept.read_text().splitlines():
            entry = json.loads(text)
            known[tuple(entry["mutant"])] = entry
    counted = []
    for mutant in all_of_them:
        if len(counted) == settings.number:
            break
        entry = known.get(tuple(mutant))
        if entry is None:
            entry = {"mutant": mutant, **laboratory.examine(mutant)}
            with kept.open("a") as out:
                out.write(json.dumps(entry) + "\n")
        if entry["outcome"] == "does not compile":
            continue
        counted.append(entry)
        print(f"{len(counted)} of {settings.number}: {'{}:{}:{}: {!r} -> {!r}'.format(*mutant)}: "
              f"{entry['outcome']} {entry.get('by', '')}", flush=True)
    survivors = [entry["mutant"] for entry in counted if entry["outcome"] == "survived"]
    print(f"\n{len(counted) - len(survivors)} of {len(counted)} killed; survivors:")
    for name, line, _, old, new in survivors:
        print(f"  {name}:{line}: {old!r} -> {new!r}")
    return 0 if 10 * len(survivors) <= len(counted) else 1


if __name__ == "__main__":
    sys.exit(main())
