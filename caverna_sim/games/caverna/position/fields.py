"""Words of the position format, and its values checked one by one: PositionError names the field and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.errors import PositionError, nearest
from caverna_sim.games.caverna.shape import board
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE, STAYS_HOME

FORMAT = 1
WHERE = {AT_HOME: "home", STAYS_HOME: "stays_home", CAPTIVE: "captive"}
WHERE_BACK = {name: number for number, name in WHERE.items()}
STRIP = "middle"
TURN_FIELDS = ("turn", "phase_seat", "questions", "dwarf")
FIENDS_MARKERS = ("", "plain", "orc")
LOST = ("crops", "animals", "goods")  # what orcs destroyed
IN_CAVE = "cave"  # an orc whose cell is about to be chosen
NEXT_ROUND = "next_round"  # a newborn that joins the next round (ruling casanova_newborn_during_event)
TOKEN_SEAT = 8  # an orc's token on the bounty board is seat * 8 + orc


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


def fail(field: str, problem: str) -> PositionError:
    """What is wrong with a field, in one sentence."""
    return PositionError(f"position `{field}`: {problem}")


def whole(value: Any, field: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise fail(field, f"{value!r} is not allowed; give a whole number from {low} to {high}")
    return value


def flag(value: Any, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise fail(field, f"{value!r} is not allowed; give true or false")
    return value


def mapping(value: Any, field: str, allowed: Any = None) -> Mapping[str, Any]:
    """A table, with names that are allowed."""
    if not isinstance(value, Mapping):
        raise fail(field, f"{value!r} is not allowed; give a table of names and values")
    if allowed is not None:
        for key in value:
            if key not in allowed:
                raise fail(field, f"unknown name `{key}`; {nearest(key, allowed)}")
    return value


def listed(value: Any, field: str, length: int | None = None) -> list[Any]:
    """A list, of a certain length where one is given."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise fail(field, f"give a list{'' if length is None else f' of {length} entries'}")
    return value


def named(value: Any, field: str, names: Any) -> int:
    """The place of a name among the allowed ones."""
    if value not in names:
        raise fail(field, f"unknown name `{value}`; {nearest(value, names)}")
    return list(names).index(value)
