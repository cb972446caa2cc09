"""Cells and fence spaces of a farmyard as bits of sets (AG-SET-01, AG-FNC-01).

Cell [r, c] is bit 5 * r + c. The fence above it has the same number, the one below it five more; the fence to its left has 20 more, to its
right one more than that, or 35 + r at the border on the right. So a step over a fence is a shift.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit

ROWS = 3
COLUMNS = 5
NUM_CELLS = ROWS * COLUMNS
NUM_EDGES = 38
CELLS = (1 << NUM_CELLS) - 1
LEFT_COLUMN = sum(1 << COLUMNS * row for row in range(ROWS))
RIGHT_COLUMN = LEFT_COLUMN << COLUMNS - 1
TOP_ROW = (1 << COLUMNS) - 1
BOTTOM_ROW = TOP_ROW << COLUMNS * (ROWS - 1)
UPRIGHT = COLUMNS * (ROWS + 1)  # number of the first upright fence
RIGHT_BORDER = UPRIGHT + NUM_CELLS  # of the first one at the border on the right

CELL_NAMES = tuple(f"c{row}{column}" for row in range(ROWS) for column in range(COLUMNS))
EDGE_NAMES = (
    *(f"h{row}{column}" for row in range(ROWS + 1) for column in range(COLUMNS)),
    *(f"v{row}{column}" for row in range(ROWS) for column in range(COLUMNS)),
    *(f"v{row}{COLUMNS}" for row in range(ROWS)),
)


def edges_of(cell: int) -> int:
    """The set of the four fences around a cell."""
    row, column = divmod(cell, COLUMNS)
    right = UPRIGHT + cell + 1 if column < COLUMNS - 1 else RIGHT_BORDER + row
    return 1 << cell | 1 << cell + COLUMNS | 1 << UPRIGHT + cell | 1 << right


EDGES_OF = tuple(edges_of(cell) for cell in range(NUM_CELLS))  # [cell]


@njit
def beside(cells):
    """The cells that share an edge with any of a set; members of the set among them."""
    cells = int(cells)
    sideways = ((cells & ~RIGHT_COLUMN) << 1) | ((cells & ~LEFT_COLUMN) >> 1)
    return (sideways | (cells << COLUMNS) | (cells >> COLUMNS)) & CELLS


@njit
def is_one_block(cells):
    """Whether a set of cells hangs together."""
    block = cells & -cells
    while True:
        more = (block | beside(block)) & cells
        if more == block:
            return block == cells
        block = more


@njit
def reached(cells, fences):
    """The cells that can be walked to from a set without crossing a fence (AG-PRC-04)."""
    flat, upright = int(fences), int(fences) >> UPRIGHT
    cells = int(cells)
    while True:
        more = (cells | ((cells & ~(flat >> COLUMNS)) << COLUMNS) | ((cells & ~flat) >> COLUMNS)) & CELLS
        more |= ((more & ~upright & ~LEFT_COLUMN) >> 1) | (((more & ~RIGHT_COLUMN) << 1) & ~upright)
        if more == cells:
            return cells
        cells = more


@njit
def open_to_outside(fences):
    """The cells at the border that lack a fence there."""
    fences = int(fences)
    cells = (TOP_ROW & ~fences) | (BOTTOM_ROW & ~(fences >> COLUMNS)) | (LEFT_COLUMN & ~(fences >> UPRIGHT))
    for row in range(ROWS):
        if not (fences >> (RIGHT_BORDER + row)) & 1:
            cells |= 1 << (COLUMNS * row + COLUMNS - 1)
    return cells


@njit
def outline(cells):
    """The fences between a set of cells and all others: those inside stand around two of them."""
    cells = int(cells)
    edges = 0
    for cell in range(NUM_CELLS):
        if (cells >> cell) & 1:
            edges ^= EDGES_OF[cell]
    return edges
