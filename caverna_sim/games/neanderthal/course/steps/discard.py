"""Which hand card is given up when the hand is too full (N-HAND-4)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe.cards import remove_card
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(seat, out, n):
    left = int(seat["hand"])
    while left:
        out[n] = code(act.DISCARD, first(left), 0, 0)
        left &= left - 1
        n += 1
    return n


@njit
def carry_out(state, seat_number, seat, action):
    seat["hand"] &= ~(1 << first_of(action))
    remove_card(state, first_of(action))
    note(state, notes.HAND, seat_number, first_of(action), 1, 0, 0, 0)
    return False
