#!/usr/bin/env python3
"""Judges `collsim advise` by a table that has the default's times and those of the library's algorithms.

    judge_advice.py CELLS.csv PLATFORM FOLDER [COLLSIM]

CELLS.csv: ranks,collective,algorithm,bytes_osu,average_us of one node; algorithm "default" is the library's own choice. For each
number of ranks the default's times are given to `collsim advise` as OSU prints them. Of its predictions (results.csv) those of
algorithms that the table has are followed by its own rule: the fastest, where it saves more than 5 %.
"""
import collections
import csv
import math
import pathlib
import subprocess
import sys

TITLES = {"bcast": "Broadcast", "reduce": "Reduce", "scatter": "Scatter"}
# What the table calls algorithms here.
MEASURED = {
    ("bcast", "linear", ""): "basic_linear",
    ("bcast", "binary_at_once", "parts=1"): "binary_tree",
    ("bcast", "knomial_at_once", "cleared=highest;parts=1;radix=2"): "binomial",
    ("bcast", "split_binary", "segment_bytes=0"): "split_binary_tree",
    ("reduce", "linear", ""): "linear",
    ("reduce", "binary", "order=heap"): "binary",
    ("reduce", "knomial", "radix=2"): "binomial",
    ("scatter", "linear", ""): "basic_linear",
    ("scatter", "binomial", ""): "binomial",
}
LITTLE, PROMISED = 0.05, 0.9


def read(file):
    with open(file, encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def read_cells(file):
    """Microseconds by (collective, ranks, bytes as OSU prints them) and algorithm."""
    cells = collections.defaultdict(dict)
    for line in read(file):
        if line["collective"] in TITLES and int(line["bytes_osu"]) % 4 == 0:
            key = line["collective"], int(line["ranks"]), int(line["bytes_osu"])
            cells[key][line["algorithm"]] = float(line["average_us"])
    return {key: its for key, its in cells.items() if "default" in its}


def osu_file(folder, cells, collective, ranks):
    file = folder / f"{collective}_{ranks}.txt"
    times = sorted((size, its["default"]) for (name, p, size), its in cells.items() if (name, p) == (collective, ranks))
    rows = [f"{size:<10}{time:20.2f}" for size, time in times]
    file.write_text("\n".join([f"# OSU MPI {TITLES[collective]} Latency Test v5.6.2", "# Size  Avg Latency(us)", *rows, ""]))
    return file


def advise(cells, ranks, platform, folder, collsim):
    """advice.csv and the predicted seconds of algorithms that the table has, by (collective, bytes)."""
    results = folder / f"advise_{ranks}"
    files = [osu_file(folder, cells, name, ranks) for name in sorted({key[0] for key in cells if key[1] == ranks})]
    subprocess.run([collsim, "advise", *map(str, files), "--platform", platform, "--mpi", "openmpi-4.1", "--type", "float",
                    "--processes", str(ranks), "--ppn", str(ranks), "--results", str(results)],
                   check=True, stdout=subprocess.DEVNULL)
    predicted = collections.defaultdict(dict)
    for row in read(results / "results.csv"):
        name = MEASURED.get((row["collective"], row["algorithm"], row["options"]))
        if name and row["status"] == "ok" and not row["overrides"]:
            predicted[row["collective"], int(row["bytes"])][name] = float(row["seconds_mean"])
    return read(results / "advice.csv"), predicted


def judged(cells, ranks, advice, predicted):
    """A line for each cell: its groups, how far what is said to have run is off, what is advised, gained, possible, promised."""
    errors = [math.log(float(cell["measured"]) / float(cell["predicted"])) for cell in advice]
    ratios = sorted(a - b for i, a in enumerate(errors) for k, b in enumerate(errors) if i != k)
    for cell in advice:
        collective, size = cell["collective"], int(cell["bytes"])
        block = size // (ranks if collective == "scatter" else 1)
        its = cells[collective, ranks, block]
        times = {name: time for name, time in predicted[collective, size].items() if name in its}
        if not times:
            continue
        best = min(times, key=times.get)
        ratio = times[best] / float(cell["predicted"])
        advised = 1 - ratio > LITTLE
        promised = 1 - math.exp(ratios[int(PROMISED * (len(ratios) - 1))]) * ratio
        least = min(its["default"], *(its[name] for name in times))
        ran = its.get(cell["ran"])  # Open MPI calls them as the table does
        yield {"groups": ("all", collective, "from 4 KiB on" if block >= 4096 else "below 4 KiB"),
               "ran": None if ran is None else abs(ran / its["default"] - 1),
               "advised": advised,
               "gained": 1 - its[best] / its["default"] if advised else 0,
               "possible": 1 - least / its["default"],
               "promised": promised if advised and promised > 0 else None}


def table(lines):
    text = "| | cells | ran: off by at most 10 % | advised | gained | possible | promises kept | worse by more than 5 % |\n"
    text += "|---|---:|---:|---:|---:|---:|---:|---:|\n"
    for group in sorted({group for line in lines for group in line["groups"]}):
        its = [line for line in lines if group in line["groups"]]
        ran = [line["ran"] for line in its if line["ran"] is not None]
        promises = [line for line in its if line["promised"]]
        percent = {what: 100 * sum(line[what] for line in its) / len(its) for what in ("gained", "possible")}
        text += (f"| {group} | {len(its)} | {sum(off <= 0.1 for off in ran)} of {len(ran)} | "
                 f"{sum(line['advised'] for line in its)} | {percent['gained']:.1f} % | {percent['possible']:.1f} % | "
                 f"{sum(line['gained'] >= line['promised'] for line in promises)} of {len(promises)} | "
                 f"{sum(line['gained'] < -LITTLE for line in its)} |\n")
    return text


def main():
    if len(sys.argv) < 4:
        sys.exit("right would be judge.py CELLS.csv PLATFORM FOLDER [COLLSIM]")
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    cells = read_cells(sys.argv[1])
    collsim = sys.argv[4] if len(sys.argv) > 4 else "collsim"
    lines = []
    for ranks in sorted({key[1] for key in cells}):
        lines += judged(cells, ranks, *advise(cells, ranks, sys.argv[2], folder, collsim))
    print(table(lines), end="")


if __name__ == "__main__":
    main()
