"""Looking again: how often anything is claimed that is not so."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri

from caverna_sim.stats.looks import share, spent

STUDIES = 40_000


def limits(looks: int) -> np.ndarray:
    return np.array([-ndtri(spent(0.05, look) / 2) for look in range(1, looks + 1)])


def test_the_parts_of_the_error_add_up() -> None:
    assert share(1) == 0.6
    assert sum(share(look) for look in range(1, 200)) == pytest.approx(1.0)
    assert spent(0.05, 0) == 0.05
    assert [spent(0.05, look) for look in (1, 2, 3)] == pytest.approx([0.03, 0.006, 0.0042])


def test_a_first_look_costs_a_tenth_and_later_ones_more() -> None:
    assert limits(1)[0] == pytest.approx(2.170, abs=0.001)
    assert (np.diff(limits(12)) > 0).all()
    assert limits(10)[-1] < 3.6


@pytest.mark.parametrize("times", [(1, 2), (1, 2, 4, 8), tuple(range(1, 11))], ids=str)
def test_all_looks_together_keep_the_level(times: tuple[float, ...]) -> None:
    """Nothing is there; how often any of the looks finds something. Ordinary intervals find it in 14 % with four looks."""
    steps = np.diff(np.r_[0.0, times])
    random = np.random.RandomState(len(times))
    sums = (random.standard_normal((STUDIES, len(times))) * np.sqrt(steps)).cumsum(axis=1) / np.sqrt(times)
    assert 0.025 < float((np.abs(sums) > limits(len(times))).any(axis=1).mean()) <= 0.05
    if times == (1, 2, 4, 8):
        assert float((np.abs(sums) > 1.96).any(axis=1).mean()) > 0.12


@pytest.mark.parametrize("looks", [4, 10, 20])
def test_who_looks_again_as_soon_as_it_is_close_gains_nothing(looks: int) -> None:
    """A tenth more blocks when the last look was close to its limit, twice as many when it was not."""
    random, limit = np.random.RandomState(looks), limits(looks + 1)
    times, sums = np.ones(STUDIES), random.standard_normal(STUDIES)
    claimed = np.zeros(STUDIES, bool)
    for look in range(looks):
        standing = np.abs(sums) / np.sqrt(times)
        claimed |= standing > limit[look]
        more = np.where(standing > 0.7 * limit[look + 1], 0.1, 1.0) * times
        sums, times = sums + np.sqrt(more) * random.standard_normal(STUDIES), times + more
    assert claimed.mean() <= 0.05
