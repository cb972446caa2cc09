"""Looking again: verdicts of a run that grows keep their level however often somebody looks.

Looks are counted, and each may spend a part of the error: the first FIRST of it, every later one NEXT of what is left. How far out
a look has to be follows from the blocks of all looks so far, since what was seen before is part of what is seen now (error
spending: Lan and DeMets 1983; intervals at every look: Jennison and Turnbull 1989). So all intervals that were ever shown hold
together, also when somebody looks again because it was close. The interval of a first look is a tenth wider for it; a confidence
sequence, which allows a look after every block, is half as wide again from the first look on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

import numpy as np
from scipy.special import ndtr, ndtri

from caverna_sim.errors import CavernaError
from caverna_sim.stats.ratings import Floats

FIRST = 0.6  # of the error is for the first look: most comparisons are looked at once
NEXT = 0.25  # of what is left is for the next one
GROWTH = 2.0  # a look after fewer than so many times the blocks counts as one after so many: no use in looking when it is close
GRID = 801  # points of a density; more change the fourth digit
SEARCHES = 40  # halvings until a limit is found
MOST_LIMIT = 40.0


def share(look: int) -> float:
    """The part of the error that a look may spend, counted from 1; all of them add up to 1."""
    return FIRST if look == 1 else (1 - FIRST) * NEXT * (1 - NEXT) ** (look - 2)


def nominal(error: float, information: Sequence[float]) -> float:
    """The two-sided error of an ordinary interval at the last of these looks, so that all looks together keep to `error`.

    `information` is how much was known at each look, such as blocks; it only grows.
    """
    if not information or any(b <= a for a, b in zip((0.0, *information), information, strict=False)):
        raise CavernaError("looks: what is known has to grow from look to look")
    times = [1.0]
    for one in information[1:]:
        times.append(max(one / information[0], GROWTH * times[-1]))
    return _nominal(round(error, 12), tuple(round(one, 6) for one in times))


@lru_cache(maxsize=512)
def _nominal(error: float, times: tuple[float, ...]) -> float:
    limit = -float(ndtri(error * share(1) / 2))
    points = np.linspace(-limit, limit, GRID)
    density = np.exp(-(points**2) / 2) / sqrt(2 * np.pi)  # of the sum so far where no look was beyond its limit
    for look in range(2, len(times) + 1):
        step = max(sqrt(times[look - 1] - times[look - 2]), 2 * float(points[1] - points[0]))  # finer than the grid is not told apart
        end, weights = sqrt(times[look - 1]), density * _simpson(points)
        limit = _limit(points, weights, step, end, error * share(look))
        ends = np.linspace(-limit * end, limit * end, GRID)
        kernel = np.exp(-(((ends[:, None] - points[None, :]) / step) ** 2) / 2) / (sqrt(2 * np.pi) * step)
        points, density = ends, kernel @ weights
    return 2 * float(ndtr(-limit))


def _limit(points: Floats, weights: Floats, step: float, end: float, spend: float) -> float:
    """The standardised limit beyond which the next look lies with the chance `spend`, when no earlier one was beyond its own."""
    low, high = 0.0, MOST_LIMIT
    for _ in range(SEARCHES):
        middle = (low + high) / 2
        beyond = float(weights @ (ndtr((points - middle * end) / step) + ndtr((-middle * end - points) / step)))
        low, high = (middle, high) if beyond > spend else (low, middle)
    return (low + high) / 2


def _simpson(points: Floats) -> Floats:
    """Weights of Simpson's rule for an odd number of even steps."""
    weights = np.full(len(points), 2.0)
    weights[1::2] = 4.0
    weights[[0, -1]] = 1.0
    return np.asarray(weights * (points[1] - points[0]) / 3, np.float64)
