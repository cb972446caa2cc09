"""F-...: dwellings (base.md section 19)."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.spaces import (
    assert_printed,
    at_housework,
    change,
    in_introductory_game,
    offered,
    use,
)
from tests.caverna.table import DWELLINGS, can, cell, do, find, fits, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("dwelling", {"wood": 4, "stone": 3}, 3, True),
    ("simple_dwelling_4w2s", {"wood": 4, "stone": 2}, 0, True),
    ("simple_dwelling_3w3s", {"wood": 3, "stone": 3}, 0, True),
    ("mixed_dwelling", {"wood": 5, "stone": 4}, 4, False),
    ("couple_dwelling", {"wood": 8, "stone": 6}, 5, False),
    ("additional_dwelling", {"wood": 4, "stone": 3}, 5, False),
]
UNIQUE = [row for row in TILES if row[0] != "dwelling"]


def may_grow(dwarfs: int, board: dict[str, str] | None = None) -> bool:
    """Whether a family of so many dwarfs can grow; the field lets Family life be used in any case."""
    family = seat(dwarfs=[0] * dwarfs, board={**(board or {}), "F34": "field"}, grain=1)
    return can(use("family_life", family), "grow")


@rule(
    "F-dwelling", "F-simple_dwelling_4w2s", "F-simple_dwelling_3w3s", "F-mixed_dwelling", "F-couple_dwelling", "F-additional_dwelling",
)  # fmt: skip
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points)


@rule(
    "R-COMP-6", "U-18", "F-simple_dwelling_4w2s", "F-simple_dwelling_3w3s", "F-mixed_dwelling", "F-couple_dwelling", "F-additional_dwelling"
)
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), UNIQUE)
def test_the_introductory_game_has_the_simple_dwellings(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert in_introductory_game(tile) == introductory


@rule("R-COMP-6", "F-dwelling")
def test_the_introductory_game_has_the_ordinary_dwelling() -> None:
    game = position(rules={"start.tiles": "introductory"}, seats=[seat(wood=9, stone=9)])
    do(game, "place", space="housework")
    dwellings = {action.tile for action in find(game, "furnish") if "dwelling" in action.tile}
    assert dwellings == {"dwelling", "simple_dwelling_4w2s", "simple_dwelling_3w3s"}


# ---------------------------------------------------------------- room for dwarfs


@rule("R-BOARD-2", "R-FAM-1")
def test_the_entry_level_dwelling_has_room_for_two_dwarfs_and_no_points() -> None:
    assert not may_grow(2)
    assert may_grow(1)
    assert score(position(seats=[seat()]))["furnishings"] == 0


@rule("F-dwelling", "F-simple_dwelling_4w2s", "F-simple_dwelling_3w3s", "F-mixed_dwelling", "R-FAM-1")
@pytest.mark.parametrize("tile", ["dwelling", "simple_dwelling_4w2s", "simple_dwelling_3w3s", "mixed_dwelling"])
def test_most_dwellings_have_room_for_one_dwarf(tile: str) -> None:
    assert may_grow(2, board={"M13": tile})
    assert not may_grow(3, board={"M13": tile})


@rule("F-couple_dwelling", "R-FAM-1")
def test_a_couple_dwelling_has_room_for_two_dwarfs() -> None:
    assert may_grow(2, board={"M13": "couple_dwelling"})
    assert may_grow(3, board={"M13": "couple_dwelling"})
    assert not may_grow(4, board={"M13": "couple_dwelling"})


@rule("F-couple_dwelling")
def test_the_couple_arrives_one_dwarf_at_a_time() -> None:
    game = use("wish_for_children", seat(board={"M13": "couple_dwelling"}), round=4)
    do(game, "grow")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3
    assert game.player == 1


@rule("F-dwelling", "R-COMP-4")
def test_the_ordinary_dwelling_never_runs_out() -> None:
    village = dict.fromkeys(("M13", "M12", "M11", "M24", "M23", "M22", "M21", "M34", "M33", "M32"), "dwelling")
    street = {**village, "M31": "cavern"}
    game = position(players=3, seats=[seat(board=street, wood=4, stone=3), seat(board=village), seat(board=village)])
    do(game, "place", space="housework")
    assert change(game, "furnish", tile="dwelling", cell="M31") == {"wood": -4, "stone": -3}
    assert cell(game, "M31") == "dwelling"


@rule("R-COMP-4", "F-simple_dwelling_4w2s", "F-simple_dwelling_3w3s", "F-mixed_dwelling", "F-couple_dwelling", "F-additional_dwelling")
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), UNIQUE)
def test_other_dwellings_exist_once(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    game = do(at_housework(**cost), "furnish", tile=tile, cell="M13")
    assert tile not in game.to_dict()["supply"]
    owner = seat(board={"M13": tile})
    game = position(seats=[seat(**cost), owner])
    do(game, "place", space="housework")
    assert not can(game, "furnish", tile=tile)


@rule("F-simple_dwelling_4w2s", "F-simple_dwelling_3w3s")
def test_there_are_two_different_simple_dwellings() -> None:
    game = position(seats=[seat(wood=4, stone=3), seat(board={"M13": "simple_dwelling_4w2s"})])
    do(game, "place", space="housework")
    assert change(game, "furnish", tile="simple_dwelling_3w3s", cell="M13") == {"wood": -3, "stone": -3}


# ---------------------------------------------------------------- Mixed dwelling


@rule("F-mixed_dwelling", "R-ANIM-1")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "wild_boar", "cattle"])
def test_a_mixed_dwelling_has_room_for_two_animals_of_one_type(animal: str) -> None:
    assert fits(board={"M13": "mixed_dwelling"}, **{animal: 4})
    assert not fits(board={"M13": "mixed_dwelling"}, **{animal: 5})


@rule("F-mixed_dwelling")
def test_the_animals_of_a_mixed_dwelling_are_of_the_same_type() -> None:
    assert fits(board={"M13": "mixed_dwelling"}, sheep=2, cattle=2)
    assert not fits(board={"M13": "mixed_dwelling"}, sheep=2, cattle=1, donkey=1)


@rule("F-mixed_dwelling")
def test_animals_live_in_a_mixed_dwelling_without_a_dwarf() -> None:
    assert fits(board={"M13": "mixed_dwelling"}, dwarfs=[0], cattle=4)
    assert fits(board={"M13": "mixed_dwelling"}, dwarfs=[0, 0, 0], cattle=4)


# ---------------------------------------------------------------- Additional dwelling

FAMILY_OF_FIVE = {"M13": "couple_dwelling", "M12": "dwelling"}
HOME_OF_SIX = {**FAMILY_OF_FIVE, "M24": "additional_dwelling"}


@rule("F-additional_dwelling", "R-FAM-1", "R-COMP-3")
def test_the_sixth_dwarf_needs_the_additional_dwelling() -> None:
    assert not may_grow(5, board={**FAMILY_OF_FIVE, "M24": "dwelling"})
    assert may_grow(5, board=HOME_OF_SIX)


@rule("F-additional_dwelling", "R-FAM-2")
def test_the_sixth_dwarf_comes_by_a_family_growth() -> None:
    game = use("wish_for_children", seat(board=HOME_OF_SIX, dwarfs=[0] * 5), round=4)
    do(game, "grow")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 6
    assert score(game)["dwarfs"] == 6


@rule("F-additional_dwelling", "R-COMP-3")
def test_there_is_never_a_seventh_dwarf() -> None:
    assert not may_grow(6, board={**HOME_OF_SIX, "M23": "dwelling", "M22": "dwelling"})


@rule("F-additional_dwelling", "R-FAM-1")
@pytest.mark.parametrize("dwarfs", [2, 3, 4])
def test_the_additional_dwelling_never_houses_an_earlier_dwarf(dwarfs: int) -> None:
    homes = {2: {}, 3: {"M13": "dwelling"}, 4: {"M13": "couple_dwelling"}}[dwarfs]
    assert not may_grow(dwarfs, board={**homes, "M24": "additional_dwelling"})
    assert may_grow(dwarfs, board={**homes, "M24": "additional_dwelling", "M23": "dwelling"})


@rule("F-additional_dwelling")
def test_the_additional_dwelling_may_be_built_early() -> None:
    game = use("urgent_wish_for_children", seat(wood=4, stone=3))
    do(game, "furnish", tile="additional_dwelling", cell="M13")
    assert cell(game, "M13") == "additional_dwelling"
    assert not can(game, "grow")


# ---------------------------------------------------------------- building dwellings


@rule("R-FURN-2", "F-dwelling")
def test_a_dwelling_can_be_grown_into_at_once() -> None:
    game: Game = use("urgent_wish_for_children", seat(wood=4, stone=3))
    do(game, "furnish", tile="dwelling", cell="M13")
    assert offered(game) == {"grow", "pass"}


@rule("F-dwelling", "L-ordinary_dwelling")
def test_the_loot_of_strength_eleven_is_exactly_this_dwelling() -> None:
    game = use("logging_1_3", seat(dwarfs=[11, 11], wood=9, stone=9))
    do(game, "expedition")
    do(game, "loot", loot="ordinary_dwelling")
    assert {action.tile for action in find(game, "furnish")} == {"dwelling"}
    assert change(game, "furnish", cell="M13") == {"wood": -2, "stone": -2}


@rule("F-dwelling", "R-SCORE-2")
def test_points_of_dwellings_add_up() -> None:
    game = position(seats=[seat(board={**DWELLINGS, "M13": "dwelling", "M12": "mixed_dwelling"})])
    assert score(game)["furnishings"] == 0 + 0 + 3 + 3 + 4
