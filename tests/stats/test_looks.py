"""Looking again: limits of looks against published ones, and how often anything is claimed that is not so."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.special import ndtri

from caverna_sim.errors import CavernaError
from caverna_sim.stats import looks
from caverna_sim.stats.looks import nominal, share


def limit(error: float, *information: float) -> float:
    return -float(ndtri(nominal(error, information) / 2))


def test_the_parts_of_the_error_add_up() -> None:
    assert share(1) == 0.6
    assert sum(share(look) for look in range(1, 200)) == pytest.approx(1.0)


def test_published_limits_of_equal_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pocock (1977) has one limit for five equal looks, 2.413; spending what it spends at each gives it back."""
    random = np.random.RandomState(1)
    sums = random.standard_normal((1_000_000, 5)).cumsum(axis=1) / np.sqrt(np.arange(1, 6))
    first = (np.abs(sums) > 2.413).argmax(axis=1)
    beyond = (np.abs(sums) > 2.413).any(axis=1)
    spent = [float((beyond & (first == look)).mean()) / 0.05 for look in range(5)]
    assert sum(spent) == pytest.approx(1.0, abs=0.02)
    monkeypatch.setattr(looks, "share", lambda look: spent[look - 1])
    monkeypatch.setattr(looks, "GROWTH", 1.0)
    looks._nominal.cache_clear()
    assert [limit(0.05, *range(1, number + 1)) for number in range(1, 6)] == pytest.approx([2.413] * 5, abs=0.02)
    looks._nominal.cache_clear()


def test_a_single_look_costs_a_tenth_and_later_ones_more() -> None:
    assert limit(0.05, 500) == pytest.approx(2.170, abs=0.001)
    doubled = [limit(0.05, *(2.0**look for look in range(number))) for number in range(1, 11)]
    assert doubled == sorted(doubled)
    assert doubled[1] < 2.65 and doubled[-1] < 3.5
    assert limit(0.05, 100, 110) == limit(0.05, 100, 200)  # nothing is gained by looking when it is close
    assert limit(0.05, 100, 200) == limit(0.05, 7, 14)


@pytest.mark.parametrize("wrong", [(), (5, 5), (5, 4), (0, 5)])
def test_what_is_known_grows(wrong: tuple[float, ...]) -> None:
    with pytest.raises(CavernaError, match="has to grow"):
        nominal(0.05, wrong)


@pytest.mark.parametrize("times", [(1, 2), (1, 2, 4, 8), tuple(range(1, 11)), (1, 3, 9, 50, 300)], ids=str)
def test_all_looks_together_keep_the_level(times: tuple[float, ...]) -> None:
    """Nothing is there; how often any of the looks finds something."""
    steps = np.diff(np.r_[0.0, times])
    sums = (np.random.RandomState(len(times)).standard_normal((200_000, len(times))) * np.sqrt(steps)).cumsum(axis=1) / np.sqrt(times)
    limits = [limit(0.05, *times[: number + 1]) for number in range(len(times))]
    ever = float((np.abs(sums) > limits).any(axis=1).mean())
    spent = 0.05 * sum(share(look) for look in range(1, len(times) + 1))
    assert ever <= spent + 0.0015
    if min(b / a for a, b in pairwise(times)) >= 2:
        assert ever == pytest.approx(spent, abs=0.0015)
