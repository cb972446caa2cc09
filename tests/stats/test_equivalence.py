"""Verdicts: against textbook values and by simulation of how often they are wrong."""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Literal

import numpy as np
import pytest
from scipy import stats as scipy_stats

from caverna_sim.errors import CavernaError
from caverna_sim.stats.discoveries import RATE, adjusted, level_after_selection
from caverna_sim.stats.equivalence import cautious_sd, judge, overall, units_needed

STUDIES = 2000


def judged_sample(values: np.ndarray, smallest_effect: float, family: int = 1):  # type: ignore[no-untyped-def]
    return judge(float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values)), len(values) - 1, smallest_effect, family=family)


def test_the_interval_is_that_of_scipy() -> None:
    values = np.random.RandomState(3).normal(0.2, 1.0, 60)
    found = judged_sample(values, 0.5)
    assert found.p == pytest.approx(scipy_stats.ttest_1samp(values, 0).pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(scipy_stats.ttest_1samp(values, 0).confidence_interval(0.95)))


@pytest.mark.parametrize(
    ("value", "error", "verdict", "is_shown"),
    [
        (2.0, 0.2, "different", True),
        (-2.0, 0.2, "different", True),
        (1.3, 0.2, "undecided", True),  # surely there, perhaps smaller than 1
        (0.6, 0.25, "undecided", True),
        (0.3, 0.05, "equivalent", True),  # surely there, surely too small
        (0.0, 0.2, "equivalent", False),
        (0.9, 0.5, "undecided", False),
    ],
)
def test_the_interval_says_everything(value: float, error: float, verdict: str, is_shown: bool) -> None:
    found = judge(value, error, 99, 1.0)
    assert (found.verdict, found.is_shown) == (verdict, is_shown)
    assert (verdict == "different") == (found.low >= 1 or found.high <= -1)
    assert (verdict == "equivalent") == (found.reach < 1)


def test_few_blocks_claim_nothing() -> None:
    assert judge(5.0, 0.01, 18, 1.0).verdict == "undecided"
    assert judge(5.0, 0.01, 19, 1.0).verdict == "different"
    assert judge(5.0, nan, 0, 1.0).verdict == "undecided"


def test_differences_that_never_vary() -> None:
    """Identical rules under the same chances give the same games."""
    assert judge(0.0, 0.0, 99, 1.0).verdict == "equivalent"
    assert judge(3.0, 0.0, 99, 1.0).verdict == "different"


def test_what_is_undecided_says_how_many_times_the_blocks_it_needs() -> None:
    """Spread 4, difference 0.6, smallest effect 1, so far 0.4 from the edge give or take 0.4: (1.960 + 1.282)^2 * 4^2 / (2 * 0.4^2)."""
    assert 100 * judge(0.6, 0.4, 99, 1.0).times_more == pytest.approx(1051 / 2, rel=0.001)
    assert judge(1.0, 0.4, 99, 1.0).times_more == pytest.approx((1.960 + 1.282) ** 2, rel=0.001)
    assert judge(1.0, nan, 0, 1.0).times_more == inf
    assert judge(0.0, 0.2, 99, 1.0).times_more != judge(0.0, 0.2, 99, 1.0).times_more  # settled: nan


def test_a_census_is_certain() -> None:
    found = judge(1.5, 0.4, 3, 1.0, is_exact=True)
    assert (found.verdict, found.low, found.high, found.error) == ("different", 1.5, 1.5, 0)
    assert judge(0.5, 0.4, 3, 1.0, is_exact=True).verdict == "equivalent"


def test_a_family_shares_the_error() -> None:
    alone, together = judge(1.0, 0.45, 99, 0.2), judge(1.0, 0.45, 99, 0.2, family=4)
    assert together.p == pytest.approx(4 * alone.p)
    assert together.high - together.low > alone.high - alone.low
    assert (alone.is_shown, together.is_shown) == (True, False)


def test_one_word_for_a_family() -> None:
    assert overall(["equivalent", "different", "undecided"]) == "different"
    assert overall(["equivalent", "equivalent"]) == "equivalent"
    assert overall(["equivalent", "undecided"]) == "undecided"
    assert overall([]) == "undecided"


@pytest.mark.parametrize("smallest", [0.0, -1.0, nan, float("inf")])
def test_the_smallest_effect_is_a_positive_number(smallest: float) -> None:
    with pytest.raises(CavernaError, match="smallest effect"):
        judge(0.0, 1.0, 50, smallest)


# ---------------------------------------------------------------- how often verdicts are wrong


def studies(effect: float, units: int, seed: int, groups: int = 1) -> np.ndarray:
    """[study, group, block] differences, skewed as scores are, with a true mean."""
    random = np.random.RandomState(seed)
    return random.gamma(4.0, 0.5, (STUDIES, groups, units)) - 2.0 + effect


def test_an_effect_where_there_is_none_is_as_rare_as_promised() -> None:
    wrong = sum(any(judged_sample(group, 1.0, family=4).is_shown for group in study) for study in studies(0.0, 60, 1, 4))
    assert wrong / STUDIES == pytest.approx(0.05, abs=0.015)


@pytest.mark.parametrize(("truth", "wrong"), [(0.3, "equivalent"), (0.299, "different")])
def test_false_verdicts_are_rare_where_it_is_hardest(truth: float, wrong: str) -> None:
    """The truth lies on the edge of the zone: 2.5 %, one side of the interval."""
    found = sum(judged_sample(study[0], 0.3).verdict == wrong for study in studies(truth, 400, 2))
    assert found / STUDIES == pytest.approx(0.025, abs=0.012)


def test_more_blocks_only_ever_settle() -> None:
    """Whatever the truth, the right verdict gets more frequent with blocks, and the wrong one stays rare."""
    for truth, right in ((0.0, "equivalent"), (0.8, "equivalent"), (1.25, "different"), (2.0, "different")):
        shares = []
        for blocks in (50, 200, 800):
            values = np.random.RandomState(7).normal(truth, 3.0, (400, blocks))
            words = [judged_sample(study, 1.0).verdict for study in values]
            shares.append(words.count(right) / 400)
            assert words.count("different" if right == "equivalent" else "equivalent") <= 0.05 * 400
        assert shares == sorted(shares)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    found = [judged_sample(study[0], 1.0) for study in studies(0.7, 80, 3)]
    assert sum(one.low <= 0.7 <= one.high for one in found) / STUDIES == pytest.approx(0.95, abs=0.015)


def test_the_number_of_blocks_gives_the_power_it_promises() -> None:
    """Spread 1, smallest effect 0.25: an effect of twice that is found and a null cleared in 9 of 10 studies or more, at a first look."""
    units = units_needed(1.0, 0.25)

    def share(verdict: str, truth: float, seed: int) -> float:
        every = [study[0] for study in studies(truth, units, seed)]
        means = [(float(one.mean()), float(one.std(ddof=1)) / sqrt(units)) for one in every]
        return sum(judge(mean, error, units - 1, 0.25, look=1).verdict == verdict for mean, error in means) / STUDIES

    assert 0.88 <= share("different", 0.5, 4) <= 0.97
    assert 0.88 <= share("equivalent", 0.0, 5) <= 0.95


def test_numbers_of_textbooks() -> None:
    """(2.170 + 1.645)^2 / 0.5^2 = 58.2: 60 % of 5 % is for the first look."""
    assert units_needed(1.0, 0.5) == 59
    assert units_needed(0.0, 0.5) == 20
    assert units_needed(2.0, 0.5) == 233
    assert units_needed(1.0, 0.5, family=4) > 59


def test_a_cautious_spread_is_too_small_in_one_of_five_pilots() -> None:
    random = np.random.RandomState(6)
    below = np.mean([cautious_sd(float(sample.std(ddof=1)), 25) < 1.0 for sample in random.normal(size=(STUDIES, 25))])
    assert below == pytest.approx(0.2, abs=0.03)
    assert np.isnan(cautious_sd(1.0, 1))


# ---------------------------------------------------------------- many questions

# Benjamini and Hochberg (1995), 15 endpoints of a study of myocardial infarction
ENDPOINTS = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]


def test_the_example_of_benjamini_and_hochberg() -> None:
    assert (adjusted(ENDPOINTS) <= RATE).sum() == 4
    assert adjusted(ENDPOINTS)[3] == pytest.approx(15 * 0.0095 / 4)
    assert (adjusted(ENDPOINTS, "by") <= RATE).sum() == 3
    assert len(adjusted([])) == 0


@pytest.mark.parametrize("method", ["bh", "by"])
def test_adjusted_p_values_are_those_of_scipy(method: Literal["bh", "by"]) -> None:
    random = np.random.RandomState(3)
    for values in (ENDPOINTS, ENDPOINTS[::-1], [0.02] * 5, random.uniform(size=40), [0.3]):
        assert adjusted(values, method) == pytest.approx(scipy_stats.false_discovery_control(values, method=method), rel=1e-12)


def test_false_discoveries_among_48_tiles() -> None:
    """38 tiles do nothing, 10 do: at most 5 % of the discoveries are false, on average, and most of the ten are found."""
    random = np.random.RandomState(7)
    shares, power = [], []
    for _ in range(STUDIES):
        scores = random.normal(np.r_[np.zeros(38), np.full(10, 3.5)])
        found = adjusted(2 * scipy_stats.norm.sf(np.abs(scores))) <= RATE
        shares.append(found[:38].sum() / max(1, found.sum()))
        power.append(found[38:].mean())
    assert np.mean(shares) <= 0.05
    assert np.mean(power) > 0.7


def test_intervals_of_the_selected_miss_no_more_often_than_the_rate() -> None:
    random = np.random.RandomState(8)
    truth = np.r_[np.zeros(38), np.full(10, 3.0)]
    missed = []
    for _ in range(STUDIES):
        scores = random.normal(truth)
        chosen = adjusted(2 * scipy_stats.norm.sf(np.abs(scores))) <= RATE
        width = scipy_stats.norm.ppf(1 - (1 - level_after_selection(int(chosen.sum()), 48)) / 2)
        missed.append((np.abs(scores - truth)[chosen] > width).sum() / max(1, chosen.sum()))
    assert np.mean(missed) <= 0.05
    assert level_after_selection(48, 48) == pytest.approx(0.95)


@pytest.mark.parametrize("wrong", [[0.1, 1.2], [-0.1], [nan], [[0.1], [0.2]]])
def test_p_values_that_are_none(wrong: list[float]) -> None:
    with pytest.raises(CavernaError, match="p-values"):
        adjusted(wrong)


def test_a_selection_that_is_none() -> None:
    with pytest.raises(CavernaError, match="selection"):
        level_after_selection(5, 4)
