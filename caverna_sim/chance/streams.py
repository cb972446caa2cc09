"""Streams of random numbers that decide what a block of games is, before any is played. Loads the compiler only when it draws.

Each is keyed by (seed, block), so none of them shifts when bots, rules or the number of games change. The streams that are drawn from
while a game is played are in philox.py, and in the rooms of a game whose decks are shuffled anew.
"""

from __future__ import annotations

from collections.abc import Sequence

STREAM_ABSENCE = 9  # word t: whether the unique furnishing number t is absent
STREAM_SEATING = 10  # who sits where; balanced seatings key it by (seed, stratum)
STREAM_POOL = 11  # draw = "random": which bots of the pool play
STREAM_MILESTONE = 12  # of a campaign: which milestone card, which side
STREAM_ACCESS = 20  # word t: who may build the unique furnishing number t
STREAM_FOCAL = 21  # the focal seat of access, by strata
STREAM_LIMITS = 22  # the limit and its focal seat, by strata
STREAM_OPENING = 23  # the opening and its focal seat, by strata
STREAM_LOOT = 24  # word n: whether the loot item number n is absent


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
