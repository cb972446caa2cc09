"""Many effects at once: intervals that hold together, discoveries, ranks, and how many blocks all that needs.

Estimates of one study go together, and their covariance says how. The largest standardised deviation of a whole family is drawn
from it (the multiplier bootstrap with normal multipliers, in one step), so that an interval is only as wide as it has to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, inf, isfinite

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import ndtri, stdtrit

from caverna_sim.errors import CavernaError, shown
from caverna_sim.stats.discoveries import RATE, adjusted
from caverna_sim.stats.effects import Effects, differing_p
from caverna_sim.stats.equivalence import LEAST_BLOCKS, POWER, Verdict, cautious_sd, check_level, verdict_of
from caverna_sim.stats.looks import current, spent
from caverna_sim.stats.ratings import LEVEL, Floats

DRAWS = 20_000
PAIR_DRAWS = 5_000  # for all pairs of a family
AT_ONCE = 2_000_000  # numbers in memory


def draws(effects: Effects, number: int = DRAWS, seed: int = 0) -> Floats:
    """[draw, effect] deviations in standard errors, as they would be by chance: Student's t in as many dimensions as there are effects."""
    spread = effects.covariance
    errors = np.sqrt(np.diag(spread))
    scale = np.where(errors > 0, errors, 1.0)
    roots, axes = np.linalg.eigh(spread / np.outer(scale, scale))
    random = np.random.RandomState(seed)
    normal = random.standard_normal((number, len(roots))) @ (axes * np.sqrt(np.maximum(roots, 0.0))).T
    return np.asarray(normal / np.sqrt(random.chisquare(effects.degrees, number) / effects.degrees)[:, None], np.float64)


def critical(effects: Effects, risk: float = 1 - LEVEL, seed: int = 0) -> float:
    """So many standard errors on either side hold all effects together, but for this risk."""
    if len(effects.names) == 1:
        return float(stdtrit(effects.degrees, 1 - risk / 2))
    return float(np.quantile(np.abs(draws(effects, seed=seed)).max(axis=1), 1 - risk))


def ranks(effects: Effects, level: float = LEVEL, seed: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(best, worst) rank of every effect, 1 for the largest, all of them together with this level.

    From the intervals of all differences between two (Mogstad, Romano, Shaikh and Wilhelm 2024).
    """
    values, spread = effects.values, effects.covariance
    variances = np.diag(spread)
    errors = np.sqrt(np.maximum(variances[:, None] + variances[None, :] - 2 * spread, 0.0))
    safe = np.where(errors > 1e-12 * max(1.0, float(errors.max())), errors, inf)
    scaled = draws(effects, PAIR_DRAWS, seed) * np.sqrt(variances)
    size, step = len(values), max(1, AT_ONCE // len(values) ** 2)
    most = np.concatenate([
        (np.abs(part[:, :, None] - part[:, None, :]) / safe).reshape(len(part), size * size).max(axis=1)
        for part in (scaled[start : start + step] for start in range(0, len(scaled), step))
    ])  # fmt: skip
    limit = float(np.quantile(most, level))
    ahead = values[:, None] - values[None, :] > limit * np.where(np.isfinite(safe), safe, 0.0)  # [a, b]: a is surely larger
    np.fill_diagonal(ahead, False)
    return 1 + ahead.sum(axis=0), size - ahead.sum(axis=1)


@dataclass(frozen=True)
class Family:
    """Effects that are judged together."""

    effects: Effects
    level: float
    limit: float  # standard errors on either side of a simultaneous interval
    low: Floats  # simultaneous
    high: Floats
    pointwise: Floats  # half width of the interval of one effect by itself
    p_values: Floats
    p_adjusted: Floats  # for false discoveries
    discovery: NDArray[np.bool_]
    rank_low: NDArray[np.int64]
    rank_high: NDArray[np.int64]
    smallest_effect: float | None = None
    verdicts: tuple[Verdict, ...] = field(default=())

    @property
    def half_width(self) -> float:
        """The widest simultaneous interval, half of it."""
        return float((self.high - self.low).max() / 2)

    @property
    def shown(self) -> NDArray[np.int64]:
        """For every effect 1 where it is shown to be above 0, -1 below 0, else 0: whether its simultaneous interval leaves out 0."""
        return np.where(self.low > 0, 1, np.where(self.high < 0, -1, 0))

    @property
    def table(self) -> pl.DataFrame:
        """A row for every effect."""
        columns = {
            "name": self.effects.names, "effect": self.effects.values, "low": self.low, "high": self.high, "error": self.effects.errors,
            "pointwise": self.pointwise, "p_value": self.p_values, "p_adjusted": self.p_adjusted, "discovery": self.discovery,
            "rank_low": self.rank_low, "rank_high": self.rank_high, "blocks": [self.effects.replications] * len(self.effects.names),
        }  # fmt: skip
        return pl.DataFrame({**columns, **({"verdict": self.verdicts} if self.verdicts else {})})


def family(effects: Effects, level: float = LEVEL, smallest_effect: float | None = None, look: int | None = None, seed: int = 0) -> Family:
    """Effects judged together: simultaneous intervals, discoveries (at most 5 % of them false), ranks, and verdicts if asked for.

    `look`: which one this is at games that grow, 0 when that cannot be counted; left out, that of the study that is being answered.
    """
    check_level(level)
    if not len(effects.names) or len(effects.blocks) < 2 or effects.degrees < 1:
        raise CavernaError(f"family: {len(effects.blocks)} blocks say nothing about {len(effects.names)} effects; play more games")
    allowed = spent(1 - level, current() if look is None else look)
    limit, errors = critical(effects, allowed, seed), effects.errors
    low, high = effects.values - limit * errors, effects.values + limit * errors
    if effects.rare:
        least = np.array([one.limit(allowed / len(effects.names)) for one in effects.rare])
        low, high = np.minimum(low, np.where(least > 0, -least, low)), np.maximum(high, np.where(least > 0, least, high))
    alone = np.clip(effects.p_values * (1 - level) / allowed, 0, 1)
    p_adjusted = adjusted(alone)
    best, worst = ranks(effects, 1 - allowed, seed)
    enough = len(effects.blocks) >= LEAST_BLOCKS
    words: tuple[Verdict, ...] = ()
    if smallest_effect is not None:
        ends = zip(low, high, strict=True)
        words = tuple(verdict_of(float(a), float(b), smallest_effect) if enough else "undecided" for a, b in ends)
    pointwise = float(stdtrit(effects.degrees, 1 - allowed / 2)) * errors
    return Family(
        effects, level, limit, low, high, pointwise, alone, p_adjusted, (p_adjusted <= RATE) & enough, best, worst, smallest_effect, words
    )


# ---------------------------------------------------------------- does strength matter


def interactions(effects: Effects, labels: Sequence[str], items: Sequence[str]) -> pl.DataFrame:
    """For every item whether its effect differs between labels (`joined` names them `label: item`): p, adjusted for all items together."""
    found = [differing_p(effects, [[f"{label}: {item}" for label in labels]]) for item in items]
    together = adjusted(np.minimum(1.0, np.array(found) * RATE / spent(RATE, current())), "holm")
    return pl.DataFrame({"name": list(items), "p_value": found, "p_adjusted": together, "differs": together <= RATE})


# ---------------------------------------------------------------- how many blocks


def blocks_for(pilot: Effects, half_width: float, level: float = LEVEL, look: int = 0) -> int:
    """Blocks after which all simultaneous intervals are so narrow, seen from a pilot whose spreads are taken at an upper limit."""
    _check_amount(half_width)
    limit = critical(pilot, spent(1 - level, look))
    return _blocks(pilot, limit / half_width)


def blocks_to_find(pilot: Effects, effect: float, power: float = POWER, level: float = LEVEL, look: int = 0) -> int:
    """Blocks after which the simultaneous interval of any effect so large leaves out 0, with this power."""
    _check_amount(effect)
    if not 0.5 <= power < 1:
        raise CavernaError(f"power: {shown(power)} is not allowed; give a chance from 0.5 to below 1, such as 0.9")
    limit = critical(pilot, spent(1 - level, look)) + float(ndtri(power))
    return _blocks(pilot, limit / effect)


def _blocks(pilot: Effects, errors_wanted: float) -> int:
    """Blocks after which the largest standard error is one part in so many."""
    number = pilot.replications
    widest = cautious_sd(float(pilot.errors.max()), round(pilot.degrees) + 1)
    return max(LEAST_BLOCKS, ceil(number * (widest * errors_wanted) ** 2))


def _check_amount(amount: float) -> None:
    if not (isfinite(amount) and amount > 0):
        raise CavernaError(f"precision: {shown(amount)} is not allowed; give a number above 0")
