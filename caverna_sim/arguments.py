"""How the words of a command line are read: converters that tell in one sentence what is allowed. Loads nothing that is slow."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence

from caverna_sim.errors import nearest, shown


def number(low: int, high: int) -> Callable[[str], int]:
    """A whole number within limits."""

    def convert(text: str) -> int:
        digits = text.replace("_", "")
        if not re.fullmatch(r"[+-]?\d{1,20}", digits) or not low <= int(digits) <= high:
            raise ArgumentTypeError(f"{shown(text)} is not allowed; give a whole number from {low} to {high}")
        return int(digits)

    return convert


def word(allowed: Sequence[str]) -> Callable[[str], str]:
    """One of some words."""

    def convert(text: str) -> str:
        if text not in allowed:
            raise ArgumentTypeError(f"{shown(text)} is not allowed; {nearest(text, allowed)}")
        return text

    return convert


def numbers(low: int, high: int) -> Callable[[str], tuple[int, ...]]:
    """Numbers such as "4" or "2,3,4"."""
    one = number(low, high)
    return lambda text: tuple(one(part.strip()) for part in text.split(","))


def amount(low: float, high: float) -> Callable[[str], float]:
    """A number within limits."""

    def convert(text: str) -> float:
        if not re.fullmatch(r"\d{1,12}(\.\d{1,12})?", text) or not low <= float(text) <= high:
            raise ArgumentTypeError(f"{shown(text)} is not allowed; give a number from {low:g} to {high:g}")
        return float(text)

    return convert


def words(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    found = tuple(part.strip() for part in text.split(","))
    if not all(found):
        raise ArgumentTypeError(f"{shown(text)} is not allowed; give names with commas between them")
    return found
