#!/usr/bin/env python3
"""Digests of the sources that determine an answer, so that the store knows which answers still hold.

digests.py SOURCES TABLE INTERFACE writes to TABLE a line {"name", "digest"}, of C++ for

    collective/name    each algorithm: the file that registers it and what this includes
    plug-in            what algorithms of plug-ins stand on
    backends/name      each backend: its folder, backends/trial and what these include
    all                all of these together

and to INTERFACE a macro with the digest of the headers that plug-ins are built with. What a file includes are the
headers it names and, of each, the source that implements it; sources without a header of their own implement those of
their folder. Comments and blanks do not count."""

import hashlib
import re
import sys
from pathlib import Path

# Of C++: literals and words, which are left as they are, and what separates them.
TOKEN = re.compile(
    r"""(?P<kept> \w*R"(?P<end>[^()\\\s]*)\(.*?\)(?P=end)"   # a raw string
               | \w*"(?:\\.|[^"\\\n])*" | [A-Za-z_]\w*       # a string, a word
               | \.?\d(?:'?[\w.])*                           # a number, maybe with digit separators
               | '(?:\\.|[^'\\\n])*')                        # a character
      | (?P<blank> (?:\s | //[^\n]* | /\*.*?\*/)+)""", re.DOTALL | re.VERBOSE)

# What a plug-in's algorithms may call.
CALLABLE = ("algorithms/*.hpp", "algorithms/facts/*.hpp", "algorithms/patterns/*.hpp")


def bare(text):
    """The text without comments, blanks or lines that say nothing."""
    blank = lambda found: found["kept"] or ("\n" if "\n" in found["blank"] else " ")
    return TOKEN.sub(blank, text).strip()


class Sources:
    def __init__(self, root):
        self.root = Path(root)
        self.texts, self.below = {}, {}

    def found(self, *patterns):
        paths = (path for pattern in patterns for path in self.root.glob(pattern))
        of_tests = lambda path: re.search(r"_test\.cpp$|/testing/", path.relative_to(self.root).as_posix())
        return sorted(path for path in paths if not of_tests(path))

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = bare(path.read_text(encoding="utf-8"))
        return self.texts[path]

    def algorithms(self):
        return [path for path in self.found("algorithms/library.cpp", "algorithms/*/*.cpp") if path.parent.name not in ("facts", "patterns")]

    def names(self, path):
        """Of the algorithms that a file registers, which may serve several collectives by their calls (Gather, Gatherv)
        and have names of their own, those of their objects. One that is in no collective's folder serves all by its name."""
        registrations = re.findall(r"Registration<([A-Z]\w*)> *(\w+)", self.text(path))
        calls = [call for call, _ in registrations]
        collectives = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", call).lower() for call in calls}
        names = {path.stem}
        if path.parent.name != "algorithms":
            collectives.add(path.parent.name)
            names |= {name for _, name in registrations}
        return sorted(f"{collective}/{name}" for collective in collectives for name in names)

    def implementations(self, header):
        own = header.with_suffix(".cpp")
        if own.exists():
            yield own
        algorithms = self.algorithms()
        for path in self.found(f"{header.parent.relative_to(self.root)}/*.cpp"):
            if not path.with_suffix(".hpp").exists() and path not in algorithms:
                yield path

    def direct(self, path):
        """What a file names, and the implementation of a header."""
        if path not in self.below:
            named = re.findall(r'^ *# *include "([^"]+)"', self.text(path), re.MULTILINE)
            places = [self.root / folder / name for name in named for folder in ("", "src")]
            self.below[path] = [other for other in places if other.exists()]
            if path.suffix != ".cpp":
                self.below[path] += self.implementations(path)
        return self.below[path]

    def closure(self, roots):
        reached, left = set(), list(roots)
        while left:
            path = left.pop()
            if path not in reached:
                reached.add(path)
                left += self.direct(path)
        return reached

    def digest(self, paths):
        sha = hashlib.sha256()
        for path in sorted(paths):
            sha.update(f"{path.relative_to(self.root)}\0{self.text(path)}\0".encode())
        return sha.hexdigest()


def answers(file, backend):
    """Whether a backend's answers depend on a file below: those of backends that it hands questions over to, and the
    registry, which names them all, do not count."""
    room, *below = file.parts[1:] if file.parts[0] == "src" else file.parts
    return room != "backends" or (len(below) == 1 and below[0] != "registry.cpp") or below[0] in (backend, "trial")


def files_of(sources):
    """The names of the table, and the files that each stands for."""
    files = {name: sources.closure([path]) for path in sources.algorithms() for name in sources.names(path)}
    files["plug-in"] = sources.closure(sources.found(*CALLABLE))
    trial = sources.found("src/backends/trial/*.[ch]pp")
    for folder in sorted(path for path in sources.root.glob("src/backends/*/") if path.name != "trial"):
        own = sources.found(*(f"src/backends/{folder.name}/**/*{ending}" for ending in (".cpp", ".hpp", ".h")))
        files[f"backends/{folder.name}"] = {path for path in sources.closure(own + trial)
                                            if answers(path.relative_to(sources.root), folder.name)}
    files["all"] = set().union(*files.values())
    return files


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(root, table, interface):
    sources = Sources(root)
    digests = {name: sources.digest(files) for name, files in files_of(sources).items()}
    write(Path(table), "".join(f'{{"{name}", "{digest}"}},\n' for name, digest in digests.items()))
    headers = sources.found("src/support/*.hpp", *CALLABLE, "algorithms/mpi/mpi.h")
    write(Path(interface), f'#define COLLSIM_INTERFACE "{sources.digest(headers)[:12]}"\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
