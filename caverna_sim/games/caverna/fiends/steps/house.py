"""Who lives where (F-CAVE-7)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.homes import house, list_house, next_resident
from caverna_sim.games.caverna.ids import argument


@njit_merged
def list_choices(rules, seat, row, out, n):
    """Every home for the next one."""
    return list_house(rules, seat, int(row[argument.NEXT_RESIDENT]), out, n)


@njit_merged
def carry_out(rules, seat, row, action):
    """This one lives there."""
    house(rules, seat, action)
    row[argument.NEXT_RESIDENT] += 1


@njit_merged
def is_over(rules, seat, row):
    """Residents without a choice are passed over."""
    following = next_resident(rules, seat, int(row[argument.NEXT_RESIDENT]) - 1)
    row[argument.NEXT_RESIDENT] = max(following, 0)
    return following < 0
