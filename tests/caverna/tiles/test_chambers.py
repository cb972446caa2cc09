"""F-...: chambers (base.md section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.caverna.spaces import assert_printed, in_introductory_game
from tests.caverna.table import dwarf, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("broom_chamber", {"wood": 1}, 0, False),
    ("treasure_chamber", {"wood": 1, "stone": 1}, 0, True),
    ("food_chamber", {"wood": 2, "vegetable": 2}, 0, True),
    ("prayer_chamber", {"wood": 2}, 0, False),
    ("writing_chamber", {"stone": 2}, 0, True),
    ("fodder_chamber", {"grain": 2, "stone": 1}, 0, True),
]


@rule(
    "F-broom_chamber", "F-treasure_chamber", "F-food_chamber", "F-prayer_chamber", "F-writing_chamber", "F-fodder_chamber", "R-COMP-6",
)  # fmt: skip
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points)
    assert in_introductory_game(tile) == introductory


def scored(**fields: Any) -> dict[str, int]:
    """Scoring parts of a seat with these fields."""
    return score(position(seats=[seat(**fields)]))


HOMES = {"M13": "broom_chamber", "M12": "couple_dwelling", "M24": "dwelling", "M23": "additional_dwelling"}


@rule("F-broom_chamber")
@pytest.mark.parametrize(("dwarfs", "points"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 5), (6, 10)])
def test_a_broom_chamber_scores_a_full_house(dwarfs: int, points: int) -> None:
    assert scored(board=HOMES, dwarfs=[0] * dwarfs)["bonus"] == points


@rule("F-broom_chamber", "R-FAM-2")
def test_a_newborn_counts_for_the_broom_chamber() -> None:
    assert scored(board=HOMES, dwarfs=[dwarf()] * 4 + [dwarf(newborn=True)])["bonus"] == 5


@rule("F-treasure_chamber", "R-INT-16")
@pytest.mark.parametrize("rubies", [0, 1, 6])
def test_a_treasure_chamber_scores_every_ruby_once_more(rubies: int) -> None:
    parts = scored(board={"M13": "treasure_chamber"}, ruby=rubies)
    assert (parts["rubies"], parts["bonus"]) == (rubies, rubies)


@rule("F-food_chamber", "R-INT-16")
@pytest.mark.parametrize(("grain", "vegetables", "sets"), [(0, 5, 0), (5, 0, 0), (1, 1, 1), (2, 5, 2), (4, 3, 3)])
def test_a_food_chamber_scores_two_points_for_each_set(grain: int, vegetables: int, sets: int) -> None:
    parts = scored(board={"M13": "food_chamber"}, grain=grain, vegetable=vegetables)
    assert parts["bonus"] == 2 * sets
    assert parts["grain"] == -(-grain // 2)
    assert parts["vegetables"] == vegetables


@rule("F-food_chamber")
def test_crops_on_fields_count_for_the_food_chamber() -> None:
    fields = {"M13": "food_chamber", "F34": "field:grain*3", "F33": "field:vegetable*2"}
    assert scored(board=fields)["bonus"] == 2 * 2
    assert scored(board=fields, vegetable=2)["bonus"] == 2 * 3
    assert scored(board=fields, vegetable=2, grain=1)["bonus"] == 2 * 4


@rule("F-prayer_chamber", "R-INT-10")
@pytest.mark.parametrize(("dwarfs", "points"), [([0, 0], 8), ([0, 1], 0), ([14, 14], 0), ([0, 0, 0], 8)])
def test_a_prayer_chamber_scores_eight_points_for_a_family_without_weapons(dwarfs: list[int], points: int) -> None:
    assert scored(board={"M13": "prayer_chamber", "M12": "dwelling"}, dwarfs=dwarfs)["bonus"] == points


FOREST = dict.fromkeys((f"F{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4)), "field")
MOUNTAIN = {f"M{column}{row}": "cavern" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) not in ((1, 3), (1, 4))}
USED = {**FOREST, **MOUNTAIN, "M13": "writing_chamber", "M24": "mixed_dwelling", "F34": "small_pasture", "F24": "small_pasture"}
FARM = {"sheep": 1, "donkey": 1, "wild_boar": 1, "cattle": 1}


@rule("F-writing_chamber", "X-15", "R-SCORE-3")
def test_a_writing_chamber_cancels_seven_points_of_the_losses() -> None:
    board = {**USED, "M31": "^"}
    parts = scored(board=board, sheep=1, donkey=1, begging=1)
    assert (parts["missing_animals"], parts["unused_spaces"], parts["begging"]) == (-4, -1, -3)
    assert parts["writing_chamber"] == 7
    assert parts["total"] == scored(board=board | {"M13": "cavern"}, sheep=1, donkey=1, begging=1)["total"] + 7


@rule("F-writing_chamber", "R-SCORE-3")
@pytest.mark.parametrize(
    ("begging", "farm", "cancelled"),
    [(0, FARM, 0), (1, FARM, 3), (2, FARM, 6), (3, FARM, 7), (0, {"sheep": 1}, 6), (0, {}, 7), (1, {"sheep": 1, "donkey": 1}, 7)],
)
def test_a_writing_chamber_cancels_no_more_than_there_is(begging: int, farm: dict[str, int], cancelled: int) -> None:
    assert scored(board=USED, begging=begging, **farm)["writing_chamber"] == cancelled


@rule("F-writing_chamber")
def test_unused_cells_are_losses_of_the_writing_chamber() -> None:
    parts = scored(board={**USED, "M31": "^", "M21": "^"}, **FARM)
    assert (parts["unused_spaces"], parts["writing_chamber"]) == (-2, 2)


@rule("F-fodder_chamber", "X-14")
@pytest.mark.parametrize(("animals", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_a_fodder_chamber_scores_a_point_for_three_farm_animals(animals: int, points: int) -> None:
    assert scored(board={"M13": "fodder_chamber", "F34": "small_pasture", "F33": "small_pasture"}, sheep=animals)["bonus"] == points


@rule("F-fodder_chamber", "X-14", "R-INT-16")
def test_all_types_count_together_for_the_fodder_chamber() -> None:
    pastures = dict.fromkeys(("F34", "F33", "F24", "F23", "F14", "F13", "F32", "F22", "F12"), "small_pasture")
    parts = scored(board={"M13": "fodder_chamber", **pastures}, sheep=6, donkey=6, wild_boar=3, cattle=4)
    assert (parts["bonus"], parts["animals"]) == (6, 19)


@rule("F-fodder_chamber", "R-DOG-1")
def test_dogs_eat_no_fodder() -> None:
    assert scored(board={"M13": "fodder_chamber"}, sheep=2, dog=7)["bonus"] == 0
