"""Sow: once as a part, and on as a step of its own (R-SOW)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.home.crops import can_sow, list_sow, sow
from caverna_sim.games.caverna.ids import argument, good, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import first_of, second_of


@njit_merged
def possible(rules, seat):
    """Whether anything can be sown."""
    return can_sow(rules, seat, int(rules["most_grain_fields"]), int(rules["most_vegetable_fields"]))


@njit_merged
def list_choices(rules, seat, out, n):
    """Every crop on every empty field."""
    return list_sow(rules, seat, int(rules["most_grain_fields"]), int(rules["most_vegetable_fields"]), out, n)


@njit_merged
def carry_out(state, rules, seat_number, seat, action):
    """Sow once; the rest of the sow action follows."""
    crop = first_of(action)
    sow(rules, seat, crop, second_of(action))
    grain_left = int(rules["most_grain_fields"]) - (1 if crop == good.GRAIN else 0)
    vegetables_left = int(rules["most_vegetable_fields"]) - (1 if crop == good.VEGETABLE else 0)
    pushed = push(state, step.SOW, seat_number)
    pushed[argument.GRAIN_LEFT], pushed[argument.VEGETABLES_LEFT] = grain_left, vegetables_left
