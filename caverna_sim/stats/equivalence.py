"""Verdicts on differences: different, equivalent or undecided.

`equivalent` is claimed when two one-sided tests (Schuirmann 1987) show the difference to be smaller than the smallest effect
that matters, on either side; `different` when a two-sided test shows it not to be zero. A difference that is surely there and
surely too small to matter is equivalent. Several differences in one family share the error (Bonferroni), so that each kind of
claim is wrong anywhere in the family at most as often as the level allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite, nan, sqrt
from typing import Literal

from scipy.special import chdtri, ndtri, stdtr, stdtrit

from caverna_sim.errors import CavernaError

Verdict = Literal["different", "equivalent", "undecided"]

LEAST_BLOCKS = 20  # fewer say too little about how far block means spread to claim anything
POWER = 0.9


@dataclass(frozen=True)
class Judgement:
    """A difference, its interval and what may be claimed."""

    value: float
    low: float  # simultaneous interval of the family
    high: float
    error: float
    p_different: float  # adjusted for the family
    p_equivalent: float  # adjusted for the family
    verdict: Verdict
    reach: float  # the difference is not larger than this either way, as surely as an equivalence has to be


def judge(
    value: float, error: float, degrees: float, smallest_effect: float, level: float = 0.95, family: int = 1, is_exact: bool = False
) -> Judgement:
    """What may be claimed of one difference out of a family; `is_exact` when nothing is left to chance (a census)."""
    check_smallest_effect(smallest_effect)
    alpha = 1 - level
    if is_exact:
        certain: Verdict = "equivalent" if abs(value) < smallest_effect else "different"
        return Judgement(value, value, value, 0.0, float(value == 0), float(certain != "equivalent"), certain, abs(value))
    if not isfinite(error) or degrees < 1:
        return Judgement(value, nan, nan, nan, 1.0, 1.0, "undecided", nan)
    width = float(stdtrit(degrees, 1 - alpha / family / 2)) * error
    p_different = min(1.0, family * 2 * _tail(abs(value), error, degrees))
    p_equivalent = min(1.0, family * _tail(smallest_effect - abs(value), error, degrees))
    verdict: Verdict = "undecided"
    if degrees + 1 >= LEAST_BLOCKS:
        verdict = "equivalent" if p_equivalent <= alpha else "different" if p_different <= alpha else "undecided"
    reach = abs(value) + float(stdtrit(degrees, 1 - alpha / family)) * error
    return Judgement(value, value - width, value + width, error, p_different, p_equivalent, verdict, reach)


def _tail(distance: float, error: float, degrees: float) -> float:
    """The chance of being so far out on one side."""
    if error <= 0:
        return 0.0 if distance > 0 else 1.0 if distance < 0 else 0.5
    return float(stdtr(degrees, -distance / error))


def overall(verdicts: Sequence[Verdict]) -> Verdict:
    """One word for a family: different if anything is, equivalent only if everything is."""
    if "different" in verdicts:
        return "different"
    return "equivalent" if verdicts and all(verdict == "equivalent" for verdict in verdicts) else "undecided"


def check_smallest_effect(smallest_effect: float) -> None:
    """It must be a positive number."""
    if not (isfinite(smallest_effect) and smallest_effect > 0):
        raise CavernaError(f"smallest effect: {smallest_effect!r} is not allowed; give a number of points above 0")


def check_level(level: float) -> None:
    """It must be a probability that makes sense as a confidence."""
    if not 0.5 <= level < 1:
        raise CavernaError(f"level: {level!r} is not allowed; give a confidence from 0.5 to below 1, such as 0.95")


def units_needed(sd: float, smallest_effect: float, level: float = 0.95, family: int = 1, power: float = POWER) -> int:
    """Blocks after which one difference of the smallest effect is found, and a family without any is called equivalent.

    Each happens with this power at least (normal approximation). The larger of the two numbers; never less than a verdict needs.
    """
    check_smallest_effect(smallest_effect)
    tail = (1 - level) / family
    found = float(ndtri(1 - tail / 2) + ndtri(power)) ** 2
    cleared = float(ndtri(1 - tail) + ndtri(1 - (1 - power) / family / 2)) ** 2
    return max(LEAST_BLOCKS, ceil(max(found, cleared) * (sd / smallest_effect) ** 2))


def cautious_sd(sd: float, units: int, confidence: float = 0.8) -> float:
    """An upper limit of a standard deviation seen in few units, so that a lucky pilot does not promise too much (Browne 1995)."""
    if units < 2 or not isfinite(sd):
        return nan
    return sd * sqrt((units - 1) / float(chdtri(units - 1, confidence)))
