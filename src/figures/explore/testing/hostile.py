"""Sends requests that no page of the explorer sends, many at a time: other origins and hosts, bad tokens, paths that climb, bodies
that are no questions, of no length or packed, huge ranges, files. None gets anything, no process is left over, and the page still answers.

hostile.py COLLSIM [REQUESTS]"""

import concurrent.futures
import gzip
import http.client
import json
import os
import pathlib
import random
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from explorer import Explorer  # noqa: E402

COLLSIM, REQUESTS = sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 500
SCENARIO = {"collective": "allreduce", "platform": "star", "algorithms": ["ring"], "processes": "2..4:x2", "bytes": "8..64:x8"}
FILES = ["/etc/passwd", "../../etc/passwd", "file:///etc/passwd", "/dev/zero", "/proc/self/environ", "platforms/star.xml", "\0", "a" * 9000]


def send(port, host, method, path, headers=(), body=None):
    """Status and body of what comes back; nothing where the server closes at once."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in [("Host", host), *headers]:
            connection.putheader(name, value)
        if body is not None and "Transfer-Encoding" not in dict(headers):
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        return response.status, response.read(1 << 20)
    except (ConnectionError, http.client.HTTPException, UnicodeError, ValueError):
        return None, b""
    finally:
        connection.close()


def hostile(draw, host, port, token):
    """One request that has to be refused: (what, status, body)."""
    ask = f"/{token}/ask"
    wrong = "".join(draw.choice("0123456789abcdef") for _ in token)
    broken = lambda key, value: json.dumps({"what": draw.choice(["formulas", "engine", "inside"]), "scenario": {**SCENARIO, key: value}}).encode()
    kinds = {
        "token": lambda: (host, "GET", f"/{draw.choice([wrong, token[:-1], token.upper() + 'x', ''])}/", (), None),
        "path": lambda: (host, "GET", f"/{token}/" + draw.choice(["../" * 8 + "etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc/passwd", "/etc/passwd", "main.js/../../x", "%00", "ask"]), (), None),
        "method": lambda: (host, draw.choice(["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"]), ask, (), b"{}"),
        "host": lambda: (draw.choice(["evil.example", f"localhost:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example", ""]), "POST", ask, (), b'{"what": "offer"}'),
        "origin": lambda: (host, "POST", ask, [("Origin", draw.choice(["https://evil.example", "null", f"http://localhost:{port}", f"https://127.0.0.1:{port}"]))], b'{"what": "offer"}'),
        "nonsense": lambda: (host, "POST", ask, (), draw.choice([b"", b"{", b"[" * 60000, b"null", b'{"what": {}}', os.urandom(200), b'{"what": "formulas", "scenario": []}', b'{"a":' * 9000])),
        "large": lambda: (host, "POST", ask, (), b"x" * draw.randrange(70_000, 2_000_000)),
        "chunked": lambda: (host, "POST", ask, [("Transfer-Encoding", "chunked")], b'11\r\n{"what": "offer"}\r\n0\r\n\r\n'),
        "packed": lambda: (host, "POST", ask, [("Content-Encoding", "gzip")], gzip.compress(b'{"what": "offer"}')),
        "file": lambda: (host, "POST", ask, (), broken(draw.choice(["platform", "placement", "arrival", "published", "collective"]), draw.choice(FILES))),
        "algorithm": lambda: (host, "POST", ask, (), broken("algorithms", [draw.choice([f"portfolio(rules={each})" for each in FILES])])),
        "range": lambda: (host, "POST", ask, (), broken(*draw.choice([("processes", "1..1000000000:+1"), ("processes", 10 ** 9), ("processes", [10 ** 18]), ("bytes", "0..9000000000000000000:+1"), ("bytes", -8), ("ppn", 10 ** 12), ("processes", "8..4:x2"), ("bytes", "8..8M:+8"), ("arrival", "one_late_rank(size=1e400s)"), ("overrides", {"link.latency": "x1e999"}), ("overrides", {"title": "<script>"})]))),
    }
    what = draw.choice(sorted(kinds))
    return what, *send(port, *kinds[what]())


def refused(what, status, body):
    """Whether nothing but a refusal has come back."""
    if status == 200:
        return all("error" in json.loads(line) and b"root:" not in line for line in body.splitlines())
    return status is None or 400 <= status < 600


def children(pid):
    return [each for each in pathlib.Path("/proc").glob("[0-9]*/stat") if each.exists() and each.read_text().rsplit(")")[1].split()[1] == str(pid)]


def main():
    with Explorer(COLLSIM) as explorer:
        address = urllib.parse.urlsplit(explorer.address)
        token, port, host = address.path.strip("/"), address.port, address.netloc
        before = len(children(explorer.process.pid))
        draw = random.Random(1)
        seeds = [draw.random() for _ in range(REQUESTS)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda seed: hostile(random.Random(seed), host, port, token), seeds))
        served = [(what, status, body[:200]) for what, status, body in found if not refused(what, status, body)]
        status, body = send(port, host, "POST", f"/{token}/ask", (), json.dumps({"what": "formulas", "scenario": SCENARIO}).encode())
        cells = len(json.loads(body).get("cells", [])) if status == 200 else 0
        time.sleep(0.5)
        after = len(children(explorer.process.pid))
        print(f"{REQUESTS} hostile requests, {len(served)} served {served[:5]}; then {cells} cells; children before and after: {before}, {after}")
        return 0 if not served and cells == 4 and before == after and explorer.process.poll() is None else 1


if __name__ == "__main__":
    sys.exit(main())
