"""Whom a hit falls on (N-ATK-3, ND-13)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.attack import pieces_at
from caverna_sim.games.neanderthal.ids import act, argument
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(state, seat_number, row, out, n):
    for other in range(state["players"]):
        if other != seat_number and pieces_at(state, int(row[argument.CARD]), int(state["seats"][other]["species"])):
            out[n] = code(act.STRIKE, other, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, action):
    state["victim"] = state["seats"][first_of(action)]["species"]
    return False
