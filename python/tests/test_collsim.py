"""What the functions give is what the program says. COLLSIM names the program."""

import pathlib
import re

import collsim
import pytest
from collsim.answers import unit_of
from collsim.program import call, flags_of

SMALL = {"processes": 4, "bytes": [8, "1K"]}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_flags_are_written_as_the_command_line_takes_them():
    assert flags_of({"processes": [4, 16], "in_place": True, "bytes": "8..1M:x2", "op": None}) == [
        "--processes=4,16",
        "--in-place=true",
        "--bytes=8..1M:x2",
    ]


def test_run_gives_a_row_for_each_point():
    rows = collsim.run("quickstart", backend="model", **SMALL)
    assert set(rows["p"]) == {4} and set(rows["bytes"]) == {8, 1024}
    assert (rows["status"] == "ok").all() and (rows["seconds"] > 0).all()
    assert rows.attrs["units"]["seconds"] == "s" and rows.attrs["units"]["bytes"] == "B"
    assert list(rows.columns[:3]) == ["collective", "algorithm", "options"] and rows.columns[-1] == "status"
    assert not list(pathlib.Path().iterdir()), "nothing is left behind"


def test_run_takes_the_keys_of_a_scenario_and_keeps_answers_where_it_is_told():
    asked = {"collective": "bcast", "platform": "star", "algorithms": ["binomial"], "processes": 8, "bytes": 64}
    rows = collsim.run(asked, backend="fast,model", results="kept")
    assert list(rows["backend"]) == ["fast", "model"]
    assert pathlib.Path("kept/results.csv").exists()


def test_a_point_without_an_answer_is_a_row_with_a_reason():
    rows = collsim.run("quickstart", algorithms=["ring", "tree"], processes=3, bytes=8, backend="model")
    assert rows.set_index("algorithm")["status"]["tree"].startswith("unsupported: ")


def test_map_gives_a_winner_for_each_cell():
    cells = collsim.map(
        collective="bcast", platform="star", algorithms="*", processes=[4, 8], bytes=[8, "64K"], backend="model"
    )
    assert len(cells) == 4 and cells["winner"].notna().all()


def test_whatif_compares_variants():
    times = collsim.whatif("quickstart", set="link.latency=x2", backend="model", **SMALL)
    assert (times["ratio"] > 1).all()
    assert times.attrs["units"]["baseline_seconds"] == "s" and times.attrs["units"]["ratio"] == "1"


def test_whatif_ranks_numbers_and_takes_derivatives():
    ranked = collsim.whatif("quickstart", tornado=True, backend="model", **SMALL)
    assert "link.latency" in set(ranked["parameter"])
    slopes = collsim.whatif("quickstart", derivatives=True, backend="model", **SMALL)
    assert (slopes["d_link.latency"] > 0).all()


def test_whatif_finds_crossings():
    found = collsim.whatif(
        "quickstart", until="recursive_doubling=ring", vary="link.latency", backend="model", processes=8, bytes="64K"
    )
    assert len(found) > 0


def test_explain_accounts_for_all_of_the_time():
    found = collsim.explain("quickstart", 1, backend="fast", **SMALL)
    assert found.shares["seconds"].sum() == pytest.approx(found.seconds, rel=1e-9)
    assert found.steps["end"].iloc[-1] == pytest.approx(found.seconds, rel=1e-9)
    assert found.links["bytes"].min() > 0


def test_switch_gives_stretches_that_join():
    found = collsim.switch("allreduce", platform="star", processes=16, bytes="8..1M")
    assert list(found["from_bytes"]) == sorted(found["from_bytes"]) and found["from_bytes"].iloc[0] == 8


def test_platform_new_gives_numbers_with_sources():
    numbers = collsim.platform_new("mine", nodes=8, cores=4, link="100Gbps")
    assert pathlib.Path(numbers.attrs["file"]).exists()
    assert {"given", "assumed"} <= set(numbers["status"])
    assert collsim.run("quickstart", platform="./mine.xml", backend="model", **SMALL)["seconds"].notna().all()


def test_a_mistake_is_told_as_the_program_tells_it():
    with pytest.raises(collsim.CollsimError, match="no such scenario; did you mean 'quickstart'"):
        collsim.run("quikstart")


def test_without_the_program_a_line_says_so(monkeypatch):
    monkeypatch.delenv("COLLSIM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(collsim.CollsimError, match="no collsim in PATH"):
        collsim.run("quickstart")


def test_units_are_those_of_the_reference():
    table = re.findall(r"^\| `(\w+)` *\| (\w*) +\|", call(["show", "columns"]), re.MULTILINE)
    assert len(table) > 30
    for name, unit in table:
        if unit:
            assert unit_of(name) == unit, name


def test_pictures_have_a_line_or_colour_for_each_algorithm():
    rows = collsim.run("quickstart", backend="model", algorithms=["ring", "rabenseifner"], **SMALL)
    assert len(collsim.plots.times(rows).lines) == 2
    cells = collsim.map("quickstart", backend="model", **SMALL)
    assert len(collsim.plots.winners(cells).collections) == cells["winner"].nunique()


def test_the_notebook_runs():
    import nbclient
    import nbformat

    file = pathlib.Path(__file__).parent.parent / "allreduce.ipynb"
    nbclient.NotebookClient(nbformat.read(file, as_version=4), timeout=120).execute()
