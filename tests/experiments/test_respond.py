"""Best responses: who could gain takes what is better, the others stay, and luck in picking is no gain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.errors import CavernaError
from caverna_sim.experiments.respond import against, picked
from caverna_sim.experiments.study import Study
from caverna_sim.report.study import command
from caverna_sim.stats.effects import Effects

GOLD = 17


def effects(values: list[float], seed: int, blocks: int = 400, spread: float = 8.0) -> Effects:
    """Gains of arms over some blocks, with these truths."""
    drawn = np.random.RandomState(seed).normal(values, spread, (blocks, len(values)))
    means = drawn.mean(axis=0)
    return Effects(tuple("abcdef"[: len(values)]), means, np.arange(blocks), (drawn - means) / blocks, blocks - 1.0)


def test_an_arm_is_picked_on_one_half_and_told_on_the_other() -> None:
    found = picked({0: effects([0.0, 4.0], 1)}, {0: effects([0.0, 4.0], 2)}).row(0, named=True)
    assert (found["seat"], found["arm"], found["kept"]) == (0, "b", True) and found["low"] < 4 < found["high"]


def test_the_best_of_many_that_gain_nothing_is_hardly_ever_taken() -> None:
    """Picked among six by luck, it seems to gain on its own half; on the other it does not."""
    drawn = [picked({0: effects([0.0] * 6, seed)}, {0: effects([0.0] * 6, 1000 + seed)}) for seed in range(60)]
    assert sum(found["kept"].sum() for found in drawn) <= 5  # 2.5 % of 60 expected at most


def test_gains_are_over_what_the_seat_does_now() -> None:
    found = against(effects([1.0, 3.0], 1), "b", "own")
    first = effects([1.0, 3.0], 1).values
    assert found.names == ("a", "own")
    assert found.values.tolist() == pytest.approx([first[0] - first[1], -first[1]])


# ---------------------------------------------------------------- openings


@pytest.fixture(scope="module")
def blind(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A space gives 17 gold, and the bots loathe it."""
    rules = {"space.supplies.flow": {"op": "all", "items": [{"do": "gain", "goods": {"gold": GOLD}}]}}
    bot = {"blind": {"base": "balanced", "space": {"supplies": -100.0}}}
    table = {"name": "blind", "players": 2, "bots": ["blind", "blind"], "bot": bot, "rules": rules, "seed": 5}
    out = tmp_path_factory.mktemp("respond") / "openings"
    return cs.opening_study(table, pool=["supplies", "excavation"], respond=True, games=640, out=out, workers=1)


def test_every_seat_takes_what_it_had_missed(blind: Study) -> None:
    path = blind.found.tables["Best responses, blind"]
    first = path.filter(pl.col("round") == 1)
    assert set(first["arm"]) == {"supplies"} and first["kept"].all()
    assert first["gain"].max() > GOLD / 2 and first["low"].min() > 1


def test_then_nobody_gains_any_more(blind: Study) -> None:
    path = blind.found.tables["Best responses, blind"]
    last = path.filter(pl.col("round") == path["round"].max())
    assert path["round"].max() >= 2 and not last["kept"].any()
    assert not any("At the table of" in text for text in blind.found.sentences)  # there is one
    assert any("nobody is shown to gain more than a point" in text for text in blind.found.sentences)


def test_the_path_is_kept_beside_the_study(blind: Study) -> None:
    kept = pl.read_csv(blind.folder / "responses.csv")
    assert kept.columns[:7] == ["round", "seat", "arm", "gain", "low", "high", "kept"]
    assert (blind.folder.with_name("openings-responses") / "round-1" / "study.json").is_file()
    seats = blind.found.tables["Seats on the way, blind"]
    assert set(seats["round"]) == set(kept["round"]) and {"margin", "win_share"} <= set(seats.columns)
    assert command(blind).endswith("--respond --games 640")
    parts = {path: path.stat().st_mtime_ns for path in blind.folder.parent.rglob("part-*.parquet")}
    again = cs.opening_study(blind.scenarios[0], pool=["supplies", "excavation"], respond=True, games=640, out=blind.folder, workers=1)
    assert again.found.tables["Best responses, blind"].equals(blind.found.tables["Best responses, blind"])
    assert {path: path.stat().st_mtime_ns for path in blind.folder.parent.rglob("part-*.parquet")} == parts


def test_who_goes_there_anyway_takes_nothing(tmp_path: Path) -> None:
    rules = {"space.supplies.flow": {"op": "all", "items": [{"do": "gain", "goods": {"gold": GOLD}}]}}
    table = {"name": "seeing", "players": 2, "bots": ["peaceful", "peaceful"], "rules": rules, "seed": 5}
    study = cs.opening_study(table, pool=["supplies"], respond=True, games=320, out=tmp_path / "study", workers=1)
    path = study.found.tables["Best responses, seeing"]
    assert path["round"].max() == 1 and not path["kept"].any()
    assert any(text.startswith("Nobody takes anything else") for text in study.found.sentences)


# ---------------------------------------------------------------- limits and plans


def test_a_bot_that_is_ruined_by_arming_had_better_not(tmp_path: Path) -> None:
    """It loves weapons beyond reason; who sets itself the limit of none scores more."""
    bot = {"mad": {"base": "balanced", "weights": {"weapon": 60.0, "first_weapon": 60.0, "loot": -50.0}}}
    table: dict[str, Any] = {"name": "mad", "players": 2, "bots": ["mad", "mad"], "bot": bot, "seed": 5}
    study = cs.weapon_study(table, respond=True, games=480, out=tmp_path / "study", workers=1)
    path = study.found.tables["Best responses, mad"]
    assert path.filter(pl.col("round") == 1)["kept"].all()
    assert not path.filter(pl.col("round") == path["round"].max())["kept"].any()
    assert not path["arm"].str.contains("others").any()  # a seat sets limits to nobody else


def test_every_seat_leaves_the_plan_of_a_novice(tmp_path: Path) -> None:
    study = cs.plan_study(["novice", "balanced"], players=[2], respond=True, games=160, out=tmp_path / "study", workers=1)
    path = study.found.tables["Best responses, 2 players"]
    assert path.filter(pl.col("kept")).select("seat", "arm").rows() == [(0, "balanced")]  # the other one has it already
    assert path["round"].max() == 2


def test_responses_are_asked_at_one_strength() -> None:
    table = {"name": "two", "players": 2, "bots": ["novice", "novice"]}
    with pytest.raises(CavernaError, match="growth: best responses are asked at one strength"):
        cs.growth_study(table, respond=True, strengths=["novice", "balanced"])
