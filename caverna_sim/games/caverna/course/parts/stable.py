"""Build a stable (R-STABLE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_counting, njit_merged
from caverna_sim.games.caverna.home.furnish import can_pay_reduced, loot_discount, pay_reduced
from caverna_sim.games.caverna.home.land import list_cells, place_stable, stable_cells
from caverna_sim.games.caverna.ids import act, effect
from caverna_sim.kit.records.codes import second_of


@njit_counting
def _cost(rules, row):
    if row["has_price"]:
        return row["cost"]
    return rules["stable_cost"]


@njit
def possible(rules, seat, row):
    """Whether there is a place and it can be paid."""
    if stable_cells(rules, seat) == 0:
        return False
    return can_pay_reduced(rules, seat, _cost(rules, row), effect.ON_STABLE, loot_discount(rules, row))


@njit_merged
def list_choices(rules, seat, out, n):
    """Every cell that can have one."""
    return list_cells(act.STABLE, 0, stable_cells(rules, seat), out, n)


@njit
def carry_out(rules, seat, row, action):
    """Pay and build."""
    pay_reduced(rules, seat, _cost(rules, row), effect.ON_STABLE, loot_discount(rules, row))
    place_stable(seat, second_of(action))
