"""Effects of what was drawn by lot, and families of them: against textbooks, by planted effects, by how often they are wrong."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from caverna_sim.errors import CavernaError
from caverna_sim.experiments import outcomes
from caverna_sim.stats import effects, families
from caverna_sim.stats.effects import Effects, differing_p, drawn_design, joined, joint_p, least_squares, put_together
from caverna_sim.stats.families import blocks_for, blocks_to_find, critical, family, interactions, ranks
from caverna_sim.stats.many import compare_many
from tests.stats.synthetic import made_up

Floats = np.ndarray


def study(random: np.random.RandomState, blocks: int, effects: Floats, rows: int = 1) -> tuple[Floats, Floats, Floats]:
    """Outcomes, design and blocks of tiles that are there in half of the blocks; luck is skewed, shared in a block, larger with tile 0."""
    there = (random.random_sample((blocks, len(effects))) < 0.5).astype(float)
    luck = random.gamma(4, 1.5, (blocks, 1)) + (random.gamma(2, 1.5, (blocks, rows)) - 3) * (1 + there[:, :1])
    return ((there @ effects)[:, None] + luck).ravel(), np.repeat(there, rows, axis=0), np.repeat(np.arange(blocks), rows)


def named(number: int) -> list[str]:
    return [f"tile {place}" for place in range(number)]


def of_samples(values: Floats) -> Effects:
    """Means of columns."""
    return Effects(tuple(named(values.shape[1])), values.mean(axis=0), np.arange(len(values)), (values - values.mean(axis=0)) / len(values),
                   len(values) - 1.0)  # fmt: skip


# ---------------------------------------------------------------- one fit


def test_one_column_is_the_difference_of_two_means() -> None:
    """Present against absent: Welch's error, with each sample's own spread (what the correction of residuals is made for)."""
    random = np.random.RandomState(1)
    there = np.r_[np.ones(40), np.zeros(60)]
    points = random.normal(70, 5, 100) + there * random.normal(3, 4, 100)
    found = least_squares(points, there[:, None], ["tile"])
    a, b = points[there == 1], points[there == 0]
    assert found.values[0] == pytest.approx(a.mean() - b.mean())
    assert found.errors[0] == pytest.approx(np.sqrt(a.var(ddof=1) / 40 + b.var(ddof=1) / 60), rel=1e-6)


def test_copies_of_rows_add_no_certainty() -> None:
    points, there, blocks = study(np.random.RandomState(2), 200, np.array([1.0, 0, 0]))
    once = least_squares(points, there, named(3), blocks)
    thrice = least_squares(np.repeat(points, 3), np.repeat(there, 3, axis=0), named(3), np.repeat(blocks, 3))
    assert thrice.values == pytest.approx(once.values)
    assert thrice.errors == pytest.approx(once.errors, rel=0.01)


def test_designs_that_cannot_answer_are_refused() -> None:
    there = (np.random.RandomState(3).random_sample((60, 2)) < 0.5).astype(float)
    with pytest.raises(CavernaError, match="`never` never varies"):
        least_squares(np.ones(60), np.column_stack([there, np.ones(60)]), ["a", "b", "never"])
    with pytest.raises(CavernaError, match="`twin` never varies apart"):
        least_squares(np.ones(60), np.column_stack([there, there[:, 0]]), ["a", "b", "twin"])
    with pytest.raises(CavernaError, match="3 blocks are too few for 2 effects"):
        least_squares(np.ones(3), there[:3], ["a", "b"])


def test_a_design_from_what_was_drawn() -> None:
    drawn = pl.DataFrame(
        {"block": [0, 0, 1, 1, 2, 2], "tile": ["miner", "trader"] * 3, "available": [True, False, False, False, True, True]}
    )
    blocks, design, names = drawn_design(drawn, "tile", "available", base=False)
    assert (blocks.tolist(), names) == ([0, 1, 2], ("miner", "trader"))
    assert design.tolist() == [[1, 0], [0, 0], [1, 1]]
    access = pl.DataFrame({"block": [0, 1, 2], "tile": ["miner"] * 3, "access": ["nobody", "focal", "everybody"]})
    _, design, names = drawn_design(access, "tile", "access", base="nobody")
    assert names == ("miner: everybody", "miner: focal")
    assert design.tolist() == [[0, 0], [0, 1], [1, 0]]


def test_a_joint_test_is_hotellings() -> None:
    values = np.random.RandomState(4).normal(0.2, 1, (30, 3))
    square = 30 * values.mean(axis=0) @ np.linalg.inv(np.cov(values.T)) @ values.mean(axis=0)
    assert joint_p(of_samples(values)) == pytest.approx(scipy_stats.f.sf(square * 27 / (29 * 3), 3, 27))
    assert joint_p(of_samples(values[:, :1])) == pytest.approx(scipy_stats.ttest_1samp(values[:, 0], 0).pvalue)


# ---------------------------------------------------------------- families


def test_the_limit_of_one_is_students_and_of_many_below_bonferroni() -> None:
    values = np.random.RandomState(5).normal(0, 1, (200, 48))
    assert critical(of_samples(values[:, :1])) == pytest.approx(scipy_stats.t.ppf(0.975, 199))
    bonferroni = scipy_stats.t.ppf(1 - 0.025 / 48, 199)
    assert bonferroni - 0.12 < critical(of_samples(values)) < bonferroni + 0.05
    shared = values[:, :1] + 0.1 * values
    assert critical(of_samples(shared)) < bonferroni - 0.5  # effects that go together need less


def test_coverage_discoveries_ranks_and_planted_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    """12 tiles, 2 of them worth 1.5 points, rows alike within blocks; 150 studies of 700 blocks."""
    monkeypatch.setattr(families, "DRAWS", 2000)
    monkeypatch.setattr(families, "PAIR_DRAWS", 1000)
    truth = np.r_[1.5, 1.5, np.zeros(10)]
    random = np.random.RandomState(6)
    alone, together, false, found, ranked = [], [], [], [], []
    for _ in range(150):
        points, there, blocks = study(random, 700, truth, 2)
        judged = family(least_squares(points, there, named(12), blocks))
        alone.append((np.abs(judged.effects.values - truth) <= judged.pointwise).mean())
        together.append(((judged.low <= truth) & (truth <= judged.high)).all())
        false.append(judged.discovery[2:].sum() / max(1, judged.discovery.sum()))
        found.append(judged.discovery[:2].mean())
        ranked.append((judged.rank_low[:2] <= 2).all() and (judged.rank_high[2:] >= 3).all())
    assert np.mean(alone) == pytest.approx(0.95, abs=0.02)
    assert np.mean(together) == pytest.approx(0.95, abs=0.05)
    assert np.mean(false) <= 0.08
    assert np.mean(found) > 0.9
    assert np.mean(ranked) > 0.93


def test_ranks_of_what_is_far_apart_are_points() -> None:
    values = np.random.RandomState(8).normal([0, 5, 10], 1, (100, 3))
    low, high = ranks(of_samples(values))
    assert (low.tolist(), high.tolist()) == ([3, 2, 1], [3, 2, 1])


def test_the_blocks_of_a_pilot_are_enough() -> None:
    """A planted point is found in 9 of 10 studies of the size that a pilot names, and intervals are as narrow as promised."""
    random = np.random.RandomState(9)

    def fitted(blocks: int, truth: Floats) -> Effects:
        points, there, numbers = study(random, blocks, truth)
        return least_squares(points, there, named(8), numbers)

    pilot = fitted(300, np.zeros(8))
    enough = blocks_to_find(pilot, 1.0)
    truth = np.r_[1.0, np.zeros(7)]
    found = narrow = 0
    for _ in range(60):
        fit = fitted(enough, truth)
        found += bool(fit.values[0] - critical(fit) * fit.errors[0] > 0)
        narrow += family(fitted(blocks_for(pilot, 0.8), truth)).half_width <= 0.85
    assert found >= 52
    assert narrow >= 52


def test_bots_for_whom_a_tile_is_worth_something_else() -> None:
    random = np.random.RandomState(10)
    points, there, blocks = study(random, 600, np.array([1.0, 0, 0]))
    other = points + 3 * there[:, 1] + random.normal(0, 2, 600)
    both = joined({"a": least_squares(points, there, named(3), blocks), "b": least_squares(other, there, named(3), blocks)})
    assert both.names[0] == "a: tile 0"
    told = interactions(both, ["a", "b"], named(3))
    assert told["differs"].to_list() == [False, True, False]
    assert differing_p(both, [["a: tile 0", "b: tile 0"]]) > 0.01


# ---------------------------------------------------------------- more blocks than are held one by one


def few_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if 500 blocks were too many."""
    for module in (effects, outcomes):
        monkeypatch.setattr(module, "MOST_BLOCKS", 500)
    monkeypatch.setattr(effects, "MOST_UNITS", 400)


def test_neighbouring_blocks_tell_as_much_together(monkeypatch: pytest.MonkeyPatch) -> None:
    points, there, blocks = study(np.random.RandomState(11), 6000, np.array([1.0, 0, 0]))
    one_by_one = least_squares(points, there, named(3), blocks)
    few_units(monkeypatch)
    together = least_squares(points, there, named(3), blocks)
    assert together.values == pytest.approx(one_by_one.values)
    assert (together.width, len(together.blocks), together.replications) == (16, 375, 6000)
    assert together.degrees == 374
    assert together.errors == pytest.approx(one_by_one.errors, rel=0.12)  # 375 units know their spread to some 4 %
    assert family(together).table["blocks"].to_list() == [6000] * 3
    assert blocks_for(together, 0.2) == pytest.approx(blocks_for(one_by_one, 0.2), rel=0.3)


def test_what_is_in_blocks_and_what_is_in_units_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same blocks, more of them in one estimate than in the other: the difference knows that they are the same."""
    random = np.random.RandomState(12)
    luck = random.normal(0, 5, 600)
    few_units(monkeypatch)
    both = joined({"all": of_samples(luck[:, None]), "some": of_samples(luck[:450, None])})
    assert (both.width, both.replications) == (2, 600)
    apart = both.combined(np.array([[1.0, -1.0]]), ["apart"])
    alone = np.sqrt(both.covariance[0, 0] + both.covariance[1, 1])
    assert apart.errors[0] < 0.6 * alone
    assert put_together([both, apart]).names == ("all: tile 0", "some: tile 0", "apart")


def test_a_long_run_is_estimated_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    points, there, _ = study(np.random.RandomState(13), 6000, np.array([1.0, 0, 0]))
    seen: list[int] = []

    class Made:
        def __init__(self, first: int, end: int) -> None:
            self.manifest = {"block_games": 4, "chunks": {"0": {"first_game": first, "games": end - first}}}
            self.first, self.end = first // 4, end // 4

        def between(self, first: int, end: int) -> Made:
            return Made(first, end)

    def estimate(run: Made) -> dict[str, Effects]:
        some = slice(run.first, run.end)
        seen.append(run.end - run.first)
        return {"worth": least_squares(points[some], there[some], named(3), np.arange(run.first, run.end))}

    whole = outcomes.in_slices(Made(0, 24_000), estimate)["worth"]  # type: ignore[arg-type]
    assert seen == [6000]
    few_units(monkeypatch)
    seen.clear()
    sliced = outcomes.in_slices(Made(0, 24_000), estimate)["worth"]  # type: ignore[arg-type]
    assert seen == [500] * 12
    assert (np.abs(sliced.values - whole.values) < 0.2 * whole.errors).all()
    assert sliced.errors == pytest.approx(whole.errors, rel=0.12)
    assert (sliced.width, len(sliced.blocks), sliced.replications) == (16, 375, 6000)


# ---------------------------------------------------------------- many comparisons


def test_many_comparisons_are_one_family() -> None:
    base = made_up(300, name="base")
    pairs = {
        f"rule {place}": (base, made_up(300, noise=place, name=str(place), seat_effects={0: 8.0 * (place == 3)})) for place in range(1, 7)
    }
    found = compare_many(pairs)
    assert found.overall == "different"
    assert found.verdict.startswith("different: 6 comparisons together (1 different, 5 equivalent, 0 undecided; smallest effect 1 point)")
    assert ": rule 3 +" in found.verdict
    assert {"comparison", "low", "high", "pointwise", "p_adjusted", "discovery", "rank_low", "rank_high", "games"} <= set(
        found.table.columns
    )
    assert found.table.filter(pl.col("comparison") == "rule 3")["rank_high"].item() == 1
    by_seat = compare_many(pairs, by="seat")
    assert by_seat.table.height == 24
    assert by_seat.family.limit > found.family.limit
    assert by_seat.plot().axes[0].get_xlabel() == "score"
    with pytest.raises(CavernaError, match="give pairs of runs by name"):
        compare_many([])  # type: ignore[arg-type]
    with pytest.raises(CavernaError, match="has to be a pair"):
        compare_many({"x": (base,)})  # type: ignore[dict-item]
