"""A page in headless Chromium, which is told what to do over a pair of pipes (DevTools protocol)."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


class Page:
    """Use as a context. `failures` are the errors of its scripts and what its console complains of."""

    def __init__(self, width=1280, height=900, dark=False):
        self.failures, self.number, self.buffer = [], 0, b""
        self.size, self.dark = (width, height), dark

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs_in, self.out = os.pipe()
        self.into, theirs_out = os.pipe()

        def as_three_and_four():
            ins, outs = os.dup(theirs_in), os.dup(theirs_out)  # neither of which may be 3 or 4 by chance
            os.dup2(ins, 3), os.dup2(outs, 4)

        self.browser = subprocess.Popen(
            [shutil.which("chromium"), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}", "about:blank"],
            close_fds=False, preexec_fn=as_three_and_four, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in), os.close(theirs_out)
        self.session = None
        target = next(each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.resize(*self.size)
        if self.dark:
            self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        return self

    def __exit__(self, *_):
        self.browser.kill()
        self.browser.wait()
        os.close(self.out), os.close(self.into)
        self.folder.cleanup()

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def message(self):
        while b"\0" not in self.buffer:
            read = os.read(self.into, 1 << 16)
            if not read:
                raise RuntimeError("the browser has ended")
            self.buffer += read
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        asked = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            asked["sessionId"] = self.session
        os.write(self.out, json.dumps(asked).encode() + b"\0")
        while (said := self.message()).get("id") != self.number:
            self.note(said)
        if "error" in said:
            raise RuntimeError(f"{method}: {said['error']}")
        return said["result"]

    def note(self, event):
        if event.get("method") == "Runtime.exceptionThrown":
            self.failures.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
            self.failures.append(event["params"]["entry"]["text"])

    def evaluate(self, script):
        """The value of an expression of the page's, awaited where it is a promise."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"].get("exception", {}).get("description", script))
        return found["result"].get("value")

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)

    def wait(self, condition, seconds=60):
        """Until an expression is true; returns the seconds that took."""
        begin = time.monotonic()
        while not self.evaluate(f"!!({condition})"):
            if time.monotonic() - begin > seconds:
                raise RuntimeError(f"after {seconds} s not: {condition}")
            time.sleep(0.02)
        return time.monotonic() - begin

    def picture(self, file, whole=True):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(file, "wb") as out:
            out.write(base64.b64decode(shot["data"]))
