"""Intervals for anything that can be computed from blocks, by drawing whole blocks again (bootstrap)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError
from caverna_sim.stats.ratings import LEVEL, Estimate

REPLICATES = 2000
MOST_CORRECTED = 2000  # blocks; beyond them the bias correction changes nothing and costs one computation for each block

Statistic = Callable[[NDArray[np.int64]], float]


def block_bootstrap(statistic: Statistic, blocks: int, level: float = LEVEL, replicates: int = REPLICATES, seed: int = 0) -> Estimate:
    """A statistic with its interval; `statistic` gets the numbers of blocks to take, repeated ones included.

    Bias-corrected and accelerated (Efron 1987); plain percentiles when there are many blocks.
    """
    from scipy.stats import bootstrap  # a third of a second to load

    if blocks < 2:
        raise CavernaError(f"bootstrap: {blocks} block says nothing about chance; play at least 2")
    every = np.arange(blocks)
    value = float(statistic(every))
    found: Any = bootstrap(
        (every,), statistic, vectorized=False, n_resamples=replicates, confidence_level=level,
        method="BCa" if blocks <= MOST_CORRECTED else "percentile", rng=np.random.RandomState(seed),
    )  # fmt: skip
    low, high = (float(end) for end in found.confidence_interval)
    if not np.isfinite(low):  # every replicate is the same
        low = high = value
    return Estimate(value, low, high, float(found.standard_error))
