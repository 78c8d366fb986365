"""Types, then tests, of the package in this checkout."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
os.environ["PYTHONPATH"] = str(HERE)
words = (["mypy", "--cache-dir=/dev/null", "collsim"], ["pytest", "-q", "-p", "no:cacheprovider"])
sys.exit(any(subprocess.run([sys.executable, "-B", "-m", *each], cwd=HERE, check=False).returncode for each in words))
