"""R-BOARD: the home board; R-HOME: returning home."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, cell, do, dwarf, find, goods, position, rule, score, seat

FOREST = tuple(f"F{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4))
MOUNTAIN = tuple(f"M{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4))
PRINTED_IN_USE = ("M13", "M14")
UNUSED = tuple(name for name in FOREST + MOUNTAIN if name not in PRINTED_IN_USE)
BONUS = {"F24": {"food": 1}, "F31": {"wild_boar": 1}, "F13": {"wild_boar": 1}, "M24": {"food": 1}, "M31": {"food": 2}}


def all_but(*free: str) -> dict[str, str]:
    """Meadows and tunnels everywhere but on some cells."""
    return {name: "meadow" if name in FOREST else "tunnel" for name in UNUSED if name not in free}


def gained(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Differences between two supplies, rubies apart."""
    return {name: after[name] - before[name] for name in after if after[name] != before[name] and name != "ruby"}


def cover(name: str) -> dict[str, int]:
    """What a player receives for covering a cell with a single tile, all other cells being covered already."""
    board = {} if name == "F34" else all_but(name)  # nothing lies in the forest before F34 is covered
    game = position(seats=[seat(board, ruby=1)])
    before = goods(game)
    do(game, "buy_tile", cell=name)
    return gained(before, goods(game))


# ---------------------------------------------------------------- layout


@rule("R-BOARD-1", "D-19")
def test_the_forest_has_three_columns_and_four_rows() -> None:
    cards = ["sheep_farming", "blacksmithing", "ore_mine_construction", "wish_for_children", "donkey_farming",
             "ruby_mine_construction", "ore_delivery", "family_life", "ore_trading", "adventure", "ruby_delivery"]  # fmt: skip
    game = position(cards=cards, seats=[seat(stone=1)])
    do(game, "place", space="sheep_farming")
    assert {action.cell for action in find(game, "stable")} == set(FOREST)


@rule("R-BOARD-1", "D-19")
def test_the_mountain_has_three_columns_and_four_rows() -> None:
    game = position(seats=[seat(ruby=50)])
    covered = set()
    while can(game, "buy_tile", tile="tunnel"):
        covered.add(find(game, "buy_tile", tile="tunnel")[0].cell)
        do(game, "buy_tile", tile="tunnel")
    assert covered == set(MOUNTAIN) - set(PRINTED_IN_USE)


@rule("R-BOARD-1")
def test_cells_are_named_by_column_and_row() -> None:
    game = position(seats=[seat({"F34": "meadow", "F33": "field", "M12": "tunnel", "M11": "cavern"})])
    rows = game.to_dict()["seats"][0]["board"]
    assert (rows[3][2], rows[2][2], rows[1][3], rows[0][3]) == ("meadow", "field", "tunnel", "cavern")


# ---------------------------------------------------------------- what is printed


@rule("R-BOARD-2")
def test_the_entry_level_dwelling_has_room_for_two_dwarfs() -> None:
    game = position(players=4)
    do(game, "place", space="growth")
    assert not can(game, "grow")
    with_dwelling = position(players=4, seats=[seat({"M24": "dwelling"})])
    do(with_dwelling, "place", space="growth")
    assert can(with_dwelling, "grow")


@rule("R-BOARD-2")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "wild_boar", "cattle"])
def test_the_entry_level_dwelling_has_room_for_two_farm_animals(animal: str) -> None:
    game = position(seats=[seat(**{animal: 1}, ruby=2, food=2)])
    do(game, "exchange", good=animal)
    assert can(game, "place")
    do(game, "exchange", good=animal)
    assert not can(game, "place")  # a third has no room


@rule("R-BOARD-2")
def test_both_animals_in_the_entry_level_dwelling_are_of_one_type() -> None:
    game = position(seats=[seat(sheep=1, ruby=1)])
    do(game, "exchange", good="donkey")
    assert not can(game, "place")


@rule("R-BOARD-2")
def test_the_entry_level_dwelling_is_worth_nothing_and_counts_as_used() -> None:
    parts = score(position())
    assert parts["furnishings"] == 0
    assert parts["unused_spaces"] == -len(UNUSED) == -22


@rule("R-BOARD-2", "R-INT-15")
@pytest.mark.parametrize("beside", ["M13", "M24"])
def test_the_entry_level_dwelling_counts_as_a_dwelling(beside: str) -> None:
    board = {} if beside == "M13" else {beside: "cavern"}
    game = position(seats=[seat(board, gold=5, stone=3)])
    do(game, "place", space="housework")
    do(game, "furnish", tile="state_parlor", cell=beside)
    assert goods(game)["food"] == 2
    assert score(game)["bonus"] == 4


@rule("R-BOARD-2")
def test_the_printed_cavern_is_empty_and_may_be_furnished() -> None:
    game = position(seats=[seat(stone=1)])
    do(game, "place", space="housework")
    assert {action.cell for action in find(game, "furnish", tile="carpenter")} == {"M13"}
    do(game, "furnish", tile="carpenter", cell="M13")
    assert cell(game, "M13") == "carpenter"


# ---------------------------------------------------------------- bonuses


@rule("R-BOARD-3", "D-19")
@pytest.mark.parametrize("name", UNUSED)
def test_covering_a_cell_gives_its_printed_bonus(name: str) -> None:
    assert cover(name) == BONUS.get(name, {})


@rule("R-BOARD-3")
@pytest.mark.parametrize(("name", "tile"), [("F24", "meadow"), ("F24", "field"), ("M24", "tunnel"), ("M24", "cavern")])
def test_any_kind_of_tile_gives_the_bonus(name: str, tile: str) -> None:
    game = position(seats=[seat(all_but(name), ruby=2)])
    do(game, "buy_tile", cell=name, tile=tile)
    assert goods(game)["food"] == 1


@rule("R-BOARD-3")
def test_a_twin_tile_gives_the_bonus_of_either_half() -> None:
    meadow = position(seats=[seat()])
    do(meadow, "place", space="slash_and_burn")
    do(meadow, "twin_tile", cell="F24", direction="east")
    assert goods(meadow)["food"] == 1
    field = position(seats=[seat()])
    do(field, "place", space="slash_and_burn")
    do(field, "twin_tile", cell="F34", direction="west")
    assert goods(field)["food"] == 1


@rule("R-BOARD-3")
def test_a_stable_triggers_no_bonus_but_covering_it_later_does() -> None:
    cards = ["sheep_farming", "blacksmithing", "ore_mine_construction", "wish_for_children", "donkey_farming",
             "ruby_mine_construction", "ore_delivery", "family_life", "ore_trading", "adventure", "ruby_delivery"]  # fmt: skip
    game = position(cards=cards, seats=[seat({"F34": "meadow"}, stone=1)])
    do(game, "place", space="sheep_farming")
    do(game, "stable", cell="F24")
    assert goods(game)["food"] == 0
    later = position(seats=[seat({"F34": "meadow"}, ruby=1, stables=("F24",))])
    do(later, "buy_tile", tile="meadow", cell="F24")
    assert goods(later)["food"] == 1


@rule("R-BOARD-3", "R-TILE-7")
def test_the_bonus_comes_only_the_first_time() -> None:
    game = position(
        players=7, seats=[seat({"F34": "field", "F24": "meadow"}, wood=2)], spaces={"fence_building_6_7": {"goods": {"wood": 1}}}
    )
    do(game, "place", space="fence_building_6_7")
    do(game, "pasture", size="small", cell="F24")
    assert goods(game)["food"] == 0


# ---------------------------------------------------------------- the boar


def boar_without_room() -> Game:
    """Two sheep fill the only room when a boar comes with the cell F31."""
    home = {"F34": "meadow", "F33": "meadow", "F32": "meadow"}
    game = position(seats=[seat(home, sheep=2, ruby=1)])
    do(game, "buy_tile", tile="meadow", cell="F31")
    return game


@rule("R-BOARD-4")
def test_a_boar_with_room_stays() -> None:
    game = position(seats=[seat({"F34": "meadow", "F33": "meadow", "F32": "meadow"}, ruby=1)])
    do(game, "buy_tile", tile="meadow", cell="F31")
    assert goods(game)["wild_boar"] == 1
    assert can(game, "place")


@rule("R-BOARD-4")
def test_a_boar_without_room_is_turned_into_two_food_at_once() -> None:
    game = boar_without_room()
    assert not can(game, "place")
    do(game, "convert", good="wild_boar")
    assert (goods(game)["wild_boar"], goods(game)["food"]) == (0, 2)
    assert can(game, "place")


@rule("R-BOARD-4")
def test_room_for_the_boar_may_be_made_instead() -> None:
    game = boar_without_room()
    do(game, "convert", good="sheep")
    do(game, "convert", good="sheep")
    assert (goods(game)["wild_boar"], goods(game)["sheep"]) == (1, 0)
    assert can(game, "place")


# ---------------------------------------------------------------- adjacency


def mountain_choices(home: dict[str, Any]) -> set[str | None]:
    """Cells for a single tunnel."""
    return {action.cell for action in find(position(seats=[home]), "buy_tile", tile="tunnel")}


@rule("R-BOARD-5")
def test_forest_tiles_create_no_adjacency_in_the_mountain() -> None:
    column = {f"F3{row}": "meadow" for row in (1, 2, 3, 4)}
    assert mountain_choices(seat(column, ruby=1)) == mountain_choices(seat(ruby=1)) == {"M12", "M23", "M24"}


@rule("R-BOARD-5")
def test_mountain_tiles_create_no_adjacency_in_the_forest() -> None:
    column = {"M12": "tunnel", "M11": "tunnel", "F34": "meadow"}
    game = position(seats=[seat(column, ruby=1)])
    assert {action.cell for action in find(game, "buy_tile", tile="meadow")} == {"F24", "F33"}


@rule("R-BOARD-5")
def test_adjacency_is_orthogonal() -> None:
    game = position(seats=[seat({"F34": "meadow", "F24": "meadow", "M24": "tunnel"}, ruby=1)])
    meadows = {action.cell for action in find(game, "buy_tile", tile="meadow")}
    assert meadows == {"F33", "F23", "F14"}  # not F13, which touches F24 only with its corner
    tunnels = {action.cell for action in find(game, "buy_tile", tile="tunnel")}
    assert tunnels == {"M12", "M23", "M34"}  # not M33, which touches M24 only with its corner


@rule("R-BOARD-5")
def test_no_twin_tile_lies_across_forest_and_mountain() -> None:
    free = ("F32", "M12", "F11", "M31")
    game = position(seats=[seat(all_but(*free))], players=7, spaces={"drift_mining_4_7": {"goods": {"stone": 2}}})
    assert not can(game, "place", space="slash_and_burn")
    do(game, "place", space="drift_mining_4_7")
    assert not can(game, "twin_tile")


# ---------------------------------------------------------------- returning home


@rule("R-HOME-1")
def test_all_dwarfs_return_home_and_all_spaces_are_free_again() -> None:
    family = [dwarf(at="housework"), dwarf(4, at="logging_1_3"), dwarf(7, at="slash_and_burn"), dwarf(9)]
    game = position(players=1, round=1, seats=[seat(DWELLINGS, dwarfs=family)], spaces={"wood_gathering": {"goods": {"wood": 1}}})
    do(game, "place", space="wood_gathering", weapon=9)
    assert game.round == 2
    dwarfs = game.to_dict()["seats"][0]["dwarfs"]
    assert [entry["at"] for entry in dwarfs] == ["home"] * 4
    assert [entry["weapon"] for entry in dwarfs] == [0, 4, 7, 9]
    assert {entry["used_by"] for entry in game.to_dict()["spaces"].values()} == {None}


@rule("R-HOME-1")
def test_a_newborn_returns_home_too() -> None:
    family = [dwarf(), dwarf(at="wish_for_children"), dwarf(at="wish_for_children", newborn=True)]
    home = seat({"M24": "dwelling"}, dwarfs=family, food=9)
    game = position(players=1, round=4, seats=[home], spaces={"wood_gathering": {"goods": {"wood": 1}}})
    do(game, "place", space="wood_gathering")
    do(game, "feed", food=3)
    assert game.round == 5
    assert [entry["at"] for entry in game.to_dict()["seats"][0]["dwarfs"]] == ["home"] * 3
