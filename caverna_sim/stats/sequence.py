"""Confidence sequences: intervals that hold all the time, so that one may look while a run goes on and stop when it is precise.

After every block the interval holds the true mean with the stated chance for all looks together. It is the set of means that a
t-test with a normal mixture over the standardised effect does not reject; the likelihood ratio of that test (a Bayes factor with
a g-prior) is a martingale for normal block means with unknown spread, and Ville's inequality bounds its maximum (Lai 1976; Wang
and Ramdas 2025). Means of other shapes are covered as in the central limit theorem, after the first few dozen blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray
from scipy.special import lambertw

from caverna_sim.errors import CavernaError
from caverna_sim.stats.equivalence import LEAST_BLOCKS, check_level
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats

PLANNED_BLOCKS = 2000  # where the sequence is narrowest, compared with other ways to spread the error over time


def mixture_variance(planned: float, level: float = LEVEL) -> float:
    """The variance of the mixture that makes the interval narrowest after the planned number of blocks."""
    alpha = 1 - level
    return float((-lambertw(-(alpha**2) * np.exp(-1), -1).real - 1) / planned)


def log_evidence(t: Floats, blocks: Floats, variance: float) -> Floats:
    """The logarithm of the mixture likelihood ratio of a t statistic against a mean of zero."""
    degrees, spread = blocks - 1, 1 + blocks * variance
    evidence = (blocks / 2) * (np.log1p(t**2 / degrees) - np.log1p(t**2 / (degrees * spread))) - np.log(spread) / 2
    return np.asarray(evidence, np.float64)


def critical_t(blocks: NDArray[np.int64] | Floats, level: float = LEVEL, planned: float = PLANNED_BLOCKS) -> Floats:
    """The t statistic that is ever exceeded with at most the chance 1 - level; infinite while there are too few blocks."""
    number = np.asarray(blocks, np.float64)
    spread = 1 + number * mixture_variance(planned, level)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = np.exp((2 / number) * (np.log(spread) / 2 - np.log(1 - level)))
        square = (number - 1) * (ratio - 1) / (1 - ratio / spread)
    usable = (number >= 2) & (ratio < spread)
    return np.where(usable, np.sqrt(np.where(usable, square, 0.0)), inf)


def half_widths(errors: Floats, blocks: Floats, level: float = LEVEL, planned: float = PLANNED_BLOCKS) -> Floats:
    """Half the lengths of intervals from the standard errors of means after so many blocks; infinite while there are too few."""
    number = np.broadcast_to(np.asarray(blocks, np.float64), np.shape(errors))
    limits = critical_t(number, level, planned)
    usable = np.isfinite(limits) & (number >= LEAST_BLOCKS)
    return np.where(usable, np.where(usable, limits, 0.0) * np.where(usable, errors, 0.0), inf)


@dataclass(frozen=True)
class Watch:
    """Running means of groups after every block, with intervals that hold at all times."""

    values: Floats  # [block, group]
    half_widths: Floats  # [block, group]
    level: float

    @property
    def last(self) -> tuple[Estimate, ...]:
        """Where the groups stand after the last block; the standard error is left out."""
        ends = zip(self.values[-1], self.half_widths[-1], strict=True)
        return tuple(Estimate(float(value), float(value - width), float(value + width), float("nan")) for value, width in ends)

    @property
    def half_width(self) -> float:
        """The widest of the groups after the last block."""
        return float(self.half_widths[-1].max())

    def first_below(self, half_width: float) -> int | None:
        """How many blocks it takes until every group is as precise as wanted; None when these do not suffice.

        It depends on the order of blocks only, not on when somebody looked.
        """
        ready = np.flatnonzero((self.half_widths <= half_width).all(axis=1))
        return int(ready[0]) + 1 if len(ready) else None


def watch(means: object, level: float = LEVEL, planned: float = PLANNED_BLOCKS) -> Watch:
    """The confidence sequence of [block, group] means in the order of blocks; every group has a mean in every block.

    The level holds for each group by itself.
    """
    check_level(level)
    values = np.asarray(means, np.float64)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2 or not values.size or not np.isfinite(values).all():
        raise CavernaError("confidence sequence: give a finite mean for every block and group")
    number = np.arange(1, len(values) + 1, dtype=np.float64)[:, None]
    centre = values[0]
    running = np.cumsum(values - centre, axis=0) / number
    squares = np.cumsum((values - centre) ** 2, axis=0) - number * running**2
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.sqrt(np.maximum(squares, 0) / (number - 1) / number)
    return Watch(running + centre, half_widths(errors, number, level, planned), level)
