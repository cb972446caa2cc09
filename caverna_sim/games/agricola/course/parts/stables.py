"""Build stables, one after another (AG-STB)."""

from caverna_sim.compiling.jit import njit, njit_counting
from caverna_sim.games.agricola.course.targets import OWN, farms, seat_of
from caverna_sim.games.agricola.farm.goods import can_pay, pay
from caverna_sim.games.agricola.farm.ground import list_cells
from caverna_sim.games.agricola.farm.house import stable_cells
from caverna_sim.games.agricola.ids import act
from caverna_sim.kit.records.codes import first_of, second_of


@njit_counting
def _cost(part, farm):
    return part["cost"] if farm == OWN else part["partner_cost"]


@njit
def _cells(state, rules, seat_number, part, farm):
    if not can_pay(state["seats"][seat_number], _cost(part, farm), 1):
        return 0
    return stable_cells(rules, state["seats"][seat_of(state, seat_number, farm)])


@njit
def possible(state, rules, seat_number, part):
    """Whether a stable can be paid and has a place."""
    for farm in range(farms(rules)):
        if _cells(state, rules, seat_number, part, farm):
            return True
    return False


@njit
def list_choices(state, rules, seat_number, part, out, n):
    """Every place for a stable."""
    for farm in range(farms(rules)):
        n = list_cells(act.STABLE, farm, _cells(state, rules, seat_number, part, farm), out, n)
    return n


@njit
def carry_out(state, seat_number, seat, part, action, count):
    """Pay and build."""
    farm = first_of(action)
    pay(seat, _cost(part, farm), 1)
    state["seats"][seat_of(state, seat_number, farm)]["stables"] |= 1 << second_of(action)
    return count + 1
