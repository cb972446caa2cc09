"""F-...: caves for food (base.md section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.spaces import (
    assert_printed,
    change,
    in_introductory_game,
    must_make_room,
    use,
)
from tests.caverna.table import can, do, dwarf, find, goods, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("slaughtering_cave", {"wood": 2, "stone": 2}, 2, True),
    ("cooking_cave", {"stone": 2}, 2, True),
    ("working_cave", {"wood": 1, "stone": 1}, 2, True),
    ("mining_cave", {"wood": 3, "stone": 2}, 2, False),
    ("breeding_cave", {"grain": 1, "stone": 1}, 2, False),
    ("peaceful_cave", {"wood": 2, "stone": 2}, 2, False),
]
FULL_HARVEST = 3  # round with a printed full harvest
SPECIAL_FEEDING = 4  # round in which every dwarf eats 1 food


@rule(
    "F-slaughtering_cave", "F-cooking_cave", "F-working_cave", "F-mining_cave", "F-breeding_cave", "F-peaceful_cave", "R-COMP-6",
)  # fmt: skip
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points)
    assert in_introductory_game(tile) == introductory


def in_turn(**fields: Any) -> Game:
    """A seat with these fields is about to place a dwarf."""
    return position(round=5, seats=[seat(**fields)])


def feeding(round: int = FULL_HARVEST, **fields: Any) -> Game:
    """A seat with these fields has to feed its dwarfs."""
    return position(round=round, phase="feeding", seats=[seat(**fields)])


def asked_for(game: Game) -> int:
    """The food that has to be paid now; the seat has enough of it."""
    return max(action.food for action in find(game, "feed"))


# ---------------------------------------------------------------- Slaughtering cave


@rule("F-slaughtering_cave", "R-INT-6", "X-5")
@pytest.mark.parametrize(
    ("animal", "amount", "food"), [("sheep", 1, 2), ("donkey", 1, 2), ("donkey", 2, 5), ("wild_boar", 1, 3), ("cattle", 1, 4)]
)
def test_a_slaughtering_cave_adds_a_food_for_each_animal(animal: str, amount: int, food: int) -> None:
    game = in_turn(board={"M13": "slaughtering_cave"}, **{animal: 2})
    assert change(game, "convert", good=animal, amount=amount) == {animal: -amount, "food": food}


@rule("F-slaughtering_cave", "X-5")
def test_three_donkeys_are_seven_food_in_a_slaughtering_cave_and_four_without() -> None:
    for tile, food in (("slaughtering_cave", 7), ("miner", 4)):
        game = in_turn(board={"M13": tile, "F34": "small_pasture"}, donkey=3)
        do(game, "convert", good="donkey", amount=2)
        do(game, "convert", good="donkey", amount=1)
        assert goods(game)["food"] == food


@rule("F-slaughtering_cave", "R-CONV-3", "R-DOG-1")
def test_dogs_grain_and_rubies_are_not_slaughtered() -> None:
    game = in_turn(board={"M13": "slaughtering_cave"}, dog=2, grain=1, vegetable=1, ruby=1)
    assert not can(game, "convert", good="dog")
    assert change(game, "convert", good="grain") == {"grain": -1, "food": 1}
    assert change(game, "convert", good="vegetable") == {"vegetable": -1, "food": 2}
    assert change(game, "convert", good="ruby") == {"ruby": -1, "food": 2}


@rule("F-slaughtering_cave", "F-hunting_parlor", "R-INT-6")
def test_the_hunting_parlor_does_not_slaughter() -> None:
    game = in_turn(board={"M13": "slaughtering_cave", "M12": "hunting_parlor"}, wild_boar=2)
    assert change(game, "use_tile", tile="hunting_parlor") == {"wild_boar": -2, "gold": 2, "food": 2}


@rule("F-slaughtering_cave", "R-ANIM-4")
def test_an_animal_without_room_is_slaughtered_too() -> None:
    game = use("sheep_farming", seat(board={"M13": "slaughtering_cave"}), lying={"sheep": 3})
    do(game, "collect")
    assert must_make_room(game)
    assert change(game, "convert", good="sheep", amount=1) == {"sheep": -1, "food": 2}


# ---------------------------------------------------------------- Cooking cave


@rule("F-cooking_cave", "R-INT-19")
def test_a_cooking_cave_makes_five_food_of_a_grain_and_a_vegetable() -> None:
    game = in_turn(board={"M13": "cooking_cave"}, grain=2, vegetable=2)
    assert change(game, "use_tile", tile="cooking_cave") == {"grain": -1, "vegetable": -1, "food": 5}
    assert change(game, "use_tile", tile="cooking_cave") == {"grain": -1, "vegetable": -1, "food": 5}
    assert not can(game, "use_tile")


@rule("F-cooking_cave", "R-CONV-4")
@pytest.mark.parametrize("wares", [{"grain": 2}, {"vegetable": 2}])
def test_cooking_takes_both_crops_from_the_supply(wares: dict[str, int]) -> None:
    fields = {"M13": "cooking_cave", "F34": "field:grain*3", "F33": "field:vegetable*2"}
    assert not can(in_turn(board=fields, **wares), "use_tile")


@rule("F-cooking_cave", "D-18")
def test_cooking_is_possible_during_feeding() -> None:
    game = feeding(board={"M13": "cooking_cave"}, grain=1, vegetable=1)
    assert change(game, "use_tile", tile="cooking_cave") == {"grain": -1, "vegetable": -1, "food": 5}
    assert asked_for(game) == 4


# ---------------------------------------------------------------- Working cave

WORKING = {"M13": "working_cave", "M24": "dwelling"}


def other_meals(game: Game) -> list[dict[str, int]]:
    """What may be paid for one dwarf instead of food."""
    seen = []
    for action in find(game, "feed_dwarf"):
        paid = change(game.copy(), "feed_dwarf", option=action.option, dwarf=action.dwarf)
        seen.append({ware: -amount for ware, amount in paid.items()})
    return seen


@rule("F-working_cave")
def test_a_working_cave_takes_a_wood_a_stone_or_two_ore() -> None:
    game = feeding(board=WORKING, wood=2, stone=2, ore=3, food=9)
    assert other_meals(game) == [{"wood": 1}, {"stone": 1}, {"ore": 2}]
    assert other_meals(feeding(board=WORKING, ore=1, food=9)) == []
    assert other_meals(feeding(board={"M13": "miner"}, wood=1, food=9)) == []


@rule("F-working_cave", "R-INT-8", "R-FEED-1")
def test_it_replaces_both_food_of_an_adult_and_only_once() -> None:
    game = feeding(board=WORKING, wood=9, food=9)
    assert asked_for(game) == 4
    do(game, "feed_dwarf", dwarf="adult")
    assert asked_for(game) == 2
    assert not can(game, "feed_dwarf")
    assert change(game, "feed", food=2) == {"food": -2}
    assert game.to_dict()["seats"][0]["begging"] == 0


@rule("F-working_cave", "R-INT-8", "R-HARV-5")
def test_it_replaces_one_food_in_a_special_feeding() -> None:
    game = feeding(round=SPECIAL_FEEDING, board=WORKING, wood=9, food=9)
    assert asked_for(game) == 2
    do(game, "feed_dwarf", dwarf="adult")
    assert asked_for(game) == 1
    assert not can(game, "feed_dwarf")


@rule("F-working_cave", "R-INT-8", "R-FAM-3")
def test_it_replaces_one_food_of_a_newborn() -> None:
    family = [dwarf(), dwarf(), dwarf(newborn=True)]
    game = feeding(board=WORKING, dwarfs=family, wood=9, food=9)
    assert asked_for(game) == 5
    assert {action.dwarf for action in find(game, "feed_dwarf")} == {"adult", "newborn"}
    do(game, "feed_dwarf", dwarf="newborn")
    assert asked_for(game) == 4


# ---------------------------------------------------------------- Mining cave

MINES = {"M13": "mining_cave", "M24": "ore_mine", "M12": "ruby_mine"}


@rule("F-mining_cave", "R-INT-7", "R-FEED-3", "U-15")
@pytest.mark.parametrize(("donkeys", "food"), [(0, 4), (1, 3), (2, 2), (4, 2)])
def test_each_donkey_in_a_mine_saves_a_food(donkeys: int, food: int) -> None:
    assert asked_for(feeding(board=MINES, donkey=donkeys, food=9)) == food


@rule("F-mining_cave", "R-INT-7")
@pytest.mark.parametrize("mine", ["ore_mine", "ruby_mine"])
def test_both_kinds_of_mines_count(mine: str) -> None:
    assert asked_for(feeding(board={"M13": "mining_cave", "M24": mine}, donkey=3, food=9)) == 3


@rule("F-mining_cave")
def test_donkeys_outside_of_mines_save_nothing() -> None:
    assert asked_for(feeding(board={"M13": "mining_cave"}, donkey=2, food=9)) == 4
    assert asked_for(feeding(board={**MINES, "M13": "miner"}, donkey=2, food=9)) == 4


@rule("F-mining_cave", "R-FEED-3", "R-HARV-5")
def test_a_mining_cave_works_in_special_feedings_and_never_below_zero() -> None:
    assert asked_for(feeding(round=SPECIAL_FEEDING, board=MINES, donkey=1, food=9)) == 1
    three_mines = {**MINES, "M23": "ruby_mine"}
    game = position(round=SPECIAL_FEEDING, phase="feeding", seats=[seat(board=three_mines, donkey=3, food=2)], to_move=1)
    assert game.player == 1  # seat 0 had nothing to pay
    assert goods(game)["food"] == 2
    assert game.to_dict()["seats"][0]["begging"] == 0


@rule("F-mining_cave", "F-working_cave", "R-FEED-3")
def test_working_cave_and_mining_cave_work_together() -> None:
    game = feeding(board={**MINES, "M11": "working_cave"}, donkey=1, wood=1, food=9)
    do(game, "feed_dwarf", dwarf="adult")
    assert asked_for(game) == 4 - 2 - 1


# ---------------------------------------------------------------- Breeding cave

PASTURES = ("F34", "F33", "F24", "F23", "F14", "F13", "F32", "F22")
BREEDERS = {"M13": "breeding_cave", **dict.fromkeys(PASTURES, "small_pasture")}
TYPES = ("sheep", "donkey", "wild_boar", "cattle")


@rule("F-breeding_cave", "X-13", "R-BREED-1")
@pytest.mark.parametrize(("newborns", "food"), [(1, 1), (2, 2), (3, 3), (4, 5)])
def test_a_breeding_cave_pays_for_newborns_of_the_harvest(newborns: int, food: int) -> None:
    parents = dict.fromkeys(TYPES[:newborns], 2)
    game = position(round=FULL_HARVEST, phase="breeding", seats=[seat(board=BREEDERS, **parents)])
    assert change(game, "breed", types=TYPES[:newborns]) == {**dict.fromkeys(parents, 1), "food": food}


@rule("F-breeding_cave", "R-INT-5", "L-breed_2", "R-BREED-4")
@pytest.mark.parametrize(("types", "food"), [(("sheep",), 1), (("sheep", "cattle"), 2)])
def test_a_breeding_cave_pays_for_newborns_of_an_expedition(types: tuple[str, ...], food: int) -> None:
    game = use("logging_1_3", seat(board=BREEDERS, dwarfs=[14, 14], **dict.fromkeys(TYPES, 2)))
    do(game, "expedition")
    do(game, "loot", loot="breed_2")
    assert max(len(action.types) for action in find(game, "breed")) == 2
    assert change(game, "breed", types=types) == {**dict.fromkeys(types, 1), "food": food}


@rule("F-breeding_cave")
def test_other_new_animals_are_no_newborns() -> None:
    assert change(use("sheep_farming", seat(board=BREEDERS), lying={"sheep": 2}), "collect") == {"sheep": 2}


# ---------------------------------------------------------------- Peaceful cave

PEACE = {"M13": "peaceful_cave"}


def weapons(game: Game) -> list[int]:
    """Weapon strengths of seat 0."""
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]


@rule("F-peaceful_cave", "R-INT-9")
def test_weapons_become_food_one_by_one() -> None:
    game = in_turn(board=PEACE, dwarfs=[5, 9])
    assert {action.weapon for action in find(game, "disarm")} == {5, 9}
    assert change(game, "disarm", weapon=9) == {"food": 9}
    assert weapons(game) == [5, 0]
    assert change(game, "disarm", weapon=5) == {"food": 5}
    assert weapons(game) == [0, 0]
    assert not can(game, "disarm")


@rule("F-peaceful_cave", "R-WEAP-2")
def test_weapons_are_kept_without_a_peaceful_cave() -> None:
    assert not can(in_turn(board={"M13": "miner"}, dwarfs=[5, 9]), "disarm")


@rule("F-peaceful_cave", "R-INT-9")
def test_weapons_may_be_given_up_during_feeding_and_before_scoring() -> None:
    game = feeding(board=PEACE, dwarfs=[3, 4])
    do(game, "disarm", weapon=4)
    assert asked_for(game) == 4
    game = position(round=12, phase="final", seats=[seat(board=PEACE, dwarfs=[3, 4])])
    assert change(game, "disarm", weapon=3) == {"food": 3}


@rule("F-peaceful_cave", "R-INT-9", "U-14")
def test_a_dwarf_without_weapon_may_forge_anew() -> None:
    game = in_turn(board=PEACE, dwarfs=[2, 2], ore=4)
    do(game, "disarm", weapon=2)
    do(game, "place", space="blacksmithing", weapon=0)
    do(game, "forge", strength=4)
    assert sorted(weapons(game)) == [2, 4]


def disarmed(game: Game) -> set[tuple[int, ...]]:
    """Weapon strengths of seat 0 after each way to give up one weapon."""
    return {tuple(weapons(game.copy().play(action))) for action in find(game, "disarm")}


@rule("F-peaceful_cave", "R-INT-9")
def test_the_owner_chooses_whether_a_dwarf_at_home_or_one_at_work_gives_up_an_equal_weapon() -> None:
    family = [dwarf(5, at="supplies"), dwarf(5)]
    assert disarmed(in_turn(board=PEACE, dwarfs=family)) == {(0, 5), (5, 0)}


@rule("F-peaceful_cave", "U-14", "R-WEAP-3")
def test_a_weapon_given_up_on_an_expedition_does_not_grow() -> None:
    game = use("logging_1_3", seat(board=PEACE, dwarfs=[6, 7]))
    do(game, "expedition")
    do(game, "disarm", weapon=6)
    do(game, "loot", loot="gold_2")
    assert weapons(game) == [0, 7]


@rule("F-peaceful_cave", "F-prayer_chamber", "F-weapon_storage", "F-supplies_storage", "R-INT-9")
def test_giving_up_weapons_suits_the_prayer_chamber_and_no_weapon_storages() -> None:
    board = {**PEACE, "M12": "prayer_chamber"}
    game = position(round=12, phase="final", seats=[seat(board=board, dwarfs=[5])])
    assert score(game)["bonus"] == 0
    do(game, "disarm", weapon=5)
    assert score(game)["bonus"] == 8
    board = {**PEACE, "M12": "weapon_storage", "M11": "supplies_storage"}
    game = position(round=12, phase="final", seats=[seat(board=board, dwarfs=[5, 6])])
    assert score(game)["bonus"] == 2 * 3 + 8
    do(game, "disarm", weapon=5)
    assert score(game)["bonus"] == 3
