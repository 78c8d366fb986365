#!/usr/bin/env python3
"""Runs public MPI programs under the drop-in library with every algorithm in turn.

Round i serves each collective by its i-th algorithm; there are as many rounds as the richest collective has
algorithms, all with their default options. A program passes a round if its own checks pass and what is taken
from its output below equals that of a run without the library. Prints what was served, and exits with 1 if a round fails, with 77 if no program could be had.

    mpi4py  the collective, operator and communicator tests of its test-suite (Debian's python3-mpi4py, and the
            tests of the same version from PyPI): how many tests pass, on every rank
    hpcc    HPC Challenge: HPL, PTRANS, RandomAccess, FFT and others, which check themselves: how many checks pass
    lammps  a Lennard-Jones melt: the printed energies, pressures and displacements
"""
import argparse
import collections
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HPCC_EXAMPLE = "/usr/share/doc/hpcc/examples/_hpccinf.txt"
MELT = """
units lj
lattice fcc 0.8442
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
fix 1 all nve
compute msd all msd
thermo_style custom step temp pe etotal press c_msd[4]
thermo 10
run 50
"""

# Of Open MPI, for containers and for more ranks than cores.
SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


class Unavailable(Exception):
    """The program is not installed, or cannot be had from its registry."""


class Failed(Exception):
    """The program did not do what it should."""


def launch(processes, command, folder, environment=None):
    """The output of `command` on so many ranks; the ranks alone get `environment`."""
    exports = [word for name, value in (environment or {}).items() for word in ("-x", f"{name}={value}")]
    run = subprocess.run(["mpirun", "-q", "-n", str(processes), *exports, *command], cwd=folder, text=True,
                         env={**os.environ, **SETTINGS}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         timeout=600)
    if run.returncode != 0:
        raise Failed(f"exit code {run.returncode}: {' '.join(run.stdout.split()[-40:])}")
    return run.stdout


class Mpi4py:
    processes = (3, 4)

    def __init__(self, work):
        find = subprocess.run(["/usr/bin/python3", "-c", "import mpi4py; print(mpi4py.__version__)"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if find.returncode != 0:
            raise Unavailable("python3-mpi4py is not installed")
        version = find.stdout.strip()
        self.folder = work / f"mpi4py-{version}"
        if not self.folder.exists():
            subprocess.run([sys.executable, "-m", "pip", "-q", "--retries", "1", "download", "--no-deps",
                            "--no-binary", ":all:", "--dest", str(work), f"mpi4py=={version}"], check=False)
            archives = glob.glob(str(work / f"mpi4py-{version}.tar.gz"))
            if not archives:
                raise Unavailable(f"the tests of mpi4py {version} cannot be had from PyPI")
            shutil.unpack_archive(archives[0], work)
        self.name = f"mpi4py {version}"

    def run(self, processes, environment=None):
        tests = [word for test in ("test_cco", "test_op", "test_comm", "test_msg") for word in ("-i", test)]
        output = launch(processes, ["/usr/bin/python3", "test/runtests.py", "--no-builddir", "-q", *tests],
                        self.folder, environment)
        # Ranks write over one another: words are whole, lines are not.
        ran = re.findall(r"Ran (\d+) tests", output)
        if len(ran) != processes or len(set(ran)) != 1 or output.count("OK") != processes:
            raise Failed(f"not every rank is OK: {' '.join(output.split()[-40:])}")
        return f"{ran[0]} tests pass"


class Hpcc:
    processes = (4,)
    name = "hpcc"

    def __init__(self, work):
        if not shutil.which("hpcc") or not os.path.exists(HPCC_EXAMPLE):
            raise Unavailable("hpcc is not installed")
        self.folder = work / "hpcc"
        self.folder.mkdir(exist_ok=True)
        text = pathlib.Path(HPCC_EXAMPLE).read_text()
        (self.folder / "hpccinf.txt").write_text(re.sub(r"^1000 ", "200 ", text, flags=re.M))

    def run(self, processes, environment=None):
        result = self.folder / "hpccoutf.txt"
        result.unlink(missing_ok=True)
        launch(processes, ["hpcc"], self.folder, environment)
        text = result.read_text()
        if "Success=1" not in text or re.search(r"FAILED", text):
            raise Failed("a check of hpcc failed")
        checks = text.count("PASSED") + text.count("(passed)")
        return f"{checks} checks pass"


class Lammps:
    processes = (3, 4)
    name = "lammps"

    def __init__(self, work):
        if not shutil.which("lmp"):
            raise Unavailable("lammps is not installed")
        self.folder = work / "lammps"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "melt.in").write_text(MELT)

    def run(self, processes, environment=None):
        output = launch(processes, ["lmp", "-in", "melt.in", "-log", "none"], self.folder, environment)
        table = re.search(r"^Step Temp.*?(?=^Loop time)", output, re.M | re.S)
        if not table:
            raise Failed(f"no table: {' '.join(output.split()[-40:])}")
        return table.group()


PROGRAMS = {"mpi4py": Mpi4py, "hpcc": Hpcc, "lammps": Lammps}


def portfolio(collsim):
    """Algorithms of each collective but the library's own and portfolios, for which the drop-in has COLLSIM_RULES."""
    listing = subprocess.run([collsim, "list", "algorithms"], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = collections.defaultdict(list)
    for collective, name in re.findall(r"^\s*([a-z_]+)/([a-z_]+)\b", listing, re.M):
        if name not in ("library", "portfolio"):
            found[collective].append(name)
    return found


def served(report):
    """{collective/algorithm: calls} that the drop-in library served, from its report."""
    calls = collections.Counter()
    for line in report.splitlines()[2:]:
        match = re.match(r"\s*([a-z_]+)\s+([a-z_]+)(\(.*\))?\s+(\d+)", line)
        if match and not re.match(r"\s*[a-z_]+\s+library:", line):
            calls[f"{match[1]}/{match[2]}"] += int(match[4])
    return calls


def try_program(program, library, algorithms, rounds, ranks, total):
    """Raises Failed, with the round that failed."""
    for processes in [ranks] if ranks else program.processes:
        expected = program.run(processes)
        for number in range(rounds):
            choice = {call: names[number % len(names)] for call, names in algorithms.items()}
            with tempfile.TemporaryDirectory() as folder:
                report = pathlib.Path(folder) / "report"
                environment = {f"COLLSIM_{call.upper()}": name for call, name in choice.items()}
                environment.update(LD_PRELOAD=library, COLLSIM_REPORT=str(report))
                try:
                    result = program.run(processes, environment)
                    calls = served(report.read_text())
                except (Failed, OSError, subprocess.TimeoutExpired) as error:
                    raise Failed(f"on {processes} ranks with {choice}: {error}") from error
            if result != expected:
                raise Failed(f"on {processes} ranks with {choice}:\n{result}\ninstead of\n{expected}")
            total.update(calls)
            print(f"{program.name}: {processes} ranks, round {number + 1} of {rounds}: "
                  f"{sum(calls.values())} calls served, as without the library", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="folder with collsim and libcollsim_mpi.so")
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="which to run (default: %(default)s)")
    parser.add_argument("--rounds", type=int, help="at most so many")
    parser.add_argument("--ranks", type=int, help="so many alone (default: the numbers of each program)")
    parser.add_argument("--work", type=pathlib.Path, help="where programs are kept (default: BUILD/programs)")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    work = (arguments.work or build / "programs").resolve()
    work.mkdir(parents=True, exist_ok=True)
    algorithms = portfolio(build / "collsim")
    rounds = max(len(names) for names in algorithms.values())
    rounds = min(rounds, arguments.rounds or rounds)
    total, tried = collections.Counter(), 0
    for name in arguments.programs.split(","):
        try:
            try_program(PROGRAMS[name](work), str(build / "libcollsim_mpi.so"), algorithms, rounds, arguments.ranks, total)
            tried += 1
        except Unavailable as reason:
            print(f"{name}: left out: {reason}")
        except Failed as failure:
            sys.exit(f"{name}: {failure}")
    for algorithm, calls in sorted(total.items()):
        print(f"{algorithm:45} {calls:9} calls")
    known = {f"{call}/{name}" for call, names in algorithms.items() for name in names}
    print(f"{len(total)} of {len(known)} algorithms served calls; not: {', '.join(sorted(known - set(total))) or 'none'}")
    sys.exit(0 if tried else 77)


if __name__ == "__main__":
    main()
