"""R-COMP: the things in the game."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, do, find, goods, on_space, position, rule, score, seat

GOODS = ("wood", "stone", "ore", "ruby", "food", "gold", "grain", "vegetable")
ANIMALS = ("dog", "sheep", "donkey", "wild_boar", "cattle")
FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")

# the tiles marked "I" in base.md section 19; the ordinary Dwelling comes on top
INTRODUCTORY = {
    "simple_dwelling_4w2s", "simple_dwelling_3w3s",
    "cuddle_room", "breakfast_room", "stubble_room",
    "carpenter", "stone_carver", "blacksmith", "wood_supplier", "stone_supplier", "ruby_supplier",
    "slaughtering_cave", "cooking_cave", "working_cave",
    "weaving_parlor", "milking_parlor", "hunting_parlor", "beer_parlor",
    "stone_storage", "ore_storage", "main_storage", "weapon_storage",
    "treasure_chamber", "food_chamber", "writing_chamber", "fodder_chamber",
}  # fmt: skip
ONLY_FULL = {
    "mixed_dwelling", "couple_dwelling", "additional_dwelling",
    "work_room", "guest_room", "office_room",
    "miner", "builder", "trader", "dog_school", "quarry", "seam",
    "mining_cave", "breeding_cave", "peaceful_cave",
    "state_parlor", "blacksmithing_parlor",
    "spare_part_storage", "supplies_storage",
    "broom_chamber", "prayer_chamber",
}  # fmt: skip
FULL_HOUSE = {**DWELLINGS, "M33": "couple_dwelling"}  # room for seven


# ---------------------------------------------------------------- goods and animals


@rule("R-COMP-1")
def test_the_personal_supply_holds_eight_kinds_of_goods() -> None:
    entry = Game(players=2, seed=1).to_dict()["seats"][0]
    assert set(entry["goods"]) == set(GOODS)


@rule("R-COMP-1")
def test_every_player_sees_the_supply_of_the_others() -> None:
    game = position(seats=[seat(), seat(ruby=3, gold=7)])
    seen = game.view(0).to_dict()["seats"][1]["goods"]
    assert (seen["ruby"], seen["gold"]) == (3, 7)


@rule("R-COMP-2")
def test_there_are_five_kinds_of_animals_kept_apart_from_goods() -> None:
    entry = Game(players=2, seed=1).to_dict()["seats"][0]
    assert set(entry["animals"]) == set(ANIMALS)


@rule("R-COMP-2")
@pytest.mark.parametrize("animal", FARM_ANIMALS)
def test_farm_animals_need_room_on_the_home_board(animal: str) -> None:
    # the entry-level dwelling has room for two, and nothing keeps a third in the supply
    game = position(seats=[seat(**{animal: 2}, ruby=1, food=1)])
    do(game, "exchange", good=animal)
    assert not can(game, "place")
    do(game, "convert", good=animal)
    assert goods(game)[animal] == 2
    assert can(game, "place")


@rule("R-COMP-2")
def test_dogs_are_no_farm_animals() -> None:
    game = position(seats=[seat(dog=9, ruby=1)])
    do(game, "exchange", good="dog")
    assert can(game, "place")  # ten dogs need no room
    assert not can(game, "convert", good="dog")
    assert score(game)["missing_animals"] == -8  # and are none of the four types


# ---------------------------------------------------------------- limits of a player


@rule("R-COMP-3")
def test_five_dwarfs_are_the_limit_whatever_the_room() -> None:
    four = position(players=4, seats=[seat(FULL_HOUSE, dwarfs=[0] * 4)])
    do(four, "place", space="growth")
    assert can(four, "grow")
    five = position(players=4, seats=[seat(FULL_HOUSE, dwarfs=[0] * 5)])
    do(five, "place", space="growth")
    assert not can(five, "grow")


@rule("R-COMP-3")
def test_only_the_additional_dwelling_allows_a_sixth_dwarf_and_no_seventh() -> None:
    house = {**FULL_HOUSE, "M32": "additional_dwelling"}
    five = position(players=4, seats=[seat(house, dwarfs=[0] * 5)])
    do(five, "place", space="growth")
    do(five, "grow")
    assert score(five)["dwarfs"] == 6
    six = position(players=4, seats=[seat(house, dwarfs=[0] * 6)])
    do(six, "place", space="growth")
    assert not can(six, "grow")


@rule("R-COMP-3")
def test_three_stables_are_the_limit() -> None:
    cards = ["sheep_farming", "blacksmithing", "ore_mine_construction", "wish_for_children", "donkey_farming",
             "ruby_mine_construction", "ore_delivery", "family_life", "ore_trading", "adventure", "ruby_delivery"]  # fmt: skip
    two = position(cards=cards, seats=[seat(stone=1, stables=("F11", "F12"))])
    do(two, "place", space="sheep_farming")
    do(two, "stable", cell="F13")
    three = position(cards=cards, seats=[seat(stone=1, stables=("F11", "F12", "F13"))])
    assert not can(three, "place", space="sheep_farming")


# ---------------------------------------------------------------- what runs out and what does not


@rule("R-COMP-4")
def test_a_furnishing_tile_built_by_one_player_is_gone_for_the_others() -> None:
    game = position(seats=[seat(stone=1), seat(stone=1)])
    assert "carpenter" in game.to_dict()["supply"]
    do(game, "place", space="housework")
    do(game, "furnish", tile="carpenter")
    assert "carpenter" not in game.to_dict()["supply"]
    later = position(seats=[seat({"M13": "carpenter"}), seat(stone=1)], to_move=1)
    do(later, "place", space="housework")
    assert can(later, "furnish", tile="builder")  # the same price
    assert not can(later, "furnish", tile="carpenter")


@rule("R-COMP-4")
def test_the_ordinary_dwelling_never_runs_out() -> None:
    cells = ("M11", "M12", "M21", "M22", "M23", "M24", "M31", "M32", "M33", "M34")
    rows = dict.fromkeys(cells, "dwelling")
    game = position(players=7, seats=[seat(wood=4, stone=3)] + [seat(rows)] * 6)
    do(game, "place", space="housework")
    do(game, "furnish", tile="dwelling", cell="M13")
    assert score(game)["furnishings"] == 3


@rule("R-COMP-4")
def test_goods_are_unlimited() -> None:
    game = position(phase="start_of_round", round=4, spaces={"wood_gathering": {"goods": {"wood": 500}}})
    assert on_space(game, "wood_gathering") == {"wood": 501}
    do(game, "place", space="wood_gathering")
    assert goods(game)["wood"] == 501


@rule("R-COMP-5")
def test_each_gold_is_a_point() -> None:
    poor, rich = position(), position(seats=[seat(gold=7)])
    assert score(rich)["gold"] == 7
    assert score(rich)["total"] == score(poor)["total"] + 7


@rule("R-COMP-5")
def test_gold_buys_things_too() -> None:
    game = position(seats=[seat(gold=5, stone=3)])
    do(game, "place", space="housework")
    do(game, "furnish", tile="state_parlor", cell="M13")
    assert goods(game)["gold"] == 0


# ---------------------------------------------------------------- the two sets of tiles


@rule("R-COMP-6", "U-18")
def test_the_introductory_game_has_26_unique_tiles_and_the_dwelling() -> None:
    game = Game(players=2, seed=1, tiles="introductory")
    assert set(game.to_dict()["supply"]) == INTRODUCTORY
    assert len(INTRODUCTORY) == 26


@rule("R-COMP-6")
def test_the_dwelling_belongs_to_the_introductory_game() -> None:
    game = position(rules={"start.tiles": "introductory"}, seats=[seat(wood=9, stone=9, ore=9, gold=9)])
    do(game, "place", space="housework")
    offered = {action.tile for action in find(game, "furnish")}
    assert "dwelling" in offered
    assert not offered & ONLY_FULL


@rule("R-COMP-6")
def test_the_full_game_has_47_unique_tiles_and_the_dwelling() -> None:
    assert set(Game(players=6, seed=1).to_dict()["supply"]) == INTRODUCTORY | ONLY_FULL
    assert len(INTRODUCTORY | ONLY_FULL) == 47


@rule("R-COMP-6")
@pytest.mark.parametrize("players", range(1, 8))
def test_nothing_else_differs_in_the_introductory_game(players: int) -> None:
    full = Game(players=players, seed=5).to_dict()
    short = Game(players=players, seed=5, tiles="introductory").to_dict()
    for entry in (full, short):
        del entry["supply"], entry["rules"]
    assert full == short
