"""Numbers of one stream of a block, drawn like the engine draws its own."""

from __future__ import annotations

from collections.abc import Callable


class Stream:
    """Numbers of one stream of a block."""

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

    def shuffled(self, size: int) -> tuple[int, ...]:
        """Numbers below a size in random order (Fisher and Yates)."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def stream_of(seed: int, block: int, stream: int) -> Callable[[int], int]:
    """A stream of a block as a function from a bound to a number below it."""
    return Stream(seed, block, stream).below


def word_of(seed: int, block: int, stream: int, number: int) -> int:
    """The 32-bit word of a number."""
    from caverna_sim.chance.philox import word

    return int(word(seed, block, stream, number))
