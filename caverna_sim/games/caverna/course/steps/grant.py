"""Carry out a space or a program that a reward grants, within something that goes on (F-BOUNTY-5)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.course.steps import action

carry_out = action.carry_out
is_over = action.is_over


@njit_merged
def list_choices(state, rules, seat_number, seat, space, done, imitating, out, n):
    """The parts; none of them has to be carried out."""
    return action.list_parts(state, rules, seat_number, seat, space, done, imitating, out, n)
