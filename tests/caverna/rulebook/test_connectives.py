"""R-CONN: what the words between the parts of an action space allow."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import can, cell, do, dwarf, find, finish_turn, goods, on_space, position, rule, seat

CARDS = [
    "blacksmithing", "ore_mine_construction", "sheep_farming", "wish_for_children", "donkey_farming", "ruby_mine_construction",
    "ore_delivery", "family_life", "exploration", "ore_trading", "adventure", "ruby_delivery",
]  # fmt: skip
FULL_FOREST = {f"F{column}{row}": "meadow" for column in (1, 2, 3) for row in (1, 2, 3, 4)}
FULL_MOUNTAIN = {f"M{column}{row}": "tunnel" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) not in ((1, 3), (1, 4))}
ROOM = {"M24": "simple_dwelling_4w2s"}  # for a third dwarf
GUEST_ROOM = {"M23": "guest_room", **ROOM}


def placed_on(space: str, home: dict[str, Any] | None = None, players: int = 4, number: int = 12, **fields: Any) -> Game:
    """Seat 0 has just put a dwarf on a space; unless said, the spaces hold nothing."""
    cards = CARDS if players > 2 else [card for card in CARDS if card != "exploration"]
    game = position(players=players, round=number, seats=[home or seat()], cards=cards, **fields)
    return do(game, "place", space=space)


def holding(space: str, **wares: int) -> dict[str, Any]:
    """Goods lying on a space."""
    return {"spaces": {space: {"goods": wares}}}


# ---------------------------------------------------------------- and / or


@rule("R-CONN-1")
def test_and_or_allows_both_parts_in_printed_order() -> None:
    game = placed_on("clearing_4_7", **holding("clearing_4_7", wood=2))
    do(game, "collect")
    do(game, "twin_tile", cell="F34")
    assert goods(game)["wood"] == 2
    assert game.player == 1  # each part at most once


@rule("R-CONN-1")
def test_and_or_allows_the_other_order() -> None:
    game = placed_on("clearing_4_7", **holding("clearing_4_7", wood=2))
    do(game, "twin_tile", cell="F34")
    assert not can(game, "twin_tile")
    do(game, "collect")
    assert goods(game)["wood"] == 2
    assert game.player == 1


@rule("R-CONN-1")
def test_and_or_allows_a_single_part() -> None:
    game = placed_on("clearing_4_7", **holding("clearing_4_7", wood=2))
    do(game, "collect")
    assert not can(game, "collect")
    do(game, "pass")
    assert cell(game, "F34") == "."
    assert game.player == 1


@rule("R-CONN-1")
def test_family_life_allows_growth_and_sowing_in_any_order() -> None:
    home = seat({"F34": "field", **ROOM}, grain=1)
    first_growth = placed_on("family_life", home)
    do(first_growth, "grow")
    do(first_growth, "sow", crop="grain", cell="F34")
    first_sowing = placed_on("family_life", home)
    do(first_sowing, "sow", crop="grain", cell="F34")
    do(first_sowing, "grow")
    for game in (first_growth, first_sowing):
        assert cell(game, "F34") == "field:grain*3"
        assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3


@rule("R-CONN-1")
def test_the_pastures_and_the_stable_of_sheep_farming_come_in_any_order() -> None:
    home = seat({"F34": "meadow", "F24": "meadow", "F14": "meadow"}, wood=6, stone=1)
    game = placed_on("sheep_farming", home)
    do(game, "stable", cell="F14")
    do(game, "pasture", size="large", cell="F24")
    assert not can(game, "pasture", size="large")
    assert not can(game, "stable")
    do(game, "pasture", size="small", cell="F14")
    assert cell(game, "F14") == "small_pasture"


# ---------------------------------------------------------------- and then / or


@rule("R-CONN-2")
def test_and_then_or_allows_all_parts_in_printed_order() -> None:
    game = placed_on("logging_4_7", seat(dwarfs=[4]), **holding("logging_4_7", wood=3))
    do(game, "collect")
    do(game, "expedition", level=1)
    do(game, "loot", loot="ore_2")
    assert (goods(game)["wood"], goods(game)["ore"]) == (3, 2)


@rule("R-CONN-2")
def test_and_then_or_allows_no_way_back() -> None:
    game = placed_on("logging_4_7", seat(dwarfs=[4]), **holding("logging_4_7", wood=3))
    do(game, "expedition", level=1)
    do(game, "loot", loot="ore_2")
    assert not can(game, "collect")
    finish_turn(game)
    assert goods(game)["wood"] == 0
    assert on_space(game, "logging_4_7") == {"wood": 3}


@rule("R-CONN-2")
def test_after_sowing_no_tile_of_slash_and_burn() -> None:
    home = seat({"F34": "field"}, grain=1)
    sown = placed_on("slash_and_burn", home)
    do(sown, "sow", crop="grain", cell="F34")
    assert not can(sown, "twin_tile")
    both = placed_on("slash_and_burn", seat(grain=1))
    do(both, "twin_tile", cell="F24", direction="east")  # meadow, then the field on F34
    do(both, "sow", crop="grain", cell="F34")
    assert cell(both, "F34") == "field:grain*3"


@rule("R-CONN-2")
def test_after_taking_the_sheep_nothing_is_built() -> None:
    home = seat({"F34": "meadow"}, wood=2, stone=1)
    game = placed_on("sheep_farming", home, **holding("sheep_farming", sheep=1))
    do(game, "collect")
    assert not can(game, "pasture")
    assert not can(game, "stable")


@rule("R-CONN-2")
def test_after_fencing_the_wood_of_fence_building_stays() -> None:
    home = seat({"F34": "meadow"}, wood=2)
    game = placed_on("fence_building_6_7", home, players=7, **holding("fence_building_6_7", wood=2))
    do(game, "pasture", size="small", cell="F34")
    assert not can(game, "collect")


@rule("R-CONN-2")
def test_a_middle_part_may_be_left_out() -> None:
    game = placed_on("hardware_rental_6_7", seat({"F34": "field"}, dwarfs=[4], grain=1), players=7)
    do(game, "collect")
    do(game, "sow", crop="grain", cell="F34")
    assert not can(game, "expedition")
    assert (goods(game)["wood"], cell(game, "F34")) == (2, "field:grain*3")


@rule("R-CONN-2")
def test_the_market_pays_before_anything_is_bought() -> None:
    game = placed_on("weekly_market", seat(gold=1), players=7)
    do(game, "buy", good="wood")
    assert not can(game, "collect")


# ---------------------------------------------------------------- and then


@rule("R-CONN-3")
def test_urgent_wish_needs_the_dwelling_before_the_growth() -> None:
    game = placed_on("urgent_wish_for_children", seat({**ROOM}, wood=4, stone=3))
    assert not can(game, "grow")
    do(game, "furnish", tile="dwelling", cell="M13")
    do(game, "grow")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3
    assert game.player == 1


@rule("R-CONN-3")
def test_the_growth_of_urgent_wish_is_optional() -> None:
    game = placed_on("urgent_wish_for_children", seat(wood=4, stone=3))
    do(game, "furnish", tile="dwelling", cell="M13")
    do(game, "pass")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 2
    assert game.player == 1


@rule("R-CONN-3")
def test_adventure_allows_a_second_expedition_after_the_first() -> None:
    game = placed_on("adventure", seat(dwarfs=[1]))
    assert len(find(game, "expedition")) == 1
    do(game, "expedition", level=1)
    do(game, "loot", loot="wood")
    do(game, "expedition", level=1)
    do(game, "loot", loot="wood")
    assert goods(game)["wood"] == 2
    assert game.player == 1


@rule("R-CONN-3")
def test_the_second_expedition_of_adventure_is_optional_and_no_third_follows() -> None:
    game = placed_on("adventure", seat(dwarfs=[1]))
    do(game, "expedition", level=1)
    do(game, "loot", loot="wood")
    do(game, "pass")
    assert game.player == 1
    assert game.to_dict()["seats"][0]["dwarfs"][0]["weapon"] == 2  # one expedition, one more strength


@rule("R-CONN-3")
def test_after_an_expedition_of_adventure_nothing_is_forged() -> None:
    game = placed_on("adventure", seat(dwarfs=[0], ore=8))
    assert not can(game, "expedition")
    do(game, "forge", strength=3)
    do(game, "expedition")
    do(game, "loot", loot="stone")
    assert not can(game, "forge")


def connectives(flow: dict[str, Any]) -> set[str]:
    """All connectives in the program of a space."""
    found = {flow["op"]} if "op" in flow else set()
    for item in flow.get("items", []):
        found |= connectives(item)
    return found


@rule("R-CONN-3")
def test_only_two_spaces_have_a_required_first_part() -> None:
    spaces = Game(players=4, seed=1).rules.tables["space"]
    strict = {space for space, row in spaces.items() if "and_then" in connectives(row["flow"])}
    assert strict == {"urgent_wish_for_children", "adventure"}


# ---------------------------------------------------------------- either ... or


@rule("R-CONN-4")
def test_growth_gives_goods_or_a_dwarf() -> None:
    goods_taken = placed_on("growth", seat(ROOM))
    do(goods_taken, "collect")
    assert goods_taken.player == 1
    grown = placed_on("growth", seat(ROOM))
    do(grown, "grow")
    assert grown.player == 1
    assert goods(grown)["gold"] == 0


@rule("R-CONN-4")
def test_wish_for_children_gives_a_dwarf_or_a_dwelling() -> None:
    for first in ("grow", "furnish"):
        game = placed_on("wish_for_children", seat(ROOM, wood=8, stone=6), number=4)
        assert can(game, "grow")
        assert can(game, "furnish")
        do(game, first)
        assert game.player == 1


@rule("R-CONN-4")
def test_urgent_wish_gives_gold_or_a_dwelling() -> None:
    gold = placed_on("urgent_wish_for_children", seat(ROOM, wood=8, stone=6))
    do(gold, "collect")
    assert gold.player == 1
    home = placed_on("urgent_wish_for_children", seat(ROOM, wood=8, stone=6))
    do(home, "furnish", tile="dwelling")
    assert not can(home, "collect")


@rule("R-CONN-4")
def test_ruby_mine_construction_builds_one_mine() -> None:
    home = seat({"M12": "tunnel", "M22": "tunnel", "M23": "deep_tunnel"})
    ordinary = placed_on("ruby_mine_construction", home)
    do(ordinary, "ruby_mine", cell="M12")
    assert ordinary.player == 1
    deep = placed_on("ruby_mine_construction", home)
    do(deep, "ruby_mine", cell="M23")
    assert deep.player == 1


@rule("R-CONN-4")
def test_extension_gives_one_half() -> None:
    forest = placed_on("extension", players=7)
    do(forest, "twin_tile", tile="meadow_field", cell="F34")
    assert forest.player == 1
    mountain = placed_on("extension", players=7)
    do(mountain, "twin_tile", tile="cavern_tunnel", cell="M12")
    assert mountain.player == 1


# ---------------------------------------------------------------- either ... or with the Guest room


@rule("R-CONN-4", "F-guest_room", "R-INT-11")
@pytest.mark.parametrize("order", [("collect", "grow"), ("grow", "collect")])
def test_with_the_guest_room_growth_gives_both(order: tuple[str, str]) -> None:
    game = placed_on("growth", seat(GUEST_ROOM))
    for part in order:
        do(game, part)
    assert (goods(game)["gold"], len(game.to_dict()["seats"][0]["dwarfs"])) == (2, 3)
    assert game.player == 1


@rule("R-CONN-4", "F-guest_room")
def test_the_guest_room_helps_only_its_owner() -> None:
    game = position(players=4, round=4, seats=[seat(ROOM), seat({"M12": "guest_room"})])
    do(game, "place", space="growth")
    do(game, "grow")
    assert game.player == 1


@rule("R-CONN-4", "F-guest_room", "R-INT-11")
def test_with_the_guest_room_urgent_wish_gives_dwelling_growth_and_gold() -> None:
    game = placed_on("urgent_wish_for_children", seat({"M23": "guest_room"}, wood=4, stone=3))
    do(game, "collect")
    assert not can(game, "grow")  # the dwelling still comes first
    do(game, "furnish", tile="dwelling", cell="M13")
    do(game, "grow")
    assert goods(game)["gold"] == 3
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3


@rule("R-CONN-4", "F-guest_room", "R-INT-11")
def test_with_the_guest_room_ruby_mine_construction_builds_one_mine_of_each_kind() -> None:
    home = seat({"M23": "guest_room", "M12": "tunnel", "M22": "tunnel", "M33": "deep_tunnel", "M34": "deep_tunnel"})
    game = placed_on("ruby_mine_construction", home)
    do(game, "ruby_mine", cell="M12")
    assert not can(game, "ruby_mine", cell="M22")  # not two of the same kind
    do(game, "ruby_mine", cell="M33")
    assert goods(game)["ruby"] == 1
    assert not can(game, "ruby_mine")


@rule("R-CONN-4", "F-guest_room")
def test_the_guest_room_works_through_imitation() -> None:
    users = seat(dwarfs=[dwarf(at="growth"), dwarf()])
    game = position(players=4, round=4, seats=[seat(GUEST_ROOM, food=2), users], cards=CARDS)
    do(game, "place", space="imitation_4_7")
    do(game, "imitate", space="growth")
    do(game, "grow")
    do(game, "collect")
    assert (goods(game)["gold"], len(game.to_dict()["seats"][0]["dwarfs"])) == (2, 3)


@rule("D-15", "R-CONN-4", "R-INT-11", "toggle:guest_room_on_wish_for_children")
@pytest.mark.parametrize("order", [("grow", "furnish"), ("furnish", "grow")])
def test_with_the_guest_room_wish_for_children_gives_both(order: tuple[str, str]) -> None:
    game = placed_on("wish_for_children", seat(GUEST_ROOM, wood=4, stone=3), number=4)
    for part in order:
        do(game, part)
    assert cell(game, "M13") in ("dwelling", "simple_dwelling_3w3s")
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 3


@rule("D-15", "toggle:guest_room_on_wish_for_children")
@pytest.mark.parametrize("first", ["grow", "furnish"])
def test_the_guest_room_can_leave_wish_for_children_alone(first: str) -> None:
    rules = {"toggle.guest_room_on_wish_for_children": False}
    game = placed_on("wish_for_children", seat(GUEST_ROOM, wood=4, stone=3), number=4, rules=rules)
    do(game, first)
    assert game.player == 1
    growth = placed_on("growth", seat(GUEST_ROOM), rules=rules)  # other spaces are not concerned
    do(growth, "grow")
    assert can(growth, "collect")


def extend_twice(rules: dict[str, Any]) -> Game:
    """The owner of a Guest room uses both halves of Extension and, a round later, the forest half again."""
    game = placed_on("extension", seat({"M12": "guest_room"}), players=7, number=1, rules=rules)
    do(game, "twin_tile", tile="meadow_field", cell="F34")
    do(game, "twin_tile", tile="cavern_tunnel", cell="M11")
    while game.round == 1 or game.player != 0:
        game.play(next(action for action in game.legal() if action.space not in ("extension", "starting_player_4_7")))
    do(game, "place", space="extension")
    return do(game, "twin_tile", tile="meadow_field")


@rule("U-11", "R-CONN-4", "R-INT-11", "toggle:guest_room_extension_once")
def test_with_the_guest_room_both_halves_of_extension_once_in_the_game() -> None:
    game = extend_twice({})
    assert game.player == 1


@rule("U-11", "toggle:guest_room_extension_once")
def test_the_guest_room_can_work_on_extension_every_time() -> None:
    game = extend_twice({"toggle.guest_room_extension_once": False})
    do(game, "twin_tile", tile="cavern_tunnel")
    assert game.player == 1


@rule("U-11")
def test_using_one_half_of_extension_keeps_the_guest_room_for_later() -> None:
    game = placed_on("extension", seat({"M12": "guest_room"}), players=7, number=1)
    do(game, "twin_tile", tile="meadow_field", cell="F34")
    do(game, "pass")
    while game.round == 1 or game.player != 0:
        game.play(next(action for action in game.legal() if action.space not in ("extension", "starting_player_4_7")))
    do(game, "place", space="extension")
    do(game, "twin_tile", tile="meadow_field")
    assert can(game, "twin_tile", tile="cavern_tunnel")


# ---------------------------------------------------------------- parts that belong together


@rule("R-CONN-5")
def test_ore_and_the_bonus_for_mines_come_together() -> None:
    home = seat({"M12": "ore_mine"})
    game = placed_on("ore_mining_4_7", home, **holding("ore_mining_4_7", ore=3))
    assert goods(game)["ore"] == 5
    assert game.player == 1


@rule("R-CONN-5")
def test_the_grain_of_sustenance_comes_with_the_food() -> None:
    game = placed_on("sustenance_1_3", players=2, **holding("sustenance_1_3", food=2))
    do(game, "collect")
    assert (goods(game)["food"], goods(game)["grain"]) == (2, 1)
    only_tile = placed_on("sustenance_1_3", players=2, **holding("sustenance_1_3", food=2))
    do(only_tile, "twin_tile", cell="F34", direction="north")
    do(only_tile, "pass")
    assert (goods(only_tile)["food"], goods(only_tile)["grain"]) == (0, 0)


@rule("R-CONN-5")
def test_the_ore_of_ore_mine_construction_comes_with_the_tile() -> None:
    home = seat({"M12": "tunnel", "M11": "tunnel"}, dwarfs=[4])
    tile = placed_on("ore_mine_construction", home)
    do(tile, "twin_tile", cell="M11", direction="south")
    assert goods(tile)["ore"] == 3
    expedition = placed_on("ore_mine_construction", home)
    do(expedition, "expedition", level=2)
    assert goods(expedition)["ore"] == 0


@rule("R-CONN-5", "U-11")
def test_the_goods_of_extension_belong_to_the_tile() -> None:
    no_forest = placed_on("extension", seat(FULL_FOREST), players=7)
    assert not can(no_forest, "collect")
    assert not can(no_forest, "twin_tile", tile="meadow_field")
    do(no_forest, "twin_tile", tile="cavern_tunnel", cell="M12")
    assert (goods(no_forest)["wood"], goods(no_forest)["stone"]) == (0, 1)
    no_room = position(players=7, seats=[seat({**FULL_FOREST, **FULL_MOUNTAIN})])
    assert not can(no_room, "place", space="extension")


# ---------------------------------------------------------------- leaving goods on the space


@rule("R-CONN-6", "U-4", "toggle:may_decline_accumulated_goods")
def test_only_the_tile_and_the_goods_stay() -> None:
    game = placed_on("excavation_4_7", number=1, **holding("excavation_4_7", stone=2))
    do(game, "twin_tile", tile="cavern_tunnel", cell="M12")
    do(game, "pass")
    assert goods(game)["stone"] == 0
    assert on_space(game, "excavation_4_7") == {"stone": 2}
    while game.round == 1:  # and so the space is not empty at the next replenishing
        game.play(game.legal()[0])
    assert on_space(game, "excavation_4_7") == {"stone": 3}


MUST_TAKE = {"toggle.may_decline_accumulated_goods": False}


@rule("U-4", "toggle:may_decline_accumulated_goods")
def test_goods_can_have_to_be_taken_with_and_or() -> None:
    game = placed_on("excavation_4_7", rules=MUST_TAKE, **holding("excavation_4_7", stone=2))
    do(game, "twin_tile", tile="cavern_tunnel", cell="M12")
    assert not can(game, "pass")
    do(game, "collect")
    assert goods(game)["stone"] == 2
    empty = placed_on("excavation_4_7", rules=MUST_TAKE)  # where nothing lies nothing must be taken
    do(empty, "twin_tile", tile="cavern_tunnel", cell="M12")
    do(empty, "pass")


@rule("U-4", "toggle:may_decline_accumulated_goods")
def test_goods_can_have_to_be_taken_before_the_expedition() -> None:
    game = placed_on("logging_4_7", seat(dwarfs=[4]), rules=MUST_TAKE, **holding("logging_4_7", wood=3))
    assert not can(game, "expedition")
    do(game, "collect")
    assert can(game, "expedition")


# ---------------------------------------------------------------- Small-scale drift mining


def small_scale(value: str | None = None) -> Game:
    """A dwarf has been placed on Small-scale drift mining, which is played with this connective."""
    rules = {} if value is None else {"toggle.small_scale_drift_mining_connective": value}
    return placed_on("small_scale_drift_mining", players=5, rules=rules)


@rule("U-1", "A-small_scale_drift_mining", "toggle:small_scale_drift_mining_connective")
def test_small_scale_drift_mining_gives_stone_and_or_a_tile() -> None:
    stone = small_scale()
    do(stone, "collect")
    do(stone, "pass")
    assert goods(stone)["stone"] == 1
    tile = small_scale()
    do(tile, "twin_tile", cell="M12")
    assert goods(tile)["stone"] == 0
    do(tile, "collect")
    assert goods(tile)["stone"] == 1


@rule("U-1", "toggle:small_scale_drift_mining_connective")
def test_small_scale_drift_mining_can_give_stone_only_with_the_tile() -> None:
    game = small_scale("all")
    assert not can(game, "collect")
    do(game, "twin_tile", cell="M12")
    assert goods(game)["stone"] == 1
    full = position(players=5, seats=[seat(FULL_MOUNTAIN)], rules={"toggle.small_scale_drift_mining_connective": "all"})
    assert not can(full, "place", space="small_scale_drift_mining")


@rule("U-1", "toggle:small_scale_drift_mining_connective")
def test_small_scale_drift_mining_can_give_the_stone_first() -> None:
    tile = small_scale("and_then_or")
    do(tile, "twin_tile", cell="M12")
    assert not can(tile, "collect")
    both = small_scale("and_then_or")
    do(both, "collect")
    do(both, "twin_tile", cell="M12")
    assert goods(both)["stone"] == 1
