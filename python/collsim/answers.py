"""The commands that answer, each a function that gives DataFrames."""

from __future__ import annotations

import contextlib
import csv
import json
import pathlib
import re
import tempfile
import xml.etree.ElementTree
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Union

import pandas as pd

from collsim.program import Value, call, flags_of

Scenario = Union[str, pathlib.Path, Mapping[str, Any]]


class Explanation(NamedTuple):
    """Why a point takes its time."""

    seconds: float  #: from the common start to the last rank's finish
    shares: pd.DataFrame  #: of the critical path: part, seconds
    steps: pd.DataFrame  #: of the critical path, in order: kind, rank, from, to, bytes, begin, end, seconds
    links: pd.DataFrame  #: the busiest first: link, bytes, seconds that it is busy


def run(scenario: Scenario, *, results: str | None = None, **flags: Value) -> pd.DataFrame:
    """`collsim run`: a row for each point. `scenario`: a name, a file or the keys of one. `results`: a folder that keeps the answers;
    without it none is kept."""
    with _asked(scenario) as words, _folder(results) as folder:
        call(["run", *words, f"--results={folder}", *flags_of(flags)])
        return _kept(folder / "results.json")


def map(scenario: Scenario | None = None, *, results: str | None = None, **flags: Value) -> pd.DataFrame:
    """`collsim map`: who wins at each number of processes and size. Without a scenario the flags say all."""
    with _asked(scenario) as words, _folder(results) as folder:
        call(["map", *words, f"--results={folder}", *flags_of(flags)])
        return _kept(folder / "map.json")


def whatif(
    scenario: Scenario,
    *,
    set: str | list[str] | None = None,
    until: str | None = None,
    tornado: bool = False,
    derivatives: bool = False,
    results: str | None = None,
    **flags: Value,
) -> pd.DataFrame:
    """`collsim whatif`, one question of four. `set`, changes of the platform: times and ratios by variant. `until` with vary:
    crossings. `tornado`: which number matters most. `derivatives`: percent of time by percent of each number."""
    file = "crossings" if until else "tornado" if tornado else "derivatives" if derivatives else "whatif"
    asked = [f"--set={change}" for change in ([set] if isinstance(set, str) else set or [])]
    asked += [word for word, is_asked in (("--tornado", tornado), ("--derivatives", derivatives)) if is_asked]
    with _asked(scenario) as words, _folder(results) as folder:
        call(["whatif", *words, f"--results={folder}", *asked, *flags_of({"until": until, **flags})])
        return _kept(folder / f"{file}.json")


def explain(scenario: Scenario, point: int, **flags: Value) -> Explanation:
    """`collsim explain`: why a point, numbered from 1 as `collsim expand` numbers them, takes its time."""
    with _asked(scenario) as words:
        found = json.loads(call(["explain", *words, "--format=json", *flags_of({"point": point, **flags})]))
    shares, steps, links = (_table(found[name]) for name in ("shares", "steps", "links"))
    return Explanation(found["seconds"], shares, steps, links)


def switch(collective: str, *, results: str | None = None, **flags: Value) -> pd.DataFrame:
    """`collsim switch`: which algorithm is the fastest from which size to which."""
    with _folder(results) as folder:
        call(["switch", collective, f"--results={folder}", *flags_of(flags)])
        return _kept(folder / "switches.json")


def platform_new(name: str, *, out: str | None = None, **facts: Value) -> pd.DataFrame:
    """`collsim platform new`: writes the file of a platform, `out` or NAME.xml, and gives its sourced numbers: number, value with
    its unit, range, status and source. The file's name is in attrs["file"]."""
    file = out or f"{name}.xml"
    call(["platform", "new", name, f"--out={file}", *flags_of(facts)])
    table = _numbers(file)
    table.attrs["file"] = file
    return table


def unit_of(column: str) -> str:
    """Of a column's numbers: "s", "B", or "1" for a number without. Empty for texts."""
    if re.search(r"seconds|^interval_|since_|^cost_|^begin$|^end$", column):
        return "1" if column.startswith("cost_") else "s"
    return "B" if re.search(r"bytes", column) else "1"


def _table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    table = pd.DataFrame(rows)
    numbers = table.select_dtypes("number").columns
    table.attrs["units"] = {str(name): unit_of(str(name)) for name in numbers}
    return table


def _numbers(file: str) -> pd.DataFrame:
    zone = xml.etree.ElementTree.parse(file).getroot().find("zone")
    assert zone is not None
    said = {prop.attrib["id"]: prop.attrib["value"] for prop in zone.findall("prop")}
    rows = []
    for key, source in said.items():
        if not key.startswith("source."):
            continue
        number = key.removeprefix("source.")
        status, _, text = source.partition(": ")
        rows.append(
            {
                "number": number,
                "value": said.get(number),
                "range": said.get(f"range.{number}"),
                "status": status,
                "source": text,
            }
        )
    return pd.DataFrame(rows)


def _kept(file: pathlib.Path) -> pd.DataFrame:
    """The rows of a file of answers. Columns have the order of the CSV file beside it, since objects of JSON have none."""
    found = json.loads(file.read_text())
    table = _table(found["rows"] if isinstance(found, dict) else found)
    with file.with_suffix(".csv").open(newline="") as lines:
        order = [name for name in next(csv.reader(lines)) if name in table.columns]
    others = [name for name in table.columns if name not in order]
    return table.reindex(columns=[*order, *others])


@contextlib.contextmanager
def _folder(results: str | None) -> Iterator[pathlib.Path]:
    """The folder of the answers; one that is gone afterwards where nobody names it."""
    if results is not None:
        yield pathlib.Path(results)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield pathlib.Path(folder)


@contextlib.contextmanager
def _asked(scenario: Scenario | None) -> Iterator[list[str]]:
    """A scenario as a word of the command line."""
    if not isinstance(scenario, Mapping):
        yield [] if scenario is None else [str(scenario)]
        return
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "scenario.json"
        file.write_text(json.dumps(scenario))
        yield [str(file)]
