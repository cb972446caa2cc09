"""Trade goods for goods several times, at once or one after another (A-ore_trading)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.home.wares import can_pay, gain_all, pay
from caverna_sim.games.caverna.ids import act, argument, good, part, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_exchanges(seat, part_row, trades_left, out, n):
    """One, two, ... up to all trades left that can be paid at once."""
    for times in range(1, trades_left + 1):
        for ware in range(good.NUM):
            if seat["goods"][ware] < part_row["pay"][ware] * times:
                return n
        out[n] = code(act.TRADE, times, 0, 0)
        n += 1
    return n


@njit
def exchange(rules, seat, row, times):
    """Trade a number of times."""
    pay(seat, row["pay"], times)
    gain_all(rules, seat, row["get"], times)


@njit_merged
def possible(seat, row):
    """Whether one trade can be paid."""
    return can_pay(seat, row["pay"])


@njit_merged
def list_choices(seat, row, out, n):
    """How often."""
    return list_exchanges(seat, row, int(row["level"]), out, n)


@njit_merged
def carry_out(state, rules, seat_number, seat, space, number, row, action):
    """Trade; what is received may pay for the trades that are left."""
    if space != part.NO_SPACE:
        pushed = push(state, step.TRADE, seat_number)
        pushed[argument.SPACE], pushed[argument.PART], pushed[argument.TRADES_LEFT] = space, number, int(row["level"]) - first_of(action)
    exchange(rules, seat, row, first_of(action))
