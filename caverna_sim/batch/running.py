"""What is known while a run goes on: games so far, distinct ones, running estimates; in memory that does not grow."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SKETCH = 2**17  # distinct games up to this number are counted exactly, beyond it within about 0.3 %
NORMAL_95 = 1.959964

Sums = tuple[int, float, float]  # number, sum, sum of squares


def sums_of(values: NDArray[np.float64]) -> Sums:
    """What is needed of values for their mean and its error."""
    return len(values), float(values.sum()), float(np.square(values).sum())


@dataclass(frozen=True)
class Mean:
    """A mean over blocks with the half width of its 95 % interval."""

    value: float
    half_width: float
    blocks: int
    deviation: float


def mean_of(sums: Sums) -> Mean:
    """The mean that the sums stand for."""
    number, total, squares = sums
    if number == 0:
        return Mean(math.nan, math.nan, 0, math.nan)
    value = total / number
    if number == 1:
        return Mean(value, math.inf, 1, math.nan)
    deviation = math.sqrt(max(0.0, squares - number * value * value) / (number - 1))
    return Mean(value, NORMAL_95 * deviation / math.sqrt(number), number, deviation)


class Distinct:
    """Counts different hashes in little memory: it keeps the smallest ones after mixing (k minimum values)."""

    def __init__(self, size: int = SKETCH) -> None:
        self._size = size
        self._kept = np.zeros(0, np.uint64)
        self._new: list[NDArray[np.uint64]] = []
        self._is_full = False

    def add(self, hashes: NDArray[np.int64]) -> None:
        """Count these too."""
        mixed = _mixed(hashes)
        if self._is_full:
            mixed = mixed[mixed < self._kept[-1]]
        self._new.append(mixed)
        if sum(map(len, self._new)) > self._size // 4:
            self._merge()

    def _merge(self) -> None:
        every = np.unique(np.concatenate([self._kept, *self._new]))
        self._is_full = self._is_full or len(every) > self._size
        self._kept, self._new = every[: self._size], []

    @property
    def is_exact(self) -> bool:
        """Whether the count is exact."""
        self._merge()
        return not self._is_full

    @property
    def count(self) -> int:
        """How many different hashes there were."""
        self._merge()
        if not self._is_full:
            return len(self._kept)
        return round((self._size - 1) / (float(self._kept[-1]) / 2.0**64))


def _mixed(hashes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Spread hashes evenly over 64 bits (the last steps of splitmix64)."""
    value = hashes.astype(np.uint64)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


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

    def add(self, games: int, choices: int, sums: Mapping[str, Sums], hashes: NDArray[np.int64] | None) -> None:
        """One more chunk; `hashes` are None when they were not kept."""
        self.games += games
        self.choices += choices
        for name, (number, total, squares) in sums.items():
            before = self.sums.get(name, (0, 0.0, 0.0))
            self.sums[name] = (before[0] + number, before[1] + total, before[2] + squares)
        if hashes is None:
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
