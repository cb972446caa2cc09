"""What a player does not see: the cards of rounds to come, and the state of the random numbers (AG-SET-05)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import phase

FACE_DOWN = -1


@njit
def hide(state):
    """Turn everything that is face down to FACE_DOWN, and forget what keys the chances of the game."""
    first_hidden = int(state["round"]) + (0 if state["phase"] == phase.PREPARATION else 1)
    for number in range(first_hidden, state["cards"].shape[0]):
        state["cards"][number] = FACE_DOWN
    state["setup"] = FACE_DOWN
    state["game_key"] = 0
    for stream in range(state["draws"].shape[0]):
        state["draws"][stream] = 0
    state["seed"] = 0


@njit
def hide_here(states):
    """`hide` for a state in an array."""
    hide(states[0])
