"""Scenarios: reading them, the packaged ones, and what each game of one is (interface, section 3)."""

from __future__ import annotations

import dataclasses
import json
import pickle
from collections import Counter
from pathlib import Path

import pytest

import caverna_sim as cs
from caverna_sim import Game, ScenarioError
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.scenario.reading import TABLES, CavernaScenario, plan_game
from caverna_sim.scenario.scenario import OwnBot, load_scenario, packaged_scenarios, read_scenario
from tests.caverna.table import rule

EXAMPLE = """
name = "wood-for-stone"
description = "House rules of all kinds."
players = 4
bots = ["cautious", "random", "random", "random"]    # one per seat
seating = "rotate"
games = 100_000
seed = 20260101
record = ["games", "players", "furnishings", "placements"]
[rules]
"furnishing.state_parlor.cost.gold" = 7
"loot.cattle.strength" = 12
"start.food" = [0, 1, 2, 3]
[supply]
without = ["office_room"]
random_absence = 0.5
[opening.seat_2]
place = ["starting_player", "logging"]
[bot.cautious]
base = "random"
temperature = 0.1
weights.begging = -8.0
"""


def written(folder: Path, text: str) -> Path:
    """A scenario file."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def of_names(seating: str, players: int = 4, draws_bots: bool = False) -> CavernaScenario:
    """A scenario whose bots tell where they were named; only for planning."""
    names = tuple("abcdefg"[:players])
    return CavernaScenario(name="planned", players=players, bots=names, seating=seating, draws_bots=draws_bots)


# ---------------------------------------------------------------- reading


def test_every_key_is_read(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, EXAMPLE))
    assert scenario == CavernaScenario(
        name="wood-for-stone",
        description="House rules of all kinds.",
        players=4,
        bots=("cautious", "random", "random", "random"),
        seating="rotate",
        games=100_000,
        seed=20260101,
        record=("games", "players", "furnishings", "placements"),
        rules={"furnishing.state_parlor.cost.gold": 7, "loot.cattle.strength": 12, "start.food": [0, 1, 2, 3]},
        without=("office_room",),
        random_absence=0.5,
        openings={2: ("starting_player_4_7", "logging_4_7")},
        own_bots={"cautious": OwnBot("random", {"temperature": 0.1, "weights": {"begging": -8.0}})},
    )


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, 'name = "small"\nplayers = 1\nbots = ["random"]\n'))
    assert (scenario.games, scenario.seed, scenario.seating, scenario.expansion) == (10_000, 1, "balanced", None)
    assert scenario.record == TABLES
    assert (scenario.rules, scenario.without, scenario.random_absence, scenario.openings) == ({}, (), 0.0, {})


def test_a_path_may_be_a_text_or_a_path_and_a_scenario_is_itself(tmp_path: Path) -> None:
    file = written(tmp_path, EXAMPLE)
    scenario = load_scenario(file)
    assert load_scenario(str(file)) == scenario
    assert load_scenario(scenario) is scenario


def test_files_with_a_mark_or_other_line_ends_are_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.toml"
    file.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.replace("\n", "\r\n").encode())
    assert load_scenario(file).seed == 20260101


def test_house_rules_may_be_nested_or_quoted(tmp_path: Path) -> None:
    head = 'name = "x"\nplayers = 2\nbots = ["random", "random"]\n[rules]\n'
    quoted = head + '"loot.cattle.strength" = 12\n"furnishing.carpenter.cost.stone" = 2\n'
    nested = head + "loot.cattle.strength = 12\nfurnishing.carpenter.cost.stone = 2\n"
    tables = head + "[rules.loot.cattle]\nstrength = 12\n[rules.furnishing.carpenter.cost]\nstone = 2\n"
    rules = [Game(scenario=written(tmp_path, text)).rules.tables for text in (quoted, nested, tables)]
    assert rules[0] == rules[1] == rules[2]
    assert rules[0]["loot"]["cattle"]["strength"] == 12


def test_a_scenario_cannot_be_changed_and_can_be_sent_to_workers() -> None:
    scenario = load_scenario("quickstart")
    with pytest.raises(dataclasses.FrozenInstanceError):
        scenario.players = 5  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(scenario)) == scenario
    planned = plan_game(scenario, 1, 0)
    assert pickle.loads(pickle.dumps(planned)) == planned


def test_a_table_that_is_no_file_tells_the_field() -> None:
    assert read_scenario({"name": "x", "players": 1, "bots": ["random"]}).bots == ("random",)
    with pytest.raises(ScenarioError, match="scenario: `players`: 9 is not allowed; give a whole number from 1 to 7"):
        read_scenario({"name": "x", "players": 9, "bots": []})


# ---------------------------------------------------------------- packaged scenarios


def test_the_packaged_scenarios_are_there() -> None:
    names = {"quickstart", "base_2", "base_3", "base_4", "base_5", "solo", "introductory"}
    assert names <= set(packaged_scenarios())


@pytest.mark.parametrize("name", packaged_scenarios())
def test_a_packaged_scenario_is_sound_and_can_be_played(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.name == name
    assert len(scenario.description) > 20
    game = Game(scenario=name, seed=3, index=1)
    assert game.to_dict()["players"] == scenario.players
    assert game.legal()


@rule("R-COMP-6")
def test_the_introductory_scenario_has_27_kinds_of_furnishings() -> None:
    game = Game(scenario="introductory")
    assert len(game.to_dict()["supply"]) == 26  # and the Dwelling, which never runs out
    assert len(Game(scenario="base_3").to_dict()["supply"]) == 47


# ---------------------------------------------------------------- openings


@pytest.mark.parametrize(
    ("players", "name", "space"),
    [
        (1, "logging", "logging_1_3"),
        (3, "logging", "logging_1_3"),
        (3, "imitation", "imitation_3"),
        (4, "imitation", "imitation_4_7"),
        (4, "starting_player", "starting_player_4_7"),
        (5, "hardware_rental", "hardware_rental_5"),
        (6, "hardware_rental", "hardware_rental_6_7"),
        (5, "drift_mining", "drift_mining_4_7"),
        (7, "drift_mining_6_7", "drift_mining_6_7"),
        (2, "housework", "housework"),
        (2, "wish_for_children", "wish_for_children"),
    ],
)
def test_a_bare_name_is_the_variant_of_that_player_count(players: int, name: str, space: str) -> None:
    data = {"name": "x", "players": players, "bots": ["random"] * players, "limits": {"seat_0": {"spaces_without": [name]}}}
    assert read_scenario(data).limits == {0: {"spaces_without": [space]}}


def test_every_space_in_play_can_be_named_by_its_id() -> None:
    for players in range(1, 8):
        spaces = [key for key, row in printed_tables()["space"].items() if players in row["players"]]
        data = {"name": "x", "players": players, "bots": ["random"] * players, "limits": {"seat_0": {"spaces_without": spaces}}}
        assert read_scenario(data).limits == {0: {"spaces_without": spaces}}


# ---------------------------------------------------------------- blocks and seatings


def test_rotate_plays_each_block_in_every_seating() -> None:
    scenario = of_names("rotate")
    games = [plan_game(scenario, seed=1, index=index) for index in range(8)]
    assert [(game.block, game.seating) for game in games] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)]
    assert [game.bots for game in games[:4]] == [tuple("abcd"), tuple("bcda"), tuple("cdab"), tuple("dabc")]
    for seat in range(4):
        assert sorted(game.bots[seat] for game in games[:4]) == list("abcd")


def test_balanced_seats_play_each_block_in_all_rotations_of_another_order() -> None:
    scenario = of_names("balanced")
    games = [plan_game(scenario, seed=1, index=index) for index in range(24)]
    assert [(game.block, game.seating) for game in games[:5]] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    assert all(games[index].bots == (*games[index - 1].bots[1:], games[index - 1].bots[0]) for index in range(24) if index % 4)
    assert len({game.bots for game in games}) == 24  # six orders, four rotations


def test_fixed_seats_never_change() -> None:
    games = [plan_game(of_names("fixed"), seed=1, index=index) for index in range(5)]
    assert [(game.block, game.seating, game.bots) for game in games] == [(index, 0, tuple("abcd")) for index in range(5)]


def test_random_seating_is_drawn_for_each_block() -> None:
    scenario = of_names("random", players=3)
    games = [plan_game(scenario, seed=1, index=index) for index in range(600)]
    assert [game.block for game in games] == list(range(600))
    counts = Counter(game.bots for game in games)
    assert len(counts) == 6
    assert all(sorted(bots) == list("abc") for bots in counts)
    assert min(counts.values()) > 60  # 100 expected; 60 is more than four standard deviations away
    assert len({(game.seating, game.bots) for game in games}) == 6  # the number of a seating names it
    assert games[17] == plan_game(scenario, seed=1, index=17)
    assert [game.bots for game in games[:20]] != [plan_game(scenario, seed=2, index=index).bots for index in range(20)]


def test_a_pool_is_drawn_from_for_each_block() -> None:
    scenario = dataclasses.replace(of_names("rotate", players=3, draws_bots=True), bots=("a", "b"))
    games = [plan_game(scenario, seed=1, index=index) for index in range(600)]
    for block in range(200):
        seatings = [game.bots for game in games if game.block == block]
        assert seatings[1] == (*seatings[0][1:], seatings[0][0])
        assert seatings[2] == (*seatings[1][1:], seatings[1][0])
    drawn = Counter(bot for game in games[::3] for bot in game.bots)
    assert drawn.total() == 600
    assert 240 < drawn["a"] < 360  # 300 expected; nearly five standard deviations to either side
    assert len({game.bots for game in games[::3]}) == 8


def test_the_games_of_a_block_share_cards_and_markers() -> None:
    def layout(index: int) -> str:
        entry = Game(scenario="base_3", seed=5, index=index).to_dict()
        return json.dumps([entry["cards"], entry["harvest_markers"], entry["supply"]])

    assert len({layout(index) for index in (0, 1, 2)}) == 1
    assert len({layout(index) for index in range(0, 18, 3)}) > 3


# ---------------------------------------------------------------- absent furnishings


def test_furnishings_may_be_removed_for_everybody(tmp_path: Path) -> None:
    text = 'name = "x"\nplayers = 2\nbots = ["random", "random"]\n[supply]\nwithout = ["office_room", "carpenter"]\n'
    game = Game(scenario=written(tmp_path, text), seed=1)
    supply = game.to_dict()["supply"]
    assert len(supply) == 45
    assert not {"office_room", "carpenter"} & set(supply)
    assert game.planned is not None
    assert game.planned.absent == ()
    assert set(game.rules.overrides["start.without"]) == {"office_room", "carpenter"}


def test_each_unique_furnishing_is_absent_with_the_chance_given() -> None:
    scenario = dataclasses.replace(load_scenario("base_2"), random_absence=0.25)
    counts = Counter(tile for block in range(400) for tile in plan_game(scenario, 7, 2 * block).absent)
    unique = {key for key, row in printed_tables()["furnishing"].items() if row.get("copies", 1) == 1}
    assert set(counts) == unique
    assert all(50 < count < 150 for count in counts.values())  # 100 expected, standard deviation 8.7
    assert abs(counts.total() / (400 * len(unique)) - 0.25) < 0.016  # five standard errors


def test_absence_is_a_matter_of_the_block_alone() -> None:
    scenario = dataclasses.replace(load_scenario("base_2"), random_absence=0.5)
    first = plan_game(scenario, 7, 0).absent
    assert first == plan_game(scenario, 7, 1).absent
    assert first != plan_game(scenario, 7, 2).absent
    assert first != plan_game(scenario, 8, 0).absent
    other = dataclasses.replace(scenario, bots=("x", "y"), rules={"start.food": [3, 3]}, games=3)
    assert first == plan_game(other, 7, 0).absent
    without = dataclasses.replace(scenario, without=(first[0],))
    assert plan_game(without, 7, 0).absent == first[1:]
    fewer = dataclasses.replace(scenario, random_absence=0.3)
    assert set(plan_game(fewer, 7, 0).absent) < set(first)


def test_chances_of_0_and_1_are_certain() -> None:
    scenario = load_scenario("introductory")
    assert plan_game(scenario, 1, 0).absent == ()
    assert len(plan_game(dataclasses.replace(scenario, random_absence=1.0), 1, 0).absent) == 26


def test_a_game_is_played_without_its_absent_furnishings(tmp_path: Path) -> None:
    text = 'name = "x"\nplayers = 2\nbots = ["random", "random"]\n[supply]\nrandom_absence = 0.5\n'
    file = written(tmp_path, text)
    for index in range(6):
        game = Game(scenario=file, seed=3, index=index)
        assert game.planned is not None
        absent = game.planned.absent
        assert 5 < len(absent) < 42
        assert set(game.to_dict()["supply"]) == {*Game(2).to_dict()["supply"]} - set(absent)
        assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()


# ---------------------------------------------------------------- games of a scenario


def test_a_game_of_a_scenario_knows_its_plan(tmp_path: Path) -> None:
    file = written(tmp_path, EXAMPLE)
    game = Game(scenario=file, seed=7, index=5)
    assert game.planned == plan_game(load_scenario(file), 7, 5)
    assert game.planned is not None
    assert game.planned.bots == ("random", "random", "random", "cautious")  # seating 1 of block 1
    assert game.planned.openings == {2: ["starting_player_4_7", "logging_4_7"]}
    assert (game.to_dict()["index"], game.to_dict()["rng"]["game"]) == (5, 1)
    assert game.rules.tables["furnishing"]["state_parlor"]["cost"] == {"gold": 7, "stone": 3}
    assert [seat["goods"]["food"] for seat in game.to_dict()["seats"]] == [0, 1, 2, 3]


def test_rules_given_beside_a_scenario_replace_its_own(tmp_path: Path) -> None:
    game = Game(scenario=written(tmp_path, EXAMPLE), seed=7, rules={"start.food": [9, 9, 9, 9]}, tiles="introductory")
    assert {seat["goods"]["food"] for seat in game.to_dict()["seats"]} == {9}
    assert game.rules.tables["loot"]["cattle"]["strength"] == 12
    assert "office_room" not in game.to_dict()["supply"]
    assert Game(2).planned is None


def test_a_scenario_and_plain_arguments_give_the_same_game() -> None:
    by_scenario = cs.play(Game(scenario="base_2", seed=4, index=4), ["random", "random"])  # block 2
    plain = cs.play(Game(2, seed=4, index=2), ["random", "random"])
    assert by_scenario.actions == plain.actions
    assert by_scenario.scores() == plain.scores()


def test_the_summary_tells_what_is_special(tmp_path: Path) -> None:
    summary = load_scenario(written(tmp_path, EXAMPLE)).summary
    for words in (
        "4 players",
        "cautious",
        "rotate",
        "100,000 games",
        "seed 20260101",
        "3 house rules",
        "office_room",
        "0.5",
        "seat 2 is to open with",
    ):
        assert words in summary
    assert "\n" not in summary
