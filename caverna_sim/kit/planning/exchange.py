"""Replica exchange: searches for points alone at temperatures that rise, where neighbours change places.

The coldest hardly ever follows a worse line, the warmest goes far. What a warm one comes to moves down, to where it is put in order, when
its points allow it. Unlike a search that cools down, a ladder has no length that it was made for: it may go on as long as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from caverna_sim.kit.planning.archive import Found
from caverna_sim.kit.planning.climber import PlannedClimber


class Ladder:
    """Climbers at temperatures that rise, in points."""

    def __init__(self, climbers: Sequence[PlannedClimber], cold: float, warm: float) -> None:
        self.climbers = list(climbers)
        self.temperatures = np.geomspace(cold, warm, len(self.climbers))
        self.sweeps = 0

    def climb(self, tries: int, random: np.random.Generator) -> list[Found]:
        """All of them together search for so many tries, then neighbours may change places; the best line of each."""
        share = tries // len(self.climbers)
        found = [one.climb(share, warm, warm, 0.0, 0.0) for one, warm in zip(self.climbers, self.temperatures, strict=True)]
        for lower in range(self.sweeps % 2, len(self.climbers) - 1, 2):
            self._exchange(lower, random)
        self.sweeps += 1
        return found

    def _exchange(self, lower: int, random: np.random.Generator) -> None:
        """The line of the warmer of two comes down when it is better, and when it is worse the less often, the worse it is."""
        cold, warm = self.temperatures[lower : lower + 2]
        below, above = self.climbers[lower : lower + 2]
        if random.random() < np.exp(min(0.0, (1 / cold - 1 / warm) * (above.height() - below.height()))):
            self.climbers[lower : lower + 2] = above, below
