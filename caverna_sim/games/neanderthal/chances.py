"""What is drawn for a game before it begins: who plays which species, and which deck where each block has another one."""

from __future__ import annotations

from itertools import permutations

from caverna_sim.chance.streams import STREAM_NEANDERTHAL_DECKS, STREAM_NEANDERTHAL_SPECIES, Stream, word_of
from caverna_sim.games.neanderthal.ids.things import SPECIES


def species_of(seed: int, block: int, seats: int) -> tuple[int, ...]:
    """Species by seat (N-SETUP-3, N-SETUP-6): each order once in as many blocks as there are orders."""
    orders = list(permutations(range(len(SPECIES)), seats))
    stratum, place = divmod(block, len(orders))
    return orders[Stream(seed, stratum, STREAM_NEANDERTHAL_SPECIES).shuffled(range(len(orders)))[place]]


def deck_number(seed: int, block: int) -> int:
    """The number of the deck of a block."""
    return word_of(seed, block, STREAM_NEANDERTHAL_DECKS, 0)
