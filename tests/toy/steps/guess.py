"""Which number the card of the round has, or no guess."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.codes import code, first_of
from tests.toy.layout import GUESS, SIDES


@njit
def list_choices(state, out, n):
    for side in range(1, SIDES + 1):
        out[n] = code(GUESS, side, 0, 0)
        n += 1
    return n


@njit
def carry_out(seat, action):
    seat["guess"] = first_of(action)
