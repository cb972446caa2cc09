"""Which side of the mating card lies up at the beginning (ND-01)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.setup import can_turn_to, turn_mating
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(rules, seat, out, n):
    begin = n
    for side in range(2):
        mating = int(rules["card_sides"][seat["card"], side])
        if can_turn_to(rules, seat, mating):
            out[n] = code(act.MATING, mating, 0, 0)
            n += 1
    if n == begin:  # limits forbid both
        out[n] = code(act.MATING, rules["card_sides"][seat["card"], 0], 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    turn_mating(state, rules, seat_number, seat, first_of(action))
    return False
