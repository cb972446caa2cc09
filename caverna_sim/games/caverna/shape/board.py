"""Geometry of a home board.

Forest and mountain are two areas that never touch (R-BOARD-5). Each is kept as 6 rows x 5 columns: the 12 printed
cells in the middle and a rim for tile halves that stick out with the Office room (R-TILE-9). A set of cells is one
64-bit mask; cell = area * 30 + row * 5 + column, printed rows 1-4 and columns 1-3.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit

ROWS = 6
COLUMNS = 5
AREA_CELLS = ROWS * COLUMNS
NUM_CELLS = 2 * AREA_CELLS

EAST = 0
SOUTH = 1
WEST = 2
NORTH = 3
DIRECTIONS = ("east", "south", "west", "north")


def cell_at(area: int, column: int, row: int) -> int:
    """Cell number of a column and row; 1-3 and 1-4 are printed, 0, 4 and 5 are the rim."""
    return area * AREA_CELLS + row * COLUMNS + column


def _mask(cells: object) -> int:
    return sum(1 << cell for cell in cells)  # type: ignore[attr-defined]


_ALL = [(area, column, row) for area in (0, 1) for row in range(ROWS) for column in range(COLUMNS)]
FOREST = _mask(cell_at(0, c, r) for a, c, r in _ALL if a == 0 and 1 <= c <= 3 and 1 <= r <= 4)
MOUNTAIN = _mask(cell_at(1, c, r) for a, c, r in _ALL if a == 1 and 1 <= c <= 3 and 1 <= r <= 4)
BOARD = FOREST | MOUNTAIN
FOREST_AREA = (1 << AREA_CELLS) - 1
MOUNTAIN_AREA = FOREST_AREA << AREA_CELLS
ALL_CELLS = FOREST_AREA | MOUNTAIN_AREA
# the rim: the strip between forest and mountain is the forest's east and the mountain's west side
STRIP = _mask(
    cell_at(a, c, r) for a, c, r in _ALL if 1 <= r <= 4 and ((a == 0 and c == 4) or (a == 1 and c == 0))
)  # fmt: skip
_CORNERS = _mask(cell_at(a, c, r) for a, c, r in _ALL if c in (0, 4) and r in (0, 5))
OUTER_RIM = ALL_CELLS & ~BOARD & ~STRIP & ~_CORNERS

_NOT_EAST_END = _mask(cell_at(a, c, r) for a, c, r in _ALL if c != COLUMNS - 1)
_NOT_WEST_END = _mask(cell_at(a, c, r) for a, c, r in _ALL if c != 0)
_NOT_SOUTH_END = _mask(cell_at(a, c, r) for a, c, r in _ALL if r != ROWS - 1)
_NOT_NORTH_END = _mask(cell_at(a, c, r) for a, c, r in _ALL if r != 0)


def _name(area: int, column: int, row: int) -> str:
    return f"{'FM'[area]}{column}{row}"


CELL_NAMES = tuple(_name(*place) for place in _ALL)
CELL_OF_NAME = {name: cell for cell, name in enumerate(CELL_NAMES)}
BOARD_CELLS = tuple(cell for cell in range(NUM_CELLS) if BOARD >> cell & 1)


@njit
def has_neighbour_in(mask, direction):
    """All cells whose neighbour in that direction is in the set."""
    if direction == EAST:
        return (mask >> 1) & _NOT_EAST_END
    if direction == SOUTH:
        return (mask >> COLUMNS) & _NOT_SOUTH_END
    if direction == WEST:
        return (mask << 1) & _NOT_WEST_END & ALL_CELLS
    return (mask << COLUMNS) & _NOT_NORTH_END & ALL_CELLS


@njit
def adjacent_to(mask):
    """All cells orthogonally adjacent to a cell of the set (R-BOARD-5)."""
    return has_neighbour_in(mask, EAST) | has_neighbour_in(mask, SOUTH) | has_neighbour_in(mask, WEST) | has_neighbour_in(mask, NORTH)


@njit
def step_from(cell, direction):
    """The cell one step away; the caller knows that it exists."""
    if direction == EAST:
        return cell + 1
    if direction == SOUTH:
        return cell + COLUMNS
    if direction == WEST:
        return cell - 1
    return cell - COLUMNS
