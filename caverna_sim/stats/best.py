"""Which of several choices is best, when each is tried in the same chances, lap after lap, and those that do badly drop out.

What is compared are pairs: the same trial of two choices has the same chances. A choice may be the best as long as no other is shown to be
better than it; an interval for what a choice loses against the best counts that nobody knows which one that is (Edwards and Hsu 1983:
multiple comparisons with the best). For that only the comparisons with the choice that is best in truth have to hold, one for each other
choice, at every lap: so each gets an equal share of the error (Bonferroni), and all intervals of all laps hold together, whenever somebody
stops and whichever choices were dropped on the way. Where two choices hardly ever differ the spread tells little, and the limit of what
was hardly seen takes its place (rare.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv, stdtrit

from caverna_sim.stats.rare import LEAST_DIFFERING
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats

LEAST_TRIALS = 8  # of a pair: fewer tell too little of the spread


@dataclass(frozen=True)
class AgainstBest:
    """What every choice loses against the best one."""

    means: Floats  # [choice]
    loss: Floats  # [choice] against the one that did best
    low: Floats  # [choice] it loses at least so much, whichever is best
    high: Floats  # ... and at most so much
    may_be_best: NDArray[np.bool_]  # [choice] no other one is shown to be better

    @property
    def order(self) -> list[int]:
        """Best first; what was tried longer counts before what was dropped with a good start, as long as it may be best."""
        return sorted(range(len(self.means)), key=lambda one: (not self.may_be_best[one], self.loss[one]))


def against_best(trials: Sequence[Floats], laps: int, level: float = LEVEL) -> AgainstBest:
    """`trials[choice]` are its outcomes, the n-th of all choices in the same chances; so many laps look at them, this one included."""
    number = len(trials)
    means = np.array([one.mean() for one in trials])
    if number == 1:
        zero = np.zeros(1)
        return AgainstBest(means, zero, zero, zero, np.ones(1, bool))
    better, half = _pairs(trials, (1 - level) / ((number - 1) * laps))
    np.fill_diagonal(half, 0.0)
    may_be_best = np.asarray(~((better - half) > 0).any(axis=0), np.bool_)
    if not may_be_best.any():  # in circles: each is shown to be worse than another one, which happens with the error's chance only
        may_be_best[:] = True
    best = _leader(trials, means, may_be_best)
    others = ~np.eye(number, dtype=bool)
    high = np.maximum(np.where(others, better + half, -np.inf).max(axis=0), 0.0)
    low = np.where(may_be_best[:, None] & others, np.maximum(better - half, 0.0), np.inf).min(axis=0)
    low = np.where(may_be_best, 0.0, low)
    loss = np.maximum(better[best], 0.0)
    return AgainstBest(means, loss, low, np.maximum(high, loss), may_be_best)


def _leader(trials: Sequence[Floats], means: Floats, may_be_best: NDArray[np.bool_]) -> int:
    """The best mean among those that were tried longest and may be best."""
    longest = max(len(one) for one, may in zip(trials, may_be_best, strict=True) if may)
    fitting = [number for number, one in enumerate(trials) if may_be_best[number] and len(one) == longest]
    return max(fitting, key=lambda number: (means[number], -number))


def _pairs(trials: Sequence[Floats], error: float) -> tuple[Floats, Floats]:
    """[one, other] by how much the one is better, and the margin of that: over the trials that both had."""
    number = len(trials)
    better, half = np.zeros((number, number)), np.full((number, number), np.inf)
    lengths = np.array([len(one) for one in trials])
    for length in sorted(set(lengths.tolist())):
        among = np.flatnonzero(lengths >= length)
        values = np.array([trials[one][:length] for one in among.tolist()])
        within = np.minimum(lengths[among][:, None], lengths[among][None, :]) == length
        found, margin = _paired(values, error)
        rows, columns = np.nonzero(within)
        better[among[rows], among[columns]] = found[rows, columns]
        half[among[rows], among[columns]] = margin[rows, columns]
    return better, half


def _paired(values: Floats, error: float) -> tuple[Floats, Floats]:
    """The same for choices with as many trials: values[choice, trial]."""
    trials = values.shape[1]
    better = values.mean(axis=1)[:, None] - values.mean(axis=1)[None, :]
    if trials < LEAST_TRIALS:
        return better, np.full_like(better, np.inf)
    covariance = np.cov(values).reshape(len(values), len(values))
    spread = np.diag(covariance)[:, None] + np.diag(covariance)[None, :] - 2 * covariance
    half = stdtrit(trials - 1, 1 - error / 2) * np.sqrt(np.maximum(spread, 0.0) / trials)
    differing = (np.abs(values[:, None, :] - values[None, :, :]) > 1e-9).sum(axis=2)
    few = np.minimum(differing, trials - 1)
    limit = np.ptp(values) * betaincinv(few + 1.0, (trials - few).astype(float), 1 - error / 2)
    return better, np.where(differing < LEAST_DIFFERING, np.maximum(half, limit), half)


def mean_of(values: Floats, level: float = LEVEL) -> Estimate:
    """A mean of independent trials by itself."""
    number, mean = len(values), float(values.mean())
    if number < 2:
        return Estimate(mean, -np.inf, np.inf, np.inf)
    error = float(values.std(ddof=1) / np.sqrt(number))
    half = float(stdtrit(number - 1, (1 + level) / 2)) * error
    return Estimate(mean, mean - half, mean + half, error)


PSEUDO = 2.0  # trials won and as many lost that are added: with none or all won, too, the interval has a width


def share_of(values: Floats, level: float = LEVEL) -> Estimate:
    """A share of trials that were won, ties as parts of a win; the interval of Agresti and Coull (1998), which ties make no narrower."""
    number = len(values) + 2 * PSEUDO
    middle = (float(values.sum()) + PSEUDO) / number
    error = float(np.sqrt(middle * (1 - middle) / number))
    half = float(-stdtrit(1e9, (1 - level) / 2)) * error
    value = float(values.mean()) if len(values) else middle
    return Estimate(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)), error)
