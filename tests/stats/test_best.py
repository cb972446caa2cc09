"""Comparisons with the best choice: intervals that hold however soon one stops, nothing found where there is nothing."""

from __future__ import annotations

import numpy as np
import pytest

from caverna_sim.stats.best import AgainstBest, against_best, mean_of, share_of

LAPS = (16, 32, 64, 128)


def race(truth: list[float], rng: np.random.Generator, most: int = 4) -> tuple[AgainstBest, bool]:
    """Laps as `analyse` plays them, with skew outcomes and shared chances; whether all intervals of all laps held."""
    trials: list[np.ndarray] = [np.zeros(0)] * len(truth)
    left, played, held = list(range(len(truth))), 0, True
    loss = max(truth) - np.array(truth)
    for lap in LAPS:
        shared = rng.normal(0, 4, lap - played)
        for one in left:
            trials[one] = np.concatenate([trials[one], truth[one] + shared + rng.gamma(2.0, 4.0, lap - played)])
        played = lap
        found = against_best(trials, len(LAPS))
        best = loss == 0
        held &= bool(((found.low <= loss + 1e-9) & (loss <= found.high + 1e-9)).all()) and bool(found.may_be_best[best].any())
        left = [one for one in found.order if one in left and found.may_be_best[one]][:most]
    return found, held


@pytest.mark.parametrize("truth", [[0.0, 0.0], [0.0] * 8, [1.0, 0.5, 0.0, -3.0, -10.0]])
def test_intervals_hold_at_all_laps_together(truth: list[float]) -> None:
    """At 95 %, with skew outcomes and choices that drop out: so of 200 races hardly more than 10 may fail."""
    rng = np.random.default_rng(5)
    assert sum(not race(truth, rng)[1] for _ in range(200)) <= 16  # one in a thousand would be above by chance


def test_a_planted_effect_is_found_and_its_size_is_inside() -> None:
    found, _ = race([0.0, 20.0, 0.0, 0.0], np.random.default_rng(1))
    assert found.may_be_best.tolist() == [False, True, False, False]
    assert found.order[0] == 1
    assert all(0 < found.low[one] <= 20 <= found.high[one] for one in (0, 2, 3))


def test_the_same_choice_twice_stays_open() -> None:
    """Nothing differs, so nothing is worse; but what was not seen in few trials may happen yet."""
    outcomes = np.random.default_rng(2).normal(80, 10, 32)
    found = against_best([outcomes, outcomes.copy()], 3)
    assert found.may_be_best.all()
    assert found.loss.tolist() == [0, 0]
    assert (found.high > 1).all()
    long = np.tile(outcomes, 100)
    assert (against_best([long, long.copy()], 3).high < 0.2).all()


def test_few_trials_show_nothing() -> None:
    found = against_best([np.array([100.0, 100.0]), np.array([1.0, 2.0])], 1)
    assert found.may_be_best.all()
    alone = against_best([np.array([3.0])], 1)
    assert alone.may_be_best.all()
    assert alone.high.tolist() == [0]


def test_a_chance_to_win_has_an_interval_even_when_all_was_won() -> None:
    """Ties are parts of a win; none of twenty is not never."""
    none = share_of(np.zeros(20))
    assert (none.value, none.low) == (0, 0)
    assert 0.1 < none.high < 0.3
    half = share_of(np.array([1.0, 0.0, 0.5] * 20))
    assert half.low < half.value == 0.5 < half.high
    assert not np.isfinite(mean_of(np.array([4.0])).high)
