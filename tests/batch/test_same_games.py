"""A game of a batch is the game of the same number in Python, and its rows say what happened in it."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim import Game
from caverna_sim.games.caverna.box.catalog import FURNISHINGS
from caverna_sim.games.caverna.scenario.reading import CavernaScenario, plan_game
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.protocol import PlayedChunk
from caverna_sim.scenario.scenario import read_scenario
from tests.batch import scenario_of

OWN = {"bots": ["careless", "random"], "bot": {"careless": {"base": "balanced", "temperature": 3.0, "weights": {"begging": -1.0}}}}
SCENARIOS: dict[str, dict[str, Any]] = {
    "rotating seats": scenario_of(4, seating="rotate"),
    "balanced seats": scenario_of(4),
    "two players": scenario_of(2),
    "five players": scenario_of(5),
    "solo": scenario_of(1),
    "random seats": scenario_of(3, seating="random"),
    "a pool": scenario_of(3, bots=["balanced", "herder", "random", "novice"], draw="random"),
    "fixed seats": scenario_of(3, seating="fixed"),
    "absent tiles": scenario_of(2, supply={"random_absence": 0.5, "without": ["office_room"]}),
    "house rules": scenario_of(4, rules={"start.food": [0, 1, 2, 3], "loot.cattle.strength": 7, "start.tiles": "introductory"}),
    "an opening": scenario_of(4, opening={"seat_0": {"place": ["logging", "growth"]}, "seat_2": {"place": ["housework", "ruby_mining"]}}),
    "an opening nobody can use": scenario_of(2, opening={"seat_1": {"place": ["housework", "ruby_mining", "housework", "housework"]}}),
    "bots of its own": scenario_of(2, **OWN),
    "a value bot": scenario_of(2, bots=["value", "balanced"]),
    "drawn access and loot": scenario_of(4, supply={"random_access": True, "random_loot_absence": 0.5, "seat_1": {"without": ["miner"]}}),
    "limits": scenario_of(4, limits={"seat_0": {"weapon_max": 0, "dwarfs_max": 3}, "seat_2": {"spaces_without": ["growth", "housework"]}}),
    "a drawn limit": scenario_of(2, limits={"drawn": {"late": {"weapon_from_round": 6}, "alone": {"weapon_max": 2, "whose": "others"}}}),
    "a drawn opening": scenario_of(4, opening={"drawn": {"seat": 2, "length": 2, "pool": "all"}, "seat_1": {"place": ["growth"]}}),
}


@cache
def scenario(name: str) -> CavernaScenario:
    return read_scenario(SCENARIOS[name])


@cache
def played(name: str) -> PlayedChunk:
    chunk = CavernaSource(scenario(name)).play(0, 24 if name != "five players" else 25, np.zeros(1, np.int8))
    assert chunk is not None
    return chunk


@cache
def by_hand(name: str, index: int) -> Game:
    return cs.play(Game(scenario=scenario(name), index=index))


def rows_of_game(name: str, table: str, index: int) -> list[dict[str, Any]]:
    """Rows of one game, numbers turned into names."""
    source = CavernaSource(scenario(name))
    columns = next(one for one in source.tables if one.name == table).columns
    rows = played(name).rows[table]
    found = []
    for number in np.flatnonzero(np.asarray(rows["game"]) == index):
        row = {}
        for column in columns:
            value = np.asarray(rows[column.name])[number].item()
            row[column.name] = column.names[value] if column.names else value
        found.append(row)
    return found


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("index", [0, 5, 23])
def test_the_same_number_is_the_same_game(name: str, index: int) -> None:
    game = by_hand(name, index)
    assert played(name).hashes[index] == game.hash
    assert played(name).rows["games"]["block"][index] == game.planned.block  # type: ignore[index, union-attr]


@pytest.mark.parametrize("name", ["rotating seats", "solo", "a pool", "absent tiles", "house rules", "bots of its own"])
def test_players_end_as_in_the_game(name: str) -> None:
    game = by_hand(name, 5)
    seats = game.to_dict()["seats"]
    assert game.planned is not None
    for row, result, seat in zip(rows_of_game(name, "players", 5), game.scores(), seats, strict=True):
        assert (row["score"], row["rank"]) == (result["total"], result["rank"])
        assert {part: row[f"part_{part}"] for part in result["parts"]} == result["parts"]
        assert {ware: row[ware] for ware in seat["goods"]} == seat["goods"]
        assert {animal: row[animal] for animal in seat["animals"]} == seat["animals"]
        weapons = [dwarf["weapon"] for dwarf in seat["dwarfs"]]
        assert (row["dwarfs"], row["begging"]) == (len(weapons), seat["begging"])
        assert (row["weapon_max"], row["weapons"]) == (max(weapons), sum(weapon > 0 for weapon in weapons))
        assert row["bot"] == game.planned.bots[row["seat"]]


def test_wins_margins_and_ranks() -> None:
    rows = played("rotating seats").rows
    scores = np.asarray(rows["players"]["score"]).reshape(-1, 4).astype(int)
    won = np.asarray(rows["players"]["won"]).reshape(-1, 4)
    margin = np.asarray(rows["players"]["margin"]).reshape(-1, 4)
    offsets, winners = rows["games"]["winner_seats"]
    for game in range(24):
        best = [seat for seat in range(4) if scores[game, seat] == max(scores[game])]
        assert list(winners[offsets[game] : offsets[game + 1]]) == best
        assert [round(float(share), 6) for share in won[game]] == [round(1 / len(best), 6) if seat in best else 0 for seat in range(4)]
        assert margin[game] == pytest.approx(scores[game] - scores[game].mean(), abs=1e-4)


@pytest.mark.parametrize("name", ["rotating seats", "solo", "an opening", "house rules"])
def test_placements_are_those_of_the_game(name: str) -> None:
    for index in (0, 5):
        expected = []
        game = Game(scenario=scenario(name), index=index)
        turn = round_ = 0
        for action in by_hand(name, index).actions:
            if action.kind == "place":
                turn = turn + 1 if game.round == round_ else 1
                round_ = game.round
                expected.append((game.player, game.round, turn, action.space, action.weapon))
            game.play(action)
        fields = ("seat", "round", "turn", "space", "weapon")
        assert [tuple(row[field] for field in fields) for row in rows_of_game(name, "placements", index)] == expected


@pytest.mark.parametrize("name", ["rotating seats", "two players"])
def test_furnishings_and_loot_are_those_of_the_game(name: str) -> None:
    for index in (0, 5, 23):
        built, taken, expeditions = [], [], dict.fromkeys(range(4), 0)
        game = Game(scenario=scenario(name), index=index)
        for action in by_hand(name, index).actions:
            if action.kind == "furnish":
                built.append((game.player, action.tile, game.round, action.cell))
            if action.kind == "expedition":
                expeditions[game.player] += 1  # type: ignore[index]
                strength, level = int(game.state["seats"][game.player]["weapon"][game.state["dwarf"]]), action.level
            if action.kind == "loot":
                taken.append((game.player, game.round, expeditions[game.player], level, strength, action.loot))  # type: ignore[index]
            game.play(action)
        rows = rows_of_game(name, "furnishings", index)
        assert [tuple(row[field] for field in ("seat", "tile", "round", "cell")) for row in rows] == built
        rows = rows_of_game(name, "expeditions", index)
        fields = ("seat", "round", "expedition", "level", "strength", "loot")
        assert [tuple(row[field] for field in fields) for row in rows] == taken
        assert [row["expeditions"] for row in rows_of_game(name, "players", index)] == [expeditions[seat] for seat in range(game.players)]


def test_a_limit_that_is_never_met_changes_nothing() -> None:
    loose = {"weapon_max": 14, "weapon_from_round": 1, "dwarfs_max": 6}
    limited = read_scenario({**SCENARIOS["rotating seats"], "limits": {f"seat_{seat}": loose for seat in range(4)}})
    chunk = CavernaSource(limited).play(0, 24, np.zeros(1, np.int8))
    assert chunk is not None
    np.testing.assert_array_equal(chunk.hashes, played("rotating seats").hashes)


def test_what_is_forbidden_never_happens() -> None:
    """Seat 0 of `limits` has no weapons and at most three dwarfs, seat 2 does not use growth and housework."""
    players = pl.DataFrame({name: np.asarray(values) for name, values in played("limits").rows["players"].items()})
    first = players.filter(pl.col("seat") == 0)
    assert (first["weapon_max"].max(), first["expeditions"].max(), first["dwarfs"].max()) == (0, 0, 3)
    assert players.filter(pl.col("seat") != 0)["weapon_max"].max() > 0  # type: ignore[operator]
    for index in range(24):
        went = {row["space"] for row in rows_of_game("limits", "placements", index) if row["seat"] == 2}
        assert not went & {"growth", "housework"}
    used = {row["space"] for index in range(24) for row in rows_of_game("limits", "placements", index)}
    assert {"growth", "housework"} <= used


def test_who_is_denied_a_tile_never_builds_it() -> None:
    name = "drawn access and loot"
    source = CavernaSource(scenario(name))
    builders: set[str] = set()
    for index in range(24):
        drawn = source.design.of_block(index // source.block_games)
        for row in rows_of_game(name, "furnishings", index):
            who = drawn.access.get(row["tile"], "everybody")
            assert (who, row["seat"] == drawn.access_seat) not in (("focal", False), ("others", True))
            assert who != "nobody"
            assert (row["tile"], row["seat"]) != ("miner", 1)
            builders.add(who)
        assert not {row["loot"] for row in rows_of_game(name, "expeditions", index)} & set(drawn.absent_extra)
    assert builders == {"focal", "others", "everybody"}


def test_assigned_tells_what_was_drawn_and_whether_it_happened() -> None:
    source = CavernaSource(scenario("a drawn opening"))
    columns = next(one for one in source.tables if one.name == "assigned").columns
    values = played("a drawn opening").rows["assigned"]
    told = {
        column.name: [column.names[one] if column.names else one for one in np.asarray(values[column.name]).tolist()] for column in columns
    }
    rows = [dict(zip(told, row, strict=True)) for row in zip(*told.values(), strict=True)]
    assert {row["kind"] for row in rows} == {"opening"}
    for index in range(24):
        opening = source.design.openings[source.design.of_block(index // source.block_games).opening]
        placed = rows_of_game("a drawn opening", "placements", index)
        mine = [row for row in rows if row["game"] == index]
        assert [(row["seat"], row["number"]) for row in mine] == [(1, 1), (2, 1), (2, 2)]
        for row in mine:
            wanted = opening.get(row["seat"], ())
            assert row["opening"] == (wanted[row["number"] - 1] if wanted else "own")
            assert row["took"] == [one["space"] for one in placed if one["seat"] == row["seat"]][row["number"] - 1]
            assert row["complied"] == (row["opening"] in ("own", row["took"]))


def test_rounds_tell_how_seats_stood() -> None:
    asked = read_scenario({**SCENARIOS["rotating seats"], "record": ["players", "rounds"]})
    chunk = CavernaSource(asked).play(0, 8, np.zeros(1, np.int8))
    assert chunk is not None
    rounds = pl.DataFrame({name: np.asarray(values) for name, values in chunk.rows["rounds"].items()})
    assert rounds.height == 8 * 4 * 12
    last = rounds.filter(pl.col("round") == 12).sort("game", "seat")
    assert last["score"].to_list() == np.asarray(chunk.rows["players"]["score"]).tolist()
    assert last["dwarfs"].to_list() == np.asarray(chunk.rows["players"]["dwarfs"]).tolist()
    assert rounds["choices"].sum() == chunk.choices
    assert 0 < rounds["blocked"].sum() < rounds["choices"].sum()
    assert rounds.filter((pl.col("round") == 1) & (pl.col("seat") == 0))["blocked"].max() <= 1  # type: ignore[operator]  # the first to place is free
    assert chunk.hashes.tolist() == played("rotating seats").hashes[:8].tolist()


def test_supply_tells_what_every_block_could_have() -> None:
    rows = played("absent tiles").rows["supply"]
    frame = pl.DataFrame({name: np.asarray(values) for name, values in rows.items()})
    assert frame["block"].n_unique() == 12
    for block in (0, 7):
        absent = {FURNISHINGS[tile] for tile in frame.filter((pl.col("block") == block) & ~pl.col("available"))["tile"]}
        assert absent == set(plan_game(scenario("absent tiles"), 11, 2 * block).absent)
    assert FURNISHINGS.index("office_room") not in frame["tile"]


def test_buffers_grow_when_a_game_leaves_more_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CavernaSource, "rows_per_seat", {"built": 0, "placed": 0, "taken": 0})
    again = CavernaSource(scenario("rotating seats")).play(0, 24, np.zeros(1, np.int8))
    assert again is not None
    for table, columns in played("rotating seats").rows.items():
        for name, values in columns.items():
            np.testing.assert_array_equal(np.asarray(again.rows[table][name][-1]), np.asarray(values[-1]), err_msg=f"{table}.{name}")


DIGEST = """
import hashlib, numpy as np
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.scenario.scenario import read_scenario
scenario = {"name": "x", "players": 2, "bots": ["random", "adventurer"], "seed": 11, "opening": {"seat_0": {"place": ["logging"]}}}
chunk = CavernaSource(read_scenario(scenario)).play(0, 2, np.zeros(1, np.int8))
columns = [column for rows in chunk.rows.values() for column in rows.values()]
values = [value for column in columns for value in (column if isinstance(column, tuple) else (column,))]
plain = [np.asarray(value, str) if value.dtype == object else value for value in values]  # words, not where they lie in memory
print(sum(map(len, values)), hashlib.sha256(b"".join(np.ascontiguousarray(value).tobytes() for value in plain)).hexdigest())
"""


def test_rows_are_the_same_uncompiled() -> None:
    def told(**settings: str) -> str:
        command = [sys.executable, "-W", "error", "-c", DIGEST]
        return subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=True).stdout

    compiled = told()
    assert told(NUMBA_DISABLE_JIT="1") == compiled
    assert int(compiled.split()[0]) > 500


def test_a_set_flag_stops_the_game() -> None:
    assert CavernaSource(scenario("rotating seats")).play(0, 24, np.ones(1, np.int8)) is None


def test_blocks_of_one_bot_are_single_games() -> None:
    same = read_scenario(scenario_of(4, bots=["balanced"] * 4))
    assert same.seatings == 1
    assert read_scenario(scenario_of(4, bots=["balanced", "random"] * 2, seating="rotate")).seatings == 2
    chunk = CavernaSource(same).play(0, 24, np.zeros(1, np.int8))
    assert chunk is not None
    assert len(set(chunk.hashes.tolist())) == 24


def test_a_parameter_file_is_written_out(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "herder"\ndescription = "my herder"\ntemperature = 0.5\n')
    source = CavernaSource(read_scenario(scenario_of(2, bots=[str(file), "herder"])))
    assert source.names == ("mine", "herder")
    before = source.play(0, 6, np.zeros(1, np.int8))
    assert before is not None
    game = cs.play(Game(scenario=read_scenario(scenario_of(2, bots=[str(file), "herder"])), index=3))
    assert game.hash == before.hashes[3]
    file.unlink()
    again = CavernaSource(read_scenario(source.scenario.to_data())).play(0, 6, np.zeros(1, np.int8))
    assert again is not None
    assert again.hashes.tolist() == before.hashes.tolist()


def test_a_file_may_not_be_called_like_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "herder.toml"
    file.write_text('base = "balanced"\ndescription = "not the herder"\n')
    with pytest.raises(cs.ScenarioError, match="called like another bot"):
        CavernaSource(read_scenario(scenario_of(2, bots=[str(file), "herder"])))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_survives_being_written_down(name: str) -> None:
    assert read_scenario(scenario(name).to_data()) == scenario(name)
