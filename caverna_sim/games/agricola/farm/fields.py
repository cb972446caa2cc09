"""Plowing, sowing and reaping (AG-FLD, AG-HRV-02)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.ground import cells_touching_built, list_cells, unused_cells
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.games.agricola.shape.board import beside
from caverna_sim.kit.records.bits import first


@njit
def field_cells(rules, seat):
    """Where a field can be plowed: the first one on any unused space, later ones beside a field (AG-FLD-01, AG-FLD-02)."""
    cells = unused_cells(seat)
    if seat["fields"]:
        return cells & beside(seat["fields"])
    return cells & cells_touching_built(rules, seat)


@njit
def empty_fields(seat):
    """Fields with nothing on them."""
    return int(seat["fields"]) & ~int(seat["grain_fields"]) & ~int(seat["vegetable_fields"])


@njit
def has_seed(rules, seat, crop):
    """Whether a crop is in the supply to be sown (AG-FLD-04)."""
    seed = rules["grain_seed"] if crop == good.GRAIN else rules["vegetable_seed"]
    return seat["goods"][crop] >= seed


@njit
def can_sow(rules, seat):
    """Whether anything can be sown (AG-CNV-05)."""
    return empty_fields(seat) != 0 and (has_seed(rules, seat, good.GRAIN) or has_seed(rules, seat, good.VEGETABLE))


@njit
def list_sow(rules, seat, out, n):
    """Every crop at hand on every empty field."""
    for crop in range(good.GRAIN, good.VEGETABLE + 1):
        if has_seed(rules, seat, crop):
            n = list_cells(act.SOW, crop, empty_fields(seat), out, n)
    return n


@njit
def sow(rules, seat, crop, cell):
    """Plant a field (AG-FLD-04)."""
    if crop == good.GRAIN:
        seat["goods"][crop] -= rules["grain_seed"]
        seat["crops"][cell] = rules["grain_on_field"]
        seat["grain_fields"] |= 1 << cell
    else:
        seat["goods"][crop] -= rules["vegetable_seed"]
        seat["crops"][cell] = rules["vegetable_on_field"]
        seat["vegetable_fields"] |= 1 << cell


@njit
def reap(seat):
    """One crop from every planted field; none may be left out (AG-HRV-02)."""
    planted = int(seat["fields"]) & ~empty_fields(seat)
    while planted:
        cell = first(planted)
        planted &= planted - 1
        seat["goods"][good.GRAIN if (int(seat["grain_fields"]) >> cell) & 1 else good.VEGETABLE] += 1
        seat["crops"][cell] -= 1
        if seat["crops"][cell] == 0:
            seat["grain_fields"] &= ~(1 << cell)
            seat["vegetable_fields"] &= ~(1 << cell)


@njit
def crops_on_fields(seat, fields):
    """Crops on a set of fields."""
    total, left = 0, int(fields)
    while left:
        total += int(seat["crops"][first(left)])
        left &= left - 1
    return total
