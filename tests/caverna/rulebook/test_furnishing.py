"""R-FURN: furnishing caverns and dwellings."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.table import can, cell, do, find, goods, position, rule, seat

ORANGE = {
    "dwelling",
    "simple_dwelling_4w2s",
    "simple_dwelling_3w3s",
    "mixed_dwelling",
    "couple_dwelling",
    "additional_dwelling",
}
RICH = {"wood": 20, "stone": 20, "ore": 20, "gold": 20, "food": 20, "grain": 20, "vegetable": 20}


def at_housework(**fields: object) -> Game:
    """Seat 0 has put a dwarf on Housework."""
    return do(position(round=1, **fields), "place", space="housework")


def left(game: Game, *names: str) -> tuple[int, ...]:
    """How many of these goods seat 0 has."""
    return tuple(goods(game)[name] for name in names)


def offered_tiles(game: Game) -> set[str]:
    """Furnishings that can be laid now."""
    return {action.tile for action in find(game, "furnish")}


def offered_cells(game: Game, tile: str) -> set[str]:
    """Cells where a furnishing can be laid now."""
    return {action.cell for action in find(game, "furnish", tile=tile)}


@rule("R-FURN-1")
def test_furnishing_a_cavern_offers_every_tile_of_the_supply_and_dwellings() -> None:
    game = at_housework(seats=[seat(**RICH)])
    assert offered_tiles(game) == {*game.to_dict()["supply"], "dwelling"}
    assert offered_tiles(game) >= ORANGE
    assert len(offered_tiles(game)) == 48


@rule("R-FURN-1")
def test_the_cost_is_paid_and_the_tile_lies_on_the_cavern() -> None:
    game = at_housework(seats=[seat(wood=5, stone=5, grain=3)])
    do(game, "furnish", tile="breeding_cave", cell="M13")  # 1 grain, 1 stone
    assert cell(game, "M13") == "breeding_cave"
    assert left(game, "wood", "stone", "grain") == (5, 4, 2)
    assert "breeding_cave" not in game.to_dict()["supply"]


@rule("R-FURN-1")
@pytest.mark.parametrize(("wood", "stone", "affordable"), [(4, 3, True), (3, 3, False), (4, 2, False)])
def test_a_tile_that_cannot_be_paid_is_not_offered(wood: int, stone: int, affordable: bool) -> None:
    game = at_housework(seats=[seat(wood=wood, stone=stone)])
    assert can(game, "furnish", tile="dwelling") == affordable


@rule("R-FURN-1")
def test_a_unique_tile_of_somebody_else_is_not_available() -> None:
    game = at_housework(seats=[seat(**RICH), seat(board={"M13": "carpenter"})])
    assert not can(game, "furnish", tile="carpenter")
    assert can(game, "furnish", tile="stone_carver")


@rule("R-FURN-2")
def test_furnishing_a_dwelling_offers_only_the_orange_tiles() -> None:
    game = position(round=4, seats=[seat(**RICH)])
    do(game, "place", space="wish_for_children")
    assert offered_tiles(game) == ORANGE
    do(game, "furnish", tile="couple_dwelling", cell="M13")  # 8 wood, 6 stone
    assert cell(game, "M13") == "couple_dwelling"
    assert left(game, "wood", "stone") == (12, 14)


@rule("R-FURN-2")
def test_a_dwelling_cannot_be_furnished_for_less_than_its_cost() -> None:
    game = position(round=4, seats=[seat(wood=4, stone=2)])
    do(game, "place", space="wish_for_children")
    assert offered_tiles(game) == {"simple_dwelling_4w2s"}


MOUNTAIN = {
    "M12": "tunnel",
    "M11": "deep_tunnel",
    "M21": "ore_mine",
    "M22": "ruby_mine",
    "M23": "dog_school",
    "M24": "cavern",
}


@rule("R-FURN-3")
@pytest.mark.parametrize("tile", ["dwelling", "cooking_cave", "work_room"])
def test_tiles_lie_on_empty_caverns_only(tile: str) -> None:
    game = at_housework(seats=[seat(board=MOUNTAIN, **RICH)])
    assert offered_cells(game, tile) == {"M13", "M24"}


@rule("R-FURN-3")
def test_without_an_empty_cavern_nothing_can_be_furnished() -> None:
    game = at_housework(seats=[seat(board={"M13": "dog_school", "M12": "tunnel"}, **RICH)])
    assert not can(game, "furnish")


@rule("R-FURN-3")
def test_the_work_room_allows_tunnels_and_deep_tunnels_but_no_mines() -> None:
    game = at_housework(seats=[seat(board={**MOUNTAIN, "M24": "work_room"}, **RICH)])
    assert offered_cells(game, "cooking_cave") == {"M13", "M12", "M11"}


@rule("R-FURN-4")
def test_a_tile_works_from_the_moment_it_lies_there() -> None:
    """The Carpenter built as loot already makes the loot pasture of the same expedition cheaper."""
    game = position(round=3, seats=[seat(board={"F34": "meadow"}, dwarfs=[9, 9], stone=1)])
    do(game, "place", space="blacksmithing")
    do(game, "expedition", level=3)
    assert not can(game, "loot", loot="small_pasture")  # 1 wood, and there is none
    do(game, "loot", loot="furnish_cavern")
    do(game, "furnish", tile="carpenter", cell="M13")
    do(game, "loot", loot="small_pasture")
    do(game, "pasture", size="small", cell="F34")
    assert goods(game)["wood"] == 0


@rule("R-FURN-4")
def test_a_discount_does_not_reduce_the_cost_of_its_own_tile() -> None:
    dearer = {"furnishing.stone_carver.cost.wood": 1, "furnishing.carpenter.cost.wood": 2}
    game = at_housework(seats=[seat(wood=1, stone=1)], rules=dearer)
    assert not can(game, "furnish", tile="carpenter")
    game = at_housework(seats=[seat(wood=2, stone=1)], rules=dearer)
    do(game, "furnish", tile="carpenter")
    assert goods(game)["wood"] == 0


@rule("R-FURN-4")
def test_the_builder_is_not_paid_with_ore_instead_of_its_own_stone() -> None:
    game = at_housework(seats=[seat(ore=5)])
    assert not can(game, "furnish", tile="builder")


@rule("R-FURN-5")
def test_a_discount_stops_at_nothing_and_is_not_paid_out() -> None:
    both = {"M24": "carpenter", "M23": "stone_carver"}
    game = at_housework(seats=[seat(board=both, wood=3, stone=3)])
    do(game, "furnish", tile="broom_chamber")  # 1 wood, no stone
    assert left(game, "wood", "stone") == (3, 3)
    game = at_housework(seats=[seat(board=both, wood=3, stone=3)])
    do(game, "furnish", tile="dog_school")  # free
    assert left(game, "wood", "stone") == (3, 3)
    game = at_housework(seats=[seat(board=both, wood=3, stone=3)])
    do(game, "furnish", tile="cooking_cave")  # 2 stone
    assert left(game, "wood", "stone") == (3, 2)


@rule("R-FURN-6")
def test_goods_from_rubies_pay_for_a_tile_in_the_same_moment() -> None:
    game = at_housework(seats=[seat(wood=1, ruby=1)])
    assert not can(game, "furnish", tile="guest_room")  # 1 wood, 1 stone
    do(game, "exchange", good="stone")
    do(game, "furnish", tile="guest_room")
    assert left(game, "wood", "stone", "ruby") == (0, 0, 0)


@rule("R-FURN-6")
def test_food_from_a_conversion_pays_for_a_tile_in_the_same_moment() -> None:
    game = at_housework(seats=[seat(wood=1, food=1, vegetable=1)])
    assert not can(game, "furnish", tile="supplies_storage")  # 3 food, 1 wood
    do(game, "convert", good="vegetable")
    do(game, "furnish", tile="supplies_storage")
    assert left(game, "food", "wood") == (0, 0)
