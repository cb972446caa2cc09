"""What is known while a run goes on: games so far, distinct ones, running estimates; in memory that does not grow."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from caverna_sim.stats.equivalence import LEAST_BLOCKS
from caverna_sim.stats.hashes import SAMPLED, mixed
from caverna_sim.stats.ratings import LEVEL, student_quantile

EVERY = np.uint64(2**64 - 1)
SKETCH = 2**17  # distinct games up to this number are counted exactly, beyond it within about 0.3 %
FIRST_LOOK = LEAST_BLOCKS  # blocks after which `--until` looks for the first time
MOST_GROWTH = 2.0  # times the blocks so far until the next look
CAUTION = 2.0  # standard errors by which the blocks still needed may be overrated

Sums = tuple[float, ...]  # blocks; sums of rows, totals, totals^2, totals * rows, rows^2
SUMS_OF_BLOCKS = 6


def sums_of(totals: NDArray[np.float64], rows: NDArray[np.float64]) -> Sums:
    """What is needed of blocks, their totals and numbers of rows, for the mean over rows and its error."""
    squares = float(totals @ totals), float(totals @ rows), float(rows @ rows)
    return int(np.count_nonzero(rows)), float(rows.sum()), float(totals.sum()), *squares


@dataclass(frozen=True)
class Mean:
    """A mean over rows with the half width of its 95 % interval, as statistics have it: blocks count, by Student's t."""

    value: float
    half_width: float
    blocks: int
    error: float


def mean_of(sums: Sums) -> Mean:
    """The mean that the sums stand for: `stats.ratings.clustered_mean` of the same blocks."""
    rows, total, squares, products, row_squares = sums[1:]
    number = int(sums[0])
    if number == 0:
        return Mean(math.nan, math.nan, 0, math.nan)
    value = total / rows
    if number == 1:
        return Mean(value, math.inf, 1, math.nan)
    rests = max(0.0, squares - 2 * value * products + value * value * row_squares)
    error = math.sqrt(number / (number - 1) * rests) / rows
    return Mean(value, student_quantile((1 + LEVEL) / 2, number - 1) * error, number, error)


def is_precise(means: Mapping[str, Mean], half_width: float) -> bool:
    """Whether every mean is known so well.

    When to stop depends on how far blocks spread, not on how large means are, so looking does not bias them (Chow and Robbins 1965).
    """
    return bool(means) and all(mean.blocks >= LEAST_BLOCKS and mean.half_width <= half_width for mean in means.values())


def next_look(means: Mapping[str, Mean], half_width: float, blocks: int) -> int:
    """After how many blocks to look again: carefully towards the number that the precision needs, as far as one can tell now."""
    times = [
        (mean.half_width / half_width) ** 2 if math.isfinite(mean.half_width) and mean.blocks >= LEAST_BLOCKS else MOST_GROWTH
        for mean in means.values()
    ]
    needed = blocks * max(times, default=MOST_GROWTH)
    careful = needed * (1 - CAUTION * math.sqrt(2 / blocks))
    if careful > 1.2 * blocks:
        return math.ceil(min(careful, MOST_GROWTH * blocks))
    return math.ceil(min(max(1.02 * needed, blocks + 2), 1.4 * blocks))


class Distinct:
    """Counts different hashes in little memory: after mixing it keeps those below a bound, which falls as they become too many."""

    def __init__(self, size: int = SKETCH) -> None:
        self._size = size
        self._kept = np.zeros(0, np.uint64)
        self._new: list[NDArray[np.uint64]] = []
        self._below = EVERY

    def add(self, hashes: NDArray[np.int64]) -> None:
        """Count these too."""
        self._add(mixed(hashes))

    def add_sample(self, values: NDArray[np.uint64]) -> None:
        """Count games of which only the mixed hashes below SAMPLED are known; of all others only such count from now on."""
        self._below = min(self._below, SAMPLED)
        self._add(values)

    def _add(self, values: NDArray[np.uint64]) -> None:
        self._new.append(values[values < self._below])
        if sum(map(len, self._new)) > self._size // 4:
            self._merge()

    def _merge(self) -> None:
        every = np.unique(np.concatenate([self._kept, *self._new]))
        if len(every) > self._size:
            self._below = min(self._below, every[self._size])
        self._kept, self._new = every[every < self._below], []

    @property
    def is_exact(self) -> bool:
        """Whether the count is exact."""
        self._merge()
        return bool(self._below == EVERY)

    @property
    def count(self) -> int:
        """How many different hashes there were."""
        self._merge()
        return len(self._kept) if self._below == EVERY else round(len(self._kept) / (float(self._below) / 2.0**64))


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    games: int  # kept, those of earlier sessions included
    total: int
    played: int  # in this session
    seconds: float  # since the first task of this session went out
    distinct: int | None  # None when that is not known
    distinct_is_exact: bool
    means: Mapping[str, Mean]  # running estimates

    @property
    def rate(self) -> float:
        """Games a second in this session."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At the present rate; None before the first chunk."""
        return (self.total - self.games) / self.rate if self.played else None


class Tracker:
    """Adds up what chunks report."""

    def __init__(self) -> None:
        self.games = 0
        self.choices = 0
        self.sums: dict[str, Sums] = {}
        self.distinct = Distinct()
        self.knows_hashes = True

    def add(
        self, games: int, choices: int, sums: Mapping[str, Sums], hashes: NDArray[np.int64] | None, sample: NDArray[np.uint64] | None = None
    ) -> None:
        """One more chunk; `hashes` are None when they were not kept, or when there is but a sample of them, mixed."""
        self.games += games
        self.choices += choices
        for name, more in sums.items():
            before = self.sums.get(name, (0.0,) * len(more))
            self.sums[name] = tuple(a + b for a, b in zip(before, more, strict=True))
        if sample is not None:
            self.distinct.add_sample(sample)
        elif hashes is None:
            self.knows_hashes = False
        else:
            self.distinct.add(hashes)

    def means(self) -> dict[str, Mean]:
        """The running estimates."""
        return {name: mean_of(sums) for name, sums in self.sums.items()}

    def progress(self, total: int, played: int, seconds: float) -> Progress:
        """How far the run is."""
        count = self.distinct.count if self.knows_hashes else None
        return Progress(self.games, total, played, seconds, count, self.knows_hashes and self.distinct.is_exact, self.means())
