"""Go on buying at the market (A-weekly_market)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.course.parts.buy import buy, can_buy, list_buy
from caverna_sim.games.caverna.home.trades import may_raise_goods
from caverna_sim.games.caverna.ids import argument
from caverna_sim.kit.records.codes import first_of

list_choices = list_buy


@njit_merged
def carry_out(rules, seat, row, part_row, action):
    """One more ware."""
    buy(rules, seat, part_row, first_of(action))
    row[argument.BOUGHT] |= 1 << first_of(action)


@njit_merged
def is_over(rules, seat, part_row, bought):
    """Rubies and tiles could still bring gold."""
    return not may_raise_goods(rules, seat) and not can_buy(seat, part_row, bought)
