"""The kinds of steps; each has its doors in a module of its name in steps/."""

from __future__ import annotations

from typing import NamedTuple

from tests.toy.layout import STEPS


class Row(NamedTuple):
    name: str


ROWS = tuple(map(Row, STEPS))
