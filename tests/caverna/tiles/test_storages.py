"""F-...: storages (base.md section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.caverna.spaces import assert_printed, change, in_introductory_game, use
from tests.caverna.table import can, do, dwarf, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("stone_storage", {"wood": 3, "ore": 1}, 0, True),
    ("ore_storage", {"wood": 1, "stone": 2}, 0, True),
    ("spare_part_storage", {"wood": 2}, 0, False),
    ("main_storage", {"wood": 2, "stone": 1}, 0, True),
    ("weapon_storage", {"wood": 3, "stone": 2}, 0, True),
    ("supplies_storage", {"food": 3, "wood": 1}, 0, False),
]
YELLOW = (
    "weaving_parlor", "milking_parlor", "state_parlor", "hunting_parlor", "beer_parlor", "blacksmithing_parlor", "stone_storage",
    "ore_storage", "spare_part_storage", "weapon_storage", "supplies_storage", "broom_chamber", "treasure_chamber", "food_chamber",
    "prayer_chamber", "writing_chamber", "fodder_chamber",
)  # fmt: skip


@rule(
    "F-stone_storage", "F-ore_storage", "F-spare_part_storage", "F-main_storage", "F-weapon_storage", "F-supplies_storage", "R-COMP-6",
)  # fmt: skip
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points)
    assert in_introductory_game(tile) == introductory


def bonus(**fields: Any) -> int:
    """Bonus points of a seat with these fields."""
    return score(position(seats=[seat(**fields)]))["bonus"]


@rule("F-stone_storage")
@pytest.mark.parametrize("stone", [0, 1, 7])
def test_a_stone_storage_scores_a_point_for_each_stone(stone: int) -> None:
    assert bonus(board={"M13": "stone_storage"}, stone=stone, ore=4, wood=4) == stone


@rule("F-ore_storage", "X-14")
@pytest.mark.parametrize(("ore", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3)])
def test_an_ore_storage_scores_a_point_for_two_ore(ore: int, points: int) -> None:
    assert bonus(board={"M13": "ore_storage"}, ore=ore, stone=4, wood=4) == points


@rule("R-SCORE-4", "D-3")
def test_stone_and_ore_are_worth_nothing_without_a_storage() -> None:
    poor, rich = (score(position(seats=[seat(stone=amount, ore=amount)]))["total"] for amount in (0, 9))
    assert poor == rich


@rule("F-spare_part_storage", "R-INT-19")
def test_a_spare_part_storage_buys_sets_for_two_gold_as_often_as_wanted() -> None:
    game = position(seats=[seat(board={"M13": "spare_part_storage"}, wood=2, stone=3, ore=2)])
    for _ in range(2):
        assert change(game, "use_tile", tile="spare_part_storage") == {"wood": -1, "stone": -1, "ore": -1, "gold": 2}
    assert not can(game, "use_tile")


@rule("F-spare_part_storage")
@pytest.mark.parametrize("missing", ["wood", "stone", "ore"])
def test_only_whole_sets_are_bought(missing: str) -> None:
    wares = {"wood": 2, "stone": 2, "ore": 2} | {missing: 0}
    assert not can(position(seats=[seat(board={"M13": "spare_part_storage"}, **wares)]), "use_tile")


@rule("F-spare_part_storage", "R-SCORE-1")
def test_sets_are_bought_after_the_last_harvest() -> None:
    game = position(round=12, phase="final", seats=[seat(board={"M13": "spare_part_storage"}, wood=1, stone=1, ore=1)])
    before = score(game)["total"]
    do(game, "use_tile", tile="spare_part_storage")
    assert score(game)["total"] == before + 2


@rule("F-spare_part_storage", "F-trader", "R-INT-1")
def test_a_storage_built_over_stops_working() -> None:
    over = seat(board={"M13": "trader"}, covered=["spare_part_storage"], wood=1, stone=1, ore=1, gold=2)
    game = position(seats=[over])
    assert not can(game, "use_tile", tile="spare_part_storage")
    assert change(game, "use_tile", tile="trader") == {"wood": 1, "stone": 1, "ore": 1, "gold": -2}


# ---------------------------------------------------------------- Main storage


@rule("F-main_storage")
def test_a_main_storage_scores_two_points_for_itself() -> None:
    assert bonus(board={"M13": "main_storage"}) == 2


@rule("F-main_storage")
@pytest.mark.parametrize("tile", YELLOW)
def test_a_main_storage_scores_two_points_for_every_other_yellow_tile(tile: str) -> None:
    alone = bonus(board={"M12": "cavern", "M22": tile}, dwarfs=[0, 5])
    assert bonus(board={"M12": "main_storage", "M22": tile}, dwarfs=[0, 5]) == alone + 4


@rule("F-main_storage")
def test_a_main_storage_does_not_score_green_and_orange_tiles() -> None:
    assert bonus(board={"M13": "main_storage", "M12": "dwelling", "M24": "carpenter", "M23": "cuddle_room", "M22": "peaceful_cave"}) == 2


@rule("F-main_storage", "R-INT-1")
def test_a_tile_built_over_is_not_counted_by_the_main_storage() -> None:
    assert bonus(board={"M13": "main_storage", "M12": "trader"}, covered=["spare_part_storage"]) == 2
    assert bonus(board={"M13": "main_storage", "M12": "spare_part_storage"}, covered=["trader"]) == 4


# ---------------------------------------------------------------- Weapon and Supplies storage


@rule("F-weapon_storage")
@pytest.mark.parametrize(("dwarfs", "points"), [([0, 0], 0), ([0, 1], 3), ([14, 0], 3), ([1, 14], 6), ([1, 0, 8], 6)])
def test_a_weapon_storage_scores_three_points_for_each_armed_dwarf(dwarfs: list[int], points: int) -> None:
    assert bonus(board={"M13": "weapon_storage", "M12": "dwelling"}, dwarfs=dwarfs) == points


@rule("F-supplies_storage")
@pytest.mark.parametrize(("dwarfs", "points"), [([1, 1], 8), ([0, 14], 0), ([0, 0], 0), ([3, 1, 8], 8), ([3, 0, 8], 0)])
def test_a_supplies_storage_scores_eight_points_when_all_dwarfs_are_armed(dwarfs: list[int], points: int) -> None:
    assert bonus(board={"M13": "supplies_storage", "M12": "dwelling"}, dwarfs=dwarfs) == points


@rule("F-supplies_storage", "R-FAM-2")
def test_a_dwarf_born_in_the_last_round_is_unarmed() -> None:
    home = {"M13": "supplies_storage", "M12": "dwelling"}
    assert bonus(board=home, dwarfs=[dwarf(5), dwarf(5), dwarf(newborn=True)]) == 0
    game = use("family_life", seat(board=home, dwarfs=[5, 5]))
    assert score(game)["bonus"] == 8
    do(game, "grow")
    assert score(game)["bonus"] == 0


@rule("F-weapon_storage", "F-supplies_storage", "R-INT-10")
def test_weapon_storage_and_supplies_storage_add_up() -> None:
    assert bonus(board={"M13": "weapon_storage", "M12": "supplies_storage"}, dwarfs=[1, 1]) == 2 * 3 + 8
