"""L-...: loot of expeditions (base.md section 21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.caverna.loot import PREPARED, expedition, loot, take, weapons
from tests.caverna.spaces import FULL_FOREST, FULL_MOUNTAIN, change, must_make_room, open_space, use
from tests.caverna.table import can, cell, do, dwarf, find, goods, position, rule, seat

LEAST_STRENGTH = {
    "all_weapons_plus_1": 1, "wood": 1, "dog": 1, "grain": 2, "sheep": 2, "stone": 3, "donkey": 3, "vegetable": 4, "ore_2": 4,
    "wild_boar": 5, "gold_2": 6, "furnish_cavern": 7, "stable": 8, "tunnel": 9, "small_pasture": 9, "cattle": 10, "large_pasture": 10,
    "meadow": 11, "ordinary_dwelling": 11, "field": 12, "sow": 12, "cavern": 14, "breed_2": 14,
}  # fmt: skip


# ---------------------------------------------------------------- what a weapon is strong enough for


@rule(
    "R-EXP-1", "D-2", "L-all_weapons_plus_1", "L-wood", "L-dog", "L-grain", "L-sheep", "L-stone", "L-donkey", "L-vegetable", "L-ore_2",
    "L-wild_boar", "L-gold_2", "L-furnish_cavern", "L-stable", "L-tunnel", "L-small_pasture", "L-cattle", "L-large_pasture", "L-meadow",
    "L-ordinary_dwelling", "L-field", "L-sow", "L-cavern", "L-breed_2",
)  # fmt: skip
@pytest.mark.parametrize(("item", "strength"), LEAST_STRENGTH.items())
def test_every_item_has_its_least_strength(item: str, strength: int) -> None:
    assert item in loot(expedition(strength, **PREPARED))
    if strength > 1:
        assert item not in loot(expedition(strength - 1, **PREPARED))
    else:
        assert not can(open_space("logging_1_3", seat(**PREPARED)), "place", space="logging_1_3")


@rule("R-EXP-1")
@pytest.mark.parametrize("strength", range(1, 15))
def test_everything_up_to_the_strength_of_the_weapon_is_on_offer(strength: int) -> None:
    assert loot(expedition(strength, **PREPARED)) == {item for item, least in LEAST_STRENGTH.items() if least <= strength}


@rule("X-9", "R-EXP-5")
def test_strength_one_finds_three_items_even_on_a_higher_level() -> None:
    game = take(expedition(1, level=3, **PREPARED), "wood", "all_weapons_plus_1")
    assert loot(game) == {"dog"}
    do(game, "loot", loot="dog")
    assert game.player == 1
    assert weapons(game) == [3, 2]


@rule("X-8")
@pytest.mark.parametrize(("items", "strength"), [(("wood", "dog", "gold_2"), 8), (("wood", "dog", "all_weapons_plus_1"), 9)])
def test_a_forged_seven_becomes_an_eight_or_a_nine(items: tuple[str, ...], strength: int) -> None:
    game = use("blacksmithing", seat(ore=7, board=PREPARED["board"]))
    do(game, "forge", strength=7)
    do(game, "expedition")
    assert max(LEAST_STRENGTH[item] for item in loot(game)) < 8
    take(game, *items)
    assert weapons(game)[0] == strength


# ---------------------------------------------------------------- picking


@rule("R-EXP-2", "R-EXP-3")
def test_an_item_is_taken_once_and_the_level_limits_their_number() -> None:
    game = take(expedition(6, level=3), "wood")
    assert "wood" not in loot(game)
    take(game, "stone", "gold_2")
    assert not find(game, "loot")
    assert weapons(game)[0] == 7
    assert (goods(game)["wood"], goods(game)["stone"], goods(game)["gold"]) == (1, 1, 2)


@rule("U-12", "R-EXP-1")
def test_at_least_one_item_is_taken_and_the_rest_may_be_left() -> None:
    game = expedition(6, level=3)
    assert not can(game, "pass")
    take(game, "stone")
    do(game, "pass")
    assert weapons(game)[0] == 7
    assert game.player == 1


@rule("R-EXP-2", "L-meadow", "L-small_pasture", "L-sheep")
def test_an_item_helps_a_later_one() -> None:
    game = expedition(11, level=3, sheep=2, wood=1)
    assert "small_pasture" not in loot(game)
    do(take(game, "meadow"), "single_tile", cell="F34")
    do(take(game, "small_pasture"), "pasture", cell="F34")
    take(game, "sheep")
    assert not must_make_room(game)
    assert (cell(game, "F34"), goods(game)["sheep"], goods(game)["wood"]) == ("small_pasture", 3, 0)


@rule("R-EXP-2", "L-field", "L-sow", "L-grain")
def test_field_and_seed_from_the_same_expedition_can_be_sown() -> None:
    game = expedition(12, level=3)
    assert "sow" not in loot(game)
    do(take(game, "field"), "single_tile", cell="F34")
    take(game, "grain")
    do(take(game, "sow"), "sow", crop="grain", cell="F34")
    assert cell(game, "F34") == "field:grain*3"


@rule("R-EXP-2", "L-cavern", "L-furnish_cavern")
def test_a_cavern_from_the_same_expedition_can_be_furnished() -> None:
    game = expedition(14, level=3, board={"M13": "miner"}, wood=2)
    assert "furnish_cavern" not in loot(game)
    do(take(game, "cavern"), "single_tile", cell="M12")
    do(take(game, "furnish_cavern"), "furnish", tile="seam", cell="M12")
    assert cell(game, "M12") == "seam"


# ---------------------------------------------------------------- goods and animals


@rule(
    "L-wood", "L-dog", "L-grain", "L-sheep", "L-stone", "L-donkey", "L-vegetable", "L-ore_2", "L-wild_boar", "L-gold_2", "L-cattle",
)  # fmt: skip
@pytest.mark.parametrize(
    ("item", "gain"),
    [
        ("wood", {"wood": 1}),
        ("dog", {"dog": 1}),
        ("grain", {"grain": 1}),
        ("sheep", {"sheep": 1}),
        ("stone", {"stone": 1}),
        ("donkey", {"donkey": 1}),
        ("vegetable", {"vegetable": 1}),
        ("ore_2", {"ore": 2}),
        ("wild_boar", {"wild_boar": 1}),
        ("gold_2", {"gold": 2}),
        ("cattle", {"cattle": 1}),
    ],
)
def test_goods_and_animals_are_received_for_nothing(item: str, gain: dict[str, int]) -> None:
    game = expedition(LEAST_STRENGTH[item])
    assert change(game, "loot", loot=item) == gain
    assert game.player == 1


@rule("L-sheep", "L-donkey", "L-wild_boar", "L-cattle", "R-ANIM-4")
@pytest.mark.parametrize(("animal", "food"), [("sheep", 1), ("donkey", 1), ("wild_boar", 2), ("cattle", 3)])
def test_an_animal_without_room_may_be_brought_home_as_food(animal: str, food: int) -> None:
    game = expedition(10, **{animal: 2})
    do(game, "loot", loot=animal)
    assert must_make_room(game)
    assert change(game, "convert", good=animal, amount=1) == {animal: -1, "food": food}
    assert game.player == 1


@rule("L-dog", "R-DOG-1")
def test_a_dog_needs_no_room() -> None:
    game = expedition(1, sheep=2, dog=5)
    assert change(game, "loot", loot="dog") == {"dog": 1}
    assert game.player == 1


# ---------------------------------------------------------------- All weapons +1


@rule("L-all_weapons_plus_1", "R-EXP-4", "R-EXP-5")
def test_every_armed_dwarf_at_home_or_not_gains_one_and_this_one_two() -> None:
    at_work = dwarf(2, at="supplies")
    game = expedition(4, others=(9, at_work), board={"M13": "dwelling"})
    take(game, "all_weapons_plus_1")
    assert weapons(game) == [6, 10, 3]


@rule("L-all_weapons_plus_1", "R-EXP-5", "R-WEAP-3")
def test_unarmed_dwarfs_stay_unarmed() -> None:
    game = use("logging_1_3", seat(dwarfs=[dwarf(0, at="supplies"), 3]))
    do(game, "expedition")
    take(game, "all_weapons_plus_1")
    assert weapons(game) == [0, 5]


@rule("L-all_weapons_plus_1", "R-WEAP-3", "R-EXP-4")
@pytest.mark.parametrize(("before", "after"), [(12, 14), (13, 14), (14, 14)])
def test_no_weapon_grows_beyond_fourteen(before: int, after: int) -> None:
    game = take(expedition(before, others=(14,)), "all_weapons_plus_1")
    assert weapons(game) == [after, 14]
    assert weapons(take(expedition(14), "wood")) == [14, 14]


@rule("L-all_weapons_plus_1", "R-EXP-5")
def test_the_gain_comes_after_the_expedition_and_unlocks_nothing_in_it() -> None:
    game = take(expedition(1, level=3), "all_weapons_plus_1")
    assert weapons(game) == [1, 1]
    assert loot(game) == {"wood", "dog"}
    do(game, "pass")
    assert weapons(game) == [3, 2]


@rule("L-all_weapons_plus_1")
def test_weapons_of_other_players_do_not_grow() -> None:
    game = position(round=12, seats=[seat(dwarfs=[1, 1]), seat(dwarfs=[4, 5])])
    do(game, "place", space="blacksmithing")
    do(game, "expedition")
    take(game, "all_weapons_plus_1", "wood", "dog")
    assert [entry["weapon"] for entry in game.to_dict()["seats"][1]["dwarfs"]] == [4, 5]


# ---------------------------------------------------------------- Furnish a cavern


@rule("L-furnish_cavern")
def test_a_cavern_is_furnished_at_the_normal_price() -> None:
    game = take(expedition(7, wood=4, stone=3), "furnish_cavern")
    tiles = {action.tile for action in find(game, "furnish")}
    assert tiles >= {"dwelling", "carpenter", "seam", "beer_parlor", "stone_carver", "weapon_storage"}
    assert "couple_dwelling" not in tiles
    assert change(game, "furnish", tile="dwelling", cell="M13") == {"wood": -4, "stone": -3}
    assert game.player == 1


@rule("L-furnish_cavern", "R-EXP-6")
def test_furnishing_needs_a_cavern_and_something_that_can_be_paid() -> None:
    assert "furnish_cavern" not in loot(expedition(7, board={"M13": "miner"}, wood=9, stone=9))
    assert "furnish_cavern" in loot(expedition(7))  # the Dog school is free
    sold = position(round=12, supply=["seam"], seats=[seat(dwarfs=[7, 7], wood=1)], spaces={"logging_1_3": {}})
    do(sold, "place", space="logging_1_3")
    do(sold, "expedition")
    assert "furnish_cavern" not in loot(sold)


# ---------------------------------------------------------------- Stable


@rule("L-stable", "R-STAB-1")
def test_a_stable_is_free() -> None:
    game = take(expedition(8), "stable")
    assert change(game, "stable", cell="F11") == {}
    assert game.to_dict()["seats"][0]["stables"] == ["F11"]
    assert game.player == 1


@rule("L-stable", "R-EXP-6", "R-COMP-3")
def test_no_stable_without_a_place_or_a_stable_left() -> None:
    assert "stable" not in loot(expedition(8, stables=("F11", "F12", "F13")))
    assert "stable" in loot(expedition(8, stables=("F11", "F12")))
    assert "stable" not in loot(expedition(8, board=dict.fromkeys(FULL_FOREST, "field")))


# ---------------------------------------------------------------- single tiles


@rule("L-tunnel", "L-meadow", "L-field", "L-cavern", "R-BOARD-3")
@pytest.mark.parametrize(
    ("item", "place", "bonus", "board"),
    [
        ("tunnel", "M24", {"food": 1}, {}),
        ("tunnel", "M23", {}, {}),
        ("cavern", "M24", {"food": 1}, {}),
        ("cavern", "M12", {}, {}),
        ("meadow", "F34", {}, {}),
        ("field", "F34", {}, {}),
        ("meadow", "F24", {"food": 1}, {"F34": "field"}),
        ("field", "F24", {"food": 1}, {"F34": "meadow"}),
    ],
)
def test_a_single_tile_is_free_and_brings_the_bonus_of_its_cell(
    item: str, place: str, bonus: dict[str, int], board: dict[str, str]
) -> None:
    game = take(expedition(LEAST_STRENGTH[item], board=board), item)
    assert {action.tile for action in find(game, "single_tile")} == {item}
    assert change(game, "single_tile", cell=place) == bonus
    assert cell(game, place) == item
    assert game.player == 1


@rule("L-tunnel", "L-cavern", "L-meadow", "L-field", "R-EXP-6")
@pytest.mark.parametrize(
    ("item", "board"), [("tunnel", FULL_MOUNTAIN), ("cavern", FULL_MOUNTAIN), ("meadow", FULL_FOREST), ("field", FULL_FOREST)]
)
def test_no_single_tile_without_an_empty_cell(item: str, board: dict[str, str]) -> None:
    assert item not in loot(expedition(14, board=board))


@rule("L-tunnel", "L-cavern", "R-TILE-3")
@pytest.mark.parametrize("item", ["tunnel", "cavern"])
def test_tunnel_and_cavern_go_beside_occupied_cells(item: str) -> None:
    game = take(expedition(14), item)
    assert {action.cell for action in find(game, "single_tile")} == {"M12", "M23", "M24"}


@rule("L-meadow", "L-field", "R-TILE-4")
@pytest.mark.parametrize("item", ["meadow", "field"])
def test_the_first_forest_tile_goes_before_the_entrance(item: str) -> None:
    game = take(expedition(12), item)
    assert {action.cell for action in find(game, "single_tile")} == {"F34"}


@rule("L-meadow", "L-field", "R-TILE-5", "R-EXP-6")
def test_a_meadow_may_cover_a_stable_and_a_field_may_not() -> None:
    offered = loot(expedition(12, stables=("F34",)))
    assert "meadow" in offered
    assert "field" not in offered
    game = take(expedition(12, board={"F34": "meadow"}, stables=("F24",)), "field")
    assert {action.cell for action in find(game, "single_tile")} == {"F33"}


# ---------------------------------------------------------------- pastures


@rule("L-small_pasture", "R-EXP-6")
def test_a_small_pasture_costs_one_wood() -> None:
    meadow = {"F34": "meadow"}
    game = take(expedition(9, board=meadow, wood=1), "small_pasture")
    assert change(game, "pasture", size="small", cell="F34") == {"wood": -1}
    assert cell(game, "F34") == "small_pasture"
    assert "small_pasture" not in loot(expedition(9, board=meadow))
    assert "small_pasture" not in loot(expedition(9, board={"F34": "field"}, wood=9))


@rule("L-large_pasture", "R-EXP-6")
def test_a_large_pasture_costs_two_wood() -> None:
    meadows = {"F34": "meadow", "F33": "meadow"}
    game = take(expedition(10, board=meadows, wood=2), "large_pasture")
    assert change(game, "pasture", size="large", cell="F33") == {"wood": -2}
    assert (cell(game, "F34"), cell(game, "F33")) == ("large_pasture:1", "large_pasture:1")
    assert "large_pasture" not in loot(expedition(10, board=meadows, wood=1))
    assert "large_pasture" not in loot(expedition(10, board={"F34": "field", "F33": "meadow", "F24": "meadow"}, wood=9))


@rule("L-small_pasture", "L-large_pasture")
def test_loot_of_one_size_fences_only_that_size() -> None:
    meadows = {"F34": "meadow", "F33": "meadow"}
    small = take(expedition(10, board=meadows, wood=9), "small_pasture")
    assert {action.size for action in find(small, "pasture")} == {"small"}
    large = take(expedition(10, board=meadows, wood=9), "large_pasture")
    assert {action.size for action in find(large, "pasture")} == {"large"}


# ---------------------------------------------------------------- Dwelling for 2 wood and 2 stone


@rule("L-ordinary_dwelling", "F-dwelling")
def test_only_the_ordinary_dwelling_is_had_for_two_wood_and_two_stone() -> None:
    game = take(expedition(11, wood=9, stone=9), "ordinary_dwelling")
    assert {action.tile for action in find(game, "furnish")} == {"dwelling"}
    assert change(game, "furnish", cell="M13") == {"wood": -2, "stone": -2}
    assert cell(game, "M13") == "dwelling"


@rule("L-ordinary_dwelling", "R-EXP-6")
@pytest.mark.parametrize("fields", [{"wood": 1, "stone": 2}, {"wood": 2, "stone": 1}, {"wood": 9, "stone": 9, "board": {"M13": "miner"}}])
def test_the_dwelling_needs_its_price_and_a_cavern(fields: dict[str, Any]) -> None:
    assert "ordinary_dwelling" not in loot(expedition(11, **fields))
    assert "ordinary_dwelling" in loot(expedition(11, wood=2, stone=2))


# ---------------------------------------------------------------- Sow


@rule("L-sow", "R-SOW-1")
def test_sowing_as_loot_is_a_whole_sow_action() -> None:
    fields = dict.fromkeys(("F34", "F33", "F24", "F23", "F32"), "field")
    game = take(expedition(12, board=fields, grain=3, vegetable=3), "sow")
    for crop, place in (("grain", "F34"), ("vegetable", "F33"), ("grain", "F24"), ("vegetable", "F23")):
        assert change(game, "sow", crop=crop, cell=place) == {crop: -1}
    assert [cell(game, name) for name in fields] == ["field:grain*3", "field:vegetable*2", "field:grain*3", "field:vegetable*2", "field"]
    assert game.player == 1


@rule("L-sow", "R-EXP-6")
def test_sowing_needs_an_empty_field_and_a_seed() -> None:
    assert "sow" not in loot(expedition(12, board={"F34": "field"}))
    assert "sow" not in loot(expedition(12, board={"F34": "field:grain*1"}, grain=2))
    assert "sow" in loot(expedition(12, board={"F34": "field"}, vegetable=1))


# ---------------------------------------------------------------- Breed up to 2 types

PASTURES = dict.fromkeys(("F34", "F33", "F24", "F23", "F14", "F13", "F32", "F22"), "small_pasture")
PAIRS = {"sheep": 2, "donkey": 2, "wild_boar": 2, "cattle": 2}


@rule("L-breed_2", "R-BREED-4")
def test_up_to_two_types_breed() -> None:
    game = take(expedition(14, board=PASTURES, **PAIRS), "breed_2")
    types = {action.types for action in find(game, "breed")}
    assert {len(chosen) for chosen in types} == {1, 2}
    assert len(types) == 4 + 6
    assert change(game, "breed", types=("sheep", "cattle")) == {"sheep": 1, "cattle": 1}
    assert game.player == 1


@rule("L-breed_2", "R-BREED-1")
def test_one_type_breeds_at_most_one_newborn() -> None:
    game = take(expedition(14, board=PASTURES, sheep=5, donkey=1), "breed_2")
    assert {action.types for action in find(game, "breed")} == {("sheep",)}
    assert change(game, "breed") == {"sheep": 1}


@rule("L-breed_2", "R-EXP-6", "R-BREED-1", "R-BREED-2")
def test_breeding_needs_parents_and_room_for_the_newborn() -> None:
    assert "breed_2" not in loot(expedition(14, board=PASTURES, sheep=1, donkey=1, dog=3))
    assert "breed_2" not in loot(expedition(14, sheep=2))
    game = take(expedition(14, board={"F34": "small_pasture", "F33": "small_pasture"}, sheep=3, cattle=2), "breed_2")
    assert {action.types for action in find(game, "breed")} == {("sheep",)}


@rule("L-breed_2", "R-BREED-3")
def test_parents_are_not_eaten_while_they_breed() -> None:
    game = take(expedition(14, board=PASTURES, sheep=2), "breed_2")
    assert not can(game, "convert")
