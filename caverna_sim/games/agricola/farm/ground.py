"""What stands on a farmyard, and where something can be added (AG-SET-01, AG-SCR-07)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import house_rule
from caverna_sim.games.agricola.shape.board import CELLS, beside
from caverna_sim.kit.records.bits import first
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
def list_cells(kind, what, cells, out, n):
    """A choice for each cell of a set: a crop that is sown there, something built on the own farm or the partner's."""
    while cells:
        out[n] = code(kind, what, first(cells), 0)
        n += 1
        cells &= cells - 1
    return n


@njit
def list_members(kind, found, out, n):
    """A choice for each member of a set, such as one of improvements."""
    while found:
        out[n] = code(kind, first(found), 0, 0)
        n += 1
        found &= found - 1
    return n
