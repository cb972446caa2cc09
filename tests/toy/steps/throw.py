"""Whether to throw the die of the round again, at a price."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.codes import code
from tests.toy.chance import die
from tests.toy.layout import AGAIN


@njit
def list_choices(state, out, n):
    out[n] = code(AGAIN, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, seat_number, seat):
    seat["dice"][state["round"]] = die(state, seat_number, 1)
    seat["again"] += 1
