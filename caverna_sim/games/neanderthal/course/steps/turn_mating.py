"""Whether the mating card is turned over after losses (N-EVT-4, ND-04)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.setup import can_turn_to, turn_mating
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_choices(rules, seat, out, n):
    for side in range(2):
        mating = int(rules["card_sides"][seat["card"], side])
        if mating != seat["mating"] and can_turn_to(rules, seat, mating):
            out[n] = code(act.TURN_MATING, mating, 0, 0)
            n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, rules, seat_number, seat, action):
    if kind_of(action) == act.TURN_MATING:
        turn_mating(state, rules, seat_number, seat, first_of(action))
    return False
