"""Which disk is released (N-HUNT-7, N-LIVE-1, ND-18)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.hunt import any_release
from caverna_sim.games.neanderthal.ids import act, phase, ruling
from caverna_sim.games.neanderthal.shape.layout import MAX_UNDONE
from caverna_sim.games.neanderthal.tribe.cards import NUM_WHERE, can_release, is_where, release
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of


@njit
def list_choices(state, rules, seat_number, seat, out, n):
    for colour in range(3):
        if state["gain_left"][colour] > 0:
            for where in range(NUM_WHERE):
                if is_where(where) and can_release(state, seat_number, seat, colour, where, True):
                    out[n] = code(act.RELEASE, colour, where, 0)
                    n += 1
    if rules["ruling"][ruling.RELEASE] == 0:
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, seat_number, seat, action):
    if kind_of(action) == act.PASS:
        for colour in range(3):
            state["gain_left"][colour] = 0
        return False
    colour, where = first_of(action), second_of(action)
    release(state, seat_number, seat, colour, where)
    state["gain_left"][colour] -= 1
    state["released"] += 1
    if state["phase"] == phase.HUNT:
        hunt = state["pending"][state["gain_place"]]
        if hunt["seat"] and state["released"] <= MAX_UNDONE:
            hunt["undone"][state["released"] - 1] = 1 + colour + 4 * where
    return any_release(state, seat_number, seat)
