"""Whether the hunted card is taken, as a trophy or into the hand (N-TROPHY-1, N-HAND-1, ND-19)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.hunt import HAND, TROPHY, must_take_trophy, take_card
from caverna_sim.games.neanderthal.ids import act, ruling
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.codes import code, kind_of


@njit
def list_choices(state, rules, out, n):
    card, found = int(state["gain_card"]), int(state["gain"])
    if found & TROPHY:
        out[n] = code(act.TAKE_TROPHY, card, 0, 0)
        n += 1
    if must_take_trophy(state):
        return n
    if found & HAND and not (found & TROPHY and rules["ruling"][ruling.BOTH_ICONS] == 1):
        out[n] = code(act.TAKE_HAND, card, 0, 0)
        n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, rules, seat_number, seat, action):
    if kind_of(action) != act.PASS:
        take_card(state, rules, seat, kind_of(action) == act.TAKE_TROPHY)
        note(state, notes.HAND, seat_number, state["gain_card"], 0, 0, 0, 0)
    return False
