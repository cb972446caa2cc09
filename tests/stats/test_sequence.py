"""Confidence sequences: the evidence against its integral, and coverage at all times together."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate
from scipy import stats as scipy_stats

from caverna_sim.errors import CavernaError
from caverna_sim.stats.bootstrap import block_bootstrap
from caverna_sim.stats.ratings import clustered_mean
from caverna_sim.stats.sequence import critical_t, half_widths, log_evidence, mixture_variance, watch

STUDIES = 2000


@pytest.mark.parametrize(("t", "blocks"), [(0.5, 5), (2.0, 12), (3.5, 40)])
def test_evidence_is_a_ratio_of_noncentral_t_densities(t: float, blocks: int) -> None:
    """The normal mixture over the standardised effect, integrated numerically."""
    variance = 0.05

    def weighted(effect: float) -> float:
        density = scipy_stats.nct.pdf(t, blocks - 1, np.sqrt(blocks) * effect)
        return float(density * scipy_stats.norm.pdf(effect, 0, np.sqrt(variance)))

    mixed = integrate.quad(weighted, -3, 3, limit=200)[0]
    evidence = float(log_evidence(np.array([t]), np.array([float(blocks)]), variance)[0])
    assert np.exp(evidence) == pytest.approx(mixed / scipy_stats.t.pdf(t, blocks - 1), rel=1e-5)


def test_the_critical_value_is_where_the_evidence_is_twenty_to_one() -> None:
    blocks = np.array([50.0, 100, 400, 5000])
    evidence = log_evidence(critical_t(blocks), blocks, mixture_variance(2000))
    assert np.exp(evidence) == pytest.approx([20] * 4)
    assert np.isinf(critical_t(np.array([1, 20]))).all()


def test_the_price_of_looking_at_all_times() -> None:
    """Narrowest relative to a single look near the planned number; about one and a half times as wide there."""
    ratio = critical_t(np.array([2000.0]))[0] / scipy_stats.t.ppf(0.975, 1999)
    assert 1.3 < ratio < 1.6
    narrow = [critical_t(np.array([2000.0]), planned=planned)[0] for planned in (200, 2000, 20000)]
    assert min(narrow) == narrow[1]


@pytest.mark.parametrize("shape", ["normal", "skewed"])
def test_the_truth_stays_inside_at_all_times_together(shape: str) -> None:
    """2,000 runs looked at after each of 1,500 blocks: no more than 5 % ever exclude the truth, far more would without the price."""
    random = np.random.RandomState(1)
    values = random.normal(70, 6, (1500, STUDIES)) if shape == "normal" else random.gamma(2, 5, (1500, STUDIES))
    truth = 70 if shape == "normal" else 10
    seen = watch(values)
    missed = (np.abs(seen.values - truth) > seen.half_widths).any(axis=0).mean()
    assert 0.005 <= missed <= 0.05
    number = np.arange(1, 1501)[50:, None]
    naive = 1.96 * seen.half_widths[50:] / critical_t(number)
    assert (np.abs(seen.values[50:] - truth) > naive).any(axis=0).mean() > 0.25


def test_stopping_when_precise_enough_keeps_the_promise() -> None:
    random = np.random.RandomState(2)
    held = 0
    for _ in range(STUDIES):
        seen = watch(random.normal(70, 6, 800))
        stop = seen.first_below(1.0)
        assert stop is not None
        held += abs(seen.values[stop - 1, 0] - 70) <= 1.0
    assert held / STUDIES >= 0.95


def test_the_stop_depends_on_the_order_of_blocks_only() -> None:
    values = np.random.RandomState(3).normal(70, 6, (900, 4))
    stop = watch(values).first_below(1.2)
    assert stop == watch(values[:700]).first_below(1.2)
    assert watch(values[: stop - 1]).first_below(1.2) is None if stop else False


def test_where_a_run_stands() -> None:
    values = np.random.RandomState(4).normal([60, 80], [1, 9], (300, 2))
    seen = watch(values)
    assert [round(one.value, 6) for one in seen.last] == [round(float(mean), 6) for mean in values.mean(axis=0)]
    assert seen.half_width == pytest.approx(seen.last[1].half_width)
    assert np.isinf(watch(values[:10]).half_width)


def test_games_that_never_differ_are_precise_after_the_first_blocks() -> None:
    assert watch(np.full(30, 64.0)).first_below(0.1) is None
    assert watch(np.full(60, 64.0)).first_below(0.1) == 41


def test_half_widths_of_errors_are_those_of_the_sequence() -> None:
    values = np.random.RandomState(9).normal(size=300)
    seen = watch(values)
    assert half_widths(np.array([values.std(ddof=1) / np.sqrt(300)]), np.array([300.0]))[0] == pytest.approx(seen.half_width)
    assert np.isinf(half_widths(np.zeros(2), np.array([1.0, 30.0]))).all()


@pytest.mark.parametrize("wrong", [[], [float("nan")], np.zeros((2, 2, 2))])
def test_means_that_make_no_sense(wrong: object) -> None:
    with pytest.raises(CavernaError, match="confidence sequence"):
        watch(wrong)
    with pytest.raises(CavernaError, match="level"):
        watch([1.0, 2.0], level=1.5)


# ---------------------------------------------------------------- bootstrap of blocks


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
