"""Worked check values X-5 to X-15 and X-17."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game, PositionError
from tests.caverna.table import DWELLINGS, can, do, dwarf, find, goods, position, rule, score, seat

ROOMY = {
    "F34": "small_pasture",
    "F33": "small_pasture",
    "F32": "large_pasture:1",
    "F31": "large_pasture:1",
    "F24": "large_pasture:2",
    "F23": "large_pasture:2",
}


@rule("X-5")
@pytest.mark.parametrize(("board", "food"), [({}, 4), ({"M13": "slaughtering_cave"}, 7)])
def test_three_donkeys_are_four_food_or_seven_with_the_slaughtering_cave(board: dict[str, str], food: int) -> None:
    game = position(seats=[seat(board={**board, "F34": "small_pasture"}, donkey=3)])
    do(game, "convert", good="donkey", amount=2)
    do(game, "convert", good="donkey", amount=1)
    assert (goods(game)["donkey"], goods(game)["food"]) == (0, food)


@rule("X-6")
def test_ten_gold_are_nine_food_at_once_and_eight_in_two_halves() -> None:
    game = do(position(seats=[seat(gold=10)]), "convert", good="gold", amount=10)
    assert (goods(game)["gold"], goods(game)["food"]) == (0, 9)
    game = position(seats=[seat(gold=10)])
    do(game, "convert", good="gold", amount=5)
    do(game, "convert", good="gold", amount=5)
    assert (goods(game)["gold"], goods(game)["food"]) == (0, 8)


@rule("X-7")
@pytest.mark.parametrize(("grain", "points"), [(5, 3), (4, 2)])
def test_points_for_grain(grain: int, points: int) -> None:
    assert score(position(seats=[seat(grain=grain)]))["grain"] == points


def after_forging(strength: int) -> Game:
    """The first dwarf of seat 0 has forged a weapon and started the level 3 expedition of Blacksmithing."""
    game = position(round=3, seats=[seat(ore=strength)])
    do(game, "place", space="blacksmithing")
    do(game, "forge", strength=strength)
    return do(game, "expedition", level=3)


def strongest(game: Game) -> int:
    """The strongest weapon of seat 0."""
    return max(int(entry["weapon"]) for entry in game.to_dict()["seats"][0]["dwarfs"])


@rule("X-8")
def test_loot_for_a_new_weapon_of_strength_seven() -> None:
    game = after_forging(7)
    assert {action.loot for action in find(game, "loot")} == {
        "all_weapons_plus_1", "wood", "dog", "grain", "sheep", "stone", "donkey", "vegetable", "ore_2", "wild_boar", "gold_2",
        "furnish_cavern",
    }  # fmt: skip


@rule("X-8")
@pytest.mark.parametrize(("first", "weapon"), [("wood", 8), ("all_weapons_plus_1", 9)])
def test_a_weapon_of_strength_seven_after_the_expedition(first: str, weapon: int) -> None:
    game = after_forging(7)
    for loot in (first, "gold_2", "ore_2"):
        do(game, "loot", loot=loot)
    assert strongest(game) == weapon


@rule("X-9")
def test_strength_one_finds_only_three_items() -> None:
    game = after_forging(1)
    left = {"all_weapons_plus_1", "wood", "dog"}
    for loot in sorted(left):
        assert {action.loot for action in find(game, "loot")} == left
        do(game, "loot", loot=loot)
        left.remove(loot)
    assert strongest(game) == 3


def holds_sheep(number: int, **fields: Any) -> bool:
    """Whether so many sheep have room while two cattle fill the entry-level dwelling."""
    try:
        position(seats=[seat(sheep=number, cattle=2, **fields)])
    except PositionError as error:
        assert "R-ANIM-1" in str(error)
        return False
    return True


@rule("X-10")
def test_three_dogs_watch_four_sheep_on_a_meadow() -> None:
    assert holds_sheep(4, dog=3, board={"F34": "meadow"})
    assert not holds_sheep(5, dog=3, board={"F34": "meadow"})


@rule("X-10")
def test_three_dogs_on_a_large_pasture_with_a_stable_leave_room_for_eight_sheep() -> None:
    large = {"F34": "large_pasture:1", "F33": "large_pasture:1"}
    assert holds_sheep(8, dog=3, board=large, stables=("F34",))
    assert not holds_sheep(9, dog=3, board=large, stables=("F34",))


MEADOWS = {"F34": "meadow", "F33": "meadow", "F32": "meadow", "M24": "carpenter"}


@rule("X-11", "toggle:carpenter_discount_scope")
@pytest.mark.parametrize(("scope", "wood"), [(None, 5), ("per_build_fences_action", 5), ("per_pasture", 4)])
@pytest.mark.parametrize("order", [("small", "large"), ("large", "small")])
def test_two_pastures_in_one_action_with_the_carpenter(order: tuple[str, str], scope: str | None, wood: int) -> None:
    """By default one wood per build fences action (D-14)."""
    rules = {} if scope is None else {"toggle.carpenter_discount_scope": scope}
    spaces = {"sheep_farming": {"goods": {"sheep": 1}}}
    game = position(round=3, seats=[seat(board=MEADOWS, wood=9)], spaces=spaces, rules=rules)
    do(game, "place", space="sheep_farming")
    for size in order:
        do(game, "pasture", size=size, cell="F34" if size == "small" else "F32")
    assert goods(game)["wood"] == 9 - wood


@rule("X-11", "toggle:carpenter_discount_scope")
@pytest.mark.parametrize(("scope", "affordable"), [("per_build_fences_action", False), ("per_pasture", True)])
def test_four_wood_for_two_pastures(scope: str, affordable: bool) -> None:
    spaces = {"sheep_farming": {"goods": {"sheep": 1}}}
    rules = {"toggle.carpenter_discount_scope": scope}
    game = position(round=3, seats=[seat(board=MEADOWS, wood=4)], spaces=spaces, rules=rules)
    do(game, "place", space="sheep_farming")
    do(game, "pasture", size="small", cell="F34")
    assert can(game, "pasture", size="large") == affordable


@rule("X-11")
@pytest.mark.parametrize(
    ("board", "wood", "stone"),
    [({}, 4, 3), ({"M24": "stone_carver"}, 4, 2), ({"M24": "carpenter"}, 3, 3), ({"M24": "stone_carver", "M23": "carpenter"}, 3, 2)],
)
def test_a_dwelling_with_stone_carver_and_carpenter(board: dict[str, str], wood: int, stone: int) -> None:
    game = do(position(seats=[seat(board=board, wood=wood, stone=stone)]), "place", space="housework")
    do(game, "furnish", tile="dwelling")
    assert (goods(game)["wood"], goods(game)["stone"]) == (0, 0)


@rule("X-12")
def test_the_builder_pays_the_blacksmith_with_two_ore_and_a_stone() -> None:
    game = do(position(seats=[seat(board={"M24": "builder"}, ore=2, stone=1)]), "place", space="housework")
    assert {action.payment for action in find(game, "furnish", tile="blacksmith")} == {"ore for wood and stone"}
    do(game, "furnish", tile="blacksmith")
    assert (goods(game)["stone"], goods(game)["ore"]) == (0, 2)  # 2 ore paid, 2 received from the tile
    assert not can(do(position(seats=[seat(ore=2, stone=1)]), "place", space="housework"), "furnish", tile="blacksmith")


@rule("X-13")
@pytest.mark.parametrize(("tile", "food"), [("breeding_cave", 5), ("cavern", 0)])
def test_four_newborns_and_five_food_with_the_breeding_cave(tile: str, food: int) -> None:
    animals = {"sheep": 2, "donkey": 2, "wild_boar": 2, "cattle": 2}
    seats = [seat(board={**ROOMY, "M13": tile}, stables=("F34", "F33"), **animals)]
    game = position(round=5, phase="breeding", seats=seats)
    do(game, "breed", types=("sheep", "donkey", "wild_boar", "cattle"))
    assert {name: goods(game)[name] for name in animals} == dict.fromkeys(animals, 3)
    assert goods(game)["food"] == food


@rule("X-14")
def test_points_of_fodder_chamber_weaving_parlor_and_ore_storage() -> None:
    fodder = {**ROOMY, "M13": "fodder_chamber"}
    animals = {"sheep": 8, "cattle": 8, "wild_boar": 3}
    stables = ("F32", "F24", "F33")
    assert score(position(seats=[seat(board=fodder, stables=stables, **animals)]))["bonus"] == 6
    assert score(position(seats=[seat(board={**ROOMY, "M13": "weaving_parlor"}, sheep=7)]))["bonus"] == 3
    assert score(position(seats=[seat(board={"M13": "ore_storage"}, ore=5)]))["bonus"] == 2


@rule("X-15")
def test_the_writing_chamber_leaves_one_of_eight_lost_points() -> None:
    """Two missing types, one unused cell and a begging marker."""
    forest = {f"F{column}{row}": "field" for column in (1, 2, 3) for row in (1, 2, 3, 4)}
    rock = {f"M{column}{row}": "tunnel" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) != (1, 4)}
    board = {**forest, **rock, "M13": "writing_chamber", "M12": "ore_mine", "F11": "."}
    result = score(position(seats=[seat(board=board, sheep=2, donkey=1, begging=1)]))
    assert (result["missing_animals"], result["unused_spaces"], result["begging"]) == (-4, -1, -3)
    losses = ("missing_animals", "unused_spaces", "begging", "writing_chamber")
    assert sum(result[part] for part in losses) == -1


@rule("X-17")
def test_five_dwarfs_with_a_newborn_eat_nine_food() -> None:
    family = [0, 0, 0, 0, dwarf(newborn=True)]
    game = position(round=5, phase="harvest", seats=[seat(board=DWELLINGS, dwarfs=family, food=20)])
    assert max(action.food for action in find(game, "feed")) == 9
    do(game, "feed", food=9)
    assert (goods(game)["food"], game.to_dict()["seats"][0]["begging"]) == (11, 0)
