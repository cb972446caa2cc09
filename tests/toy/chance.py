"""What dice show: keyed by round, seat and throw, so that no choice of anybody moves the dice of others."""

from __future__ import annotations

from caverna_sim.chance.philox import word
from caverna_sim.compiling.jit import njit
from tests.toy.layout import MAX_PLAYERS, SIDES

STREAM_DICE = 192  # far from those of the registry (chance/streams.py)


@njit
def die(state, seat_number, throw):
    """The first throw of a seat in a round, or the second."""
    number = (int(state["round"]) * MAX_PLAYERS + int(seat_number)) * 2 + throw
    return 1 + (word(state["seed"], state["game_key"], STREAM_DICE, number) * SIDES >> 32)
