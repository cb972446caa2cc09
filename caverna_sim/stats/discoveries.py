"""Many questions at once: which of them are answered, when a share of false answers is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.stats.ratings import Floats

RATE = 0.05


def adjusted(p_values: Sequence[float] | Floats, method: Literal["bh", "by", "holm"] = "bh") -> Floats:
    """p-values adjusted so that those below a rate hold at most that share of false discoveries, on average.

    `bh` (Benjamini and Hochberg 1995) needs independent or positively dependent tests, `by` (Benjamini and Yekutieli 2001) nothing.
    With `holm` (1979) the rate is the chance of any false one, as with intervals that hold all together.
    """
    values = np.asarray(p_values, np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise CavernaError("false discoveries: give a list of p-values from 0 to 1")
    if not len(values):
        return values
    count, order = len(values), np.argsort(values)
    ranks = np.arange(1, count + 1)
    if method == "holm":
        found = np.empty(count)
        found[order] = np.maximum.accumulate(values[order] * (count + 1 - ranks))
        return np.clip(found, 0.0, 1.0)
    dependence = (1 / ranks).sum() if method == "by" else 1.0
    steps = values[order] * count * dependence / ranks  # each no larger than those of larger p-values
    found = np.empty(count)
    found[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return np.clip(found, 0.0, 1.0)


def level_after_selection(selected: int, family: int, rate: float = RATE) -> float:
    """The level of intervals for those that were selected out of a family.

    With it at most that share of the shown intervals misses the truth (Benjamini and Yekutieli 2005).
    """
    if not 0 <= selected <= family or family < 1:
        raise CavernaError(f"selection: {selected} of {family} is not possible")
    return 1 - max(selected, 1) * rate / family
