"""What it is worth to be allowed something: limits drawn for a seat of every block, and the same under other rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.games.neanderthal.studies.freedoms import NO_PREDATORS, readings
from caverna_sim.scenario.scenario import load_scenario, read_scenario

TABLE: dict[str, Any] = {"name": "table", "game": "neanderthal", "players": 2, "bots": ["settled", "settled"], "seed": 4}


def drawn(**limits: Any) -> dict[str, Any]:
    return {**TABLE, "limits": {"drawn": limits}, "record": ["games", "players", "hunts", "assigned"]}


def test_a_limit_is_drawn_for_a_seat_of_each_block_and_kept_to(tmp_path: Path) -> None:
    run = cs.run(drawn(no_large_game={"large_game": False}), games=48, out=tmp_path / "run", workers=1)
    limits = run.table("assigned").select("block", "seat", pl.col("limit").cast(pl.String)).collect()
    assert limits.group_by("seat", "limit").len()["len"].to_list() == [12] * 4
    hunts = (
        run.table("hunts").join(run.games.select("game", "block"), on="game").filter(pl.col("class").cast(pl.String) == "large").collect()
    )
    met = hunts.join(limits, on=["block", "seat"])
    assert set(met["limit"]) == {"none"}  # who may not, never does; who may, does


def test_a_game_of_drawn_limits_is_that_of_the_run(tmp_path: Path) -> None:
    table = drawn(no_harem={"mating_without": ["harem"], "whose": "all"}, no_bids={"bids": False})
    run = cs.run(table, games=12, out=tmp_path / "run", workers=1)
    kept = run.table("assigned").select("block", "seat", pl.col("limit").cast(pl.String)).collect().rows_by_key("block", named=True)
    for index in range(12):
        game = cs.Game(scenario=table, index=index)
        limit = kept[index][0]
        wanted = {seat: {"mating_without": ["harem"]} for seat in (0, 1)} if limit["limit"] == "no_harem" else {}
        wanted |= {limit["seat"]: {"bids": False}} if limit["limit"] == "no_bids" else {}
        assert dict(game.planned.limits) == wanted
    assert read_scenario(read_scenario(table).to_data()) == read_scenario(table)


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"drawn": {}}, "there is nothing to draw"),
        ({"drawn": {"less": {}}}, "this limits nothing"),
        ({"drawn": {"less": {"large_gam": False}}}, "large_game"),
        ({"drawn": {"seat": 2, "less": {"bids": False}}}, "limits.drawn.seat"),
        ({"seat_2": {"bids": False}}, "no such seat"),
    ],
)
def test_limits_that_cannot_be_are_refused(limits: dict[str, Any], says: str) -> None:
    with pytest.raises(cs.ScenarioError, match=says):
        read_scenario({**TABLE, "limits": limits})


def test_mating_sides_are_told_with_intervals(tmp_path: Path) -> None:
    found = cs.neanderthal.mating_study(TABLE, games=120, out=tmp_path / "study", workers=1)
    assert found.table.filter(pl.col("bot") == "all")["mating"].to_list() == ["promiscuous", "pair", "harem"]
    assert (found.table["effect_low"] < found.table["effect"]).all()
    assert "made-up cards" in found.page().read_text(encoding="utf-8")


def test_the_predator_rule_is_asked_under_every_reading(tmp_path: Path) -> None:
    known = readings(load_scenario("neanderthal_3"))
    assert {NO_PREDATORS, "pending = at once", "pred_two = split"} <= set(known)
    found = cs.neanderthal.predator_study(TABLE, games=48, out=tmp_path / "study", workers=1)
    assert found.table["rule"].to_list() == ["as it is", *known]
    change = dict(found.table.select("rule", "change").iter_rows())
    worth = dict(found.table.select("rule", "effect").iter_rows())
    assert change["as it is"] is None and worth["as it is"] != 0
    assert change[NO_PREDATORS] == pytest.approx(worth[NO_PREDATORS] - worth["as it is"])
