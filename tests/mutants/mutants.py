#!/usr/bin/env python3
"""Breaks the sources in one place after another and sees whether a test notices.

    tests/mutants/mutants.py [--seed N] [--number N] [--longest SECONDS] [--again] [--build FOLDER] [FOLDER...]

Draws places from the sources of the folders (default: src/backends src/lab/scenarios src/dropin), changes one token there, and runs the
tests whose programs contain the file, each built just before, up to the first that fails: those of the file's room first,
then the others, the fastest first. Tests that usually take more seconds than --longest are left out; what survives the
shorter ones is asked the longer ones by a later run with a higher limit, and all once more with --again, after a test
has been written for it. Outcomes are appended to outcomes.jsonl beside this script as they come. A mutant is known again by
the text of its line: those that have an outcome come first, as long as their lines stand, and then others are drawn. Prints
the survivors, and exits with 1 if fewer than nine tenths of the mutants that compile are killed. The suite must have run in
BUILD, which says how long its tests take; it links faster after cmake -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold.

It changes files in place, therefore only in a checkout without changes, and puts them back whatever ends it; what a kill
-9 leaves behind the next run puts back first.
"""
import argparse
import collections
import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import typing

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

# What a process may take, so that no mutant takes the machine: seconds of a core, and bytes.
LIMITS = {resource.RLIMIT_CPU: 40, resource.RLIMIT_DATA: 6 << 30, resource.RLIMIT_FSIZE: 2 << 30}


class Mutant(typing.NamedTuple):
    file: str
    line: int
    column: int
    old: str
    new: str
    text: str  # of the line
    nth: int  # of the lines of this text in the file

    def place(self):
        """The same whatever becomes of other lines."""
        return self.file, self.text, self.nth, self.column, self.old, self.new


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run(*command, seconds):
    """A command's exit code; TimeoutExpired where it takes longer than that."""
    limit = lambda: [resource.setrlimit(kind, (most, most)) for kind, most in LIMITS.items()]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "GTEST_FAIL_FAST": "1"}, start_new_session=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)
    try:
        return process.wait(seconds)
    finally:
        end(process)


def end(process):
    """Also what it started: mpirun ends its ranks within the time that it is given."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        time.sleep(2)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


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
    """Every change, in the order of the sources."""
    names = subprocess.run(["git", "ls-files", *(f"{folder}/**.cpp" for folder in folders)], cwd=root, check=True,
                           capture_output=True, text=True).stdout.split()
    return [mutant for name in sorted(names) if not name.endswith("_test.cpp") and "/testing/" not in name
            for mutant in mutants_of_file(name, (root / name).read_text())]


def mutants_of_file(name, text):
    seen = collections.Counter()
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        found += [Mutant(name, number, *change, line, seen[line]) for change in mutants_of_line(line)]
        seen[line] += 1
    return found


def mutated(text, line, column, old, new):
    lines = text.split("\n")
    before = lines[line - 1]
    assert before[column:column + len(old)] == old
    lines[line - 1] = before[:column] + new + before[column + len(old):]
    return "\n".join(lines)


def program_files(words, build):
    """The files of the build folder that a test's command names, relative to it."""
    return sorted(set(re.findall(rf"{re.escape(str(build))}/([^\s;=,]+)", " ".join(words))))


def nearness(name, programs):
    """How many folders a source and the nearest of these programs share, from the root on."""
    def shared(program):
        pairs = zip(pathlib.PurePath(name).parent.parts, pathlib.PurePath(program).parent.parts)
        return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return max(map(shared, programs), default=0)


class Suite:
    """The tests of a build folder, what each runs, and how long it usually takes."""

    def __init__(self, build, longest):
        self.build = build
        described = json.loads(output("ctest", "--test-dir", build, "--show-only=json-v1"))["tests"]
        costs = (build / "Testing/Temporary/CTestCostData.txt").read_text().split("---")[0].splitlines()
        usual = {name: float(seconds) for name, _, seconds in map(str.split, costs)}
        self.seconds = {test["name"]: usual.get(test["name"], longest + 1) for test in described}
        properties = {test["name"]: {p["name"]: p["value"] for p in test["properties"]} for test in described}
        own = {test["name"]: program_files(test["command"], build) for test in described}
        self.repeated = {test["name"] for test in described if "mpiexec" in " ".join(test["command"])}
        # What a test finds, those made it that set up its fixtures.
        self.programs = {name: own[name] + [file for other in own for file in own[other]
                                            if set(properties[name].get("FIXTURES_REQUIRED", []))
                                            & set(properties[other].get("FIXTURES_SETUP", []))]
                         for name in own if self.seconds[name] <= longest}
        known = set(output("ninja", "-C", build, "-t", "targets", "all").replace(":", "").split())
        self.targets = {name: sorted(known.intersection(files)) for name, files in self.programs.items()}
        self.inputs = {target: set(output("ninja", "-C", build, "-t", "inputs", target).split())
                       for target in set().union(*self.targets.values())}

    def objects(self, name):
        """What is compiled from a source."""
        return [word for word in output("ninja", "-C", self.build, "-t", "query", ROOT / name).split() if word.endswith(".o")]

    def that_see(self, name, asked=0):
        """The tests whose programs contain a source: those of its room first, and the fastest first. `asked`: those that
        take no longer have been already."""
        objects = self.objects(name)
        seen = [test for test, targets in self.targets.items()
                if self.seconds[test] > asked and any(not self.inputs[target].isdisjoint(objects) for target in targets)]
        # What is made of more takes longer to build.
        cost = {test: self.seconds[test] + sum(len(self.inputs[target]) for target in self.targets[test]) / 100 for test in seen}
        return sorted(seen, key=lambda test: (-nearness(name, self.programs[test]), cost[test]))


def mirror(origin, copy):
    """Makes the files of `copy` those of `origin`, as far as size or time differ."""
    for folder, _, names in os.walk(origin):
        there = copy / pathlib.Path(folder).relative_to(origin)
        there.mkdir(parents=True, exist_ok=True)
        for name in names:
            here = os.stat(os.path.join(folder, name), follow_symlinks=False)
            with contextlib.suppress(FileNotFoundError):
                known = os.stat(there / name, follow_symlinks=False)
                if (known.st_size, known.st_mtime_ns) == (here.st_size, here.st_mtime_ns):
                    continue
            # A program that still runs cannot be written over.
            (there / name).unlink(missing_ok=True)
            shutil.copy2(os.path.join(folder, name), there / name, follow_symlinks=False)


class Laboratory:
    """Where a source is changed, built, tested and put back. A second folder keeps the build without a mutant, because to
    build it anew would take as long as to build the mutant."""

    def __init__(self, build, longest):
        self.build = build
        self.longest = longest
        notes = build.with_name(build.name + "-mutants")
        notes.mkdir(exist_ok=True)
        self.pristine, self.journal = notes / "pristine", notes / "in-place.json"
        self.suite = Suite(build, longest)

    def built(self, targets):
        return run("ninja", "-C", self.build, "-j1", *targets, seconds=1800) == 0

    def fails(self, test):
        """Also if it takes five times as long as usual, by as much of a core as each process gets. What MPI starts, and what is
        late, is asked once more: where cores are scarce it may fail by itself."""
        for _ in range(2):
            share = max(1, os.getloadavg()[0] / os.cpu_count())
            try:
                code = run("ctest", "--test-dir", self.build, "-R", f"^{test}$", seconds=5 * (1 + self.suite.seconds[test]) * share)
            except subprocess.TimeoutExpired:
                continue
            if code == 0:
                return False
            if test not in self.suite.repeated:
                break
        return True

    def outcome(self, name, asked):
        if not self.built(self.suite.objects(name)):
            return {"outcome": "does not compile"}
        for test in self.suite.that_see(name, asked):
            if not self.built(self.suite.targets[test]):
                return {"outcome": "does not compile"}
            if self.fails(test):
                return {"outcome": "killed", "by": test}
        return {"outcome": "survived", "longest": self.longest}

    def put_back(self):
        """What this run or an earlier one left changed."""
        if self.journal.exists():
            left = json.loads(self.journal.read_text())
            (ROOT / left["file"]).write_text(left["text"])
            os.utime(ROOT / left["file"], ns=(left["time"], left["time"]))
            mirror(self.pristine, self.build)
            self.journal.unlink()

    def build_without_a_mutant(self):
        if not self.built(sorted(self.suite.inputs)):
            sys.exit("mutants.py: the sources do not compile as they are")
        mirror(self.build, self.pristine)

    def is_done(self, entry):
        return entry is not None and (entry["outcome"] != "survived" or entry["longest"] >= self.longest)

    def examine(self, mutant, asked=0):
        name = mutant.file
        text, time = (ROOT / name).read_text(), (ROOT / name).stat().st_mtime_ns
        self.journal.write_text(json.dumps({"file": name, "text": text, "time": time}))
        try:
            (ROOT / name).write_text(mutated(text, mutant.line, mutant.column, mutant.old, mutant.new))
            return self.outcome(name, asked)
        finally:
            self.put_back()

    def without_a_mutant(self, names):
        """Which tests that see these sources fail though nothing is changed."""
        return [test for test in sorted({test for name in names for test in self.suite.that_see(name)}) if self.fails(test)]


class Record:
    """The outcomes so far, a line of JSON each, by the places of mutants. `again`: what survived is to be asked once more."""

    def __init__(self, file, again=False):
        self.file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self.known = {tuple(entry["mutant"]): entry for entry in map(json.loads, lines)}
        self.doubted = {place for place, entry in self.known.items() if again and entry["outcome"] == "survived"}

    def outcome(self, mutant):
        return None if mutant.place() in self.doubted else self.known.get(mutant.place())

    def add(self, mutant, outcome):
        self.doubted.discard(mutant.place())
        entry = self.known[mutant.place()] = {"mutant": mutant.place(), **outcome}
        with self.file.open("a") as out:
            out.write(json.dumps(entry) + "\n")
        return entry


def draw(seed, mutants, record):
    """In an order that the seed draws, but those first that are known."""
    drawn = list(mutants)
    random.Random(seed).shuffle(drawn)
    return sorted(drawn, key=lambda mutant: mutant.place() not in record.known)


def examine_all(drawn, number, laboratory, record):
    """In that order, until so many compile: these, and their outcomes."""
    counted = []
    for mutant in drawn:
        if len(counted) == number:
            break
        entry = record.outcome(mutant)
        if not laboratory.is_done(entry):
            entry = record.add(mutant, laboratory.examine(mutant, entry["longest"] if entry else 0))
        if entry["outcome"] != "does not compile":
            counted.append((mutant, entry))
        print(f"{len(counted)} of {number}: {mutant.file}:{mutant.line}:{mutant.column}: {mutant.old!r} -> {mutant.new!r}: "
              f"{entry['outcome']} {entry.get('by', '')}", flush=True)
    return counted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=150, help="of mutants that compile")
    parser.add_argument("--longest", type=float, default=30, help="seconds of a test that is asked (default: 30)")
    parser.add_argument("--again", action="store_true", help="ask what survived once more")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("folders", nargs="*", default=["src/backends", "src/lab/scenarios", "src/dropin"])
    settings = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    laboratory = Laboratory(settings.build.resolve(), settings.longest)
    laboratory.put_back()
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "*.cpp", "*.hpp"], cwd=ROOT).returncode != 0:
        sys.exit("mutants.py: the checkout has changes; right would be a commit of them first")
    record = Record(pathlib.Path(__file__).with_name("outcomes.jsonl"), settings.again)
    drawn = draw(settings.seed, candidates(ROOT, settings.folders), record)
    laboratory.build_without_a_mutant()
    asked = [mutant for mutant in drawn[:settings.number] if not laboratory.is_done(record.outcome(mutant))]
    failing = laboratory.without_a_mutant(sorted({mutant.file for mutant in asked}))
    if failing:
        sys.exit(f"mutants.py: these tests fail though nothing is changed: {' '.join(failing)}")
    counted = examine_all(drawn, settings.number, laboratory, record)
    survivors = [mutant for mutant, entry in counted if entry["outcome"] == "survived"]
    print(f"\n{len(counted) - len(survivors)} of {len(counted)} killed; survivors:")
    for mutant in survivors:
        print(f"  {mutant.file}:{mutant.line}: {mutant.old!r} -> {mutant.new!r}")
    return 0 if 10 * len(survivors) <= len(counted) else 1


if __name__ == "__main__":
    sys.exit(main())
