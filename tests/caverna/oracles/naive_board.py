"""A home board as names of cells and what lies on them: F11 to F34, M11 to M34, and the rim around them.

Columns 0 and 4 and rows 0 and 5 are places outside, where halves can stick out with the Office room.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.caverna.oracles.printed import Tables, toggle

PRINTED = [f"{area}{column}{row}" for area in "FM" for row in (1, 2, 3, 4) for column in (1, 2, 3)]
STEPS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}


def outer_places() -> list[str]:
    """Places beyond the outer edges: above, below, west of the forest, east of the mountain."""
    places = [f"{area}{column}{row}" for area in "FM" for row in (0, 5) for column in (1, 2, 3)]
    return places + [f"{area}{column}{row}" for area, column in (("F", 0), ("M", 4)) for row in (1, 2, 3, 4)]


def middle_places() -> list[str]:
    """Places on the strip between forest and mountain, seen from the forest and from the mountain."""
    return [f"{area}{column}{row}" for area, column in (("F", 4), ("M", 0)) for row in (1, 2, 3, 4)]


@cache
def beside(cell: str, direction: str) -> str | None:
    """The place one step away, on the board or on its rim."""
    right, down = STEPS[direction]
    column, row = int(cell[1]) + right, int(cell[2]) + down
    return f"{cell[0]}{column}{row}" if 0 <= column <= 4 and 0 <= row <= 5 else None


@cache
def neighbours(cell: str) -> tuple[str, ...]:
    """All places orthogonally beside a cell, never across the middle (R-BOARD-5)."""
    return tuple(place for direction in STEPS if (place := beside(cell, direction)) is not None)


def is_forest(cell: str) -> bool:
    """Whether a cell lies on the forest side."""
    return cell[0] == "F"


class Board:
    """What lies where on one seat's home board."""

    def __init__(self, seat: dict[str, Any], rules: Tables) -> None:
        self.rules = rules
        self.cells = dict.fromkeys(PRINTED, "")
        self.stables = set(seat.get("stables", []))
        for row, line in enumerate(seat["board"]):
            for column, content in enumerate(line):
                self.cells[f"{'FM'[column // 3]}{column % 3 + 1}{row + 1}"] = "" if content in ".^" else content
        for row, column, content in seat.get("overhang", []):
            self.cells[_place_outside(row, column, content)] = content
        # cells under a hostile orc: what lies there works no more (F-CAVE-8)
        self.occupied = {orc["at"] for orc in seat.get("orcs", {}).values() if orc["at"][0] == "M"}

    def tiles(self) -> list[str]:
        """Cells with a tile, those outside included."""
        return [cell for cell, content in self.cells.items() if content]

    def counts(self, cell: str) -> bool:
        """Whether a cell serves for everything; the rim does not by a house rule (U-8), a cell under an orc does not either."""
        if cell in self.occupied:
            return False
        return cell in PRINTED or toggle(self.rules, "office_room_tiles_usable_outside")

    def cells_with(self, *contents: str) -> list[str]:
        """Usable cells that show one of these contents, without regard to what grows or stands there."""
        return [cell for cell, content in self.cells.items() if _bare(content) in contents and self.counts(cell)]

    def furnishings(self) -> list[str]:
        """Furnishings on the board, the same kind as often as it lies there."""
        tiles = self.rules["furnishing"]
        return [content for cell, content in self.cells.items() if content in tiles and cell not in self.occupied]

    def owned(self) -> set[str]:
        """Kinds of furnishings that work here."""
        return set(self.furnishings())

    def cell_of(self, furnishing: str) -> str:
        """Where a furnishing lies."""
        return next(cell for cell, content in self.cells.items() if content == furnishing)

    def planted(self, crop: str) -> int:
        """Tokens of a crop still on the fields."""
        prefix = f"field:{crop}*"
        return sum(int(content.removeprefix(prefix)) for content in self.cells.values() if content.startswith(prefix))

    def large_pastures(self) -> list[tuple[str, str]]:
        """Both cells of each large pasture."""
        pairs: dict[str, list[str]] = {}
        for cell, content in self.cells.items():
            if content.startswith("large_pasture:"):
                pairs.setdefault(content, []).append(cell)
        return [(first, second) for first, second in pairs.values()]


@cache
def _bare(content: str) -> str:
    if content.startswith(("ore_mine*", "ruby_mine*")):
        return content.split("*")[0]
    return "large_pasture" if content.startswith("large_pasture:") else content


def _place_outside(row: int, column: int | str, content: str) -> str:
    """The name of a place outside, from the row and column of the position format."""
    if column == "middle":
        in_forest = content.split(":")[0] in ("meadow", "field", "small_pasture", "large_pasture")
        return f"{'F4' if in_forest else 'M0'}{row + 1}"
    assert isinstance(column, int)
    if column < 3:
        return f"F{column + 1}{row + 1}"
    return f"M{column - 2}{row + 1}"
