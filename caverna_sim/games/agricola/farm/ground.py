"""What stands on a farmyard, and where something can be added (AG-SET-01, AG-SCR-07)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import house_rule
from caverna_sim.games.agricola.shape.board import CELLS, NUM_CELLS, beside
from caverna_sim.kit.records.codes import code


@njit
def built_cells(seat):
    """Cells with anything on them: a used farmyard space (AG-SCR-07)."""
    return int(seat["rooms"]) | int(seat["fields"]) | int(seat["stables"]) | int(seat["fenced"])


@njit
def unused_cells(seat):
    """Cells with nothing on them, and not inside a pasture (AG-HSE-04, AG-FLD-01)."""
    return CELLS & ~built_cells(seat)


@njit
def touches_built(rules, seat, cells):
    """With HR8 something new stands beside something built, or on its cell."""
    if not rules["house_rules"] & house_rule.ADJACENT_TO_BUILT:
        return True
    return (int(cells) | beside(cells)) & built_cells(seat) != 0


@njit
def cells_touching_built(rules, seat):
    """The cells for which that is so."""
    if not rules["house_rules"] & house_rule.ADJACENT_TO_BUILT:
        return CELLS
    built = built_cells(seat)
    return built | beside(built)


@njit
def list_cells(kind, farm, cells, out, n):
    """A choice for each cell of a set, on the own farm or the partner's."""
    for cell in range(NUM_CELLS):
        if (cells >> cell) & 1:
            out[n] = code(kind, farm, cell, 0)
            n += 1
    return n
