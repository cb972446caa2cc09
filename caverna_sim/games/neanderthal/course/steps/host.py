"""To whom a wanderer goes (N-EVT-6, ND-06)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.events import can_host
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(state, seat_number, out, n):
    for other in range(state["players"]):
        if other != seat_number and can_host(state, other):
            out[n] = code(act.HOST, other, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, seat, action):
    species = int(seat["species"])
    state["dead"][species] -= 1
    state["seats"][first_of(action)]["pool"][species] += 1
    return False
