#!/usr/bin/env python3
"""Runs MPICH's collective tests under the drop-in library with every algorithm in turn, natively and in SMPI.

DIR holds the sources of MPICH 5.0 or later (`git clone https://github.com/pmodels/mpich`), of which test/mpi
is enough; they are compiled without MPICH's own configuration. Each line of test/mpi/coll/testlist.in is a test. It runs
bare, then under the drop-in without rules, whose report says which collectives it calls, then once with each algorithm of
these. A test passes that exits with 0 after "No Errors"; one that does not pass bare says nothing of the drop-in and goes
no further. Prints the runs that differ from the bare one, and what was served.

Every run is a line of results.jsonl. A run that is there is not run again, unless the drop-in or this script has changed, so
that an interrupted command goes on where it was. Exits with 1 if a run differs.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from real_programs import SETTINGS, portfolio, served

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-O1", "-g0", "-w", "-std=gnu11"]
# What MPICH's configure would find on any system that has Open MPI or SimGrid.
CONFIGURATION = ["STDARG_H", "STRING_H", "UNISTD_H", "SYS_TIME_H", "LONG_LONG", "LONG_LONG_INT", "LONG_DOUBLE",
                 "MPI_INIT_THREAD"]


class Test(collections.namedtuple("Test", "name processes arguments")):
    def __str__(self):
        return " ".join([self.name, str(self.processes), *self.arguments])


def tests_of(listing):
    """The tests of a testlist, without those for MPICH alone and those that need gigabytes of memory."""
    found = {}
    for line in listing.read_text().splitlines():
        words = line.split("#")[0].split()
        if len(words) < 2 or any(re.match("env=|mem=", word) for word in words):
            continue
        arguments = tuple(word[len("arg="):] for word in words[2:] if word.startswith("arg="))
        found[Test(words[0], int(words[1]), arguments)] = None
    return list(found)


class World:
    """Where programs run: how they are compiled and started, and which file is the drop-in's."""

    def __init__(self, build, work):
        self.work = work / self.name
        self.work.mkdir(parents=True, exist_ok=True)
        self.dropin = build / self.file
        if not self.dropin.exists():
            sys.exit(f"{self.dropin}: no such file; right would be --build with a folder that holds it")
        sources = self.dropin.read_bytes() + pathlib.Path(__file__).read_bytes()
        self.digest = hashlib.sha256(sources).hexdigest()[:12]

    def compile_all(self, suite, names):
        """{name: program} of those that can be compiled."""
        generated = self.work / "configuration" / "include"
        generated.mkdir(parents=True, exist_ok=True)
        found = "".join(f"#define HAVE_{name} 1\n" for name in CONFIGURATION)
        (generated / "mpitestconf.h").write_text(found + "#define THREAD_PACKAGE_NAME THREAD_PACKAGE_POSIX\n")
        (generated / "mtest_mpix.h").write_text(self.substitutes)
        (generated.parent / "dtpoolsconf.h").write_text("")
        includes = [f"-I{folder}" for folder in (generated, suite / "include", suite / "dtpools" / "include")]
        units = [suite / "util" / f"{name}.c" for name in ("mtest", "mtest_common", "mtest_single", "dtypes")]
        units = [unit for unit in units if unit.exists()] + sorted((suite / "dtpools" / "src").glob("*.c"))
        driver = suite / "util" / "run_mpitests.c"
        objects = {unit: self.work / f"{unit.stem}.o" for unit in [*units, driver] if unit.exists()}
        for source, target in objects.items():
            if not target.exists() and not self.compile(["-c", *includes, str(source), "-o", str(target)]):
                sys.exit(f"{source} cannot be compiled for {self.name}: see {self.work / 'compiler.log'}")
        programs = {}
        for name in names:
            source, program = suite / "coll" / f"{name}.c", self.work / name
            if not source.exists():
                continue
            has_main = re.search(r"\bmain\s*\(", source.read_text())
            parts = [str(target) for unit, target in objects.items() if unit != driver or not has_main]
            up_to_date = program.exists() and program.stat().st_mtime > self.newest()
            if up_to_date or self.compile([*includes, str(source), *parts, "-o", str(program), *self.linked()]):
                programs[name] = program
        return programs

    def compile(self, words):
        with open(self.work / "compiler.log", "a", encoding="utf-8") as log:
            return subprocess.run([self.compiler, *FLAGS, *words], stdout=log, stderr=log, check=False).returncode == 0


class Native(World):
    name, file, compiler = "native", "libcollsim_mpi.so", "mpicc"
    substitutes = ""

    def linked(self):
        return ["-lm"]

    def newest(self):
        return 0

    def command(self, program, test, variables):
        if variables:
            variables = {**variables, "LD_PRELOAD": str(self.dropin)}
        exports = [word for name, value in variables.items() for word in ("-x", f"{name}={value}")]
        words = ["mpirun", "-q", "-n", str(test.processes), *exports, str(program), *test.arguments]
        return words, {**os.environ, **SETTINGS}


class Smpi(World):
    name, file, compiler = "smpi", "collsim_smpi.o", "smpicc"
    # SMPI ends a program that makes an intercommunicator, as most tests do for one of their communicators.
    substitutes = """#define MPI_Intercomm_create(local, leader, peer, remote, tag, made) MPI_Comm_dup(local, made)
#define MPI_Intercomm_merge(inter, high, made) MPI_Comm_dup(inter, made)
"""

    def linked(self):
        return ["-Wl,-Bsymbolic-functions", str(self.dropin), "-lstdc++", "-lm"]

    def newest(self):
        return self.dropin.stat().st_mtime

    def command(self, program, test, variables):
        hosts = self.work / f"hosts-{test.processes}"
        if not hosts.exists():
            hosts.write_text("".join(f"node-{i}\n" for i in range(test.processes)))
        words = ["smpirun", "-quiet", "-np", str(test.processes), "-hostfile", str(hosts), "-platform",
                 str(ROOT / "platforms" / "star.xml"), "--log=root.thres:critical", "--log=no_loc",
                 "--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:1Gf", str(program), *test.arguments]
        return words, {**os.environ, **variables}


WORLDS = {"native": Native, "smpi": Smpi}


class Results:
    """The lines of the file, by what was run."""

    def __init__(self, path):
        self.path, self.lock, self.known = path, threading.Lock(), {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                self.known[tuple(row["run"])] = row

    def get(self, run, perform):
        """The row of a run, performed if it is not known yet; None if there is no time left for it."""
        if run not in self.known:
            row = perform()
            if row is None:
                return None
            row["run"] = run
            with self.lock, open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
                self.known[run] = row
        return self.known[run]


def verdict_of(words, environment, timeout):
    """"pass", or how it failed, with the last words of what it printed."""
    with subprocess.Popen(words, env=environment, text=True, errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            output = process.communicate(timeout=timeout)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"no end within {timeout} s"
    if process.returncode == 0 and "No Errors" in output:
        return "pass"
    return f"exit code {process.returncode}: {' '.join(output.split()[-30:])}"


class Runner:
    def __init__(self, world, results, timeout, deadline):
        self.world, self.results, self.timeout, self.deadline = world, results, timeout, deadline

    def run(self, program, test, how, variables):
        """A row: the verdict, the collectives that were called, and the calls that each algorithm served."""
        def perform():
            if time.time() > self.deadline:
                return None
            with tempfile.TemporaryDirectory() as folder:
                report = pathlib.Path(folder) / "report"
                settings = {**variables, "COLLSIM_REPORT": str(report)} if variables is not None else {}
                verdict = verdict_of(*self.world.command(program, test, settings), self.timeout)
                text = report.read_text() if report.exists() else ""
            calls = re.findall(r"^  ([a-z_]+) +(?:library|[a-z_]+)", text, re.M)[1:]
            return {"verdict": verdict, "calls": sorted(set(calls)), "served": dict(served(text))}
        return self.results.get((self.world.name, self.world.digest, str(test), how), perform)

    def try_test(self, program, test, algorithms):
        """{how: row} of all its runs; None for those that there is no time for."""
        rows = {"bare": self.run(program, test, "bare", None)}
        if not passes(rows["bare"]):
            return rows
        rows["no rules"] = self.run(program, test, "no rules", {})
        for call in rows["no rules"]["calls"] if rows["no rules"] else []:
            for name in algorithms.get(call, []):
                how = f"{call}/{name}"
                rows[how] = self.run(program, test, how, {f"COLLSIM_{call.upper()}": name})
        return rows


def passes(row):
    return row is not None and row["verdict"] == "pass"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", metavar="DIR", type=pathlib.Path, help="MPICH's sources, or their test/mpi")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release",
                        help="folder with collsim and the drop-in (default: %(default)s)")
    parser.add_argument("--work", type=pathlib.Path, help="where programs and results are (default: BUILD/peer_suites)")
    parser.add_argument("--worlds", default="native,smpi", help="default: %(default)s")
    parser.add_argument("--tests", default="*", help="pattern of the tests' names")
    parser.add_argument("--algorithms", default="*", help="pattern such as 'allreduce/r*'")
    parser.add_argument("--timeout", type=float, default=60, help="seconds of a run (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no run after so many")
    parser.add_argument("-j", type=int, default=1, dest="jobs", help="runs at a time")
    arguments = parser.parse_args()
    suite = next((folder for folder in (arguments.sources.resolve() / "test" / "mpi", arguments.sources.resolve())
                  if (folder / "coll" / "testlist.in").exists()), None)
    if not suite:
        sys.exit(f"{arguments.sources}: no test/mpi/coll/testlist.in; right would be a folder with MPICH's sources")
    build = arguments.build.resolve()
    work = (arguments.work or build / "peer_suites").resolve()
    tests = [test for test in tests_of(suite / "coll" / "testlist.in") if fnmatch.fnmatch(test.name, arguments.tests)]
    algorithms = {call: [name for name in names if fnmatch.fnmatch(f"{call}/{name}", arguments.algorithms)]
                  for call, names in portfolio(build / "collsim").items()}
    deadline = time.time() + 60 * arguments.minutes
    different = False
    for name in arguments.worlds.split(","):
        if name not in WORLDS:
            sys.exit(f"--worlds: unknown world '{name}'; right would be native or smpi")
        world = WORLDS[name](build, work)
        runner = Runner(world, Results(work / "results.jsonl"), arguments.timeout, deadline)
        different |= try_world(runner, suite, tests, algorithms, arguments.jobs)
    sys.exit(1 if different else 0)


def try_world(runner, suite, tests, algorithms, jobs):
    """Prints what differs and what was served; whether anything differs."""
    world = runner.world.name
    programs = runner.world.compile_all(suite, sorted({test.name for test in tests}))
    missing = sorted({test.name for test in tests} - set(programs))
    if missing:
        print(f"{world}: cannot be compiled: {', '.join(missing)}")
    tests = [test for test in tests if test.name in programs]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tried = list(pool.map(lambda test: runner.try_test(programs[test.name], test, algorithms), tests))
    failing, differing, totals, done, left = [], [], collections.Counter(), 0, 0
    for test, rows in zip(tests, tried):
        for how, row in rows.items():
            if row is None:
                left += 1
                continue
            done += 1
            totals.update(row["served"])
            if not passes(row):
                (failing if how == "bare" else differing).append(f"{test}, {how}: {row['verdict']}")
    for line in differing:
        print(f"{world}: differs: {line}")
    for line in failing:
        print(f"{world}: does not pass bare: {line[:160]}")
    print(f"{world}: {len(tests)} tests, {len(failing)} do not pass bare; {done} runs, at least {left} left for lack of time; "
          f"{len(differing)} differ; {sum(totals.values())} calls served by {len(totals)} algorithms", flush=True)
    for algorithm, calls in sorted(totals.items()):
        print(f"  {algorithm:45} {calls:9} calls")
    return bool(differing)


if __name__ == "__main__":
    main()
