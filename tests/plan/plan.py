"""Reads the includes of all sources against plan.json: what each room, or file of its own standing, may stand on. The plan names
them as includes do, without src/."""

import json
import pathlib
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')


def sources(root):
    """Of all rooms, relative to the root; builds lie in build/."""
    found = (path.relative_to(root) for path in root.rglob("*") if path.suffix in (".cpp", ".hpp", ".h"))
    return sorted(path for path in found if path.parts[0] != "build")


def is_test(path):
    return path.stem.endswith("_test") or "testing" in path.parts or path.parts[0] == "tests"


def as_included(path):
    """A path below the root, as includes from elsewhere name it."""
    return path.relative_to("src") if path.parts[0] == "src" else path


def room_of(path, plan):
    """The file itself where the plan names it, else its folder; None where neither has a place."""
    path = as_included(path)
    folder = path.parent
    names = (str(path), str(folder), str(folder.parent / "*"))
    return next((name for name in names if name in plan), None)


def ground(room, plan):
    """The rooms below, all the way down. Rooms that stand on each other are refused."""
    below = set()

    def descend(above, path):
        for lower in plan[above]:
            if lower in path:
                raise SystemExit(f"plan.json: {lower} stands on itself")
            if lower not in below:
                descend(lower, path | {lower})
                below.add(lower)

    descend(room, {room})
    return below


def included(root, path):
    """Line, text and target of each include of a file of ours. What is generated is no such file."""
    for number, line in enumerate((root / path).read_text().splitlines(), 1):
        if match := INCLUDE.match(line):
            places = (folder / match[1] for folder in (path.parent, pathlib.Path(), pathlib.Path("src")))
            if target := next((place for place in places if (root / place).exists()), None):
                yield number, match[1], target


def breach(path, target, plan, below):
    """Empty, or why this file may not include that one."""
    if is_test(path):
        return ""
    if is_test(target):
        return "product code includes a test"
    here, there = room_of(path, plan), room_of(target, plan)
    if there is None:
        return "is in no room of plan.json"
    same_folder = path.parent == target.parent and str(as_included(target)) not in plan
    if here == there or same_folder or there in below[here]:
        return ""
    return f"{here} may not stand on {there}"


def breaches(root):
    """One line for each include or file that is against the plan."""
    plan = json.loads((root / "plan.json").read_text())
    below = {room: ground(room, plan) for room in plan}
    found = []
    for path in sources(root):
        if not is_test(path) and room_of(path, plan) is None:
            found.append(f"{path}:1: is in no room of plan.json")
            continue
        for number, text, target in included(root, path):
            if why := breach(path, target, plan, below):
                found.append(f'{path}:{number}: #include "{text}": {why}')
    return found


if __name__ == "__main__":
    found = breaches(pathlib.Path(sys.argv[1]))
    print("\n".join(found), file=sys.stderr)
    sys.exit(1 if found else 0)
