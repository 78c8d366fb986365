"""Two pictures of what the commands answer, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def times(rows: pd.DataFrame, axes: Axes | None = None) -> Axes:
    """Seconds over bytes, both in powers of ten, a line for each algorithm, backend and number of processes that run() has answered."""
    axes = axes or _new_axes()
    answered = rows[rows["status"] == "ok"]
    apart = [name for name in ("algorithm", "options", "backend", "p") if answered[name].nunique() > 1]
    for names, line in answered.groupby(apart or ["algorithm"], sort=True):
        label = ", ".join(str(name) for name in names if name != "")
        axes.plot(line["bytes"], line["seconds"], marker=".", label=label)
    axes.set(xscale="log", yscale="log", xlabel="bytes", ylabel="seconds", title="Which algorithm is the fastest?")
    axes.legend()
    return axes


def winners(cells: pd.DataFrame, axes: Axes | None = None) -> Axes:
    """Who wins at each number of processes and size, as map() has found, a colour for each algorithm."""
    axes = axes or _new_axes()
    for algorithm, won in cells.dropna(subset=["winner"]).groupby("winner", sort=True):
        axes.scatter(won["bytes"], won["p"], marker="s", label=str(algorithm))
    axes.set(xscale="log", yscale="log", xlabel="bytes", ylabel="processes", title="Who wins where?")
    axes.legend()
    return axes


def _new_axes() -> Axes:
    import matplotlib.pyplot

    return matplotlib.pyplot.subplots()[1]
