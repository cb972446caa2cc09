"""Hashes of games, spread evenly: what counts distinct games without keeping all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ONE_IN = 1024  # of the hashes of a long run are kept with its sums
SAMPLED = np.uint64(2**64 // ONE_IN)  # those below, after mixing


def mixed(hashes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Spread hashes evenly over 64 bits (the last steps of splitmix64)."""
    value = hashes.astype(np.uint64)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))
