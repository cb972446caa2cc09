"""R-FENCE and R-STAB: pastures and stables."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.table import can, cell, do, find, finish_turn, fits, goods, position, rule, seat

MEADOWS = {"F34": "meadow", "F33": "meadow", "F32": "meadow"}


def at_farm(kind: str = "sheep", number: int = 1, **fields: object) -> Game:
    """Seat 0 has put a dwarf on Sheep farming or Donkey farming."""
    space = f"{kind}_farming"
    game = position(round=6, seats=[seat(**fields)], spaces={space: {"goods": {kind: number}}})
    return do(game, "place", space=space)


# ---------------------------------------------------------------- pastures


@rule("R-FENCE-1")
def test_a_small_pasture_costs_two_wood_and_a_large_one_four() -> None:
    game = do(at_farm(board=MEADOWS, wood=9), "pasture", size="small")
    assert goods(game)["wood"] == 7
    game = do(at_farm(board=MEADOWS, wood=9), "pasture", size="large")
    assert goods(game)["wood"] == 5


@rule("R-FENCE-1")
@pytest.mark.parametrize(("wood", "sizes"), [(1, set()), (2, {"small"}), (3, {"small"}), (4, {"small", "large"})])
def test_pastures_must_be_paid(wood: int, sizes: set[str]) -> None:
    game = at_farm(board=MEADOWS, wood=wood)
    assert {action.size for action in find(game, "pasture")} == sizes


@rule("R-FENCE-1")
@pytest.mark.parametrize(("first", "second"), [("small", "large"), ("large", "small")])
def test_one_action_builds_at_most_one_pasture_of_each_size(first: str, second: str) -> None:
    board = {**MEADOWS, "F31": "meadow", "F21": "meadow", "F22": "meadow", "F23": "meadow"}
    game = do(at_farm(board=board, wood=20), "pasture", size=first)
    assert {action.size for action in find(game, "pasture")} == {second}
    do(game, "pasture", size=second)
    assert not can(game, "pasture")
    assert goods(game)["wood"] == 20 - 2 - 4


@rule("R-FENCE-2")
def test_pastures_stand_on_meadows_only() -> None:
    board = {"F34": "field", "F33": "field:grain*3", "F24": "small_pasture", "F23": "meadow"}
    game = at_farm(board=board, wood=9)
    assert {(action.size, action.cell) for action in find(game, "pasture")} == {("small", "F23")}


@rule("R-FENCE-2")
def test_the_meadow_half_of_a_twin_tile_becomes_a_pasture() -> None:
    seats = [seat(wood=2), seat(dwarfs=[0])]
    game = position(round=3, seats=seats, spaces={"sheep_farming": {"goods": {"sheep": 1}}})
    do(game, "place", space="clearing_1_3")
    do(game, "twin_tile", tile="meadow_field", cell="F34", direction="north")
    finish_turn(game)
    do(game, "place", space="supplies")  # seat 1
    do(game, "place", space="sheep_farming")
    do(game, "pasture", size="small", cell="F34")
    assert (cell(game, "F34"), cell(game, "F33")) == ("small_pasture", "field")


@rule("R-FENCE-2")
def test_a_large_pasture_lies_across_two_adjacent_meadows() -> None:
    board = {"F34": "meadow", "F33": "meadow", "F24": "meadow", "F32": "field", "F22": "meadow", "F12": "meadow"}
    game = at_farm(board=board, wood=4)
    pairs = {(action.cell, action.direction) for action in find(game, "pasture", size="large")}
    assert pairs == {("F33", "south"), ("F24", "east"), ("F12", "east")}
    do(game, "pasture", size="large", cell="F24", direction="east")
    assert cell(game, "F24") == cell(game, "F34") != cell(game, "F33")


@rule("R-FENCE-2")
def test_meadows_that_touch_only_at_a_corner_or_across_a_gap_make_no_large_pasture() -> None:
    board = {"F34": "meadow", "F33": "field", "F32": "meadow", "F24": "field", "F23": "meadow"}
    game = at_farm(board=board, wood=9)
    assert not can(game, "pasture", size="large")
    assert can(game, "pasture", size="small")


@rule("R-FENCE-2")
def test_a_large_pasture_is_one_enclosure() -> None:
    large = {"F34": "large_pasture:1", "F33": "large_pasture:1"}
    assert fits(board=large, wild_boar=2, sheep=4)
    assert not fits(board=large, wild_boar=2, sheep=2, donkey=2)  # not two halves of two


@rule("R-FENCE-3")
def test_pastures_are_neither_split_nor_joined() -> None:
    board = {"F34": "small_pasture", "F33": "small_pasture", "F32": "large_pasture:1", "F31": "large_pasture:1"}
    game = at_farm(board={**board, "F24": "meadow"}, wood=20)
    assert {(action.size, action.cell) for action in find(game, "pasture")} == {("small", "F24")}
    small = {"F34": "small_pasture", "F33": "small_pasture"}
    assert fits(board=small, wild_boar=2, sheep=2, donkey=2)
    assert not fits(board=small, wild_boar=2, sheep=3, donkey=1)  # not one place for four


@rule("R-FENCE-4")
@pytest.mark.parametrize("kind", ["sheep", "donkey"])
def test_room_built_first_is_used_for_the_animals_taken_then(kind: str) -> None:
    board = {"F34": "meadow"}
    game = at_farm(kind, 4, board=board, wood=2, stone=1, wild_boar=2)
    do(game, "pasture", size="small", cell="F34")
    do(game, "stable", cell="F34")
    do(game, "collect")
    assert goods(game)[kind] == 4
    assert game.player == 1  # all of them have room


@rule("R-FENCE-4")
@pytest.mark.parametrize("kind", ["sheep", "donkey"])
def test_after_the_animals_nothing_is_built(kind: str) -> None:
    game = at_farm(kind, 1, board=MEADOWS, wood=9, stone=1)
    do(game, "collect")
    assert game.player == 1
    game = at_farm(kind, 3, board=MEADOWS, wood=9, stone=1)
    do(game, "collect")
    assert game.player == 0  # one has no room
    assert not can(game, "pasture")
    assert not can(game, "stable")


@rule("R-FENCE-4")
def test_both_pastures_and_one_stable_in_any_order() -> None:
    game = at_farm("sheep", 1, board=MEADOWS, wood=6, stone=2)
    do(game, "stable", cell="F34")
    assert not can(game, "stable")
    do(game, "pasture", size="large", cell="F32")
    do(game, "pasture", size="small", cell="F34")
    do(game, "collect")
    assert (goods(game)["wood"], goods(game)["stone"], goods(game)["sheep"]) == (0, 1, 1)


@rule("R-FENCE-4")
@pytest.mark.parametrize(("players", "space"), [(5, "fence_building_5"), (6, "fence_building_6_7")])
def test_fence_building_gives_wood_first_and_no_stable(players: int, space: str) -> None:
    game = position(players, round=1, seats=[seat(board=MEADOWS, stone=3)], spaces={space: {"goods": {"wood": 6}}})
    do(game, "place", space=space)
    assert not can(game, "pasture")
    assert not can(game, "stable")
    do(game, "collect")
    do(game, "pasture", size="large")
    do(game, "pasture", size="small")
    assert goods(game)["wood"] == 0
    assert game.player == 1


@rule("R-FENCE-4")
def test_after_fencing_the_wood_of_fence_building_is_no_longer_taken() -> None:
    spaces = {"fence_building_5": {"goods": {"wood": 6}}}
    game = position(5, round=1, seats=[seat(board=MEADOWS, wood=2)], spaces=spaces)
    do(game, "place", space="fence_building_5")
    do(game, "pasture", size="small")
    assert not can(game, "collect")
    finish_turn(game)
    assert goods(game)["wood"] == 0


# ---------------------------------------------------------------- stables


@rule("R-STAB-1")
def test_a_stable_costs_one_stone() -> None:
    assert not can(at_farm(wood=9), "stable")
    game = do(at_farm(stone=2), "stable", cell="F11")
    assert goods(game)["stone"] == 1
    assert game.to_dict()["seats"][0]["stables"] == ["F11"]


@rule("R-STAB-1")
def test_a_player_has_three_stables_and_builds_one_at_a_time() -> None:
    game = at_farm(stone=9, stables=("F11", "F12"))
    do(game, "stable", cell="F13")
    assert not can(game, "stable")
    assert not can(at_farm(stone=9, stables=("F11", "F12", "F13")), "stable")


@rule("R-STAB-1")
def test_where_a_stable_may_stand() -> None:
    board = {
        "F34": "meadow",
        "F33": "small_pasture",
        "F32": "large_pasture:1",
        "F31": "large_pasture:1",
        "F24": "field",
        "F23": "field:grain*2",
        "F22": "field:vegetable*1",
        "M12": "tunnel",
    }
    game = at_farm(board=board, stone=1, stables=("F31", "F11"))
    forest = {"F21", "F12", "F13", "F14"}  # empty, with or without a tile beside them; F11 has a stable already
    assert {action.cell for action in find(game, "stable")} == forest | {"F34", "F33", "F32"}


@rule("R-STAB-1")
def test_a_stable_is_permanent_and_never_comes_back() -> None:
    game = position(round=3, seats=[seat(stables=("F34", "F33", "F11"), stone=3), seat(dwarfs=[0])])
    do(game, "place", space="slash_and_burn")
    do(game, "twin_tile", cell="F34", direction="west")  # the meadow covers a stable
    finish_turn(game)
    do(game, "place", space="supplies")  # seat 1
    assert not can(game, "place", space="sheep_farming")  # no stable is left, nothing else to do there
    assert sorted(game.to_dict()["seats"][0]["stables"]) == ["F11", "F33", "F34"]


@rule("R-STAB-2")
def test_a_stable_stays_when_its_cell_becomes_a_meadow_and_then_a_pasture() -> None:
    seats = [seat(wood=2, cattle=2, stables=("F34",)), seat(dwarfs=[0])]
    game = position(round=3, seats=seats, spaces={"sheep_farming": {"goods": {"sheep": 4}}})
    do(game, "place", space="clearing_1_3")
    do(game, "twin_tile", cell="F34", direction="north")
    finish_turn(game)
    assert (cell(game, "F34"), game.to_dict()["seats"][0]["stables"]) == ("meadow", ["F34"])
    do(game, "place", space="supplies")  # seat 1
    do(game, "place", space="sheep_farming")
    do(game, "pasture", size="small", cell="F34")
    assert (cell(game, "F34"), game.to_dict()["seats"][0]["stables"]) == ("small_pasture", ["F34"])
    do(game, "collect")
    assert game.phase == "feeding"  # the round is over: all four have room on the pasture with its stable
    assert goods(game)["sheep"] == 4


@rule("R-STAB-2")
def test_stables_stay_on_both_halves_of_a_large_pasture() -> None:
    game = at_farm(board={"F34": "meadow", "F33": "meadow"}, wood=4, stables=("F34", "F33"))
    do(game, "pasture", size="large")
    assert sorted(game.to_dict()["seats"][0]["stables"]) == ["F33", "F34"]
    assert fits(board={"F34": "large_pasture:1", "F33": "large_pasture:1"}, stables=("F34", "F33"), sheep=16, cattle=2)
