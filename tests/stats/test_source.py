"""What kind of sample a run is, and sums over its blocks."""

from __future__ import annotations

import subprocess
import sys

import polars as pl
import pytest

from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.setups import number_of_setups
from caverna_sim.stats import summary
from caverna_sim.stats.comparison import compare
from caverna_sim.stats.source import block_sums, facts_of, open_run
from tests.stats.synthetic import MadeUpRun, made_up


@pytest.mark.parametrize(("players", "setups"), [(1, 1), (2, 2880), (3, 15_120), (4, 15_120), (7, 15_120)])
def test_the_setups_of_the_game(players: int, setups: int) -> None:
    """Solo is fixed; two players have 144 orders of cards times 20 places of markers, more players 432 times 35."""
    assert number_of_setups(players) == setups


def test_house_rules_change_the_setups() -> None:
    rules = {"harvest.markers.leaf": [0, 3, 5, 5, 5, 5, 5], "harvest.markers.question": [0, 3, 2, 2, 2, 2, 2]}
    assert number_of_setups(4, rules) == 432 * 21


def test_bots_that_draw_lots_make_a_sample() -> None:
    sample = open_run(made_up(300)).sample
    assert (sample.kind, sample.games, sample.blocks, sample.distinct) == ("sample", 1200, 300, 1200)
    assert (sample.remaining, sample.units) == (1.0, 300)


def test_bots_without_lots_count_setups() -> None:
    """60 blocks of 100 setups: copies of a game add nothing."""
    run = made_up(60, setups=100)
    sample = open_run(run).sample
    assert sample.kind == "finite"
    assert sample.units == sample.setups == run.games.collect()["setup"].n_unique() < 60
    assert sample.distinct == 4 * sample.setups
    assert sample.remaining == pytest.approx(1 - sample.setups / 100)
    assert "different deals" in sample.sentence


def test_all_setups_make_a_census_without_an_interval() -> None:
    run = made_up(400, setups=20)
    source = open_run(run)
    assert (source.sample.kind, source.sample.units, source.sample.remaining) == ("census", 20, 0.0)
    assert "Census" in source.sample.sentence
    mean = summary.scores(source).bots[0].mean
    assert mean.low == mean.value == mean.high
    once = run.players.join(run.games.unique(["setup", "seating"], keep="first").select("game"), on="game", how="semi")
    assert mean.value == pytest.approx(once.select(pl.col("score").mean()).collect().item())


def test_a_census_of_half_the_seatings_is_none() -> None:
    run = made_up(400, setups=20)
    short = run.games.filter((pl.col("setup") != 3) | (pl.col("seating") < 2))
    assert open_run(MadeUpRun(run.manifest, {**run.tables, "games": short})).sample.kind == "finite"


def test_intervals_without_replacement_hold_the_truth() -> None:
    """Half of 60 setups seen: intervals are narrower, and right."""
    truth = summary.scores(made_up(3000, setups=60)).bots[0].mean.value
    held = 0
    for seed in range(200):
        mean = summary.scores(made_up(45, setups=60, seed=seed)).bots[0].mean
        held += mean.low <= truth <= mean.high
    assert 0.91 <= held / 200 <= 0.985


def test_sums_are_in_order_of_groups_and_blocks() -> None:
    run = made_up(50, 3, bots=["b", "a", "a"])
    sums = block_sums(open_run(run).seats, ("bot", "seat"), ("score",))
    assert list(sums) == [(bot, seat) for bot in "ab" for seat in range(3)]
    assert sums[("a", 1)].blocks.tolist() == list(range(50))
    assert sums[("a", 1)].counts.tolist() == [2.0] * 50
    total = run.players.filter((pl.col("bot") == "a") & (pl.col("seat") == 1)).select(pl.col("score").cast(pl.Int64).sum()).collect().item()
    assert sums[("a", 1)].sums["score"].sum() == total


def test_what_a_manifest_tells() -> None:
    run = made_up(5, name="cheap", rules={"loot.cattle.strength": 12})
    manifest = {**run.manifest, "scenario": {**run.manifest["scenario"], "supply": {"without": ["office_room"], "random_absence": 0.0}}}
    facts = facts_of(MadeUpRun(manifest, run.tables))
    assert (facts.name, facts.players, facts.seed, facts.seating) == ("cheap", 4, 1, "rotate")
    assert facts.rules == {"loot.cattle.strength": 12, "start.without": ["office_room"]}


def test_runs_that_cannot_be_used() -> None:
    with pytest.raises(CavernaError, match="resolved scenario is missing"):
        facts_of(MadeUpRun({}, {}))
    run = made_up(5, record=["games"])
    with pytest.raises(CavernaError, match=r"`made_up`: the table `players` was not recorded"):
        summary.scores(run)
    empty = MadeUpRun(run.manifest, {"games": run.games.head(0)})
    with pytest.raises(CavernaError, match="no game is finished"):
        open_run(empty)


def test_old_runs_are_looked_at_without_the_engine() -> None:
    """Neither the compiler nor a module of the engine that needs it is loaded."""
    code = """
import sys
from tests.stats.synthetic import made_up
from caverna_sim.stats import summary, usage
from caverna_sim.stats.comparison import compare
run = made_up(30, tile_effects={"carpenter": 1.0}, with_placements=True)
compare(run, made_up(30, noise=1)).plot()
for of in (summary.scores, summary.wins, summary.edges, summary.score_parts, usage.built, usage.places, summary.strength):
    of(run).plot()
raise SystemExit(any(name in sys.modules for name in ("numba", "llvmlite", "caverna_sim.games.caverna.course.core", "matplotlib.pyplot")))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert compare.__module__ == "caverna_sim.stats.comparison"
