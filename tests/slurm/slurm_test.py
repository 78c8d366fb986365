"""Fifty points by a real Slurm of two nodes: the rows are those of `-j 2`, whatever happens to the nodes."""

import csv
import functools
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

from cluster import CannotStart, Cluster, wait_until

COLLSIM = sys.argv.pop()
SKIPPED = 77
QUICK = ("run", "quickstart", "--backend", "smpi,model", "--processes", "4", "--bytes", "8,64,1K,8K,64K")
LONG = ("run", "quickstart", "--backend", "smpi", "--processes", "96,128", "--bytes", "512K..8M:x2", "--data", "time")


class Slurm(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "slurm"

    def command(self, scenario, *flags):
        return [COLLSIM, *scenario, "--results", str(self.results), *flags]

    def answers(self):
        return sum(file.read_bytes().count(b"\n") for file in self.results.glob("points/*.jsonl"))

    def submit_and_wait_for_answers(self, least):
        shell = subprocess.Popen(self.command(LONG, "--slurm", "--nodes", "2"), env=cluster.environment,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertTrue(wait_until(lambda: self.answers() >= least, 60))
        return shell

    def wait_for_the_end(self):
        def ended():
            cluster.hurry()
            return not cluster.run("squeue", "-h").stdout

        self.assertTrue(wait_until(ended, 200), cluster.run("squeue").stdout)

    @staticmethod
    @functools.cache
    def alone(scenario):
        """The results of one machine."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=cluster.folder))
        subprocess.run([COLLSIM, *scenario, "-j", "2", "--results", str(folder)], check=True, capture_output=True)
        return folder

    def assert_as_alone(self, scenario, *written):
        alone = self.alone(scenario)
        for name in ("results.csv", "results.json", *written):
            self.assertEqual((self.results / name).read_bytes(), (alone / name).read_bytes(), name)
        self.assertEqual(sorted(file.name for file in alone.glob("*.svg")),
                         sorted(file.name for file in self.results.glob("*.svg")))

    def test_rows_are_those_of_one_machine(self):
        ended = cluster.run(*self.command(QUICK, "--slurm", "--nodes", "2"))
        self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
        self.assertIn("Submitted job", ended.stderr)
        self.assertIn("50 points: 0 computed, 50 found in the store", ended.stdout)
        self.assertEqual(len(list(self.results.glob("points/*.jsonl"))), 2)
        self.assert_as_alone(QUICK)
        told = cluster.run(COLLSIM, "status", str(self.results)).stdout
        self.assertIn("50 points: 50 answered, 0 running, 0 failed, 0 left; nothing to go.", told)

    def test_variants_and_claims_are_those_of_one_machine(self):
        few = ("--backend", "fast", "--processes", "4", "--bytes", "8,64K")
        for question, written in ((("whatif", "quickstart", *few, "--set", "link.bandwidth=x2", "--set", "copy=x2"), "whatif.csv"),
                                  (("whatif", "quickstart", *few, "--tornado", "--factor", "x3"), "tornado.csv"),
                                  (("validate", "published", "--claims", "A/old_protocol"), "scoreboard.csv")):
            self.results = self.folder / written
            ended = cluster.run(*self.command(question, "--slurm", "--nodes", "2"))
            self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
            self.assertRegex(ended.stdout, r"points: 0 computed")
            self.assert_as_alone(question, written)

    def test_what_slurm_refuses_leaves_nothing(self):
        for flags, reason in ((["--partition", "nowhere"], "Invalid partition name specified"),
                              (["--time", "soon"], "Invalid --time specification")):
            ended = cluster.run(*self.command(QUICK, "--slurm", *flags))
            self.assertEqual(ended.returncode, 2)
            self.assertRegex(ended.stderr, f"^collsim: --slurm: [^\n]*{reason}[^\n]*; right would be [^\n]*\n$")
            self.assertFalse(self.results.exists())

    def test_an_interrupted_shell_leaves_the_jobs(self):
        shell = self.submit_and_wait_for_answers(1)
        shell.send_signal(signal.SIGINT)
        said = shell.communicate()[0]
        self.assertEqual(shell.returncode, 130, said)
        self.assertRegex(said, r"The jobs go on.*collsim status .*\n.*\n  scancel \d+ \d+\n")
        told = cluster.run(COLLSIM, "status", str(self.results)).stdout
        self.assertRegex(told, r"^45 points: \d+ answered, [12] running, 0 failed, \d+ left; about .* to go")
        self.assertRegex(told, r"Slurm: .*2 running\. This stops them:\n  scancel \d+ \d+\n")
        self.wait_for_the_end()
        self.assert_as_alone(LONG)

    def test_lost_nodes_and_requeued_tasks_lose_nothing(self):
        shell = self.submit_and_wait_for_answers(2)
        shell.kill()
        shell.communicate()
        array = cluster.run("squeue", "-h", "-t", "running", "-o", "%F").stdout.split()[0]
        cluster.kill_node("n1")
        requeued = cluster.run("scontrol", "requeue", f"{array}_2")
        self.assertEqual(requeued.returncode, 0, requeued.stderr)
        cluster.start_node("n1")
        self.wait_for_the_end()
        self.assert_as_alone(LONG)

    def test_native_points_are_measured_by_a_job_for_each_number_of_nodes(self):
        points = ("run", "quickstart", "--processes", "1,2", "--bytes", "1K", "--algorithms", "ring")
        ended = cluster.run(*self.command(points, "--slurm", "--native"))
        self.assertEqual(ended.returncode, 0, ended.stderr + ended.stdout)
        for nodes in (1, 2):
            with open(self.results / f"{nodes}x1/results.csv") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual([(row["backend"], row["p"], row["status"]) for row in rows], [("native", str(nodes), "ok")])


if __name__ == "__main__":
    try:
        with Cluster() as cluster:
            passed = unittest.main(exit=False, verbosity=2).result.wasSuccessful()
            if not passed:
                print(cluster.log())
    except CannotStart as reason:
        print(f"skipped: no Slurm can be started here: {reason}")
        sys.exit(SKIPPED)
    sys.exit(0 if passed else 1)
