"""Finds names of machines and papers in product code. They belong to data: platforms, scenarios, rules, studies.

Machines are the files of platforms/ with a name of their own, papers the works of validation/claims.json by their authors. Comments
may cite, and so may the sources of algorithms and examples of commands; a figure's script may not, even in a comment."""

import json
import pathlib
import re
import sys

# Platforms that are no machine.
IDEAL = {"star", "flat", "star_of_nodes"}
# An algorithm of this name is called so everywhere.
ALGORITHMS = {"rabenseifner"}
PRODUCT = ("algorithms", "models", "plots", "src")
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
EXAMPLE = re.compile(r'"collsim (?:\\.|[^"\\\n])*"')
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
    if path.suffix == ".gp":
        return text
    lines = lambda match: "\n" * match[0].count("\n")
    return EXAMPLE.sub("", SOURCE.sub(lines, COMMENT.sub(lambda match: match[1] or lines(match), text)))


def product(root):
    for room in PRODUCT:
        for path in sorted((root / room).rglob("*")):
            test = path.stem.endswith("_test") or "testing" in path.parts
            if path.suffix in (".cpp", ".hpp", ".def", ".gp") and not test:
                yield path


def found_in(root):
    """One line for each name."""
    wanted = {name: re.compile(r"(?<![a-z0-9])" + name.replace("_", r"[ _/-]?") + r"(?![a-z0-9])") for name in names(root)}
    found = []
    for path in product(root):
        where = path.relative_to(root)
        text = f"{path.stem}\n{code(path, path.read_text())}".lower()
        for number, line in enumerate(text.splitlines()):
            found += [f"{where}:{number}: '{name}' belongs to data" for name, pattern in wanted.items() if pattern.search(line)]
    return found


if __name__ == "__main__":
    found = found_in(pathlib.Path(sys.argv[1]))
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)
