"""Go on trading (A-ore_trading)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.course.parts.trade import exchange, list_exchanges
from caverna_sim.games.caverna.home.trades import may_raise_goods
from caverna_sim.games.caverna.home.wares import can_pay
from caverna_sim.games.caverna.ids import argument
from caverna_sim.kit.records.codes import first_of

list_choices = list_exchanges


@njit_merged
def carry_out(rules, seat, row, part_row, action):
    """Some of the trades that are left."""
    exchange(rules, seat, part_row, first_of(action))
    row[argument.TRADES_LEFT] -= first_of(action)


@njit_merged
def is_over(rules, seat, part_row, trades_left):
    """What is received may pay for the next trade."""
    return trades_left <= 0 or (not may_raise_goods(rules, seat) and not can_pay(seat, part_row["pay"]))
