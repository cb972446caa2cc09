"""Build fences, one pasture at a time (AG-FNC), or one fence with HR4. Counts fences for the partner (AG-VAR-23)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.housing import NO_ARRIVALS, NO_SPACE, house_animals
from caverna_sim.games.agricola.course.targets import OWN, farms, seat_of
from caverna_sim.games.agricola.farm.fences import build_fences, can_fence, fences_payable, list_fences
from caverna_sim.games.agricola.ids import act
from caverna_sim.games.agricola.shape.board import CELLS, outline
from caverna_sim.kit.records.codes import first_of, kind_of, second_of


@njit
def _payable(state, rules, seat_number, farm, count):
    target = state["seats"][seat_of(state, seat_number, farm)]
    return fences_payable(rules, state["seats"][seat_number], target, -1 if farm == OWN else count)


@njit
def possible(state, rules, seat_number, count):
    """Whether anything can be fenced in."""
    for farm in range(farms(rules)):
        target = state["seats"][seat_of(state, seat_number, farm)]
        if can_fence(rules, target, _payable(state, rules, seat_number, farm, count)):
            return True
    return False


@njit
def list_choices(state, rules, seat_number, count, out, n):
    """Every new pasture."""
    for farm in range(farms(rules)):
        target = state["seats"][seat_of(state, seat_number, farm)]
        n = list_fences(rules, target, _payable(state, rules, seat_number, farm, count), farm, out, n)
    return n


@njit
def carry_out(state, rules, seat_number, seat, action, count):
    """Pay and build what the outline still lacks; animals of a divided pasture may lose their room."""
    farm = first_of(action)
    owner = seat_of(state, seat_number, farm)
    edges = 1 << second_of(action) if kind_of(action) == act.FENCE_PIECE else outline(int(action) & CELLS)
    built = build_fences(rules, seat, state["seats"][owner], edges, -1 if farm == OWN else count)
    house_animals(state, rules, owner, NO_SPACE, NO_ARRIVALS)
    return count if farm == OWN else count + built
