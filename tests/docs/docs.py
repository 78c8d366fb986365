#!/usr/bin/env python3
"""Checks the documents of a checkout: that they are short, that their links lead somewhere, that the index of docs/ and the menu of the
site are complete, that they name one release, that collsim knows the commands they show, and that those that it prints are what it
prints now.

docs.py ROOT [COLLSIM] prints a line for each complaint and fails if there is one; docs.py --print ROOT COLLSIM prints those documents
anew; docs.py --table ROOT prints how long each document, its mean sentence and its longest cell are, in words."""

import pathlib
import re
import subprocess
import sys

# Words that a document may have, None for any number; the first pattern that fits decides.
LIMITS = [("README.md", 900), ("CHANGELOG.md", 3500), ("validation/**/*.md", 800),
          ("docs/reference/*.md", None), ("docs/**/*.md", 1500), ("*/**/README.md", 1500)]
LINES_OF_README = 120
# What `collsim show NAME` prints into a file, where people and editors read it.
PRINTED = {"scenarios/schema.json": "schema"} | {
    f"docs/reference/{name}.md": name for name in ("algorithms", "backends", "columns", "commands", "keys", "properties")}

CODE = re.compile(r"^```.*?^```[^\n]*$|^(?: {4}|\t)[^\n]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def documents(root):
    """All Markdown below the root but in folders of builds, results and what hides."""
    inside = lambda path: path.relative_to(root).parts
    left_out = lambda part: part.startswith((".", "build")) or part == "results"
    return sorted(path for path in root.rglob("*.md") if not any(map(left_out, inside(path)[:-1])))


def limit(path):
    """As many words as a document below the root may have, or none."""
    regex = lambda pattern: re.escape(pattern).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    fits = lambda pattern: re.fullmatch(regex(pattern), path.as_posix())
    return next((words for pattern, words in LIMITS if fits(pattern)), None)


def anchors(text):
    """The names by which GitHub knows a document's headings."""
    headings = re.findall(r"^#+ +(.*?) *$", CODE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def broken_links(path, text):
    for target in LINK.findall(CODE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        other = (path.parent / file).resolve() if file else path
        if not other.exists():
            yield f"there is no {target}"
        elif anchor and other.suffix == ".md" and anchor not in anchors(other.read_text()):
            yield f"{file or path.name} has no heading #{anchor}"


def commands(text):
    """The words after `collsim` of each command in the document's code, blocks of it or between other words."""
    yield from re.findall(r"`collsim ([a-z][^`]*)`", CODE.sub("", text))
    for line in "\n".join(CODE.findall(text)).replace("\\\n", " ").splitlines():
        found = re.match(r"(?: {4}|\$ )?(?:build/\w+/)?collsim ([^#|>&]*)", line)
        if found and re.match(r"[a-z-]+\b(?!,)", found[1]):
            yield found[1]


def unknown(command, helps):
    """What of a command collsim's help does not know."""
    words = command.split(" -- ")[0].split()
    if not words[0].startswith("-") and words[0] != "help" and words[0] not in helps:
        yield f"collsim has no command {words[0]}"
    for flag in re.findall(r"(?<![\w-])--[a-z][\w-]*", re.sub(r"'[^']*'", "", command.split(" -- ")[0])):
        if not re.search(rf"{flag.removesuffix('s')}s?\b(?!-)", helps.get(words[0], "\n".join(helps.values()))):
            yield f"collsim {words[0]} has no flag {flag}"


def helps_of(collsim):
    """What a program's help says of each of its commands."""
    said = lambda *words: subprocess.run([collsim, "help", *words], capture_output=True, text=True, check=True).stdout
    return {name: said(name) for name in re.findall(r"^  collsim ([a-z-]+) ", said(), re.MULTILINE)}


def printed_by(collsim):
    """The text of each file of PRINTED."""
    show = lambda name: subprocess.run([collsim, "show", name], capture_output=True, text=True, check=True).stdout
    return {path: show(name) for path, name in PRINTED.items()}


def complaints(root, helps=None, printed=None):
    """`helps`: what collsim's help says of each command; without it commands are not looked at. `printed`: what files of PRINTED
    should have."""
    for path in documents(root):
        name, text = path.relative_to(root), path.read_text()
        words, allowed = len(text.split()), limit(name)
        if allowed and words > allowed:
            yield f"{name} has {words} words; at most {allowed} are read"
        if str(name) == "README.md" and len(text.splitlines()) > LINES_OF_README:
            yield f"{name} has {len(text.splitlines())} lines; at most {LINES_OF_README} are read"
        for complaint in broken_links(path, text):
            yield f"{name}: {complaint}"
        for command in commands(text) if helps else []:
            yield from (f"{name}: {complaint}" for complaint in unknown(command, helps))
    yield from not_in_the_index(root)
    yield from not_in_the_menu(root)
    yield from releases_that_differ(root)
    for path, text in (printed or {}).items():
        if (root / path).read_text() != text:
            yield f"{path} is not what `collsim show {PRINTED[path]}` prints; right would be tests/docs/docs.py --print . COLLSIM"


def not_in_the_index(root):
    index = root / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in LINK.findall(index.read_text())}
    for path in sorted((root / "docs").rglob("*.md")):
        if path != index and path.resolve() not in linked:
            yield f"docs/README.md does not name {path.relative_to(root)}"


def not_in_the_menu(root):
    menu = (root / "docs/site/mkdocs.yml").read_text()
    for path in documents(root):
        if not re.search(rf"[ \"]{re.escape(str(path.relative_to(root)))}$", menu, re.MULTILINE):
            yield f"docs/site/mkdocs.yml does not name {path.relative_to(root)}"


LAST_RELEASE = r"\A# Changelog\n[^#]*(?:## Unreleased\n(?:(?!## \d)[\s\S])*)?"
# What else than CMakeLists.txt names the release. `collsim --version`, man pages and the Debian package take it from there.
RELEASES = [
    ("CHANGELOG.md", LAST_RELEASE + r"## {release} "),
    ("CITATION.cff", r"^version: {release}$"),
    ("python/pyproject.toml", r"^version = \"{release}\"$"),
    ("cmake/packaging/spack/packages/collsim/package.py", r"^    version\(\"{release}\"\)$"),
    ("cmake/packaging/README.md", r"collsim@{release}$"),
]


def releases_that_differ(root):
    release = re.search(r"project\(collsim VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text())[1]
    for name, line in RELEASES:
        if not re.search(line.replace("{release}", re.escape(release)), (root / name).read_text(), re.MULTILINE):
            yield f"{name} has not the release of CMakeLists.txt, {release}"
    day = re.search(r"^date-released: \"([\d-]+)\"$", (root / "CITATION.cff").read_text(), re.MULTILINE)[1]
    if f"## {release} ({day})" not in (root / "CHANGELOG.md").read_text():
        yield f"CHANGELOG.md has not the day of CITATION.cff, {day}, beside {release}"


def prose(text):
    """Its sentences; those of tables, headings, code and pictures left out."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", CODE.sub("\n\n", text))
    text = re.sub(r"^(\||#).*$", "", text, flags=re.MULTILINE)
    paragraphs = re.split(r"\n\s*\n|^\s*(?:[*-]|\d+\.) ", text, flags=re.MULTILINE)
    return [part.split() for paragraph in paragraphs for part in re.split(r"(?<=[.?!])[*)\"]*\s", paragraph) if part.strip()]


def cells(text):
    rows = re.findall(r"^\|(.*)\|$", CODE.sub("", text), re.MULTILINE)
    return [cell.split() for row in rows for cell in row.split("|")]


def table(root):
    for path in documents(root):
        text = path.read_text()
        sentences = prose(text)
        mean = sum(map(len, sentences)) / max(1, len(sentences))
        longest = max(map(len, cells(text)), default=0)
        yield f"{len(text.split()):6} words, {mean:5.1f} a sentence, {longest:4} in the longest cell  {path.relative_to(root)}"


def main():
    if sys.argv[1] == "--table":
        print("\n".join(table(pathlib.Path(sys.argv[2]).resolve())))
        return 0
    if sys.argv[1] == "--print":
        for path, text in printed_by(sys.argv[3]).items():
            (pathlib.Path(sys.argv[2]) / path).write_text(text)
        return 0
    helps, printed = (helps_of(sys.argv[2]), printed_by(sys.argv[2])) if sys.argv[2:] else (None, None)
    found = list(complaints(pathlib.Path(sys.argv[1]).resolve(), helps, printed))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
