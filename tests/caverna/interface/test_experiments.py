"""Experiments: what a scenario draws for each block, whom it denies what, and how seats open (interface, sections 3 and 5)."""

from __future__ import annotations

from collections import Counter
from math import isqrt
from pathlib import Path
from typing import Any

import pytest

from caverna_sim import Game, ScenarioError
from caverna_sim.cli import main
from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.scenario.design import Design, offered
from caverna_sim.games.caverna.scenario.openings import earliest_round, latest_round, spaces_in_play, why_never
from caverna_sim.games.caverna.scenario.reading import CavernaScenario, plan_game
from caverna_sim.scenario.scenario import load_scenario, read_scenario
from tests.batch import scenario_of
from tests.caverna.table import rule

UNIQUE = {key for key, row in printed_tables()["furnishing"].items() if row.get("copies", 1) == 1}


def of(players: int = 4, **keys: Any) -> CavernaScenario:
    """A small scenario with these keys."""
    return read_scenario(scenario_of(players, **keys))


def design(scenario: CavernaScenario, seed: int = 7) -> Design:
    """Its draws."""
    return Design(scenario, seed, scenario.all_rules)


# ---------------------------------------------------------------- supply


def test_chances_of_absence_can_be_given_by_name() -> None:
    draws = design(of(supply={"random_absence": {"office_room": 0.5, "miner": 1.0}}))
    absent = [set(draws.of_block(block).absent) for block in range(400)]
    assert all(one <= {"office_room", "miner"} and "miner" in one for one in absent)
    assert 150 < sum("office_room" in one for one in absent) < 250  # 200 expected, five standard deviations


def test_a_chance_by_name_draws_as_the_same_chance_for_all() -> None:
    """A tile is absent in the same blocks, however many others are drawn too."""
    everything = design(of(supply={"random_absence": 0.5}))
    one = design(of(supply={"random_absence": {"miner": 0.5}}))
    for block in range(50):
        assert ("miner" in everything.of_block(block).absent) == ("miner" in one.of_block(block).absent)


def test_the_share_of_absent_tiles_can_be_drawn_too() -> None:
    """Every sixteen blocks go through all shares from none to half, so that worth is known by how full the supply is."""
    draws = design(of(supply={"random_absence": [0.0, 0.5]}))
    shares = [len(draws.of_block(block).absent) / len(draws.offered) for block in range(320)]
    assert 0.23 < sum(shares) / len(shares) < 0.27
    assert sum(share < 0.1 for share in shares) > 30 and sum(share > 0.4 for share in shares) > 30
    for start in range(0, 320, 16):
        assert min(shares[start : start + 16]) < 0.1 and max(shares[start : start + 16]) > 0.35


@pytest.mark.parametrize("wrong", [[0.5, 0.5], [0.6, 0.2], [0, 2], [0.1, 0.2, 0.3]])
def test_a_share_is_drawn_between_two_chances(wrong: list[float]) -> None:
    with pytest.raises(ScenarioError, match=r"supply\.random_absence"):
        of(supply={"random_absence": wrong})


def test_access_is_one_of_four_for_each_tile_and_the_focal_seat_each_seat_as_often() -> None:
    draws = design(of(supply={"random_access": True}))
    drawn = [draws.of_block(block) for block in range(400)]
    assert Counter(one.access_seat for one in drawn) == dict.fromkeys(range(4), 100)
    for start in range(0, 400, 4):  # balanced over every four blocks
        assert {one.access_seat for one in drawn[start : start + 4]} == {0, 1, 2, 3}
    for tile in ("carpenter", "state_parlor"):
        counts = Counter(one.access[tile] for one in drawn)
        assert set(counts) == {"nobody", "focal", "others", "everybody"}
        assert all(60 < count < 140 for count in counts.values())  # 100 expected, standard deviation 8.7
    assert set(drawn[0].access) == UNIQUE


def test_who_has_no_access_may_not_build_and_everybody_else_may() -> None:
    scenario = of(supply={"random_access": True})
    for block in range(8):
        drawn = design(scenario, 11).of_block(block)
        game = Game(scenario=scenario, index=4 * block)
        entry = game.to_dict()
        assert set(entry["supply"]) == {tile for tile, who in drawn.access.items() if who != "nobody"}
        for number, one in enumerate(entry["seats"]):
            denied = {"focal": number != drawn.access_seat, "others": number == drawn.access_seat}
            expected = {tile for tile, who in drawn.access.items() if denied.get(who)}
            assert set(one.get("limits", {}).get("tiles_without", ())) == expected


def test_a_seat_can_be_denied_a_tile() -> None:
    game = Game(scenario=of(supply={"seat_2": {"without": ["office_room", "dwelling"]}}))
    assert [one.get("limits") for one in game.to_dict()["seats"]] == [None, None, {"tiles_without": ["dwelling", "office_room"]}, None]
    assert "office_room" in game.to_dict()["supply"]


def test_loot_can_be_absent_by_draw_for_everybody() -> None:
    scenario = of(supply={"random_loot_absence": {"cattle": 0.5}})
    absent = [design(scenario).of_block(block).absent_extra for block in range(100)]
    assert set(absent) == {(), ("cattle",)}
    game = Game(scenario=scenario, seed=7, index=4 * absent.index(("cattle",)))
    assert [one["limits"] for one in game.to_dict()["seats"]] == [{"loot_without": ["cattle"]}] * 4


# ---------------------------------------------------------------- limits


def test_a_limit_is_drawn_for_each_block_and_no_limit_is_the_control() -> None:
    keys = {
        "unarmed": {"weapon_max": 0},
        "late": {"weapon_from_round": 5},
        "alone": {"weapon_max": 0, "whose": "others"},
        "few": {"dwarfs_max": 4},
    }
    draws = design(of(limits={"drawn": keys}))
    controls = isqrt(4)
    cases = 4 * (4 + controls)  # each seat with each limit, and without one
    drawn = [draws.of_block(block) for block in range(2 * cases)]
    counts = Counter((one.limits_seat, one.limit) for one in drawn)
    assert counts == {(seat, name): 2 * (controls if name == "none" else 1) for seat in range(4) for name in ("none", *keys)}
    for one in drawn:
        limited = {
            "none": {}, "late": {one.limits_seat: {"weapon_from_round": 5}}, "few": {one.limits_seat: {"dwarfs_max": 4}},
            "unarmed": {one.limits_seat: {"weapon_max": 0}},
            "alone": {seat: {"weapon_max": 0} for seat in range(4) if seat != one.limits_seat},
        }  # fmt: skip
        assert one.limits == limited[one.limit]


def test_limits_of_a_seat_hold_beside_those_that_are_drawn() -> None:
    limits = {
        "seat_1": {"weapon_max": 4, "loot_without": ["cattle"]},
        "drawn": {"seat": 1, "less": {"weapon_max": 2, "loot_without": ["dog"]}},
    }
    scenario = of(limits=limits, supply={"seat_1": {"without": ["miner"]}})
    drawn = {one.limit: one.limits for one in map(design(scenario).of_block, range(2))}
    assert drawn["none"] == {1: {"weapon_max": 4, "loot_without": ["cattle"], "tiles_without": ["miner"]}}
    assert drawn["less"] == {1: {"weapon_max": 2, "loot_without": ["cattle", "dog"], "tiles_without": ["miner"]}}


def test_a_bare_name_of_a_space_is_the_variant_in_play() -> None:
    assert of(limits={"seat_0": {"spaces_without": ["logging", "growth"]}}).limits == {0: {"spaces_without": ["logging_4_7", "growth"]}}


# ---------------------------------------------------------------- openings


@rule("R-SETUP-4")
def test_cards_come_in_the_rounds_of_their_stage() -> None:
    rules = catalog(4)
    assert {space: earliest_round(rules, space) for space in ("housework", "blacksmithing", "wish_for_children", "donkey_farming")} == {
        "housework": 1, "blacksmithing": 1, "wish_for_children": 4, "donkey_farming": 5,
    }  # fmt: skip
    assert earliest_round(rules, "urgent_wish_for_children") == earliest_round(rules, "family_life")
    assert [latest_round(rules, number) for number in range(6)] == [1, 1, 2, 2, 3, 3]


@rule("R-IMIT-2", "R-IMIT-1", "R-WORK-2", "R-WORK-6")
@pytest.mark.parametrize(
    ("seat", "opening", "number", "words"),
    [
        (0, ["imitation_4_7"], 0, "nobody has placed a dwarf yet who could be imitated"),
        (1, ["imitation_4_7"], 0, "it costs 2 food, and the seat begins with 1"),
        (3, ["imitation_4_7"], 0, None),  # begins with 3 food, and others went before
        (0, ["logging_4_7", "imitation_4_7"], 1, None),
        (0, ["donkey_farming"], 0, "its card comes in round 5 at the earliest, that placement in round 1"),
        (0, ["growth"] * 8 + ["donkey_farming"], 8, None),  # a ninth placement comes in round 5 at the latest
        (0, ["blacksmithing"], 0, "nothing can be carried out there on the starting board"),
        (0, ["housework", "housework"], 1, "cannot be used twice in round 1"),
        (0, ["housework", "growth", "housework"], 2, None),
        (0, ["sheep_farming"], 0, None),  # its card may come in round 1, so this is counted when it does not
    ],
)
def test_a_space_that_cannot_be_open_in_that_turn_is_wrong(seat: int, opening: list[str], number: int, words: str | None) -> None:
    reason = why_never(catalog(4), seat, opening, number)
    assert reason is None if words is None else words in str(reason)


def test_first_placements_are_as_the_engine_sees_them() -> None:
    """What is refused for the first placement of the game is what is legal in no deal; all of round 1 is tried."""
    for players in range(1, 8):
        rules = catalog(players)
        legal = set()
        for index in range(60):
            legal |= {action.space for action in Game(players, seed=3, index=index).legal() if action.kind == "place"}
        possible = {space for space in spaces_in_play(rules) if why_never(rules, 0, [space], 0) is None}
        assert possible == legal


def test_an_opening_is_drawn_for_each_block_and_the_bots_own_is_the_control() -> None:
    draws = design(of(opening={"drawn": {"seat": 0, "length": 1, "pool": ["growth", "excavation", "housework", "logging"]}}))
    counts = Counter(draws.openings[draws.of_block(block).opening].get(0, ()) for block in range(12))
    assert counts == {(): 4, ("growth",): 2, ("excavation_4_7",): 2, ("housework",): 2, ("logging_4_7",): 2}


def test_a_pool_of_all_holds_what_can_be_used_then() -> None:
    every = design(of(opening={"drawn": {"pool": "all"}})).openings[1:]
    spaces = {seat: {one[seat][0] for one in every if seat in one} for seat in range(4)}
    rules = catalog(4)
    for seat in range(4):
        assert spaces[seat] == {space for space in spaces_in_play(rules) if why_never(rules, seat, [space], 0) is None}
    assert "imitation_4_7" in spaces[3] and "imitation_4_7" not in spaces[0]


def test_pairs_of_first_placements_are_sequences_of_different_spaces() -> None:
    pairs = design(of(opening={"drawn": {"seat": 2, "length": 2, "pool": ["growth", "housework", "clearing"]}})).openings[1:]
    spaces = ("growth", "housework", "clearing_4_7")
    assert sorted(one[2] for one in pairs) == sorted((a, b) for a in spaces for b in spaces if a != b)


def test_an_opening_is_tried_at_its_placement_and_given_up_then() -> None:
    scenario = of(2, bots=["random", "random"], opening={"seat_1": {"place": ["logging", "ruby_mining", "housework"]}})
    game = Game(scenario=scenario, index=0)
    wanted = []
    while len(wanted) < 3:
        forced = game.opening()
        legal = game.legal()
        if game.player == 1 and any(action.kind == "place" for action in legal):
            wanted.append(forced.space if forced else None)
        game.play(forced or next((action for action in legal if action.kind == "place"), legal[0]))
    assert wanted[0] in ("logging_1_3", None)
    assert wanted[2] in ("housework", None)


# ---------------------------------------------------------------- the file


def test_every_key_of_the_contract_is_read_and_written_back() -> None:
    keys: dict[str, Any] = {
        "supply": {"random_access": True, "random_loot_absence": 0.25, "seat_2": {"without": ["office_room"]}},
        "limits": {
            "seat_2": {"weapon_max": 0, "weapon_from_round": 5, "loot_without": ["cattle"], "spaces_without": ["growth"], "dwarfs_max": 4},
            "seat_3": {"tiles_without": ["miner"], "tile_from_round": {"office_room": 6}, "tile_first": "carpenter"},
            "drawn": {"seat": 1, "unarmed": {"weapon_max": 0}, "alone": {"weapon_max": 0, "whose": "others"}},
        },
        "opening": {
            "seat_2": {"place": ["starting_player", "logging"]},
            "drawn": {"seat": 0, "length": 1, "pool": ["growth", "excavation"]},
        },
    }
    scenario = of(**keys)
    assert read_scenario(scenario.to_data()) == scenario
    summary = scenario.summary
    for words in (
        "seat 3 is limited: without miner, office_room not before round 6, carpenter before any other furnishing but dwellings",
        "seat 2 is limited: no weapons, no weapons before round 5, without cattle, without growth, at most 4 dwarfs",
        "one of the limits unarmed, alone, or none, is drawn for seat 1", "seat 2 may not build office_room", "drawn for each block",
        "the first placement of seat 0 drawn for each block from growth, excavation_4_7, or left to the bot",
    ):  # fmt: skip
        assert words in summary


def test_check_lists_all_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        """name = "x"
players = 4
bots = ["balanced", "randm", "random", "random"]
games = 0
[supply]
without = ["ofice_room", "carpnter"]
[limits.seat_1]
weapon_max = -1
loot_without = ["catle"]
[opening.seat_0]
place = ["donkey_farming"]
[opening.seat_9]
place = []
"""
    )
    assert main(["check", str(file)]) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert all(line.startswith("error: scenario `") for line in lines)
    found = [line.split("mine.toml`, ")[1] for line in lines]
    expected = (
        "line 3: `bots`: unknown bot `randm`",
        "line 4: `games`: 0 is not allowed",
        "line 6: `supply.without`: unknown furnishing `ofice_room`",
        "line 6: `supply.without`: unknown furnishing `carpnter`",
        "line 8: `limits.seat_1.weapon_max`: -1 is not allowed",
        "line 9: `limits.seat_1.loot_without`: unknown name `catle`",
        "line 11: `opening.seat_0.place`: `donkey_farming` cannot be open",
        "line 12: `opening.seat_9`: there is no such seat",
    )
    assert [line[: len(words)] for line, words in zip(found, expected, strict=True)] == list(expected)
    assert main(["watch", str(file)]) == 2
    assert "(and 7 more: `caverna-sim check` lists all)" in capsys.readouterr().err
    with pytest.raises(ScenarioError, match="line 3") as caught:
        load_scenario(file)
    assert len(caught.value.others) == 7


def test_check_examines_a_bot_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "herder"\ndescription = "my herder"\ntemperature = 0.5\n')
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == "ok: bot `mine.toml`: scripted, my herder\n"
    file.write_text('base = "herder"\ntemprature = 0.5\n')
    assert main(["check", str(file)]) == 2
    assert "temprature" in capsys.readouterr().err


def test_games_of_other_numbers_and_bots_draw_the_same() -> None:
    keys = {"supply": {"random_access": True}, "limits": {"drawn": {"unarmed": {"weapon_max": 0}}}}
    one, other = of(**keys), of(**keys, bots=["random"] * 4, rules={"start.food": [3, 3, 3, 3]}, seating="fixed", games=7)
    for block in (0, 5):
        assert plan_game(one, 3, 4 * block).limits == plan_game(other, 3, block).limits
    assert offered({}) == offered({"start.food": [0, 0, 0, 0]})
