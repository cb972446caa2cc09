"""Runs of Agricola: rows as the games are, whatever is drawn for their blocks; functions that play; tables on request; studies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from numpy.random import Generator
from polars.testing import assert_frame_equal

import caverna_sim as cs
from caverna_sim.errors import ScenarioError
from caverna_sim.kit.play.company import Company
from caverna_sim.match.outside import give

TABLE = {"name": "table", "game": "agricola", "players": 3, "bots": ["balanced", "grower", "herder"], "seed": 3}
EVERY_TABLE = ["games", "players", "cards", "placements", "supply", "rounds"]
DRAWS: dict[str, dict[str, Any]] = {
    "absence": {"supply": {"random_absence": 0.5}},
    "share": {"supply": {"random_absence": [0.0, 0.5], "without": ["well"]}},
    "access": {"supply": {"random_access": True}},
    "denied": {"supply": {"seat_1": {"without": ["well", "fireplace_2"]}}},
    "limits": {"limits": {"drawn": {"small": {"people_max": 2}, "dry": {"spaces_without": ["fishing"], "whose": "others"}}}},
    "opening": {"opening": {"drawn": {"length": 2, "pool": ["forest", "clay_pit", "fishing"], "seat": 1}}},
    "forced": {"opening": {"seat_0": {"place": ["forest", "reed_bank"]}}, "limits": {"seat_2": {"people_max": 2}}},
}


def played(folder: Path, games: int = 24, **more: Any) -> cs.Run:
    """A run of all tables."""
    return cs.run({**TABLE, "record": EVERY_TABLE, **more}, games=games, out=folder / "run", workers=1)


def rows_of(run: cs.Run, table: str) -> pl.DataFrame:
    """A table with plain texts."""
    found: pl.DataFrame = run.table(table).with_columns(pl.col(pl.Categorical).cast(pl.String)).collect()
    return found


@pytest.mark.parametrize("name", DRAWS)
def test_a_game_of_a_batch_is_that_of_the_scenario(name: str, tmp_path: Path) -> None:
    run = played(tmp_path, **DRAWS[name])
    hashes = rows_of(run, "games")["hash"].to_list()
    for index in range(0, len(hashes), 5):
        assert cs.play(cs.Game(scenario=run.scenario, seed=run.seed, index=index)).hash == hashes[index], index


def test_what_is_absent_is_not_built(tmp_path: Path) -> None:
    run = played(tmp_path, **DRAWS["absence"])
    blocks = rows_of(run, "games").select("game", "block")
    built = rows_of(run, "cards").join(blocks, on="game").select("block", "card")
    absent = rows_of(run, "supply").filter(~pl.col("available")).select("block", "card")
    assert 0.3 < len(absent) / len(rows_of(run, "supply")) < 0.7
    assert len(built.join(absent, on=["block", "card"])) == 0


def test_limits_hold_and_are_told(tmp_path: Path) -> None:
    run = played(tmp_path, games=72, **DRAWS["limits"])
    told = rows_of(run, "assigned").filter(pl.col("kind") == "limit").select("block", "seat", "limit")
    seats = rows_of(run, "players").join(rows_of(run, "games").select("game", "block"), on="game").join(told, on=["block", "seat"])
    assert set(seats["limit"]) == {"none", "small", "dry"}
    assert seats.filter(pl.col("limit") == "small")["people"].max() == 2
    assert seats.filter(pl.col("limit") == "none")["people"].max() > 2
    dry = rows_of(run, "games").join(told.filter(pl.col("limit") == "dry"), on="block").select("game", focal="seat")
    fished = rows_of(run, "placements").filter(pl.col("space") == "fishing").join(dry, on="game")
    assert (fished["seat"] == fished["focal"]).all()


def test_openings_are_told_as_they_went(tmp_path: Path) -> None:
    run = played(tmp_path, **DRAWS["opening"])
    told = rows_of(run, "assigned").filter(pl.col("kind") == "opening")
    went = rows_of(run, "placements").with_columns(number=pl.int_range(1, pl.len() + 1).over("game", "seat"))
    both = told.join(went.select("game", "seat", pl.col("number").cast(pl.Int8), "space"), on=["game", "seat", "number"])
    assert len(both) == len(told) == 48
    assert (both["took"] == both["space"]).all()
    assert (both["complied"] == ((both["opening"] == both["took"]) | (both["opening"] == "own"))).all()
    assert {"own", "forest"} <= set(told["opening"])


def test_rounds_tell_how_seats_stood(tmp_path: Path) -> None:
    run = played(tmp_path, games=6)
    rounds = rows_of(run, "rounds")
    last = rounds.filter(pl.col("round") == 14).sort("game", "seat")
    players = rows_of(run, "players").sort("game", "seat")
    assert last["score"].to_list() == players["score"].to_list()
    assert last["people"].to_list() == players["people"].to_list()
    assert rounds.group_by("game").agg(pl.col("choices").sum())["choices"].min() > 60
    game = cs.Game(scenario=run.scenario, seed=run.seed, index=2)
    seen: dict[int, list[int]] = {}
    bots = [game.planned.bot(name) for name in game.planned.bots]
    choices = [[0] * 3 for _ in range(15)]
    company = Company(game, bots)
    while not game.over:
        now, seat = game.round, game.player
        choices[now][seat] += 1
        game.play(company.choose())
        if game.round > now or game.over:
            seen[now] = [score["total"] for score in game.scores()]
    for seat in range(3):
        mine = rounds.filter((pl.col("game") == 2) & (pl.col("seat") == seat)).sort("round")
        assert mine["choices"].to_list() == [choices[number][seat] for number in range(1, 15)]
        assert mine["score"].to_list()[-1] == seen[14][seat]
    assert rounds["blocked"].sum() > 0


def test_nobody_is_blocked_who_likes_nothing(tmp_path: Path) -> None:
    run = played(tmp_path, games=2, bots=["random"] * 3)
    assert rows_of(run, "rounds")["blocked"].sum() == 0


def last_legal(view: Any, legal: list[Any], rng: Generator) -> Any:
    """A bot of one's own that draws now and then."""
    return legal[-1] if rng.random() < 0.7 else legal[int(rng.integers(len(legal)))]


def test_functions_play_in_batches_as_at_a_table(tmp_path: Path) -> None:
    name = give(last_legal)
    run = played(tmp_path, games=6, bots=[name, "balanced", "novice"])
    hashes = rows_of(run, "games")["hash"].to_list()
    for index in range(6):
        game = cs.Game(scenario=run.scenario, seed=run.seed, index=index)
        assert cs.play(game).hash == hashes[index]
    assert rows_of(run, "players")["bot"].unique().to_list().count(name) == 1


def test_more_games_go_on_with_a_run(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", games=24, **DRAWS["access"])
    played(tmp_path / "part", games=6, **DRAWS["access"])
    scenario = {**TABLE, "record": EVERY_TABLE, **DRAWS["access"]}
    both = cs.run(scenario, games=24, out=tmp_path / "part" / "run", workers=1, resume=True)
    for table in (*EVERY_TABLE, "assigned"):
        assert_frame_equal(rows_of(both, table), rows_of(whole, table))


WRONG = {
    "`opening.seat_0.place`: `urgent_wish_for_children` cannot be open for the first placement": {
        "opening": {"seat_0": {"place": ["urgent_wish_for_children"]}}
    },
    "`sheep_market` cannot be used twice in round 1": {"opening": {"seat_1": {"place": ["sheep_market", "sheep_market"]}}},
    "`fencing` cannot be used by the first placement of seat 2: nothing": {"opening": {"seat_2": {"place": ["fencing"]}}},
    "`copse` is not in play here": {"opening": {"seat_0": {"place": ["copse"]}}},
    "there is no such seat with 3 players": {"limits": {"seat_3": {"people_max": 3}}},
    "this limits nothing; give for example people_max = 3": {"limits": {"drawn": {"none_at_all": {}}}},
    "somebody else is needed to whom a major improvement is denied": {
        "players": 1,
        "bots": ["balanced"],
        "supply": {"random_access": True},
    },
    "unknown major improvement `wel`; did you mean `well`?": {"supply": {"random_absence": {"wel": 0.5}}},
    "hand cards cannot be played yet": {"limits": {"seat_0": {"cards_without": ["A102"]}}},
}


@pytest.mark.parametrize("told", WRONG)
def test_what_cannot_be_drawn_is_said(told: str) -> None:
    with pytest.raises(ScenarioError) as error:
        cs.run({**TABLE, **WRONG[told]}, games=1, out="never")
    assert told in str(error.value)


def test_its_page_tells_of_farms_and_harvests(tmp_path: Path) -> None:
    page = cs.write_report(played(tmp_path, games=120), tmp_path / "page.html").read_text(encoding="utf-8")
    assert "The farm at the end" in page
    assert "Houses at the end" in page
    assert "Food and family at the end of each round; harvests after rounds 4, 7, 9, 11, 13 and 14" in page
    assert "Fireplace (2 clay)" in page


@pytest.mark.slow
def test_studies_of_any_game_serve_it(tmp_path: Path) -> None:
    worth = cs.major_study({**TABLE, "record": ["games"]}, games=180, out=tmp_path / "majors")
    assert set(worth.table["card"]) >= {"well", "joinery"}
    openings = cs.opening_study({**TABLE, "players": 2, "bots": ["balanced", "herder"]}, games=200, out=tmp_path / "openings")
    assert {"forest", "meeting_place"} <= set(openings.table["opening"])
    people = cs.growth_study(TABLE, games=180, out=tmp_path / "growth")
    assert "a third person" in people.table["person"].to_list()
    plans = cs.plan_study(["balanced", "grower"], game="agricola", players=[2], games=40, out=tmp_path / "plans")
    assert plans.games >= 40
