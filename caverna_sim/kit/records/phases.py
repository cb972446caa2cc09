"""Phases of a round in which one seat after another has its part."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def begin(state, next_phase):
    """A phase begins; nobody has had a part in it."""
    state["phase"] = next_phase
    state["phase_seat"] = 0


@njit
def next_seat(state):
    """The next seat of this phase, clockwise from the starting player; -1 when all have had their part."""
    if state["phase_seat"] >= state["players"]:
        return -1
    seat = (state["start_player"] + state["phase_seat"]) % state["players"]
    state["phase_seat"] += 1
    return seat
