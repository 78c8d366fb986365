"""Finds names of machines and papers in product code, which belong to data: platforms, scenarios, rules, studies; and names of
backends outside of their room, where the registry says who is meant.

Machines are the files of platforms/ with a name of their own, papers the works of validation/claims.json by their authors. Comments
may cite, and so may the sources of algorithms and examples of commands; a script may not, even in a comment."""

import json
import pathlib
import re
import sys

# Platforms that are no machine.
IDEAL = {"star", "flat", "star_of_nodes"}
# An algorithm of this name is called so everywhere.
ALGORITHMS = {"rabenseifner"}
PRODUCT = ("algorithms", "models", "plots", "src")
FIGURES, SCRIPTS, SOURCES = {".gp"}, {".py", ".sh"}, {".cpp", ".hpp", ".def", ".js"}
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
EXAMPLE = re.compile(r'"collsim (?:\\.|[^"\\\n])*"')
# Rooms that are of backends, and those of MPI libraries, of which SimGrid's is one.
OF_BACKENDS = ("src/backends", "src/programs")
OF_LIBRARIES = ("src/dropin", "src/rules")
# What else is called as a backend: what `validate native` and --native ask for.
WORDS = {"native"}
SOURCE = re.compile(r'(\.source|_source)\s*=\s*("(?:\\.|[^"\\\n])*"\s*)+')


def names(root):
    """In lower case, words joined by underscores."""
    found = set()
    for platform in root.glob("platforms/*.xml"):
        if platform.stem not in IDEAL:
            found |= {platform.stem} | {part for part in platform.stem.split("_") if re.search(r"\d", part)}
    for work in json.loads((root / "validation/claims.json").read_text())["works"]:
        authors = re.match(r"[^:]*", work["title"])[0]
        found |= {name.lower() for name in re.findall(r"[A-Z][a-z]{3,}", authors)}
    return found - ALGORITHMS


def code(path, text):
    """What is neither comment nor the source of an algorithm nor an example of a command; lines stay where they are."""
    if path.suffix in FIGURES | SCRIPTS:
        return text
    lines = lambda match: "\n" * match[0].count("\n")
    return EXAMPLE.sub("", SOURCE.sub(lines, COMMENT.sub(lambda match: match[1] or lines(match), text)))


def backends(root):
    """In the words of the registry."""
    facts = [path.read_text() for path in sorted((root / "src/backends").rglob("facts.cpp"))]
    return {name for text in facts for name in re.findall(r'BackendName name\(\) const override \{ return "(\w+)"', text)}


def product(root):
    for room in PRODUCT:
        for path in sorted((root / room).rglob("*")):
            test = path.stem.endswith("_test") or "testing" in path.parts
            if path.suffix in FIGURES | SCRIPTS | SOURCES and not test:
                yield path


def backends_in(root):
    """One line for each backend that is called by its function, or in a text: alone, in a list, or as the value of a flag."""
    names = sorted(backends(root))
    if not names:
        return []
    any_of = "|".join(names)
    alone = "|".join(name for name in names if name not in WORDS)
    named = re.compile(rf'\b(?:{any_of})_backend\b|"(?:{any_of})(?:,(?:{any_of}))+"|"(?:{alone})"'
                       rf'|[bB]ackends?\b[^;]*"(?:{any_of})"|"(?:\\.|[^"\\])*--backends?[ =](?:{any_of})\b')
    found = []
    for path in product(root):
        where = path.relative_to(root)
        if path.suffix in FIGURES or any(where.is_relative_to(room) for room in (*OF_BACKENDS, *OF_LIBRARIES)):
            continue
        for number, line in enumerate(code(path, path.read_text()).splitlines(), 1):
            if match := named.search(line):
                found.append(f"{where}:{number}: {match[0]}: the registry says which backend is meant")
    return found


def found_in(root):
    """One line for each name."""
    wanted = {name: re.compile(r"(?<![a-z0-9])" + name.replace("_", r"[ _/-]?") + r"(?![a-z0-9])") for name in names(root)}
    found = []
    for path in product(root):
        where = path.relative_to(root)
        text = f"{path.stem}\n{code(path, path.read_text())}".lower()
        for number, line in enumerate(text.splitlines()):
            found += [f"{where}:{number}: '{name}' belongs to data" for name, pattern in wanted.items() if pattern.search(line)]
    return found + backends_in(root)


if __name__ == "__main__":
    found = found_in(pathlib.Path(sys.argv[1]))
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)
