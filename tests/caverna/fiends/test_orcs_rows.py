"""Rows of Frantic Fiends: what became of the orcs, what the box dealt, who wins a tie; base runs have none of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim import Game
from caverna_sim.games.caverna.box.catalog import FURNISHINGS
from caverna_sim.games.caverna.fiends import columns
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import BOUNTIES, EXTENSIONS, LONG_STRIPS, SHORT_STRIPS
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.playing.rows import OUTCOME, PLAN, PLAYER
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.shape.board import CELL_OF_NAME
from caverna_sim.games.caverna.shape.tiles import joined
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.games.caverna.tables import tables_of
from caverna_sim.kit.many.columns import game_columns, seat_columns
from caverna_sim.match.protocol import PlayedChunk
from caverna_sim.scenario.scenario import read_scenario
from tests.batch import scenario_of
from tests.caverna.table import rule

RULES = {"orc.hard_seats": [1]}
SCENARIOS: dict[str, dict[str, Any]] = {
    "two players": scenario_of(2, expansion="fiends", bots=["random"] * 2, rules=RULES),
    "solo": scenario_of(1, expansion="fiends", bots=["random"]),
    "absent tiles": scenario_of(3, expansion="fiends", bots=["random"] * 3, supply={"random_absence": 0.5, "without": ["dog_school"]}),
}
GAMES = 6


@cache
def scenario(name: str) -> CavernaScenario:
    return read_scenario(SCENARIOS[name])


@cache
def played(name: str) -> PlayedChunk:
    chunk = CavernaSource(scenario(name)).play(0, GAMES, np.zeros(1, np.int8))
    assert chunk is not None
    return chunk


@cache
def by_hand(name: str, index: int) -> Game:
    return cs.play(Game(scenario=scenario(name), index=index))


def rows(name: str, table: str) -> list[dict[str, Any]]:
    """Rows of all games, numbers turned into names."""
    columns = next(one for one in CavernaSource(scenario(name)).tables if one.name == table).columns
    found: dict[str, list[Any]] = {}
    for column in columns:
        values = played(name).rows[table][column.name]
        if isinstance(values, tuple):
            lists = [values[1][start:end].tolist() for start, end in pairwise(values[0])]
            found[column.name] = [[column.names[one] for one in entry] if column.names else entry for entry in lists]
        else:
            plain = np.asarray(values).tolist()
            found[column.name] = [column.names[one] for one in plain] if column.names else plain
    return [dict(zip(found, entry, strict=True)) for entry in zip(*found.values(), strict=True)]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_number_is_the_same_game(name: str) -> None:
    for index in (0, GAMES - 1):
        assert played(name).hashes[index] == by_hand(name, index).hash


@pytest.mark.parametrize("name", SCENARIOS)
def test_orcs_end_as_in_the_game(name: str) -> None:
    for index in (0, GAMES - 1):
        seats = by_hand(name, index).state["seats"]
        found = [row for row in rows(name, "orcs") if row["game"] == index]
        assert len(found) == 4 * scenario(name).players
        for row in found:
            record = seats[row["seat"]]["orcs"][orc.NAMES.index(row["orc"])]
            assert row["fate"] == orc.FATES[record["fate"]]
            assert row["start_strength"] == record["start_strength"]
            is_left = row["fate"] == "left"
            assert row["round"] == (0 if is_left else record["fate_round"])
            assert (row["strength"] > 0) == is_left
            assert (row["reward"] == "none") == (row["fate"] in ("left", "befriended"))
            assert row["reward"] in ("none", "gold", *BOUNTIES)
            assert (row["cell"] == "none") == (record["status"] == orc.DEFEATED)
            assert row["events"] <= (2 if row["orc"] == "D" else 4)
            assert row["events"] == (2 if row["orc"] == "D" else 4) or not is_left


@rule("F-CAVE-8")
def test_furnishings_are_counted_when_they_work() -> None:
    """An orc in the entry-level dwelling takes nothing away that is counted."""
    table = read_scenario({"name": "occupied", "players": 2, "bots": ["random"] * 2, "expansion": "fiends", "games": 400, "seed": 3})
    chunk = CavernaSource(table).play(0, 400, np.zeros(1, np.int8))
    assert chunk is not None
    counted = np.asarray(chunk.rows["players"]["furnishings"]).reshape(400, 2)
    home = np.asarray(chunk.rows["orcs"]["cell"]).reshape(400, 2, -1) == 1 + CELL_OF_NAME["M14"]
    fates = np.asarray(chunk.rows["orcs"]["fate"]).reshape(400, 2, -1) == orc.LEFT
    occupied = np.argwhere((home & fates).any(axis=2))
    assert len(occupied) > 3 and counted.min() == 0
    for game, seat in occupied[:4].tolist():
        board = cs.play(Game(scenario=table, index=game)).to_dict()["seats"][seat]
        barred = {one.get("at") for one in board["orcs"].values()}
        lines = [line[3:] for line in board["board"]]
        cells = {f"M{column + 1}{row + 1}": word for row, line in enumerate(lines) for column, word in enumerate(line)}
        working = [word for cell, word in cells.items() if word in FURNISHINGS and cell not in barred and word != "entry_level_dwelling"]
        assert counted[game, seat] == len(working)


@rule("F-SETUP-8")
def test_a_handicap_is_seen_in_the_rows() -> None:
    start = {(row["seat"], row["orc"]): row["start_strength"] for row in rows("two players", "orcs")}
    assert [start[0, name] for name in "ABCD"] == [5, 7, 9, 12]
    assert [start[1, name] for name in "ABCD"] == [7, 9, 11, 14]


@rule("F-SETUP-4", "F-SETUP-5", "F-SETUP-6")
def test_what_the_box_deals_is_kept() -> None:
    for name, strips in (("two players", 1), ("solo", 1), ("absent tiles", 2)):
        for row in rows(name, "games"):
            state = by_hand(name, row["game"]).state if row["game"] in (0, GAMES - 1) else None
            assert len(set(row["extensions"])) == scenario(name).players
            assert len(row["long_strips"]) == len(row["short_strips"]) == strips
            assert len(set(row["bribes"])) == 4
            assert row["event_rounds"][:2] == [3, 6]
            assert len(row["event_rounds"]) == 4
            if state is not None:
                assert row["extensions"] == [EXTENSIONS[one] for one in state["extensions"] if one >= 0]
                assert row["long_strips"] == [LONG_STRIPS[one] for one in state["long_strips"] if one >= 0]
                assert row["short_strips"] == [SHORT_STRIPS[one] for one in state["short_strips"] if one >= 0]
                assert row["bribes"] == [good.NAMES[ware] for ware in state["bribe"][1:]]


def test_games_of_a_block_share_what_the_box_deals() -> None:
    by_block: dict[int, list[Any]] = {}
    for row in rows("two players", "games"):
        by_block.setdefault(row["block"], []).append((row["extensions"], row["long_strips"], row["bribes"], row["event_rounds"]))
    assert all(dealt == [dealt[0]] * len(dealt) for dealt in by_block.values())
    assert len({str(dealt[0]) for dealt in by_block.values()}) > 1


def test_seats_tell_what_orcs_did() -> None:
    for row in rows("two players", "players"):
        if row["game"] not in (0, GAMES - 1):
            continue
        game = by_hand("two players", row["game"])
        seat = game.state["seats"][row["seat"]]
        result = game.scores()[row["seat"]]
        assert (row["score"], row["rank"]) == (result["total"], result["rank"])
        assert {part: row[f"part_{part}"] for part in result["parts"]} == result["parts"]
        assert row["orcs_left"] == sum(int(one["fate"]) == orc.LEFT for one in seat["orcs"][:4])
        assert [row[name] for name in ("lost_crops", "lost_animals", "lost_goods")] == [
            int(seat[name]) for name in ("lost_crops", "lost_animals", "lost_goods")
        ]


def test_placements_tell_dwarfs_from_friendly_orcs() -> None:
    for index in (0, GAMES - 1):
        kinds = {"place": "dwarf", "place_orc": "orc"}
        expected = [(kinds[action.kind], action.space) for action in by_hand("two players", index).actions if action.kind in kinds]
        found = [(row["worker"], row["space"]) for row in rows("two players", "placements") if row["game"] == index]
        assert found == expected


def test_supply_is_what_was_on_display() -> None:
    for row in rows("absent tiles", "supply"):
        assert row["tile"] != "dog_school"
    index = 0
    begins = Game(scenario=scenario("absent tiles"), index=index)
    had = {row["tile"] for row in rows("absent tiles", "supply") if row["block"] == index and row["available"]}
    supply = joined(begins.state["supply"])
    assert had == {name for number, name in enumerate(FURNISHINGS) if supply >> number & 1} & {
        row["tile"] for row in rows("absent tiles", "supply")
    }


def made(scores: list[list[int]], left: list[list[int]]) -> np.ndarray:
    """Ends of games with scores and hostile orcs as given."""
    players = np.zeros((len(scores), len(scores[0])), PLAYER)
    players["score"] = scores
    players["orcs"]["fate"] = orc.FOUGHT
    for game, seats in enumerate(left):
        for seat, number in enumerate(seats):
            players["orcs"]["fate"][game, seat, :number] = orc.LEFT
    return players


@rule("F-SCORE-5")
def test_t54_fewer_hostile_orcs_break_a_tie() -> None:
    players = made([[60, 60, 50], [60, 60, 50], [60, 61, 10]], [[1, 0, 0], [2, 2, 0], [0, 4, 0]])
    plans, game = np.zeros(3, PLAN), np.arange(3)
    places = CavernaSource.places_of(SimpleNamespace(wing=columns), players)
    rows = seat_columns(game, plans["bots"][:, :3], players, places)
    assert np.reshape(rows["rank"], (3, 3)).tolist() == [[2, 1, 3], [1, 1, 3], [2, 1, 3]]
    assert np.reshape(rows["won"], (3, 3)).tolist() == [[0, 1, 0], [0.5, 0.5, 0], [0, 1, 0]]
    seatings = {"seating": np.zeros(3, np.int16)}
    offsets, winners = game_columns(game, plans, seatings, np.zeros(3, OUTCOME), places)["winner_seats"]
    assert [winners[start:end].tolist() for start, end in pairwise(offsets)] == [[1], [0, 1], [1]]
    plain = CavernaSource.places_of(SimpleNamespace(wing=None), players)
    assert np.reshape(seat_columns(game, plans["bots"][:, :3], players, plain)["won"], (3, 3))[0].tolist() == [0.5, 0.5, 0]


def columns_of(expansion: str | None) -> Mapping[str, list[str]]:
    record = ("games", "players", "furnishings", "placements", "expeditions", "supply", "orcs")
    return {table.name: [column.name for column in table.columns] for table in tables_of(record, ("random",), True, expansion)}


def test_base_runs_have_no_column_of_the_expansion() -> None:
    base, fiends = columns_of(None), columns_of("fiends")
    assert "orcs" not in base
    assert set(fiends) - set(base) == {"orcs"}
    assert base["games"] == ["game", "block", "seating", "order", "setup", "rounds", "hash", "winner_seats"]
    assert base["placements"] == ["game", "seat", "round", "turn", "space", "weapon"]
    assert {name: fiends[name][: len(columns)] == columns for name, columns in base.items() if name != "players"}
    assert set(base["players"]) < set(fiends["players"])
    names = {table.name: table for table in tables_of(("furnishings", "expeditions"), ("random",), True)}
    assert "orc_dwelling" not in next(one for one in names["furnishings"].columns if one.name == "tile").names
    assert "fight_orc" not in next(one for one in names["expeditions"].columns if one.name == "loot").names


def test_a_run_on_disk_has_its_orcs_and_words_of_names(tmp_path: Path) -> None:
    run = cs.run({**SCENARIOS["two players"], "games": 4}, out=tmp_path / "run", workers=1, backend="threading")
    orcs = cs.load(run.path).orcs.collect()
    assert orcs.height == 4 * 2 * 4
    assert set(orcs["orc"].cast(pl.String).unique()) == set("ABCD")
    games = run.games.collect()
    shown = games["extensions"].cast(pl.String).str.split(" ")
    assert shown.list.len().to_list() == [2] * 4
    assert shown.explode().is_in(list(EXTENSIONS)).all()
    assert not any(kind.is_nested() for kind in games.dtypes)


def test_a_scenario_of_the_expansion_survives_being_written_down() -> None:
    for name in SCENARIOS:
        assert read_scenario(scenario(name).to_data()) == scenario(name)
    assert scenario("solo").record[-1] == "orcs"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"expansion": "folk"}, "'folk' is not allowed; give \"fiends\""),
        ({"record": ["orcs"]}, "the table `orcs` is for Frantic Fiends"),
        ({"rules": {"orc.strength": [5, 7, 9, 12]}}, "belongs to Frantic Fiends"),
        ({"supply": {"without": ["trap_chamber"]}}, "unknown furnishing `trap_chamber`"),
        ({"expansion": "fiends", "rules": {"orc.strength": [5, 7, 9]}}, "orc.strength"),
        ({"expansion": "fiends", "rules": {"orc.hard_seats": [2]}}, "there is no seat 2 with 2 players"),
        ({"expansion": "fiends", "rules": {"ruling.captives_eet": False}}, "did you mean `captives_eat`"),
        ({"expansion": "fiends", "supply": {"without": ["orc_dwelling"]}}, "is not a unique furnishing"),
        ({"expansion": "fiends", "opening": {"seat_0": {"place": ["wood_gathering"]}}}, "is not in play with 2 players"),
    ],
)
def test_wrong_scenarios_are_told(more: dict[str, Any], words: str) -> None:
    with pytest.raises(cs.ScenarioError) as error:
        read_scenario(scenario_of(2, bots=["random"] * 2, **more))
    assert words in str(error.value)
    assert "\n" not in str(error.value)
