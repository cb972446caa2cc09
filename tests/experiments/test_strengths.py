"""Answers at several strengths of play: what moves is found, what holds is said to, and only who is asked about is replaced."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.errors import CavernaError, ScenarioError
from caverna_sim.experiments.strengths import HOLDS, MOVES, OPEN, UNTRIED, curve, verdict
from caverna_sim.experiments.study import Study
from caverna_sim.scenario.scenario import load_scenario, read_scenario, with_bots
from caverna_sim.stats.effects import Effects

TWO: dict[str, Any] = {"name": "two", "players": 2, "bots": ["novice", "novice"], "seed": 5}
POINTS = np.array([60.0, 80.0, 90.0])


def effects(values: list[float], seed: int, spread: float = 4.0, blocks: int = 900) -> Effects:
    """Mean effects over blocks, with these truths."""
    drawn = np.random.RandomState(seed).normal(values, spread, (blocks, len(values)))
    means = drawn.mean(axis=0)
    return Effects(tuple("abc"[: len(values)]), means, np.arange(blocks), (drawn - means) / blocks, blocks - 1.0)


def words(*truths: list[float], done: dict[str, float] | None = None) -> dict[str, str]:
    """What is said of each effect."""
    fits = {f"bot {number}": effects(values, number) for number, values in enumerate(truths)}
    found = curve(fits, POINTS[: len(fits)], dict.fromkeys(fits, done))
    return dict(found.select("effect_of", "verdict").iter_rows())


def test_an_effect_that_grows_with_strength_moves_and_one_that_stays_holds() -> None:
    assert words([-1.3, 2.0, 0.0], [0.5, 2.1, 0.0], [1.8, 2.0, 0.1]) == {"a": MOVES, "b": HOLDS, "c": HOLDS}


def test_the_slope_is_what_ten_points_of_play_add() -> None:
    fits = {f"bot {number}": effects([0.05 * score], number) for number, score in enumerate(POINTS)}
    row = curve(fits, POINTS, dict.fromkeys(fits)).row(0, named=True)
    assert row["slope_low"] < 0.5 < row["slope_high"] and row["slope_low"] > 0


def test_what_hardly_anybody_tried_gets_no_verdict() -> None:
    assert words([-1.3], [2.0], [5.0], done={"a": 0.05}) == {"a": UNTRIED}


def test_effects_of_another_sign_that_are_not_sure_to_differ_are_undecided() -> None:
    assert verdict([(-0.5, 1.6), (-1.2, 0.9)], (-0.3, 0.2), 1.0) == OPEN
    assert verdict([(0.1, 1.6), (0.2, 0.9)], (-0.3, 0.2), 1.0) == HOLDS
    assert verdict([(-2.1, -1.6), (-3.2, -0.9)], (-0.3, 0.2), 1.0) == HOLDS
    assert verdict([(0.1, 1.6), (2.2, 2.9)], (0.1, 0.2), 1.0) == MOVES


def test_effects_that_are_alike_hardly_ever_move() -> None:
    """At most one of twenty pages may say so of anything."""
    wrong = 0
    for seed in range(40):
        fits = {f"bot {number}": effects([1.0, 0.0, -2.0], 100 * seed + number, blocks=300) for number in range(3)}
        wrong += MOVES in curve(fits, POINTS, dict.fromkeys(fits))["verdict"].to_list()
    assert wrong <= 6  # 2 expected; more than 6 in one of a hundred


# ---------------------------------------------------------------- who sits where


def test_only_the_focal_seat_is_played_by_the_bot_that_is_named(tmp_path: Path) -> None:
    drawn = {"drawn": {"unarmed": {"weapon_max": 0}}}
    scenario = {**TWO, "bots": ["novice", "peaceful"], "focal_bot": "balanced", "limits": drawn, "record": ["games", "players", "assigned"]}
    run = cs.run(scenario, games=80, out=tmp_path / "run", workers=1)
    focal = run.table("assigned").select("block", "seat").unique()
    rows = run.players.join(run.games.select("game", "block"), on="game").with_columns(pl.col("bot").cast(pl.String))
    there = rows.join(focal.with_columns(pl.lit(True).alias("focal")), on=["block", "seat"], how="left").collect()
    assert set(there.filter(pl.col("focal"))["bot"]) == {"balanced"}
    assert set(there.filter(pl.col("focal").is_null())["bot"]) == {"novice", "peaceful"}
    for index in (0, 1, 7):
        names = there.filter(pl.col("game") == index).sort("seat")
        game = cs.play(cs.Game(scenario=scenario, index=index), None)
        assert [one["total"] for one in game.scores()] == names["score"].to_list()


def test_a_focal_bot_needs_something_that_is_drawn_for_a_seat() -> None:
    with pytest.raises(ScenarioError, match="`focal_bot`: nothing is drawn for one seat here"):
        read_scenario({**TWO, "focal_bot": "balanced"})
    with pytest.raises(ScenarioError, match="`focal_bot`: unknown bot 'balancd'; did you mean `balanced`"):
        read_scenario({**TWO, "focal_bot": "balancd"})


# ---------------------------------------------------------------- a study


@pytest.fixture(scope="module")
def growth(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """How a family is worth more to who plays better."""
    out = tmp_path_factory.mktemp("strengths") / "growth"
    return cs.growth_study(TWO, strengths=["novice", "balanced"], games=600, out=out, workers=1)


def test_a_study_at_two_strengths_has_a_row_for_each(growth: Study) -> None:
    assert set(growth.table["strength"]) == {"novice", "balanced"}
    rows = growth.found.tables["Strengths"]
    assert {"effect", "low", "high", "slope", "slope_low", "slope_high", "verdict", "points"} <= set(rows.columns)
    assert set(rows["effect_of"]) == {"a third dwarf", "a fourth dwarf", "a fifth dwarf and more"}
    points = dict(rows.select("strength", "points").iter_rows())
    assert points["balanced"] > points["novice"] + 10
    assert (growth.folder / "strengths.csv").is_file()
    assert "at every strength (novice and balanced)" in growth.verdict


def test_the_others_stay_who_they_are(growth: Study) -> None:
    run = growth.runs["two-balanced"]["limits"]
    assert set(run.players.select(pl.col("bot").cast(pl.String).unique()).collect()["bot"]) == {"novice", "balanced"}


def test_a_study_keeps_how_strong_those_are_who_played(growth: Study) -> None:
    kept = json.loads((growth.folder / "study.json").read_text(encoding="utf-8"))
    assert kept["options"]["strengths"] == ["novice", "balanced"]
    assert all({"bot", "players", "mean", "low", "high"} <= set(row) and row["low"] < row["mean"] < row["high"] for row in kept["strength"])
    assert {(row["bot"], row["among"]) for row in kept["strength"]} >= {("novice", "themselves"), ("balanced", "these tables")}


def test_the_same_command_goes_on_with_it(growth: Study) -> None:
    parts = {path: path.stat().st_mtime_ns for path in growth.folder.rglob("part-*.parquet")}
    again = cs.growth_study(TWO, strengths=["novice", "balanced"], games=600, out=growth.folder, workers=1)
    assert again.table.equals(growth.table)
    assert {path: path.stat().st_mtime_ns for path in growth.folder.rglob("part-*.parquet")} == parts
    page = again.page().read_text(encoding="utf-8")
    assert "caverna-sim growth two.toml --strengths novice,balanced" in page


def test_one_strength_is_no_curve() -> None:
    with pytest.raises(CavernaError, match="strengths: novice; name 2 to 12 different bots"):
        cs.growth_study(TWO, strengths=["novice"], games=600, workers=1)
    with pytest.raises(CavernaError, match="growth: strengths"):
        cs.growth_study(TWO, strengths=5, games=600, workers=1)  # type: ignore[arg-type]
    with pytest.raises(CavernaError, match="unknown bot `nobody`"):
        cs.growth_study(TWO, strengths=["novice", "nobody"], games=600, workers=1)
    with pytest.raises(CavernaError, match="this is not asked at several strengths"):
        cs.plan_study(["novice", "balanced"], strengths=["novice", "balanced"], players=[2])  # type: ignore[call-arg]


# ---------------------------------------------------------------- the pool of strong bots


def test_a_pool_stands_for_its_bots_and_draws_tables_of_them() -> None:
    scenario = read_scenario({"name": "pool", "players": 4, "bots": "strong", "seed": 3})
    assert scenario.draws_bots and len(scenario.bots) >= 8 and len(set(scenario.bots)) == len(scenario.bots)
    assert read_scenario(scenario.to_data()) == scenario
    seats = [table for block in range(scenario.plan_of_seats.stratum_blocks) for _, table in scenario.plan_of_seats.block(3, block)[:1]]
    sits = np.bincount(np.ravel(seats))
    assert len(sits) == len(scenario.bots) and len(set(sits)) == 1  # everybody as often as anybody else
    assert all(len(set(table)) == 4 for table in seats)  # and never beside a copy


def test_a_study_takes_the_name_of_the_pool() -> None:
    assert with_bots(load_scenario("base_4"), ["strong"]).bots == read_scenario({"name": "pool", "players": 4, "bots": "strong"}).bots


@pytest.mark.slow
def test_no_two_of_the_pool_play_alike() -> None:
    """Each plays the solo game in its own way: other choices from the same deal."""
    pool = read_scenario({"name": "pool", "players": 1, "bots": "strong", "seed": 3})
    ways = set()
    for bot in pool.bots:
        game = cs.play(cs.Game(scenario=_alone(pool.to_data(), bot)), None)
        ways.add(int(game.state["hash"]))
    assert len(ways) == len(pool.bots)


def _alone(data: dict[str, Any], bot: str) -> dict[str, Any]:
    return {**{key: value for key, value in data.items() if key != "draw"}, "bots": [bot]}
