"""Worked examples: fights, what a defeated orc brings, and what the bounty board allows."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from caverna_sim.games.caverna.box.tables import printed_tables
from tests.caverna.fiends.table import (
    at,
    bounties,
    can,
    cell,
    defeated,
    do,
    fight,
    find,
    finish_turn,
    friendly,
    goods,
    has_bounties,
    orc,
    orcs,
    place,
    position,
    rule,
    seat,
    take_gold,
    take_reward,
    waiting,
)

STRIP_L1 = {"strips": [["L1", "S1"]]}
STRIP_L4 = {"strips": [["L4", "S1"]]}


def weapons(game: Game) -> list[int]:
    """Weapon strengths of seat 0."""
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]


def to_fight(strength: int, round: int = 8, bounty: Any = None, rules: Any = None, **fields: Any) -> Game:
    """The dwarf of this strength has chosen to fight, on a level 3 expedition from Blacksmithing."""
    extra = {} if bounty is None else {"bounty": bounty}
    extra |= {} if rules is None else {"rules": rules}
    game = position(1, round, [seat(dwarfs=[strength, 14], **fields)], **extra)
    do(game, "place", space="blacksmithing", weapon=strength)
    do(game, "expedition", level=3)
    return do(game, "loot", loot="fight_orc")


def dogs_to_give_up(game: Game, name: str) -> set[int]:
    """How many dogs may be given up in a fight against an orc."""
    return {action.dogs for action in find(game, "fight", orc=name)}


def after_fight(strength: int, orc_strength: int, dogs: int, given_up: int, **fields: Any) -> tuple[int, int]:
    """Weapon after the expedition and dogs left, the gold taken as the reward."""
    game = to_fight(strength, orcs=orcs(A=at("F22", orc_strength)), dog=dogs, **fields)
    fight(game, "A", given_up)
    assert place(game, "A") == "defeated"
    finish_turn(take_gold(game))
    return weapons(game)[0], goods(game)["dog"]


@rule("F-FIGHT-3", "F-FIGHT-4", "F-FIGHT-5")
def test_T_01_a_fight_can_be_won_in_three_ways() -> None:
    game = to_fight(4, orcs=orcs(A=at("F22", 5)), dog=3)
    assert dogs_to_give_up(game, "A") == {1, 2, 3}  # without a dog the weapon would lose 5 of 4
    assert after_fight(4, 5, dogs=3, given_up=1) == (0, 2)  # unarmed, and so not raised
    assert after_fight(4, 5, dogs=3, given_up=2) == (2, 1)
    assert after_fight(4, 5, dogs=3, given_up=3) == (3, 0)


@rule("F-FIGHT-5")
def test_dogs_that_add_nothing_are_not_given_up() -> None:
    """A house rule makes a dog worth 0: nobody divides by that, compiled or not."""
    house = {"fight.dog": 0}
    assert dogs_to_give_up(to_fight(6, rules=house, orcs=orcs(A=at("F22", 5)), dog=3), "A") == {0}


@rule("F-BOUNTY-1", "F-BOUNTY-2", "F-BOUNTY-9")
def test_T_03_a_defeated_orc_brings_a_reward() -> None:
    game = to_fight(8, bounty=STRIP_L4, orcs=orcs(B=at("F22", 7)))
    fight(game, "B")
    before = goods(game)
    take_reward(game, "merchant")
    after = goods(game)
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {"grain": 1, "vegetable": 1}
    assert orc(game, "B")["reward"] == "merchant"
    assert game.to_dict()["bounty"]["tokens"]["merchant"] == {"seat": 0, "orc": "B"}


@rule("F-BOUNTY-1", "F-BOUNTY-3")
def test_T_03_with_all_fields_taken_there_is_gold() -> None:
    taken = {
        "strips": STRIP_L4["strips"],
        "tokens": {"ore_worker": {"seat": 0, "orc": "A"}, "merchant": {"seat": 0, "orc": "C"}},
    }
    mine = orcs(A=defeated(3, reward="ore_worker"), B=at("F22", 7), C=defeated(4, reward="merchant"))
    game = to_fight(8, bounty=taken, orcs=mine)
    fight(game, "B")
    assert bounties(game) == set()
    take_gold(game)
    assert goods(game)["gold"] == 1
    assert orc(game, "B")["reward"] == "gold"


@rule("F-BOUNTY-2")
@pytest.mark.parametrize(("name", "columns"), [("A", 1), ("B", 2), ("C", 3), ("D", 4)])
def test_T_04_stronger_orcs_open_more_columns(name: str, columns: int) -> None:
    fields = ("ore_worker", "merchant", "outfitter", "herald"), ("goldsmith", "jeweller", "beggar_king", "trapper")
    mine = seat(dwarfs=[14, 14], orcs=orcs(**{name: at("F22", 5)}), wood=9, begging=1)
    game = position(3, 8, [mine], bounty={"strips": [["L4", "S1"], ["L5", "S2"]]})
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    do(game, "loot", loot="fight_orc")
    fight(game, name)
    assert bounties(game) == {reward for strip in fields for reward in strip[:columns]}
    assert can(game, "take_gold")


@rule("F-YELLOW-1", "F-YELLOW-2", "F-FIGHT-7", "F-BOUNTY-8")
def test_T_05_the_last_orc_opens_the_yellow_tiles_before_its_reward() -> None:
    board = {"F34": "meadow", "F33": "meadow", "F24": "meadow", "M13": "cavern", "M24": "orc_dwelling"}
    mine = orcs(C=friendly("M24"), D=at("F12", 12))
    before = seat(board=board, dwarfs=[0, 12], orcs=mine, wood=3, ruby=1, dog=2, sheep=3)
    board_of_bounties = {"strips": [["L4", "S1"], ["L1", "S2"]]}

    locked = position(3, 9, [before], bounty=board_of_bounties)
    do(locked, "place", space="housework", weapon=0)
    assert not can(locked, "furnish", tile="prayer_chamber")

    game = position(3, 9, [before], bounty=board_of_bounties)
    do(game, "place", space="exploration", weapon=12)
    assert goods(game)["ruby"] == 0
    do(game, "expedition", level=4)
    do(game, "loot", loot="small_pasture")
    do(game, "pasture", size="small", cell="F24")
    do(game, "loot", loot="dog")
    do(game, "loot", loot="cattle")
    do(game, "convert", good="cattle", amount=1)
    assert goods(game)["food"] == 3
    do(game, "loot", loot="fight_orc")
    fight(game, "D", 2)
    assert place(game, "D") == "defeated"
    assert (goods(game)["dog"], goods(game)["sheep"]) == (1, 3)  # two on the pasture, one watched on a meadow
    take_reward(game, "herald")
    do(game, "use_space", space="housework")
    assert {"prayer_chamber"} <= {action.tile for action in find(game, "furnish")}
    do(game, "furnish", tile="prayer_chamber", cell="M13")
    finish_turn(game)
    assert cell(game, "M13") == "prayer_chamber"
    assert goods(game)["wood"] == 0  # 1 for the pasture, 2 for the chamber
    assert weapons(game) == [0, 3]  # 12 less 10, raised by the expedition


@rule("F-FIGHT-7")
def test_T_05_sheep_without_room_are_eaten_at_once() -> None:
    board = {"F34": "meadow", "F33": "field"}
    game = to_fight(5, orcs=orcs(A=at("F22", 2)), board=board, dog=2, sheep=5)  # two of them at home
    fight(game, "A", 2)
    for _ in range(3):
        assert not has_bounties(game)  # first the sheep
        do(game, "convert", good="sheep", amount=1)
    assert has_bounties(game)


@rule("F-FRIEND-1")
def test_T_23_friendship_brings_neither_reward_nor_gold() -> None:
    mine = seat(board={"M13": "cavern"}, orcs=orcs(A=at("F22", 5, held=True)), wood=2, ore=2)
    mine["board"][1][1] = "trap:net"
    game = position(1, 8, [mine], bounty=STRIP_L1)
    do(game, "place", space="housework")
    do(game, "furnish", tile="orc_dwelling", cell="M13")
    if can(game, "move_in"):
        do(game, "move_in")
    assert place(game, "A") == "friendly"
    assert not has_bounties(game)
    finish_turn(game)
    assert goods(game)["gold"] == 0
    assert not game.to_dict()["bounty"].get("tokens")
    assert game.to_dict()["seats"][0]["orcs"]["A"].get("reward") in (None, "none")


@rule("F-BOUNTY-7")
def test_T_24_the_mercenary_fights_with_the_marker_that_was_removed() -> None:
    weakened = at("F12", 6, start_strength=12)
    game = to_fight(8, bounty=STRIP_L1, orcs=orcs(D=weakened), dog=0)
    fight(game, "D")
    assert weapons(game)[0] == 2
    take_reward(game, "mercenary")
    strengths = {name: row["strength"] for name, row in printed_tables()["loot"].items()}
    offered = {action.loot for action in find(game, "loot")}
    assert offered and max(strengths[name] for name in offered) <= 6
    assert "gold_2" in offered and "fight_orc" not in offered
    for loot in ("wood", "dog", "grain", "stone"):
        assert can(game, "loot")
        do(game, "loot", loot=loot)
    assert not can(game, "loot")
    finish_turn(game)
    assert weapons(game) == [3, 14]  # raised once, by the expedition of the dwarf itself
    assert (goods(game)["wood"], goods(game)["dog"], goods(game)["grain"], goods(game)["stone"]) == (1, 1, 1, 1)


@rule("F-TILE-7", "F-FIGHT-4")
def test_T_49_dogs_of_the_school_count_twice() -> None:
    school = {"M13": "fighting_dog_school"}
    game = to_fight(3, orcs=orcs(A=at("F22", 5)), board=school, dog=2)
    assert dogs_to_give_up(game, "A") == {1, 2}
    assert after_fight(3, 5, dogs=2, given_up=1, board=school) == (0, 1)
    assert after_fight(3, 5, dogs=2, given_up=2, board=school) == (3, 0)
    assert dogs_to_give_up(to_fight(3, orcs=orcs(A=at("F22", 5)), board=school, dog=4), "A") == {1, 2, 3}
    assert after_fight(3, 5, dogs=3, given_up=3, board=school) == (4, 0)  # the odd point raises nothing


@rule("F-FIGHT-4")
def test_T_50_no_more_dogs_than_the_orc_is_strong() -> None:
    assert dogs_to_give_up(to_fight(3, orcs=orcs(A=at("F22", 2)), dog=5), "A") == {0, 1, 2}


@rule("F-FIGHT-2")
def test_T_51_orc_D_cannot_be_fought_before_it_is_there() -> None:
    game = to_fight(14, round=6, orcs=orcs(6, A=at("F22", 5), D=waiting()), dog=4)
    assert {action.orc for action in find(game, "fight")} == {"A"}
    only_waiting = position(1, 6, [seat(dwarfs=[14, 14], orcs=orcs(6, D=waiting()))])
    do(only_waiting, "place", space="blacksmithing")
    do(only_waiting, "expedition")
    assert not can(only_waiting, "loot", loot="fight_orc")
    there = to_fight(14, round=7, orcs=orcs(7, A=at("F22", 5), D=at("F12", 12)), dog=4)
    assert {action.orc for action in find(there, "fight")} == {"A", "D"}
