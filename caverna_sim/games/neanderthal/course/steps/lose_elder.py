"""The elder that is lost in the chaos (ND-03)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.games.neanderthal.ids.things import CHIEF, NUM_LEVELS
from caverna_sim.games.neanderthal.tribe.people import remove_elder
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(seat, out, n):
    for level in range(CHIEF, NUM_LEVELS):
        if seat["elder"][level]:
            out[n] = code(act.LOSE_ELDER, level, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, seat_number, seat, action):
    remove_elder(state, seat_number, seat, first_of(action), True, 2)
    seat["lost"][2] += 1
    state["total"] += 1
    return False
