"""Two runs compared: published values, pairing, verdicts and how often they are right."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from caverna_sim.dataset.read import load as cs_load
from caverna_sim.errors import CavernaError
from caverna_sim.stats.comparison import compare, pilot
from caverna_sim.stats.equivalence import Judgement, judge
from caverna_sim.stats.pairs import Change, change
from caverna_sim.stats.source import BlockSums
from tests.stats.synthetic import MadeUpRun, made_up, on_disk

# Student (1908): hours of sleep gained by ten patients with two drugs
SLEEP = ([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])


def one_value_per_block(values: object) -> BlockSums:
    numbers = np.asarray(values, np.float64)
    return BlockSums(np.arange(len(numbers)), np.ones(len(numbers)), {"score": numbers})


def judged(found: Change, smallest: float = 1.0) -> Judgement:
    return judge(found.value, found.error, found.degrees, smallest)


def test_students_sleep_data_paired() -> None:
    """t = 4.0621 with 9 degrees of freedom, p = 0.002833, interval 0.700 to 2.460."""
    found = change("sleep", *map(one_value_per_block, SLEEP), True)
    assert found.value == pytest.approx(1.58)
    assert found.value / found.error == pytest.approx(4.0621, abs=1e-4)
    assert found.effect.errors[0] == pytest.approx(found.error)
    assert judged(found).p == pytest.approx(0.002833, abs=1e-6)
    assert (judged(found).low, judged(found).high) == pytest.approx((0.7001142, 2.4598858))
    assert found.correlation == pytest.approx(0.7952, abs=1e-4)


def test_students_sleep_data_as_two_samples() -> None:
    """t = 1.8608 with 17.776 degrees of freedom, p = 0.07939, interval -0.205 to 3.365."""
    found = change("sleep", *map(one_value_per_block, SLEEP), False)
    assert judged(found).p == pytest.approx(0.07939, abs=1e-5)
    assert found.effect.errors[0] == pytest.approx(found.error, rel=0.03)
    assert (judged(found).low, judged(found).high) == pytest.approx((-0.2054832, 3.3654832))
    assert np.isnan(found.correlation)


def test_blocks_of_unequal_size_are_a_ratio() -> None:
    """Repeating the games of a block adds no certainty, and a mean is over rows."""
    first = BlockSums(np.arange(3), np.array([2.0, 1, 1]), {"score": np.array([20.0, 12, 14])})
    second = BlockSums(np.arange(3), np.array([2.0, 1, 1]), {"score": np.array([24.0, 15, 13])})
    found = change("x", first, second, True)
    assert (found.first, found.second) == (46 / 4, 52 / 4)
    rests = np.array([4 - 2 * 1.5, 3 - 1.5, -1 - 1.5]) / 4
    assert found.error == pytest.approx(np.sqrt(3 / 2 * (rests**2).sum()))


# ---------------------------------------------------------------- whole comparisons


def test_a_planted_bonus_is_found_in_its_seat_only() -> None:
    found = compare(made_up(400, name="printed"), made_up(400, noise=1, name="bonus", seat_effects={2: 2.5}))
    assert [effect.verdict for effect in found.effects] == ["equivalent", "equivalent", "different", "equivalent"]
    assert found.overall == "different"
    assert 1 < found.effects[2].judged.low < 2.5 < found.effects[2].judged.high
    assert found.verdict.startswith("different: with bonus instead of printed, seat 2 gets ")
    assert "points more (" in found.verdict
    assert "no difference that matters for seat 0, seat 1, seat 3 and the whole table (at most" in found.verdict
    assert found.whole is not None
    assert found.whole.judged.low < 0.625 < found.whole.judged.high


def test_the_same_games_are_equivalent() -> None:
    found = compare(made_up(30), made_up(30))
    assert found.overall == "equivalent"
    assert found.same_games == 1.0
    assert {effect.judged.value for effect in found.effects} == {0.0}
    assert found.verdict == "equivalent: made_up (first) and made_up (second) are the same; all 120 games went exactly alike."
    few = compare(made_up(3), made_up(3))
    assert few.overall == "equivalent"
    assert compare(made_up(3), made_up(3, noise=1)).overall == "undecided"


def test_few_games_are_undecided() -> None:
    found = compare(made_up(25), made_up(25, noise=1, own_sd=15))
    assert found.overall == "undecided"
    assert "too few games to tell" in found.verdict
    assert re.search(r"about [\d,]+ more games of each would settle it", found.how)


def test_pairs_have_a_correlation_and_save_games() -> None:
    """Luck has spread 6 over blocks and 9 over games, what differs only 3: (36 + 81/4) / (36 + 81/4 + 9/4) for 4 seats of a bot."""
    run, other = made_up(800, name="a"), made_up(800, noise=1, name="b")
    paired = compare(run, other, by="bot")
    assert paired.is_paired
    assert paired.effects[0].correlation == pytest.approx((36 + 81 / 16) / (36 + 81 / 16 + 9 / 16), abs=0.02)
    unpaired = compare(run, made_up(800, seed=2, name="b"), by="bot")
    assert not unpaired.is_paired
    assert np.isnan(unpaired.effects[0].correlation) and np.isnan(unpaired.same_games)
    assert unpaired.effects[0].judged.error > 5 * paired.effects[0].judged.error
    assert "different seeds" in unpaired.how


def test_unpaired_runs_agree_with_welch() -> None:
    run, other = made_up(60), made_up(90, seed=5)
    means = []
    for one in (run, other):
        joined = one.players.join(one.games.select("game", "block"), on="game").filter(pl.col("seat") == 1)
        means.append(joined.group_by("block").agg(pl.col("score").mean()).collect()["score"].to_numpy())
    expected = scipy_stats.ttest_ind(means[1], means[0], equal_var=False)
    found = compare(run, other).effects[1].judged
    assert found.p == pytest.approx(min(1.0, 5 * expected.pvalue))


def test_only_games_that_both_have_are_compared() -> None:
    found = compare(made_up(300), made_up(200, noise=1))
    assert found.games == (800, 800)
    with pytest.raises(CavernaError, match="no game in common"):
        late = made_up(10)
        compare(made_up(10), MadeUpRun(late.manifest, {**late.tables, "games": late.games.with_columns(pl.col("game") + 1000)}))


def test_blocks_of_other_sizes_are_paired_by_block() -> None:
    """One run has its blocks in a single seating, so the same block has other games there."""
    run, other = made_up(300), made_up(300, noise=1, seat_effects={2: 2.0})
    single = other.games.filter(pl.col("seating") == 0)
    renumbered = single.with_columns(game=pl.col("block"))
    players = other.players.join(single.select("game", "block"), on="game").with_columns(game=pl.col("block")).drop("block")
    found = compare(run, MadeUpRun(other.manifest, {**other.tables, "games": renumbered, "players": players}))
    assert found.is_paired
    assert found.games == (1200, 300)
    assert [effect.units for effect in found.effects] == [300] * 4
    assert found.effects[2].correlation > 0.5
    assert found.effects[2].judged.low < 2 < found.effects[2].judged.high
    assert "by blocks" in found.how


def test_what_sets_the_runs_apart_is_told() -> None:
    run, other = made_up(30), made_up(30, noise=1, rules={"start.food": [0, 1, 2, 3]})
    assert compare(run, run).how.startswith("Nothing but the name sets the runs apart. ")
    assert compare(run, other).differs == ("start.food 1, 1, 2, 3, 3, 3, 3 -> 0, 1, 2, 3",)
    of_then = {**other.manifest, "engine": "then", "bots": {"balanced": {"fingerprint": "1"}, "own": {"fingerprint": "3"}}}
    of_now = {**run.manifest, "engine": "now", "bots": {"balanced": {"fingerprint": "2"}}}
    found = compare(MadeUpRun(of_now, run.tables), MadeUpRun(of_then, other.tables))
    told = "parameters of the bot balanced; version of the engine or of the bots"
    assert found.how.startswith(f"The runs differ in: start.food 1, 1, 2, 3, 3, 3, 3 -> 0, 1, 2, 3; {told}. ")


def test_equivalences_tell_how_large_a_difference_can_be() -> None:
    found = compare(made_up(400), made_up(400, noise=1), smallest_effect=2.0)
    assert found.overall == "equivalent"
    most = max(effect.judged.reach for effect in found.lines)
    assert most < 2.0
    assert f"(at most {np.ceil(100 * most) / 100:.2f}".rstrip("0") in found.verdict


def test_a_census_is_compared_exactly() -> None:
    found = compare(made_up(400, setups=20), made_up(400, setups=20, seat_effects={0: 3.0}))
    assert found.is_exact
    assert found.effects[0].judged.low == found.effects[0].judged.high == pytest.approx(3.0, abs=0.2)
    assert "exact" in found.how


def test_other_measures_and_bots() -> None:
    bots = ["strong", "weak", "weak", "weak"]
    run, other = made_up(300, bots=bots), made_up(300, noise=1, bots=bots, bot_effects={"strong": 9.0})
    found = compare(run, other, by="bot", measure="won", smallest_effect=0.02)
    assert [effect.name for effect in found.effects] == ["strong", "weak"]
    assert found.effects[0].verdict == "different"
    assert "% of the wins more" in found.verdict
    with pytest.raises(CavernaError, match="unknown measure `wins`"):
        compare(run, other, measure="wins")
    with pytest.raises(CavernaError, match=r"1 of the win is more than any result can reach; .* such as 0\.05"):
        compare(run, other, measure="won", smallest_effect=1.0)
    with pytest.raises(CavernaError, match="allowed: `seat`, `bot`, `seat,bot`"):
        compare(run, other, by="tile")  # type: ignore[arg-type]


def test_tables_of_other_sizes_are_not_compared() -> None:
    with pytest.raises(CavernaError, match="`made_up` has 4 players and `made_up` 3"):
        compare(made_up(20), made_up(20, 3))
    with pytest.raises(CavernaError, match="no bot in common"):
        compare(made_up(20, bots=["a"] * 4), made_up(20, bots=["b"] * 4), by="bot")


def test_table_and_plot() -> None:
    found = compare(made_up(50), made_up(50, noise=1))
    assert found.table["seat"].to_list() == ["seat 0", "seat 1", "seat 2", "seat 3", "table"]
    assert {"first", "second", "difference", "low", "high", "correlation", "other than zero", "verdict"} <= set(found.table.columns)
    assert found.plot().axes[0].get_xlabel() == "score: made_up (second) minus made_up (first)"


def test_the_mean_of_bots_that_differ_is_marked() -> None:
    """A bonus for one bot in every seat: each seat gains a quarter of it, and a line by seat hides who gains."""
    bots = ["a", "b", "c", "d"]
    run = made_up(400, bots=bots)
    same = compare(run, made_up(400, noise=1, bots=bots, seat_effects={0: 2.0, 1: 2.0, 2: 2.0, 3: 2.0}))
    assert same.differs_between is not None and same.differs_between > 0.05
    assert "No sign that the bots of a seat differ" in same.how
    other = made_up(400, noise=1, bots=bots, bot_effects={"b": 4.0})
    found = compare(run, other)
    assert found.differs_between is not None and found.differs_between < 1e-6
    assert "The bots of a seat differ in it (p < 0.001)" in found.how
    each = compare(run, other, by="seat,bot")
    assert [effect.name for effect in each.effects if effect.verdict == "different"] == [f"seat {seat}, b" for seat in range(4)]
    assert each.differs_between is None
    assert compare(run, other, by="bot").differs_between > 0.05  # type: ignore[operator]


def test_other_wordings_of_a_comparison_are_looks_too(tmp_path: Path) -> None:
    """By bot, at another level, the other way round: whoever asks until it is shown has asked as often."""
    runs = []
    for noise in (0, 1):
        run = made_up(60, noise=noise, own_sd=9, name=str(noise))
        run.manifest["key"] = f"{noise}123456789abcdef"  # type: ignore[index]
        runs.append(on_disk(run, tmp_path / str(noise)))
    first, second = runs
    assert compare(first, second).looks == 1
    by_bot = compare(first, second, by="bot")
    assert (by_bot.looks, compare(second, first).looks, compare(first, second, level=0.9).looks) == (2, 3, 4)
    assert compare(first, second).looks == 1 and compare(first, second, by="bot").looks == 2  # the same look again
    assert compare(first, second, measure="begging").looks == 1  # another question
    alone = compare(*(made_up(60, noise=noise, own_sd=9, name=str(noise)) for noise in (0, 1)), by="bot")
    widths = [one.lines[0].judged.high - one.lines[0].judged.low for one in (by_bot, alone)]
    assert widths[0] > 1.1 * widths[1]


def test_looks_at_runs_in_folders_are_counted(tmp_path: Path) -> None:
    """The same blocks again are no new look; more blocks are one, and intervals are wider for it."""

    def folders(blocks: int, where: Path) -> list[Path]:
        runs = [made_up(blocks, noise=noise, own_sd=9, name=str(noise)) for noise in (0, 1)]
        for noise, run in enumerate(runs):
            run.manifest["key"] = f"{noise}123456789abcdef"  # type: ignore[index]
        return [on_disk(run, where / str(noise)) for noise, run in enumerate(runs)]

    few, more = folders(60, tmp_path / "few"), folders(120, tmp_path / "more")
    first = compare(few[0], few[1])
    assert (first.looks, compare(few[0], few[1]).looks, compare(few[0], few[1], measure="begging").looks) == (1, 1, 1)
    alone = compare(more[0], more[1])
    (more[1] / "looks.json").write_bytes((few[1] / "looks.json").read_bytes())
    (more[0] / "looks.json").unlink()
    again = compare(str(more[0]), cs_load(more[1]))
    assert (alone.looks, again.looks) == (1, 2)
    assert "all 2 looks" in again.how
    for one, two, three in zip(first.lines, alone.lines, again.lines, strict=True):
        assert three.judged.low >= one.judged.low - 1e-9 and three.judged.high <= one.judged.high + 1e-9  # what was shown stays shown
        assert three.judged.high >= min(two.judged.high, one.judged.high) - 1e-9
    (more[0] / "looks.json").write_text("[1]")
    with pytest.raises(CavernaError, match=r"looks\.json` is damaged"):
        compare(more[0], more[1])


# ---------------------------------------------------------------- pilot


def test_a_pilot_says_how_many_games_are_needed() -> None:
    """Differences of blocks in one seat spread by 3 * sqrt(2 / 4), half of that for the table, and a family of 5 is asked."""
    found = pilot(made_up(200), made_up(200, noise=1))
    spread = 3 * np.sqrt(2 / 4)
    assert [need.sd_difference for need in found.needs] == pytest.approx([spread] * 4 + [spread / 2], rel=0.15)
    expected = 4 * (scipy_stats.norm.ppf(1 - 0.6 * 0.05 / 10) + scipy_stats.norm.ppf(1 - 0.1 / 10)) ** 2 * spread**2
    assert 0.95 * expected < found.games < 1.4 * expected
    assert found.verdict.startswith(f"{found.games:,} games of each are needed")
    assert found.table.height == 5
    assert found.plot().axes[0].get_xlabel() == "games of each run that are needed"


def test_a_smaller_effect_or_more_power_needs_more_games() -> None:
    run, other = made_up(100), made_up(100, noise=1)
    base = pilot(run, other).games
    assert pilot(run, other, smallest_effect=0.5).games == pytest.approx(4 * base, rel=0.1)
    assert pilot(run, other, power=0.99).games > base
    with pytest.raises(CavernaError, match="power"):
        pilot(run, other, power=1.0)
    with pytest.raises(CavernaError, match="at least 2 blocks"):
        pilot(made_up(1), made_up(1, noise=1))


@pytest.mark.slow
def test_the_games_of_a_pilot_are_enough() -> None:
    """Of 100 repeats, at least 90 find two planted points, and at least 90 call four seats without a difference equivalent."""
    games = pilot(made_up(100), made_up(100, noise=1)).games
    found = cleared = 0
    for repeat in range(100):
        run = made_up(games // 4, seed=repeat)
        found += compare(run, made_up(games // 4, seed=repeat, noise=1, seat_effects={3: 2.0})).effects[3].verdict == "different"
        cleared += compare(run, made_up(games // 4, seed=repeat, noise=1)).overall == "equivalent"
    assert found >= 90
    assert cleared >= 90


# ---------------------------------------------------------------- how often it is right


@pytest.mark.slow
def test_identical_rules_are_equivalent_and_a_bonus_is_found() -> None:
    """100 seeded repeats with different seeds for A and B: equivalent in at least 95, a planted bonus of 2.5 in at least 90."""
    equivalent = found = 0
    for repeat in range(100):
        first, second = made_up(3600, seed=2 * repeat), made_up(3600, seed=2 * repeat + 1)
        equivalent += compare(first, second).overall == "equivalent"
        bonus = made_up(3600, seed=2 * repeat + 1, seat_effects={1: 2.5})
        found += compare(first, bonus).effects[1].verdict == "different"
    assert equivalent >= 95
    assert found >= 90


@pytest.mark.parametrize("is_paired", [True, False])
def test_intervals_of_2000_studies(is_paired: bool) -> None:
    """Blocks of 4 games with a common luck; 95 % hold the truth, and a difference that is none is claimed in 5 %."""
    random = np.random.RandomState(12)
    held = different = 0
    for _ in range(2000):
        luck = random.normal(0, 6, 40)[:, None] + random.gamma(2, 4, (40, 4))
        other_luck = luck if is_paired else random.normal(0, 6, 40)[:, None] + random.gamma(2, 4, (40, 4))
        sums = [(one + random.normal(0, 3, (40, 4))).sum(axis=1) for one in (luck, other_luck)]
        first, second = (BlockSums(np.arange(40), np.full(40, 4.0), {"score": one}) for one in sums)
        one = judged(change("x", first, second, is_paired), 1e-9)
        held += one.low <= 0 <= one.high
        different += one.verdict == "different"
    assert held / 2000 == pytest.approx(0.95, abs=0.015)
    assert different / 2000 == pytest.approx(0.05, abs=0.015)
