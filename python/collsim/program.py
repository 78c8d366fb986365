"""Runs the program collsim."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from typing import Union

Value = Union[None, bool, int, float, str, Iterable[Union[int, float, str]]]


class CollsimError(Exception):
    """What collsim complained of: what is wrong, where, and what would be right."""


def program() -> str:
    """The program: the environment variable COLLSIM if it is set, else `collsim` in PATH."""
    found = os.environ.get("COLLSIM") or shutil.which("collsim")
    if found is None:
        raise CollsimError("there is no collsim in PATH; right would be COLLSIM=/where/it/is/collsim")
    return found


def text_of(value: Value) -> str:
    """A flag's value as the command line takes it: lists with commas, truth as true or false."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, str)) or value is None:
        return str(value)
    return ",".join(text_of(each) for each in value)


def flags_of(keywords: dict[str, Value]) -> list[str]:
    """The keywords as flags; None is none."""
    return [f"--{name.replace('_', '-')}={text_of(value)}" for name, value in keywords.items() if value is not None]


def call(words: list[str]) -> str:
    """What collsim prints for these words. Raises CollsimError where it exits with another code than 0 and 1, which tells that some
    points have no answer: their rows say why."""
    ended = subprocess.run([program(), *words], capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):
        lines = ended.stderr.strip().splitlines() or [f"ended with {ended.returncode}"]
        raise CollsimError(lines[-1].removeprefix("collsim: "))
    return ended.stdout
