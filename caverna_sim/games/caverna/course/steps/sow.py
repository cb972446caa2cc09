"""Go on sowing (R-SOW)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.home.crops import can_sow, list_sow, sow
from caverna_sim.games.caverna.home.trades import may_raise_goods
from caverna_sim.games.caverna.ids import argument, good
from caverna_sim.kit.records.codes import first_of, second_of

list_choices = list_sow


@njit_merged
def carry_out(rules, seat, row, action):
    """One field."""
    sow(rules, seat, first_of(action), second_of(action))
    if first_of(action) == good.GRAIN:
        row[argument.GRAIN_LEFT] -= 1
    else:
        row[argument.VEGETABLES_LEFT] -= 1


@njit_merged
def is_over(rules, seat, grain_left, vegetables_left):
    """Rubies could still buy a field or a seed (R-SOW-4)."""
    if grain_left <= 0 and vegetables_left <= 0:
        return True
    return not may_raise_goods(rules, seat) and not can_sow(rules, seat, grain_left, vegetables_left)
