"""Sets of furnishings: a few words of 62 bits each, so that the tables may hold more tiles than an integer has bits.

Kernels walk through a set word by word: within a word, `word * BITS + first(rest)` is a furnishing. People's code takes a set
as one Python integer of any size: `joined` and `split` translate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.ids import good
from caverna_sim.kit.records.bits import count

BITS = 62  # the sign is left alone
WORDS = 2
SET = (np.int64, (WORDS,))  # a field of a record
WARES = (np.int16, (good.NUM,))  # another: so many of each ware


@njit
def has(tiles, furnishing):
    """Whether a furnishing belongs to a set."""
    if furnishing < BITS:
        return (tiles[0] >> furnishing) & 1 == 1
    return (tiles[1] >> (furnishing - BITS)) & 1 == 1


@njit
def put(tiles, furnishing):
    """Add a furnishing to a set."""
    word = 0 if furnishing < BITS else 1
    tiles[word] |= 1 << (furnishing - word * BITS)


@njit
def drop(tiles, furnishing):
    """Take a furnishing out of a set."""
    word = 0 if furnishing < BITS else 1
    tiles[word] &= ~(1 << (furnishing - word * BITS))


@njit
def clear(tiles):
    """Empty a set."""
    for word in range(WORDS):
        tiles[word] = 0


@njit
def share(one, other):
    """Whether two sets have a member in common."""
    return (one[0] & other[0]) | (one[1] & other[1]) != 0


@njit
def size_of_both(one, other):
    """How many members two sets have in common."""
    return count(one[0] & other[0]) + count(one[1] & other[1])


def joined(tiles: Any) -> int:
    """A set as one integer."""
    return sum(int(word) << BITS * number for number, word in enumerate(tiles))


def split(members: int) -> list[int]:
    """The words of a set that is one integer."""
    return [members >> BITS * number & (1 << BITS) - 1 for number in range(WORDS)]


def set_of(numbers: Iterable[int]) -> list[int]:
    """The words of a set with these furnishings."""
    return split(sum(1 << number for number in set(numbers)))


def members(tiles: Any) -> list[int]:
    """The furnishings of a set in their order."""
    whole = joined(tiles)
    return [number for number in range(BITS * WORDS) if whole >> number & 1]
