"""The course of a game with orcs: setup, timetable, harvests after the events, and rules that no worked example shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import phase
from tests.caverna.fiends.table import (
    at,
    can,
    cell,
    displace,
    do,
    event,
    fight,
    find,
    finish_turn,
    friendly,
    goods,
    has_bounties,
    leave,
    orc,
    orcs,
    place,
    position,
    rule,
    score,
    seat,
    settle,
    step,
    take_gold,
    waiting,
)

PLAIN, ORC = "plain", "orc"
MARKERS = {"7": PLAIN, "8": ORC, "10": PLAIN, "11": ORC, "12": PLAIN}


def recorded(players: int, seed: int) -> tuple[Game, list[tuple[int, str, int]]]:
    """A game played at random, and its phases: round, phase, number of the orc event so far."""
    game, lots = Game(players=players, seed=seed, expansion="fiends"), random.Random(seed)
    seen: list[tuple[int, str, int]] = []

    def watch(state: Any) -> None:
        now = int(state["round"]), phase.NAMES[state["phase"]], int(state["event"])
        if not seen or seen[-1] != now:
            seen.append(now)

    game.observer = watch
    while not game.over:
        game.play(lots.choice(game.legal()))
    return game, seen


# ---------------------------------------------------------------- setup and timetable


@rule("F-SETUP-1", "F-SETUP-8")
@pytest.mark.parametrize("players", range(1, 8))
def test_every_number_of_players_faces_four_orcs_each(players: int) -> None:
    game = Game(players=players, seed=1, expansion="fiends")
    for number in range(players):
        assert [place(game, name, number) for name in "ABCD"] == ["F11", "F21", "F31", "waiting"]
        assert [orc(game, name, number)["strength"] for name in "ABCD"] == [5, 7, 9, 12]


@rule("F-SOLO-1", "F-SETUP-3")
def test_a_solo_game_has_the_covered_spaces_and_cards_of_the_base_game_and_markers_of_its_own() -> None:
    game, base = Game(players=1, seed=4, expansion="fiends"), Game(players=1, seed=4)
    assert game.to_dict()["cards"] == base.to_dict()["cards"]
    spaces, before = set(game.to_dict()["spaces"]), set(base.to_dict()["spaces"])
    assert spaces - before == {"armory"}
    assert before - spaces == {"wood_gathering"}
    markers = game.to_dict()["harvest_markers"]
    assert list(markers) == ["7", "8", "10", "11", "12"]
    assert sorted(markers.values()) == [ORC, ORC, PLAIN, PLAIN, PLAIN]


@rule("F-ROUND-1", "F-ROUND-3", "F-ROUND-4", "F-HARV-1", "F-HARV-2")
@pytest.mark.parametrize(("players", "seed"), [(1, 5), (2, 6), (3, 7)])
def test_timetable_of_a_game(players: int, seed: int) -> None:
    game, seen = recorded(players, seed)
    assert sorted({number for number, _, _ in seen}) == [number for number in range(1, 13) if number != 9 or players == 3]
    hidden = [int(number) for number, marker in game.to_dict()["harvest_markers"].items() if marker == ORC]
    events = {number: which for number, now, which in seen if now == "event"}
    assert events == dict(zip((3, 6, *sorted(hidden)), (1, 2, 3, 4), strict=True))
    harvest = ("field", "mine", "feeding", "breeding")
    after = {
        number: [now for which, now, _ in seen if which == number and now in harvest]
        for number in range(1, 13)
        if number not in hidden and (number != 9 or players == 3)
    }
    assert after.pop(1) == after.pop(2) == []
    assert after.pop(3) == ["mine", "feeding"]  # event 1
    assert after.pop(4) == ["feeding"]
    assert set(map(tuple, after.values())) == {harvest}  # event 2, plain markers
    assert [now for which, now, _ in seen if which == sorted(hidden)[0] and now in harvest] == ["feeding"]  # event 3


@rule("F-ROUND-2")
@pytest.mark.parametrize("number", [7, 8, 10, 11, 12])
def test_the_marker_of_a_round_is_seen_before_its_work(number: int) -> None:
    game = position(1, number, [seat(orcs=orcs(number))], harvest_markers=MARKERS)
    shown = {name: marker for name, marker in MARKERS.items() if int(name) <= number}
    assert game.view(0).to_dict()["harvest_markers"] == shown


@rule("F-HARV-4")
@pytest.mark.parametrize("skipped", ["field", "breeding"])
def test_after_event_4_each_player_gives_up_the_field_and_mine_phase_or_breeding(skipped: str) -> None:
    board = {"M24": "ore_mine*3", "F34": "field:grain*3", "F24": "small_pasture", "F14": "small_pasture"}
    mine = seat(board=board, donkey=1, sheep=2, food=9, orcs=orcs(10, A=at("F11", 5)))
    game = leave(event(4, "A", mine, card="M3-1"))  # the orc goes down to F14 and from there into the mine
    settle(game)
    while not can(game, "skip_step"):
        game.play(game.legal()[0])
    before = goods(game)
    do(game, "skip_step", step=skipped)
    while not game.over and game.round == 10:
        if can(game, "feed"):
            do(game, "feed", food=max(action.food for action in find(game, "feed")))
        else:
            game.play(game.legal()[0])
    gained = goods(game)["grain"] - before["grain"]
    assert gained == (0 if skipped == "field" else 1)


# ---------------------------------------------------------------- orcs


@rule("F-EVENT-9")
def test_orc_d_appears_in_the_top_row_and_harms_nothing() -> None:
    top = ("F11", "F21", "F31")
    board = dict.fromkeys(top, "field:grain*3") | {"F32": "meadow", "F33": "meadow", "F34": "meadow"}
    game = leave(event(2, "C", seat(board=board, food=9, orcs=orcs(6, C=at("F32", 9), D=waiting())), card="M1-1"))
    assert place(game, "D") in top
    assert orc(game, "D")["strength"] == 12
    crops = [cell(game, name) for name in top]
    assert len(set(crops)) == 1  # all three fields were reaped alike, or are as they were
    assert crops[0].startswith("field:grain")


@rule("F-EVENT-9")
def test_nobody_meets_orc_d_in_event_1() -> None:
    game = leave(event(1, "C", seat(orcs=orcs(3, C=at("F32", 9), D=waiting()), food=9), card="M1-1"))
    assert place(game, "D") == "waiting"


@rule("F-EVENT-4")
@pytest.mark.parametrize(
    ("start", "directions"),
    [
        ("F11", {"east", "southeast", "south"}),
        ("F22", {"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}),
        ("F33", {"north", "northwest", "west", "southwest", "south"}),  # never from the forest into the mountain ...
        ("F34", {"north", "northwest", "west", "east"}),  # ... but through the entrance
    ],
)
def test_an_orc_is_pushed_one_cell_and_stays_on_the_board(start: str, directions: set[str]) -> None:
    game = event(2, "A", seat(stone=3, orcs=orcs(6, A=at(start, 5))), card="M3-1", bribe=["wood", "ore", "grain", "food"])
    assert {action.direction for action in find(game, "displace")} == directions


@rule("F-EVENT-4")
def test_a_displacement_is_paid_for_once() -> None:
    game = event(2, "A", seat(stone=3, orcs=orcs(6, A=at("F22", 5))), card="M3-1", bribe=["wood", "ore", "grain", "food"])
    displace(game, "E")
    assert goods(game)["stone"] == 2  # the board of event 2 asks for 1 stone
    assert not can(game, "displace")


@rule("F-EVENT-4")
def test_nobody_pushes_without_the_price_or_in_the_cave() -> None:
    poor = event(2, "A", seat(wood=9, orcs=orcs(6, A=at("F22", 5))), card="M3-1", bribe=["stone", "wood", "ore", "grain"])
    assert not can(poor, "displace")
    deep = event(2, "A", seat(stone=9, wood=9, orcs=orcs(6, A=at("M13", 5))), bribe=["stone", "wood", "ore", "grain"])
    assert can(deep, "bribe")
    assert not can(deep, "displace")


@rule("F-EVENT-11", "F-CAVE-10")
def test_an_orc_in_the_cave_takes_a_mine_that_was_built_since() -> None:
    mine = seat(board={"M24": "ore_mine", "M34": "ruby_mine*1"}, orcs=orcs(8, A=at("M24", 5)))
    game = settle(leave(event(3, "A", mine)))
    assert place(game, "A") == "M34"
    assert (cell(game, "M24"), cell(game, "M34")) == ("ore_mine", "ruby_mine")


@rule("F-FRIEND-8", "F-SCORE-1")
def test_friendly_orcs_score_1_each_but_captives_nothing() -> None:
    board = {"M13": "orc_dwelling", "M24": "chief_orc_dwelling", "M23": "dwelling"}
    display = {"extensions": ["X3"]}
    free = position(1, 12, [seat(board=board, orcs=orcs(12, A=friendly("M13"), B=friendly("M24")))], display=display)
    assert score(free)["orcs"] == 2
    held = position(
        1, 12, [seat(board=board, orcs=orcs(12, A=friendly("M13"), B=friendly("M24", "captive"), D=at("M24", 3)))], display=display
    )
    assert score(held)["orcs"] == 1


# ---------------------------------------------------------------- fights


def expedition(strength: int, orc_strength: int) -> Game:
    """A dwarf of this strength on a level 3 expedition, orc A before it."""
    game = position(1, 8, [seat(dwarfs=[strength, 14], orcs=orcs(A=at("F22", orc_strength), B=at("F11", 1)))])
    do(game, "place", space="blacksmithing", weapon=strength)
    return do(game, "expedition", level=3)


@rule("F-FIGHT-1")
def test_a_fight_is_the_last_item_and_the_only_fight() -> None:
    game = expedition(9, 2)
    do(game, "loot", loot="wood")
    do(game, "loot", loot="fight_orc")
    take_gold(fight(game, "A"))
    assert not can(game, "loot")  # a third item, or a fight against B
    assert place(game, "B") == "F11"


@rule("F-FIGHT-6")
def test_the_weapon_is_paid_before_the_reward_and_raised_after_it() -> None:
    game = expedition(9, 3)
    do(game, "loot", loot="fight_orc")
    fight(game, "A")
    assert has_bounties(game)
    assert game.to_dict()["seats"][0]["dwarfs"][0]["weapon"] == 6
    finish_turn(take_gold(game))
    assert game.to_dict()["seats"][0]["dwarfs"][0]["weapon"] == 7


# ---------------------------------------------------------------- tiles and mines


@rule("F-FURN-1", "F-YELLOW-1", "F-YELLOW-2")
@pytest.mark.parametrize("is_left", [False, True])
def test_yellow_tiles_are_for_those_without_hostile_orcs(is_left: bool) -> None:
    left = {"D": at("F11", 3)} if is_left else {}
    mine = seat(board={"M24": "cavern"}, wood=9, stone=9, ore=9, ruby=9, gold=9, orcs=orcs(8, **left))
    game = position(1, 8, [mine], bounty={"strips": [["L1", "S7"]]}, display={"extensions": ["X1"]})
    do(game, "place", space="housework")
    offered = {action.tile for action in find(game, "furnish")}
    assert {"orc_dwelling", "dwelling", "dog_school"} <= offered
    assert ({"dog_parlor", "trap_chamber"} <= offered) != is_left
    assert not {"carpenter", "state_parlor", "prayer_chamber"} & offered  # on no display and no strip of this game


@rule("F-MINE-2")
def test_mines_hold_any_number_of_goods_and_one_donkey() -> None:
    mine = seat(board={"M24": "ore_mine*30", "M34": "tunnel"}, ore=2, donkey=1, orcs=orcs(8))
    game = position(1, 8, [mine], spaces={"ore_mining_1_3": {"goods": {"ore": 1}}})
    do(game, "place", space="ore_mining_1_3")
    while step(game) == "space" and not can(game, "restock"):
        game.play(game.legal()[0])
    do(game, "restock")
    assert cell(game, "M24") == "ore_mine*32"
    assert printed_tables("fiends")["room"]["ore_mine"]["capacity"] == [1]


@rule("F-ACT-8")
def test_logging_and_imitation_are_as_before() -> None:
    for name in ("logging_4_7", "imitation_4_7"):
        base, fiends = (printed_tables(expansion)["space"][name] for expansion in (None, "fiends"))
        assert {key: base[key] for key in ("players", "flow", "text")} == {key: fiends[key] for key in ("players", "flow", "text")}
        assert base.get("accumulates") == fiends.get("accumulates")
