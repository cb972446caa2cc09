"""Intervals by drawing whole blocks again."""

from __future__ import annotations

import numpy as np
import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.stats.bootstrap import block_bootstrap
from caverna_sim.stats.ratings import clustered_mean


def test_bootstrap_agrees_with_the_formula_for_a_mean() -> None:
    random = np.random.RandomState(5)
    counts = random.randint(3, 5, 200).astype(float)
    sums = random.normal(70, 5, 200) * counts
    formula = clustered_mean(sums, counts)
    found = block_bootstrap(lambda chosen: float(sums[chosen].sum() / counts[chosen].sum()), 200)
    assert found.value == pytest.approx(formula.value)
    assert found.error == pytest.approx(formula.error, rel=0.06)
    assert (found.low, found.high) == pytest.approx((formula.low, formula.high), abs=0.08)


def test_bootstrap_of_a_median_holds_the_truth() -> None:
    """Medians of scores in blocks of four that share a luck."""
    random = np.random.RandomState(6)
    held = 0
    for attempt in range(300):
        values = random.normal(0, 1, (80, 1)) + random.normal(0, 1, (80, 4))
        found = block_bootstrap(lambda chosen, values=values: float(np.median(values[chosen])), 80, replicates=300, seed=attempt)
        held += found.low <= 0 <= found.high
    assert 0.91 <= held / 300 <= 0.98


def test_bootstrap_is_repeatable_and_refuses_a_single_block() -> None:
    values = np.random.RandomState(7).normal(size=50)
    first, again, other = (block_bootstrap(lambda chosen: float(values[chosen].mean()), 50, replicates=99, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    with pytest.raises(CavernaError, match="at least 2"):
        block_bootstrap(lambda chosen: 1.0, 1)
