"""What hardly ever happened is not impossible: how large a difference may be of which few blocks, or none, were seen.

An interval from the spread of blocks has no width where no block differs, and means little where a handful does. There the difference is
limited otherwise: the share of blocks that differ is at most its exact upper limit (Clopper and Pearson 1934), and a block that
differs moves by no more than block means lie apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv

from caverna_sim.stats.ratings import Floats

LEAST_DIFFERING = 10  # blocks: so many tell by their spread how far a mean may be off


@dataclass(frozen=True)
class Rare:
    """In how many blocks two runs differ."""

    differing: int
    of: int
    reach: float  # most that a block can differ by: how far block means lie apart

    def limit(self, risk: float) -> float:
        """The difference is no larger either way, but for this risk; 0 where enough blocks differ, so that their spread tells."""
        if self.differing >= LEAST_DIFFERING:
            return 0.0
        if self.differing >= self.of:
            return self.reach
        return self.reach * float(betaincinv(self.differing + 1, self.of - self.differing, 1 - risk / 2))


def rare(first: Floats, second: Floats) -> Rare:
    """Of the means of the same blocks in two runs."""
    both = np.concatenate([first, second])
    return Rare(int((~np.isclose(first, second, rtol=0, atol=1e-9)).sum()), len(first), float(np.ptp(both)) if len(both) else 0.0)
