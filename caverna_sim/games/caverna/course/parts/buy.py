"""Buy goods at the market, each at most once: the first as a part, others as a step (A-weekly_market)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.home.wares import gain
from caverna_sim.games.caverna.ids import act, argument, good, part, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import code, first_of


@njit
def can_buy(seat, row, bought):
    """Whether any ware not bought yet can be afforded."""
    for ware in range(good.NUM):
        if row["cost"][ware] and not (bought >> ware) & 1 and seat["goods"][good.GOLD] >= row["cost"][ware]:
            return True
    return False


@njit
def list_buy(seat, part_row, bought, out, n):
    """Wares that can be bought, at most one of each."""
    for ware in range(good.NUM):
        if part_row["cost"][ware] and not (bought >> ware) & 1 and seat["goods"][good.GOLD] >= part_row["cost"][ware]:
            out[n] = code(act.BUY, ware, 0, 0)
            n += 1
    return n


@njit
def buy(rules, seat, row, ware):
    """Pay the price in gold and receive one."""
    seat["goods"][good.GOLD] -= row["cost"][ware]
    gain(rules, seat, ware, 1)


@njit_merged
def possible(seat, row):
    """Whether anything can be bought."""
    return can_buy(seat, row, 0)


@njit_merged
def list_choices(seat, row, out, n):
    """Every ware that can be bought."""
    return list_buy(seat, row, 0, out, n)


@njit_merged
def carry_out(state, rules, seat_number, seat, space, number, row, action):
    """Buy one; others may follow."""
    if space != part.NO_SPACE:
        pushed = push(state, step.BUY, seat_number)
        pushed[argument.SPACE], pushed[argument.PART], pushed[argument.BOUGHT] = space, number, 1 << first_of(action)
    buy(rules, seat, row, first_of(action))
