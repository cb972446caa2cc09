"""Fence a pasture, small or large (R-FENCE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_counting
from caverna_sim.games.caverna.home.furnish import can_pay_reduced, loot_discount, pay_reduced
from caverna_sim.games.caverna.home.land import LARGE, NO_DIRECTION, SMALL, can_fence, list_pastures, place_pasture
from caverna_sim.games.caverna.ids import effect, part
from caverna_sim.games.caverna.shape.board import EAST
from caverna_sim.kit.records.codes import first_of, second_of, third_of


@njit
def _size(row):
    return SMALL if row["do"] == part.SMALL_PASTURE else LARGE


@njit_counting
def _cost(rules, row):
    if row["has_price"]:
        return row["cost"]
    if row["do"] == part.SMALL_PASTURE:
        return rules["small_pasture_cost"]
    return rules["large_pasture_cost"]


@njit
def _has_discount(rules, space, done, row):
    """The Carpenter saves one wood per build fences action, not per pasture (D-14)."""
    if not loot_discount(rules, row):
        return False
    if row["is_loot"] or rules["carpenter_per_pasture"]:
        return True
    parts = rules["space"][space]["parts"]
    for number in range(rules["space"][space]["num_parts"]):
        do = parts[number]["do"]
        if (done >> number) & 1 and (do == part.SMALL_PASTURE or do == part.LARGE_PASTURE):
            return False
    return True


@njit
def possible(rules, seat, space, done, row):
    """Whether there is a meadow, or two beside each other, and the fences can be paid."""
    if not can_fence(rules, seat, _size(row)):
        return False
    return can_pay_reduced(rules, seat, _cost(rules, row), effect.ON_FENCES, _has_discount(rules, space, done, row))


@njit
def list_choices(rules, seat, row, out, n):
    """Every meadow, or pair of meadows."""
    return list_pastures(rules, seat, _size(row), out, n)


@njit
def is_choice(row, action):
    """Pastures differ in size."""
    return first_of(action) == _size(row)


@njit
def carry_out(rules, seat, space, done, row, action):
    """Pay and fence."""
    pay_reduced(rules, seat, _cost(rules, row), effect.ON_FENCES, _has_discount(rules, space, done, row))
    direction = EAST if third_of(action) == NO_DIRECTION else third_of(action)
    place_pasture(seat, first_of(action), second_of(action), direction)
