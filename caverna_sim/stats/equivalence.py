"""Verdicts on differences: different, equivalent or undecided.

One interval says everything. It lies beyond the smallest effect that matters: `different`, shown to be at least that large. It
lies inside, on both sides: `equivalent`, shown to be smaller. Otherwise `undecided`. Beside that, and apart from it, stands whether
an effect other than zero is shown: whether the interval leaves out 0. More games make an interval narrower, so they settle what is
undecided and never turn one answer into the other. Differences of one family share the error (Bonferroni), and so do all looks
at a run that grows (stats/looks.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, hypot, inf, isfinite, nan, sqrt
from typing import Literal

from scipy.special import chdtri, ndtri, stdtr, stdtrit

from caverna_sim.check import arguments, number
from caverna_sim.stats.looks import current, spent
from caverna_sim.stats.rare import Rare

Verdict = Literal["different", "equivalent", "undecided", "not tried"]
NOT_TRIED: Literal["not tried"] = "not tried"  # what sets two runs apart was hardly met, so nothing is claimed

LEAST_BLOCKS = 20  # fewer say too little about how far block means spread to claim anything
POWER = 0.9


@dataclass(frozen=True)
class Judgement:
    """A difference, its interval and what may be claimed."""

    value: float
    low: float  # simultaneous interval of the family, holding at every look
    high: float
    error: float
    p: float  # of no difference at all, adjusted for the family and for looks
    verdict: Verdict
    times_more: float = nan  # so many times the blocks would probably settle it; nan when it is settled

    @property
    def is_shown(self) -> bool:
        """Whether an effect other than zero is shown."""
        return self.low > 0 or self.high < 0

    @property
    def reach(self) -> float:
        """The difference is not larger than this either way."""
        return max(abs(self.low), abs(self.high))


def judge(
    value: float, error: float, degrees: float, smallest_effect: float, level: float = 0.95, family: int = 1,
    is_exact: bool = False, look: int | None = None, rare: Rare | None = None,
) -> Judgement:  # fmt: skip
    """What may be claimed of one difference out of a family.

    `is_exact` when nothing is left to chance (a census). `look`: which one this is at a run that grows, 0 when that cannot be counted; left
    out, that of the study that is being answered. `rare`: in how many blocks the runs differ, where they play the same ones.
    """
    check_smallest_effect(smallest_effect)
    if is_exact:
        return Judgement(value, value, value, 0.0, float(value == 0), verdict_of(value, value, smallest_effect))
    if not isfinite(error) or degrees < 1:
        return Judgement(value, nan, nan, nan, 1.0, "undecided", inf)
    risk = (1 - level) / family
    look = current() if look is None else look
    allowed = spent(risk, look)
    limit = float(stdtrit(degrees, 1 - allowed / 2))
    low, high = value - limit * error, value + limit * error
    if rare is not None and (least := rare.limit(allowed)) > 0:
        low, high = min(low, -least), max(high, least)
    p = min(1.0, 2 * _tail(abs(value), error, degrees) * (1 - level) / allowed)
    verdict = verdict_of(low, high, smallest_effect) if degrees + 1 >= LEAST_BLOCKS else "undecided"
    more = nan if verdict != "undecided" else _times_more(value, error, degrees, smallest_effect, risk, look)
    return Judgement(value, low, high, error, p, verdict, more)


def verdict_of(low: float, high: float, smallest_effect: float) -> Verdict:
    """Where an interval lies."""
    if low >= smallest_effect or high <= -smallest_effect:
        return "different"
    return "equivalent" if -smallest_effect < low and high < smallest_effect else "undecided"


def _times_more(value: float, error: float, degrees: float, smallest_effect: float, risk: float, look: int) -> float:
    """How many times the blocks so far settle it, with power 90 %: from how far off the edge it looks, and its error."""
    gap = hypot(abs(value) - smallest_effect, error)
    if gap <= 0:
        return inf
    allowed = spent(risk, look + 1) if look else risk
    enough = ((float(ndtri(1 - allowed / 2)) + float(ndtri(POWER))) * error / gap) ** 2
    return max(enough, LEAST_BLOCKS / (degrees + 1), 1.1)


def _tail(distance: float, error: float, degrees: float) -> float:
    """The chance of being so far out on one side."""
    if error <= 0:
        return 0.0 if distance > 0 else 1.0 if distance < 0 else 0.5
    return float(stdtr(degrees, -distance / error))


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """One word for a family: different if anything is, equivalent only if everything is."""
    if NOT_TRIED in verdicts:
        return NOT_TRIED
    if "different" in verdicts:
        return "different"
    return "equivalent" if verdicts and all(verdict == "equivalent" for verdict in verdicts) else "undecided"


MOST_SURE = 1 - 1e-12


def check_smallest_effect(smallest_effect: float) -> None:
    """It must be a positive number."""
    with arguments():
        number(smallest_effect, "smallest effect", 1e-300, 1e300, "give a number of points above 0")


def check_level(level: float) -> None:
    """It must be a probability that makes sense as a confidence."""
    with arguments():
        number(level, "level", 0.5, MOST_SURE, "give a confidence from 0.5 to below 1, such as 0.95")


def units_needed(sd: float, smallest_effect: float, level: float = 0.95, family: int = 1, power: float = POWER) -> int:
    """Blocks after which a first look settles a family: all are equivalent if there is no effect, and one of twice the smallest is found.

    Each happens with this power at least (normal approximation); never less than a verdict needs. An effect of the smallest size
    itself is shown to be other than zero as often.
    """
    check_smallest_effect(smallest_effect)
    limit = -float(ndtri(spent((1 - level) / family, 1) / 2))
    cleared = limit - float(ndtri((1 - power) / family / 2))
    return max(LEAST_BLOCKS, ceil((cleared * sd / smallest_effect) ** 2))


def cautious_sd(sd: float, units: int, confidence: float = 0.8) -> float:
    """An upper limit of a standard deviation seen in few units, so that a lucky pilot does not promise too much (Browne 1995)."""
    if units < 2 or not isfinite(sd):
        return nan
    return sd * sqrt((units - 1) / float(chdtri(units - 1, confidence)))
