"""What a player does not see: everything that lies face down, and the state of the random numbers."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.worth import marker_is_hidden
from caverna_sim.games.caverna.ids import harvest

FACE_DOWN = -1


@njit
def hide(state, rules):
    """Turn everything that is face down to FACE_DOWN, and forget what keys the chances of the game."""
    now = int(state["round"])
    is_hidden = marker_is_hidden(state, rules)
    if is_hidden:
        state["harvest"] = FACE_DOWN
        if state["markers"][now] == harvest.QUESTION:
            state["questions"] -= 1
    for number in range(now + 1, state["cards"].shape[0]):
        state["cards"][number] = FACE_DOWN
    for number in range(now if is_hidden else now + 1, state["markers"].shape[0]):
        if state["markers"][number] != 0:
            state["markers"][number] = FACE_DOWN
    state["setup"] = FACE_DOWN
    state["game_key"] = 0
    for stream in range(state["draws"].shape[0]):
        state["draws"][stream] = 0
    state["seed"] = 0


@njit
def hide_here(states, rules):
    """`hide` for a state in an array."""
    hide(states[0], rules[0])
