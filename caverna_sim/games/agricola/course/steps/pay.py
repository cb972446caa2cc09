"""Choose how to pay: for an improvement (AG-MAJ-03), or for goods that were moved, one after another (AG-VAR-21)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.building import build
from caverna_sim.games.agricola.course.housing import NO_SPACE, house_animals
from caverna_sim.games.agricola.course.parts.transfer import GOODS
from caverna_sim.games.agricola.course.targets import PARTNER, seat_of
from caverna_sim.games.agricola.farm.animals import herd_of
from caverna_sim.games.agricola.farm.goods import pay
from caverna_sim.games.agricola.farm.improvements import list_payments, take_back
from caverna_sim.games.agricola.ids import act, argument, good
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_choices(rules, seat, bought, out, n):
    """Every way to pay."""
    if bought != GOODS:
        return list_payments(rules, seat, bought, out, n)
    for ware in range(good.NUM):
        if seat["goods"][ware] > 0:
            out[n] = code(act.PAY, (ware + 1) << 4 | 1, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, row, bought, left, action):
    """Pay; then the improvement is built, or animals that were moved need room."""
    if bought == GOODS:
        seat["goods"][(first_of(action) >> 4) - 1] -= 1
        row[argument.LEFT] = left - 1
        if left > 1:
            return
    pop(state)
    if bought != GOODS:
        if kind_of(action) == act.RETURN:
            take_back(state, seat, first_of(action))
        else:
            pay(seat, rules["major"][bought]["cost"], 1)
        build(state, rules, seat_number, bought)
        return
    partner = seat_of(state, seat_number, PARTNER)
    house_animals(state, rules, partner, NO_SPACE, herd_of(state["seats"][partner]))
    house_animals(state, rules, seat_number, NO_SPACE, herd_of(seat))
