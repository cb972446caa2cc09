"""R-WEAP and R-EXP: weapons and expeditions."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, cell, do, dwarf, find, finish_turn, goods, position, rule, seat

# base.md section 21
LEAST_STRENGTH = {
    "all_weapons_plus_1": 1, "wood": 1, "dog": 1, "grain": 2, "sheep": 2, "stone": 3, "donkey": 3, "vegetable": 4, "ore_2": 4,
    "wild_boar": 5, "gold_2": 6, "furnish_cavern": 7, "stable": 8, "tunnel": 9, "small_pasture": 9, "cattle": 10,
    "large_pasture": 10, "meadow": 11, "ordinary_dwelling": 11, "field": 12, "sow": 12, "cavern": 14, "breed_2": 14,
}  # fmt: skip
# a seat that could carry out every item
READY = {
    "board": {"F34": "meadow", "F33": "meadow", "F32": "field"},
    "wood": 9,
    "stone": 9,
    "grain": 2,
    "sheep": 2,
    "stables": ("F34",),
}


def at_blacksmithing(dwarfs: list[Any], **fields: Any) -> Game:
    """Seat 0 has put its weakest dwarf on Blacksmithing."""
    return do(position(round=3, seats=[seat(dwarfs=dwarfs, **fields)]), "place", space="blacksmithing")


def on_expedition(strength: int, level: int = 3, **fields: Any) -> Game:
    """The dwarf of seat 0 with this strength starts an expedition; level 3 on Blacksmithing, level 4 on Exploration."""
    space, players = ("blacksmithing", 2) if level == 3 else ("exploration", 3)
    game = position(players, round=3 if level == 3 else 9, seats=[seat(dwarfs=[strength, 14], **fields)])
    do(game, "place", space=space, weapon=strength)
    return do(game, "expedition", level=level)


def offered(game: Game) -> set[str]:
    """Loot that can be taken now."""
    return {action.loot for action in find(game, "loot")}


def weapons(game: Game, number: int = 0) -> list[int]:
    """Weapon strengths of a seat."""
    return [entry["weapon"] for entry in game.to_dict()["seats"][number]["dwarfs"]]


# ---------------------------------------------------------------- weapons


@rule("R-WEAP-1")
@pytest.mark.parametrize(("ore", "strongest"), [(1, 1), (3, 3), (8, 8), (20, 8)])
def test_a_weapon_has_strength_one_to_eight_for_as_much_ore(ore: int, strongest: int) -> None:
    game = at_blacksmithing([0, 0], ore=ore)
    assert {action.strength for action in find(game, "forge")} == set(range(1, strongest + 1))
    do(game, "forge", strength=strongest)
    assert goods(game)["ore"] == ore - strongest
    assert sorted(weapons(game)) == [0, strongest]


@rule("R-WEAP-1")
def test_the_dwarf_that_takes_the_action_is_armed() -> None:
    game = do(at_blacksmithing([0, 0], ore=5), "forge", strength=5)
    placed = [entry for entry in game.to_dict()["seats"][0]["dwarfs"] if entry["at"] == "blacksmithing"]
    assert placed == [{"weapon": 5, "at": "blacksmithing"}]


@rule("R-WEAP-1")
def test_without_ore_nothing_is_forged() -> None:
    game = position(round=3, seats=[seat()])
    assert not can(game, "place", space="blacksmithing")


@rule("R-WEAP-2")
def test_an_armed_dwarf_cannot_forge_again() -> None:
    game = at_blacksmithing([1, 1], ore=20)
    assert not can(game, "forge")
    assert can(game, "expedition")


@rule("R-WEAP-2")
def test_a_dwarf_forges_once_per_action() -> None:
    game = do(at_blacksmithing([0, 0], ore=20), "forge", strength=2)
    assert not can(game, "forge")


@rule("R-WEAP-2")
def test_weapons_stay_with_their_dwarfs_when_they_return_home() -> None:
    family = [dwarf(6, at="logging_1_3"), dwarf(3, at="ruby_mining")]
    game = position(players=1, round=3, phase="return_home", seats=[seat(dwarfs=family)])
    do(game, "feed", food=0)
    assert game.round == 4
    assert weapons(game) == [6, 3]


@rule("R-WEAP-2")
def test_weapons_are_given_up_only_with_the_peaceful_cave() -> None:
    assert not can(position(seats=[seat(dwarfs=[4, 4])]), "disarm")
    assert can(position(seats=[seat(dwarfs=[4, 4], board={"M13": "peaceful_cave"})]), "disarm", weapon=4)


@rule("R-WEAP-3")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (8, 9), (13, 14), (14, 14)])
def test_expeditions_strengthen_weapons_up_to_fourteen(before: int, after: int) -> None:
    game = do(on_expedition(before), "loot", loot="wood")
    finish_turn(game)
    assert weapons(game)[0] == after


@rule("R-WEAP-3")
def test_all_weapons_stop_at_fourteen_too() -> None:
    game = do(on_expedition(13), "loot", loot="all_weapons_plus_1")
    finish_turn(game)
    assert weapons(game) == [14, 14]


@rule("R-WEAP-3", "R-EXP-7")
def test_other_actions_neither_strengthen_nor_send_out() -> None:
    """Of all spaces of the big game, a strong dwarf gets stronger nowhere without an expedition."""
    game = position(players=7, round=12, seats=[seat(dwarfs=[5, 5], ore=9, food=9)])
    for space in {action.space for action in find(game, "place")}:
        tried = do(game.copy(), "place", space=space)
        for kind in ("collect", "trade", "twin_tile"):
            if tried.player == 0 and can(tried, kind):
                do(tried, kind)
        assert weapons(tried) == [5, 5]


# ---------------------------------------------------------------- expeditions


@rule("R-EXP-1")
def test_only_armed_dwarfs_go_on_expeditions() -> None:
    logging = {"logging_1_3": {"goods": {"wood": 3}}}
    game = do(position(seats=[seat(dwarfs=[0, 5])], spaces=logging), "place", space="logging_1_3")
    assert can(game, "collect")
    assert not can(game, "expedition")
    game = do(position(seats=[seat(dwarfs=[5, 5])], spaces=logging), "place", space="logging_1_3")
    assert can(game, "expedition", level=1)
    assert not can(position(3, round=9, seats=[seat(dwarfs=[0, 0])]), "place", space="exploration")
    assert can(position(3, round=9, seats=[seat(dwarfs=[1, 1])]), "place", space="exploration")


@rule("R-EXP-1", "R-EXP-6")
@pytest.mark.parametrize("strength", range(1, 15))
def test_loot_needs_the_strength_at_the_start(strength: int) -> None:
    game = on_expedition(strength, **READY)
    assert offered(game) == {loot for loot, least in LEAST_STRENGTH.items() if least <= strength}


@rule("R-EXP-1")
def test_as_many_items_as_the_level_and_no_more() -> None:
    game = on_expedition(6, level=3)
    for loot in ("wood", "grain", "gold_2"):
        do(game, "loot", loot=loot)
    assert game.player == 1
    game = on_expedition(6, level=4)
    for loot in ("wood", "grain", "gold_2", "stone"):
        assert game.player == 0
        do(game, "loot", loot=loot)
    assert game.player == 1


@rule("R-EXP-1")
def test_fewer_items_may_be_taken_but_not_none() -> None:
    game = on_expedition(6)
    assert not can(game, "pass")  # U-12
    do(game, "loot", loot="wood")
    do(game, "pass")
    assert game.player == 1
    assert weapons(game)[0] == 7


@rule("R-EXP-2")
def test_an_earlier_item_helps_a_later_one() -> None:
    """Meadow, then a pasture on it, then sheep that live there."""
    game = on_expedition(11, board={"F34": "field"}, wood=1, cattle=2)
    assert "small_pasture" not in offered(game)
    do(game, "loot", loot="meadow")
    do(game, "single_tile", tile="meadow", cell="F33")
    do(game, "loot", loot="small_pasture")
    do(game, "pasture", size="small", cell="F33")
    do(game, "loot", loot="sheep")
    assert game.player == 1
    assert (cell(game, "F33"), goods(game)["sheep"], goods(game)["wood"]) == ("small_pasture", 1, 0)


@rule("R-EXP-2")
def test_an_item_is_carried_out_before_the_next_is_picked() -> None:
    game = do(on_expedition(9), "loot", loot="tunnel")
    assert not can(game, "loot")
    assert {action.kind for action in game.legal()} == {"single_tile"}


@rule("R-EXP-3")
def test_an_item_is_taken_once_per_expedition() -> None:
    game = on_expedition(3, level=4)
    taken = set()
    for loot in ("wood", "stone", "all_weapons_plus_1"):
        do(game, "loot", loot=loot)
        taken.add(loot)
        assert offered(game) == {name for name, least in LEAST_STRENGTH.items() if least <= 3} - taken


@rule("R-EXP-3")
def test_the_second_expedition_of_adventure_may_take_the_same_item() -> None:
    game = position(round=12, seats=[seat(dwarfs=[1, 1])])
    do(game, "place", space="adventure")
    for _ in range(2):
        do(game, "expedition", level=1)
        do(game, "loot", loot="wood")
    assert goods(game)["wood"] == 2
    assert weapons(game) == [3, 1]
    assert game.player == 1


@rule("R-EXP-4")
def test_the_weapon_grows_after_the_expedition_not_during_it() -> None:
    game = on_expedition(4)
    do(game, "loot", loot="wood")
    do(game, "loot", loot="dog")
    assert weapons(game) == [4, 14]
    do(game, "loot", loot="stone")
    assert weapons(game) == [5, 14]


@rule("R-EXP-5")
def test_all_weapons_strengthen_every_armed_dwarf_wherever_it_is() -> None:
    family = [dwarf(2), dwarf(7, at="supplies"), dwarf(0, at="ruby_mining"), dwarf(9)]
    game = position(round=3, seats=[seat(dwarfs=family, board=DWELLINGS), seat(dwarfs=[5])])
    do(game, "place", space="blacksmithing", weapon=2)
    do(game, "expedition", level=3)
    do(game, "loot", loot="all_weapons_plus_1")
    do(game, "pass")
    assert weapons(game) == [4, 8, 0, 10]
    assert weapons(game, 1) == [5]  # opponents get nothing


@rule("R-EXP-5")
def test_all_weapons_unlock_nothing_in_the_same_expedition() -> None:
    game = do(on_expedition(1), "loot", loot="all_weapons_plus_1")
    assert offered(game) == {"wood", "dog"}
    assert weapons(game) == [1, 14]


@rule("R-EXP-6")
@pytest.mark.parametrize(
    ("loot", "kind", "price"),
    [
        ("small_pasture", "pasture", {"wood": 1}),
        ("large_pasture", "pasture", {"wood": 2}),
        ("ordinary_dwelling", "furnish", {"wood": 2, "stone": 2}),
    ],
)
def test_items_with_a_price_must_be_paid(loot: str, kind: str, price: dict[str, int]) -> None:
    board = {"F34": "meadow", "F33": "meadow"}
    game = do(on_expedition(14, board=board, **price), "loot", loot=loot)
    do(game, kind)
    assert (goods(game)["wood"], goods(game)["stone"]) == (0, 0)
    for missing in price:
        assert loot not in offered(on_expedition(14, board=board, **{**price, missing: price[missing] - 1}))


@rule("R-EXP-6")
def test_a_furnishing_as_loot_has_its_normal_price() -> None:
    game = do(on_expedition(7, wood=4, stone=3), "loot", loot="furnish_cavern")
    do(game, "furnish", tile="dwelling", cell="M13")
    assert (goods(game)["wood"], goods(game)["stone"]) == (0, 0)
    supply = ["carpenter", "trader"]  # 1 stone, 1 wood; an ordinary Dwelling is always there too
    game = position(round=3, supply=supply, seats=[seat(dwarfs=[7, 7])])
    do(do(game, "place", space="blacksmithing"), "expedition", level=3)
    assert "furnish_cavern" not in offered(game)


@rule("R-EXP-6")
def test_the_loot_dwelling_is_the_ordinary_one() -> None:
    game = do(on_expedition(14, wood=9, stone=9), "loot", loot="ordinary_dwelling")
    assert {action.tile for action in find(game, "furnish")} == {"dwelling"}


FULL_FOREST = {f"F{column}{row}": "field:grain*1" for column in (1, 2, 3) for row in (1, 2, 3, 4)}
FULL_MOUNTAIN = {f"M{column}{row}": "tunnel" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) != (1, 4)}
FULL_MOUNTAIN["M13"] = "carpenter"  # a printed cavern is never a tunnel


@rule("R-EXP-6")
@pytest.mark.parametrize(
    ("missing", "change"),
    [
        ({"meadow", "field", "stable"}, {"board": FULL_FOREST, "stables": ()}),
        ({"tunnel", "cavern", "furnish_cavern", "ordinary_dwelling"}, {"board": FULL_MOUNTAIN}),
        ({"sow"}, {"grain": 0}),
        ({"breed_2"}, {"sheep": 1}),
        ({"stable"}, {"stables": ("F11", "F12", "F13")}),
        ({"small_pasture", "large_pasture"}, {"board": {"F34": "field"}, "stables": ()}),
        ({"large_pasture"}, {"board": {"F34": "meadow", "F33": "field", "F32": "meadow"}}),
    ],
)
def test_items_that_cannot_be_carried_out_cannot_be_chosen(missing: set[str], change: dict[str, Any]) -> None:
    assert not missing & offered(on_expedition(14, **{**READY, **change}))
    assert missing <= offered(on_expedition(14, **READY))


@rule("R-EXP-6")
def test_an_animal_without_room_may_be_looted_and_eaten() -> None:
    game = do(on_expedition(2, cattle=2), "loot", loot="sheep")
    do(game, "convert", good="sheep")
    assert goods(game)["food"] == 1


def expeditions(game: Game, space: str) -> set[int]:
    """Levels of the expeditions offered on a space."""
    tried = do(game.copy(), "place", space=space)
    return {action.level for action in find(tried, "expedition")} if tried.player == 0 else set()


@rule("R-EXP-7")
@pytest.mark.parametrize(
    ("players", "levels"),
    [
        (
            7,
            {
                "logging_4_7": 1,
                "ore_mine_construction": 2,
                "hardware_rental_6_7": 2,
                "blacksmithing": 3,
                "exploration": 4,
                "adventure": 1,
            },
        ),
        (
            5,
            {
                "logging_4_7": 1,
                "ore_mine_construction": 2,
                "hardware_rental_5": 2,
                "blacksmithing": 3,
                "exploration": 4,
                "adventure": 1,
            },
        ),
        (2, {"logging_1_3": 1, "ore_mine_construction": 2, "blacksmithing": 3, "adventure": 1}),
    ],
)
def test_which_spaces_send_on_which_expedition(players: int, levels: dict[str, int]) -> None:
    game = position(players, round=12, seats=[seat(dwarfs=[14, 14], **READY)])
    found = {action.space: expeditions(game, action.space) for action in find(game, "place")}
    assert {space: offer for space, offer in found.items() if offer} == {space: {level} for space, level in levels.items()}


@rule("R-EXP-7")
def test_adventure_has_two_expeditions_and_the_others_one() -> None:
    game = position(round=12, seats=[seat(dwarfs=[3, 3])])
    do(game, "place", space="adventure")
    do(game, "expedition", level=1)
    do(game, "loot", loot="wood")
    assert can(game, "expedition", level=1)
    do(game, "expedition", level=1)
    do(game, "loot", loot="wood")
    assert not can(game, "expedition")
    game = position(round=12, seats=[seat(dwarfs=[3, 3])], spaces={"logging_1_3": {"goods": {"wood": 3}}})
    do(game, "place", space="logging_1_3")
    do(game, "expedition", level=1)
    do(game, "loot", loot="wood")
    assert game.player == 1  # no second one, and the wood lying here comes before it


# ---------------------------------------------------------------- discounts on loot


@rule("R-EXP-6", "toggle:discounts_on_loot")
@pytest.mark.parametrize(("discounts", "small", "large"), [(True, 0, 1), (False, 1, 2)])
def test_the_carpenter_on_loot_pastures(discounts: bool, small: int, large: int) -> None:
    """By default each loot pasture is an action of its own and one wood cheaper (U-6)."""
    board = {"F34": "meadow", "F33": "meadow", "F32": "meadow", "M13": "carpenter"}
    game = position(round=3, seats=[seat(dwarfs=[10, 10], board=board, wood=5)], rules={"toggle.discounts_on_loot": discounts})
    do(do(game, "place", space="blacksmithing"), "expedition", level=3)
    do(do(game, "loot", loot="small_pasture"), "pasture", size="small", cell="F32")
    assert goods(game)["wood"] == 5 - small
    do(do(game, "loot", loot="large_pasture"), "pasture", size="large")
    assert goods(game)["wood"] == 5 - small - large


@rule("R-EXP-6", "toggle:discounts_on_loot")
@pytest.mark.parametrize(("discounts", "wood", "stone"), [(True, 1, 1), (False, 2, 2)])
def test_carpenter_and_stone_carver_on_the_loot_dwelling(discounts: bool, wood: int, stone: int) -> None:
    board = {"M24": "carpenter", "M23": "stone_carver"}
    game = position(round=3, seats=[seat(dwarfs=[11, 11], board=board, wood=5, stone=5)], rules={"toggle.discounts_on_loot": discounts})
    do(do(game, "place", space="blacksmithing"), "expedition", level=3)
    do(do(game, "loot", loot="ordinary_dwelling"), "furnish", cell="M13")
    assert (goods(game)["wood"], goods(game)["stone"]) == (5 - wood, 5 - stone)


@rule("toggle:discounts_on_loot")
@pytest.mark.parametrize("discounts", [True, False])
def test_tiles_at_their_normal_price_are_always_reduced(discounts: bool) -> None:
    board = {"M24": "carpenter"}
    game = position(round=3, seats=[seat(dwarfs=[11, 11], board=board, wood=4, stone=3)], rules={"toggle.discounts_on_loot": discounts})
    do(do(game, "place", space="blacksmithing"), "expedition", level=3)
    do(do(game, "loot", loot="furnish_cavern"), "furnish", tile="dwelling")
    assert (goods(game)["wood"], goods(game)["stone"]) == (1, 0)
