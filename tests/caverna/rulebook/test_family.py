"""R-FAM: family growth."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, do, dwarf, find, finish_turn, goods, position, rule, score, seat

ADDITIONAL = {"M12": "additional_dwelling"}


def may_grow(board: dict[str, str], dwarfs: int) -> bool:
    """Whether a family with this home board may grow on Wish for children."""
    game = position(round=4, seats=[seat(board=board, dwarfs=[0] * dwarfs)])
    if not can(game, "place", space="wish_for_children"):
        return False
    return can(do(game, "place", space="wish_for_children"), "grow")


def family(game: Game, number: int = 0) -> list[dict[str, Any]]:
    """The dwarfs of a seat."""
    return list(game.to_dict()["seats"][number]["dwarfs"])


@rule("R-FAM-1")
def test_two_dwarfs_grow_only_with_a_dwelling() -> None:
    assert not may_grow({}, 2)
    assert may_grow({"M13": "dwelling"}, 2)


@rule("R-FAM-1")
@pytest.mark.parametrize(
    ("board", "dwarfs", "grows"),
    [
        ({"M13": "dwelling"}, 3, False),
        ({"M13": "couple_dwelling"}, 3, True),
        ({"M13": "couple_dwelling"}, 4, False),
        ({"M13": "couple_dwelling", "M24": "mixed_dwelling"}, 4, True),
        (DWELLINGS, 4, True),
        (DWELLINGS, 5, False),
        ({**DWELLINGS, "M13": "couple_dwelling"}, 5, False),  # room for 7, but a sixth dwarf needs the special tile
    ],
)
def test_every_further_dwarf_needs_a_room_of_its_own(board: dict[str, str], dwarfs: int, grows: bool) -> None:
    assert may_grow(board, dwarfs) == grows


@rule("R-FAM-1")
def test_the_additional_dwelling_is_no_room_for_dwarfs_two_to_five() -> None:
    assert not may_grow({"M13": "additional_dwelling"}, 2)
    assert not may_grow({"M13": "additional_dwelling", "M24": "couple_dwelling"}, 4)
    assert may_grow({"M13": "additional_dwelling", "M24": "couple_dwelling"}, 3)


@rule("R-FAM-1")
def test_the_sixth_dwarf_lives_in_the_additional_dwelling_and_there_is_no_seventh() -> None:
    assert may_grow({**DWELLINGS, "M13": "additional_dwelling"}, 5)
    assert not may_grow({**DWELLINGS, "M13": "additional_dwelling"}, 6)
    assert not may_grow({**DWELLINGS, "M13": "additional_dwelling", "M12": "couple_dwelling"}, 6)


@rule("R-FAM-2")
def test_a_newborn_lies_on_the_dwarf_that_took_the_action_and_is_unarmed() -> None:
    game = position(round=4, seats=[seat(board=DWELLINGS, dwarfs=[5, 6])])
    do(game, "place", space="wish_for_children", weapon=5)
    do(game, "grow")
    newborns = [entry for entry in family(game) if entry.get("newborn")]
    assert newborns == [{"weapon": 0, "at": "wish_for_children", "newborn": True}]


@rule("R-FAM-2")
def test_a_newborn_counts_at_once_but_does_not_work_this_round() -> None:
    seats = [seat(board=DWELLINGS, dwarfs=[0, dwarf(at="supplies")]), seat(dwarfs=[0, dwarf(at="ruby_mining")])]
    game = position(round=4, seats=seats)
    assert score(game)["dwarfs"] == 2
    do(game, "place", space="wish_for_children")
    do(game, "grow")
    assert score(game)["dwarfs"] == 3
    do(game, "place", space="slash_and_burn")
    finish_turn(do(game, "twin_tile"))
    assert game.phase == "feeding"  # nobody places the newborn of seat 0


@rule("R-FAM-2")
def test_a_newborn_works_from_the_next_round_on() -> None:
    newborn = dwarf(at="wish_for_children", newborn=True)
    seats = [seat(board=DWELLINGS, dwarfs=[dwarf(at="wish_for_children"), newborn], food=9)]
    game = position(players=1, round=4, phase="return_home", seats=seats)
    do(game, "feed", food=2)
    assert (game.round, game.phase) == (5, "work")
    do(game, "place", space="wood_gathering")
    assert game.round == 5
    do(game, "place", space="ore_mining_1_3")
    assert not any(entry.get("newborn") for entry in family(game))


def fed(family_of: list[Any], harvest: str) -> int:
    """The most food that a family with enough food can be fed in a harvest."""
    game = position(round=5, phase="harvest", harvest=harvest, seats=[seat(board=DWELLINGS, dwarfs=family_of, food=20)])
    assert game.phase == "feeding"
    return max(action.food for action in find(game, "feed"))


@rule("R-FAM-3")
def test_a_newborn_eats_one_food_in_the_harvest_of_its_round() -> None:
    assert fed([0, 0, 0], "full") == 6
    assert fed([0, 0, dwarf(newborn=True)], "full") == 5


@rule("R-FAM-3")
def test_everybody_eats_one_food_in_a_special_feeding() -> None:
    assert fed([0, 0, dwarf(newborn=True)], "special") == 3
    assert fed([0, 0, 0], "special") == 3


@rule("R-FAM-3")
def test_a_child_eats_two_food_in_the_next_round() -> None:
    children = [0, 0, dwarf(newborn=True)]
    game = position(players=1, round=5, phase="harvest", seats=[seat(board=DWELLINGS, dwarfs=children, food=20)])
    do(game, "feed", food=5)
    for space in ("wood_gathering", "ore_mining_1_3", "ruby_mining"):
        do(game, "place", space=space)
    assert (game.round, game.phase) == (6, "feeding")
    assert max(action.food for action in find(game, "feed")) == 6


@rule("R-FAM-4")
def test_four_spaces_grow_the_family() -> None:
    game = position(players=4, round=4, seats=[seat(board=DWELLINGS)])
    assert can(do(game, "place", space="growth"), "grow")
    game = position(round=4, seats=[seat(board=DWELLINGS)])
    assert can(do(game, "place", space="wish_for_children"), "grow")
    game = position(round=9, players=3, seats=[seat(board=DWELLINGS)])
    assert can(do(game, "place", space="family_life"), "grow")
    game = position(round=9, players=3, seats=[seat(board={}, wood=4, stone=3)])
    do(game, "place", space="urgent_wish_for_children")
    do(game, "furnish", tile="dwelling")
    assert can(game, "grow")


@rule("R-FAM-4")
def test_several_growth_spaces_may_be_used_in_one_round() -> None:
    born = dwarf(at="growth", newborn=True)
    game = position(players=4, round=4, seats=[seat(board=DWELLINGS, dwarfs=[0, dwarf(at="growth"), born])])
    do(game, "place", space="wish_for_children")
    do(game, "grow")
    assert [entry["at"] for entry in family(game) if entry.get("newborn")] == ["growth", "wish_for_children"]


def spaces_that_grow(round_number: int) -> set[str]:
    """Spaces of the biggest game where a rich family may grow right after placing a dwarf."""
    seats = [seat(board={**DWELLINGS, "M12": "tunnel", "F34": "field"}, dwarfs=[0, 0], wood=20, stone=20, ore=20, grain=2, food=9)]
    game = position(players=7, round=round_number, seats=seats)
    names = {action.space for action in find(game, "place")}
    return {name for name in names if can(do(game.copy(), "place", space=name), "grow")}


@rule("R-FAM-4")
def test_no_other_space_grows_the_family() -> None:
    assert spaces_that_grow(6) == {"growth", "wish_for_children"}
    assert spaces_that_grow(12) == {"growth", "family_life"}  # Urgent wish for children: only after a dwelling


@rule("R-FAM-4")
def test_a_new_dwelling_alone_brings_no_dwarf() -> None:
    game = position(round=1, seats=[seat(wood=4, stone=3)])
    do(game, "place", space="housework")
    do(game, "furnish", tile="dwelling")
    assert not can(game, "grow")
    finish_turn(game)
    assert len(family(game)) == 2
    assert goods(game)["dog"] == 0
