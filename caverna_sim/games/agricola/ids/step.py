"""Steps of the agenda: what a player has to decide next. A row for each kind, and its number for kernels.

A kind of step stands in one place more: its doors in a module of its name in course/steps/. What each remembers: ids/argument.py.
"""

from __future__ import annotations

from typing import NamedTuple

PLACE, ACTION, KEEP, PAY, BAKE, FEED, BREED = range(7)


class Step(NamedTuple):
    """One kind of step."""

    name: str  # in positions, and of the module with its doors
    passes: bool = False  # its owner may always decide nothing, or nothing more; other modules say themselves when
    converts: bool = True  # goods may be turned into food beside it


ROWS: tuple[Step, ...] = (
    Step("place"),
    Step("action"),
    Step("keep"),
    Step("pay"),
    Step("bake", passes=True),
    Step("feed"),
    Step("breed", converts=False),
)
NUM = len(ROWS)
NAMES = tuple(row.name for row in ROWS)
PASSES = sum(1 << number for number, row in enumerate(ROWS) if row.passes)  # set of steps
CONVERTS = sum(1 << number for number, row in enumerate(ROWS) if row.converts)
