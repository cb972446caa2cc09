"""Plow fields (AG-FLD-01, AG-FLD-02), in team play also on the partner's farm (AG-VAR-24)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.targets import farms, seat_of
from caverna_sim.games.agricola.farm.fields import field_cells
from caverna_sim.games.agricola.farm.ground import list_cells
from caverna_sim.games.agricola.ids import act
from caverna_sim.kit.records.codes import first_of, second_of


@njit
def possible(state, rules, seat_number):
    """Whether a field has a place."""
    for farm in range(farms(rules)):
        if field_cells(rules, state["seats"][seat_of(state, seat_number, farm)]):
            return True
    return False


@njit
def list_choices(state, rules, seat_number, out, n):
    """Every place for a field."""
    for farm in range(farms(rules)):
        n = list_cells(act.PLOW, farm, field_cells(rules, state["seats"][seat_of(state, seat_number, farm)]), out, n)
    return n


@njit
def carry_out(state, seat_number, action, count):
    """A field tile costs nothing."""
    state["seats"][seat_of(state, seat_number, first_of(action))]["fields"] |= 1 << second_of(action)
    return count + 1
