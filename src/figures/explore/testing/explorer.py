"""The explorer as a person starts it."""

import re
import subprocess


class Explorer:
    """Use as a context: `address` is what it prints."""

    def __init__(self, collsim, *words):
        self.command = [collsim, "explore", *words]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://\S+", self.process.stdout.readline())[0]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
