"""Streams of random numbers: the registry of all there are, and those that decide what a block of games is, before any is played.

Each is keyed by (seed, block), so none of them shifts when bots, rules or the number of games change. The streams that are drawn from
while a game is played stand beside the kernels that draw, under the same names (philox.py, and rooms of a game); a test compares them
with the registry. Loads the compiler only when it draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NEW_GAMES_FROM = 64  # streams below are those of every game, and of Caverna; another game takes a stretch of its own from here on


class Row(NamedTuple):
    """A stream, or one for each seat."""

    first: int
    what: str
    width: int = 1
    game: str = ""  # whose it is, if not everybody's
    shares: str = ""  # the older stream whose number it has, and why that does no harm


REGISTRY: dict[str, Row] = {
    "SETUP": Row(0, "what is dealt and shuffled, counted in the state"),
    "BOT": Row(1, "plus the seat: the bot random, and seeds of players from outside, counted in the state", width=7),
    "REDEAL": Row(8, "what a bot that searches deals anew of what is hidden, counted in its copy of the state", game="caverna"),
    "ABSENCE": Row(9, "word t: whether the thing number t is absent"),
    "EXAMPLES": Row(9, "lots: which decisions become examples to learn from", game="caverna", shares="ABSENCE: nothing is absent there"),
    "SEATING": Row(10, "who sits where; balanced seatings key it by (seed, stratum)"),
    "POOL": Row(11, 'draw = "random": which bots of the pool play'),
    "MILESTONE": Row(12, "of a campaign: which milestone card, which side", game="caverna"),
    "MOVEMENT": Row(16, "movement cards, shuffled anew for each event and whoever moves", game="caverna"),
    "ACCESS": Row(20, "word t: who may have the thing number t"),
    "FOCAL": Row(21, "the focal seat of access, by strata"),
    "LIMITS": Row(22, "the limit and its focal seat, by strata"),
    "OPENING": Row(23, "the opening and its focal seat, by strata"),
    "LOOT": Row(24, "word n: whether the loot item number n is absent", game="caverna"),
    "COMPANY": Row(25, "the share of absent things, by strata"),
    "LOTS": Row(32, "plus the seat: keys of the lots of its bot, by decision", width=7),
    "AGRICOLA_CAMPAIGN": Row(64, "who of tied winners starts the next game of a campaign", game="agricola"),
    "AGRICOLA_EXAMPLES": Row(80, "lots: which placements become examples to learn from", game="agricola"),
    "NEANDERTHAL_DICE": Row(65, "what a die shows, keyed by turn, roll, seat and card", game="neanderthal"),
    "NEANDERTHAL_SPECIES": Row(66, "who plays which species: all orders in turn, shuffled by strata of blocks", game="neanderthal"),
    "NEANDERTHAL_DECKS": Row(67, "the number of a block's deck, where each block has another one", game="neanderthal"),
}

STREAM_ABSENCE = REGISTRY["ABSENCE"].first
STREAM_SEATING = REGISTRY["SEATING"].first
STREAM_POOL = REGISTRY["POOL"].first
STREAM_COMPANY = REGISTRY["COMPANY"].first
STREAM_MILESTONE = REGISTRY["MILESTONE"].first
STREAM_ACCESS = REGISTRY["ACCESS"].first
STREAM_FOCAL = REGISTRY["FOCAL"].first
STREAM_LIMITS = REGISTRY["LIMITS"].first
STREAM_OPENING = REGISTRY["OPENING"].first
STREAM_LOOT = REGISTRY["LOOT"].first
STREAM_AGRICOLA_CAMPAIGN = REGISTRY["AGRICOLA_CAMPAIGN"].first
STREAM_NEANDERTHAL_SPECIES = REGISTRY["NEANDERTHAL_SPECIES"].first
STREAM_NEANDERTHAL_DECKS = REGISTRY["NEANDERTHAL_DECKS"].first


class Stream:
    """Numbers of one stream of a block, drawn like the engine draws its own."""

    def __init__(self, seed: int, block: int, stream: int) -> None:
        from caverna_sim.chance.philox import word

        self._word = word
        self._key = (seed, block, stream)
        self._number = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely."""
        limit = 2**32 % bound
        while True:
            product = int(self._word(*self._key, self._number)) * bound
            self._number += 1
            if product & 0xFFFFFFFF >= limit:
                return product >> 32

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in random order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def word_of(seed: int, block: int, stream: int, number: int) -> int:
    """The 32-bit word of a number."""
    from caverna_sim.chance.philox import word

    return int(word(seed, block, stream, number))
