"""Worked examples: orc events, bribes, pushes, steps and what is lost."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.fiends.table import (
    DIRECTIONS,
    at,
    bribe,
    can,
    cell,
    event,
    find,
    goods,
    has_bounties,
    leave,
    need,
    orc,
    orcs,
    place,
    position,
    rule,
    score,
    seat,
    settle,
    step,
    until,
)


@rule("F-EVENT-1", "F-EVENT-2")
def test_T_10_everybody_draws_from_one_stack() -> None:
    """Seats 0 and 2 have A in the forest, seat 1 has lost it; then the stack of B is shuffled for itself."""
    rich = {"wood": 9, "stone": 9}
    seats = [
        seat(orcs=orcs(3, A=at("F11", 5), B=at("F21", 7)), **rich),
        seat(orcs=orcs(3, B=at("F21", 7)), **rich),
        seat(orcs=orcs(3, A=at("F11", 5)), **rich),
    ]
    game = until(position(3, 3, seats, "return_home"), "orc")
    events = game.to_dict()["events"]
    assert (events["event"], events["orc"]) == (1, "A")
    drawn = events["movement"]
    assert set(drawn) == {"0", "2"}
    assert all(card.startswith("M3-") for card in drawn.values()) and drawn["0"] != drawn["2"]
    assert game.player == 0
    assert leave(game).player == 2
    events = leave(game).to_dict()["events"]
    assert events["orc"] == "B"
    assert set(events["movement"]) == {"0", "1"}
    assert all(card.startswith("M2-") for card in events["movement"].values())


@rule("F-EVENT-3")
def test_T_11_bribes() -> None:
    game = event(1, "A", seat(orcs=orcs(3, A=at("F11", 5)), stone=9), card="M3-1")
    assert {action.amount for action in find(game, "bribe")} == {1, 2, 3, 4, 5}  # never more than its strength
    bribe(game, 3)
    assert (orc(game, "A")["strength"], goods(game)["stone"]) == (2, 6)
    assert can(game, "bribe", amount=2)  # as often as one likes
    leave(game)
    assert (place(game, "A"), orc(game, "A")["strength"]) == ("F14", 2)
    game = bribe(event(1, "A", seat(orcs=orcs(3, A=at("F11", 5)), stone=5), card="M3-1"), 5)
    assert place(game, "A") == "defeated"
    assert orc(game, "A")["fate"] == "bribed"
    assert has_bounties(game)


@rule("F-EVENT-7", "F-EVENT-8", "F-EVENT-12")
def test_T_13_a_blocked_step_goes_south() -> None:
    board = {"F34": "meadow", "F24": "meadow", "F14": "meadow", "F13": "field:grain*3"}
    stand = {"F34": {"sheep": 1, "dog": 1}}
    mine = seat(board=board, orcs=orcs(3, B=at("F22", 7)), animals_at=stand, sheep=1, dog=1)
    game = leave(event(1, "B", mine, card="M2-2"))
    assert place(game, "B") == "F13"
    assert cell(game, "F13") == "field"
    assert (goods(game)["sheep"], goods(game)["dog"], goods(game)["grain"]) == (1, 1, 0)


def breakthrough(card: str, board: dict[str, str]) -> Game:
    """Event 4 with orc D on F22; sheep stand on F33, and a donkey in the ore mine."""
    forest = {"F34": "meadow", "F33": "small_pasture", "F23": "field"}
    stand = {"F33": {"sheep": 2}, "M24": {"donkey": 1}}
    mine = seat(board={**forest, "M24": "ore_mine*2", **board}, orcs=orcs(10, D=at("F22", 12)), animals_at=stand, sheep=2, donkey=1)
    return settle(leave(event(4, "D", mine, card=card)))


@rule("F-EVENT-10", "F-CAVE-3", "F-CAVE-5")
def test_T_14_the_breakthrough_ends_in_the_ruby_mine() -> None:
    game = breakthrough("M1-1", {"M34": "ruby_mine"})
    assert place(game, "D") == "M34"
    assert (cell(game, "F23"), cell(game, "M24")) == ("field", "ore_mine*2")
    assert (goods(game)["sheep"], goods(game)["donkey"]) == (2, 1)


@rule("F-EVENT-8")
def test_T_14_another_card_costs_the_sheep() -> None:
    game = breakthrough("M1-4", {"M34": "ruby_mine"})
    assert place(game, "D") == "M34"
    assert goods(game)["sheep"] == 0
    assert cell(game, "F33") == "small_pasture"


@rule("F-CAVE-3", "F-CAVE-5")
def test_T_14_without_a_ruby_mine_the_ore_mine_is_lost() -> None:
    game = breakthrough("M1-1", {})
    assert place(game, "D") == "M24"
    assert cell(game, "M24") == "ore_mine"
    assert (goods(game)["donkey"], goods(game)["ore"], goods(game)["sheep"]) == (0, 0, 2)


# ---------------------------------------------------------------- single steps


def walked(start: str, steps: list[str], number: int = 2, **fields: Any) -> Game:
    """The orc with so many steps has walked them from a cell; nothing else happens."""
    name = {1: "C", 2: "B", 3: "A"}[len(steps)]
    mine = seat(orcs=orcs(6, **{name: at(start, 9)}), **fields)
    return settle(leave(event(number, name, mine, steps=steps)))


@rule("F-EVENT-7", "F-CAVE-1")
def test_T_30_the_cave_is_entered_going_east() -> None:
    assert place(walked("F34", ["E", "W"]), "B") == "M13"  # the second step is lost


@rule("F-EVENT-7")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_T_31_ways_from_the_entrance(direction: str) -> None:
    expected = {"N": "F33", "NW": "F23", "W": "F24"}.get(direction, "M13")
    assert place(walked("F34", [direction]), "C") == expected


@rule("F-EVENT-7")
@pytest.mark.parametrize(("start", "direction", "end"), [("F32", "E", "F33"), ("F33", "SE", "F34")])
def test_T_32_the_mountain_turns_orcs_south(start: str, direction: str, end: str) -> None:
    assert place(walked(start, [direction]), "C") == end


@rule("F-EVENT-7")
def test_T_33_the_lower_edge_turns_orcs_east() -> None:
    assert place(walked("F24", ["SW"]), "C") == "F34"


@rule("F-EVENT-7")
def test_T_34_every_blocked_step_is_replaced_for_itself() -> None:
    assert place(walked("F11", ["N", "W", "S"]), "A") == "F14"


@rule("F-EVENT-8")
def test_T_35_a_large_pasture_is_emptied_as_a_whole() -> None:
    board = {"F34": "meadow", "F24": "meadow", "F22": "large_pasture:1", "F23": "large_pasture:1"}
    mine = {"board": board, "stables": ("F22",), "cattle": 8, "animals_at": {"F22": {"cattle": 8}}}
    game = walked("F21", ["S"], number=1, **mine)
    assert place(game, "C") == "F22"
    assert goods(game)["cattle"] == 0
    assert (cell(game, "F22"), cell(game, "F23")) == ("large_pasture:1", "large_pasture:1")
    assert game.to_dict()["seats"][0]["stables"] == ["F22"]


@rule("F-EVENT-8")
def test_T_36_a_stable_in_the_forest_stays() -> None:
    game = walked("F21", ["S"], number=1, stables=("F22",), wild_boar=1, animals_at={"F22": {"wild_boar": 1}})
    assert place(game, "C") == "F22"
    assert goods(game)["wild_boar"] == 0
    assert game.to_dict()["seats"][0]["stables"] == ["F22"]


@rule("F-EVENT-8")
def test_T_37_the_cell_an_orc_leaves_is_not_robbed() -> None:
    board = {"F34": "meadow", "F24": "field:grain*3"}
    game = walked("F24", ["W"], number=1, board=board)
    assert place(game, "C") == "F14"
    assert cell(game, "F24") == "field:grain*3"


# ---------------------------------------------------------------- in the cave


@rule("F-EVENT-3", "F-CAVE-9", "F-CAVE-11")
def test_T_44_bribed_out_of_the_mine() -> None:
    mine = seat(board={"M24": "ore_mine"}, orcs=orcs(8, A=at("M24", 3, start_strength=5)), ore=3)
    game = event(3, "A", mine)
    assert not can(game, "displace")  # only in the forest
    assert score(game)["mines"] == 0
    bribe(game, 3)
    assert place(game, "A") == "defeated"
    assert has_bounties(game)
    assert cell(game, "M24") == "ore_mine"
    assert score(game)["mines"] == 3


@rule("F-HARV-3", "F-FRIEND-7")
def test_T_55_the_special_feeding_of_event_3() -> None:
    from tests.caverna.fiends.table import dwarf, friendly

    family = [dwarf(5), dwarf(0), dwarf(0), dwarf(0, newborn=True)]
    board = {"M13": "orc_dwelling", "M24": "dwelling", "M34": "dwelling"}
    mine = seat(board=board, dwarfs=family, orcs=orcs(8, A=friendly("M13")), food=20)
    game = position(1, 8, [mine], "feeding", harvest="feed_armed")
    assert step(game) == "feed"
    assert need(game) == 2 + 1 + 1 + 1 + 1
