"""Answers of collsim as pandas DataFrames. Every column's unit is in DataFrame.attrs["units"].

Each function here runs the command of its name. A keyword is a flag of it, without the hyphens: processes=[4, 16], bytes="8..1M:x2",
in_place=True. `collsim help COMMAND` says what there is."""

import importlib
from typing import Any

from collsim.answers import Explanation, explain, map, platform_new, run, switch, whatif
from collsim.program import CollsimError

__all__ = ["CollsimError", "Explanation", "explain", "map", "platform_new", "run", "switch", "whatif"]


def __getattr__(name: str) -> Any:
    """collsim.plots, which needs matplotlib, once somebody asks for it."""
    if name == "plots":
        return importlib.import_module("collsim.plots")
    raise AttributeError(f"module 'collsim' has no attribute '{name}'")
