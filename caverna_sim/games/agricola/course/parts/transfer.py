"""Move goods between partners at the Marketplace, each type once (AG-VAR-21). Counts the types that were moved as a set."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.targets import PARTNER, seat_of
from caverna_sim.games.agricola.farm.goods import goods_in_all
from caverna_sim.games.agricola.ids import act, argument, good, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

MOST = 255  # of a good at once
GOODS = -1  # what is paid for


@njit
def _most_given(rules, seat, ware):
    """How much of a good can be given so that the payment is left."""
    return min(int(seat["goods"][ware]), goods_in_all(seat, good.NUM) - int(rules["transfer_price"]), MOST)


@njit
def _least_fetched(rules, seat):
    """How much of a good must be fetched so that there is enough for the payment, which may be of it."""
    return max(1, int(rules["transfer_price"]) - goods_in_all(seat, good.NUM))


@njit
def list_choices(state, rules, seat_number, seat, count, out, n):
    """Every amount of every type not moved yet, either way."""
    partner = state["seats"][seat_of(state, seat_number, PARTNER)]
    for ware in range(good.NUM):
        if (count >> ware) & 1:
            continue
        for amount in range(1, _most_given(rules, seat, ware) + 1):
            out[n] = code(act.GIVE, ware, amount, 0)
            n += 1
        for amount in range(_least_fetched(rules, seat), min(int(partner["goods"][ware]), MOST) + 1):
            out[n] = code(act.FETCH, ware, amount, 0)
            n += 1
    return n


@njit
def possible(state, rules, seat_number, seat, count):
    """Whether anything can be moved and paid for."""
    partner = state["seats"][seat_of(state, seat_number, PARTNER)]
    for ware in range(good.NUM):
        if not (count >> ware) & 1 and (_most_given(rules, seat, ware) > 0 or partner["goods"][ware] >= _least_fetched(rules, seat)):
            return True
    return False


@njit
def carry_out(state, rules, seat_number, seat, action, count):
    """Move the goods; the payment comes next, and then animals need room."""
    partner_number, ware, amount = seat_of(state, seat_number, PARTNER), first_of(action), second_of(action)
    partner = state["seats"][partner_number]
    if kind_of(action) == act.GIVE:
        amount = -amount
    seat["goods"][ware] += amount
    partner["goods"][ware] -= amount
    pushed = push(state, step.PAY, seat_number)
    pushed[argument.BOUGHT], pushed[argument.LEFT] = GOODS, int(rules["transfer_price"])
    return count | 1 << ware
