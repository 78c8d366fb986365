"""A Slurm of its own on this machine: a controller and two nodes, in a folder that goes with it. As a program it runs a
command there: cluster.py COMMAND..."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

CONFIGURATION = """
ClusterName=collsim
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
SlurmdTimeout=5
MessageTimeout=5
KillWait=2
MpiDefault=pmix
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
TmpFS={folder}/tmp.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 RealMemory=1000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 RealMemory=1000
PartitionName=both Nodes=n1,n2 Default=YES State=UP
"""


class CannotStart(Exception):
    pass


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_until(condition, seconds):
    """Whether the condition has come true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


class Cluster:
    def __enter__(self):
        missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)]
        if missing or os.geteuid() != 0:
            raise CannotStart(f"lacks {', '.join(missing)}" if missing else "needs root")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="collsim_slurm."))
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"),
                                OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        self.daemons = {}
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self):
        for name in ("state", "tmp.n1", "tmp.n2"):
            (self.folder / name).mkdir()
        (self.folder / "munge.key").write_bytes(os.urandom(128))
        (self.folder / "munge.key").chmod(0o600)
        configuration = CONFIGURATION.format(host=socket.gethostname().split(".")[0], folder=self.folder, ports=free_ports(3))
        (self.folder / "slurm.conf").write_text(configuration)
        munge = [f"--{name}={self.folder}/munge.{name.split('-')[0]}" for name in ("key-file", "socket", "pid-file",
                                                                                 "log-file", "seed-file")]
        self.daemon("munged", ["munged", "--foreground", "--force", *munge])
        if not wait_until((self.folder / "munge.socket").exists, 20):
            raise CannotStart("munged does not come up")
        self.daemon("slurmctld", ["slurmctld", "-D", "-f", self.environment["SLURM_CONF"]])
        for node in ("n1", "n2"):
            self.start_node(node)
        if not wait_until(lambda: self.run("sinfo", "-h", "-t", "idle", "-o", "%D").stdout.strip() == "2", 60):
            raise CannotStart("the nodes do not come up\n" + self.log())

    def daemon(self, name, command):
        with open(self.folder / f"{name}.out", "a") as output:
            self.daemons[name] = subprocess.Popen(command, env=self.environment, stdout=output, stderr=output)

    def start_node(self, node):
        """In a space of processes that ends as a whole."""
        space = ["unshare", "--fork", "--pid", "--mount-proc", "--kill-child"]
        self.daemon(node, [*space, "slurmd", "-D", "-N", node, "-f", self.environment["SLURM_CONF"]])

    def kill_node(self, node):
        """As if its power failed: its daemon, and all that it runs."""
        self.daemons[node].kill()
        self.daemons[node].wait()

    def hurry(self):
        """Slurm gives a lost node two minutes before it runs its tasks again."""
        for job in self.run("squeue", "-h", "-r", "-t", "pending", "-o", "%i %r").stdout.splitlines():
            number, reason = job.split(maxsplit=1)
            if reason == "BeginTime":
                self.run("scontrol", "update", f"JobId={number}", "StartTime=now")

    def run(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True)

    def log(self):
        """What the controller says."""
        log = self.folder / "slurmctld.log"
        return log.read_text() if log.exists() else "the controller has no log"

    def __exit__(self, *_):
        for node in ("n1", "n2"):
            if node in self.daemons:
                self.kill_node(node)
        for name in ("slurmctld", "munged"):
            if name in self.daemons:
                self.daemons[name].terminate()
                self.daemons[name].wait()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    with Cluster() as cluster:
        sys.exit(subprocess.run(sys.argv[1:], env=cluster.environment).returncode)
