"""Words of the position format; `from_dict` turns what is wrong with a field into a PositionError."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.check import Wrong, flag, listed, shown_name, table
from caverna_sim.check import place_of as named
from caverna_sim.errors import nearest
from caverna_sim.games.caverna.shape import board
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE, STAYS_HOME
from caverna_sim.kit.play.entry import Entry

__all__ = [
    "GAME", "NEXT_ROUND", "STRIP", "TURN_FIELDS", "WHERE", "WHERE_BACK", "Fields", "board_cell", "fail", "flag", "grid_place", "listed",
    "mapping", "named",
]  # fmt: skip

GAME = "caverna"  # left out, a position is one of it
WHERE = {AT_HOME: "home", STAYS_HOME: "stays_home", CAPTIVE: "captive"}
WHERE_BACK = {name: number for number, name in WHERE.items()}
STRIP = "middle"
TURN_FIELDS = ("turn", "phase_seat", "questions", "dwarf")
NEXT_ROUND = "next_round"  # a newborn that joins the next round (ruling casanova_newborn_during_event)


def board_cell(row: int, column: int) -> int:
    """The cell of a row and column of a position."""
    return board.cell_at(column // 3, column % 3 + 1, row + 1)


def grid_place(cell: int) -> tuple[int, int | str]:
    """Row and column of a cell as the format counts them: printed ones from 0, the rim outside of them."""
    area, rest = divmod(cell, board.AREA_CELLS)
    row, column = divmod(rest, board.COLUMNS)
    if board.STRIP >> cell & 1:
        return row - 1, STRIP
    return row - 1, column - 1 + 3 * area


fail = Wrong  # what is wrong with a field, in one sentence


def mapping(value: Any, field: str, allowed: Any = None, _: str = "") -> Mapping[str, Any]:
    """A table, with names that are allowed."""
    for key in table(value, field):
        if allowed is not None and key not in allowed:
            raise Wrong(field, f"unknown name `{shown_name(key)}`; {nearest(key, allowed)}")
    return dict(value)


class Fields(Entry):
    """A table of a position; a name that is not known is told of the table, not of a field in it."""

    checked = staticmethod(mapping)
