"""F-...: tiles for building materials (base.md section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.spaces import (
    assert_printed,
    at_housework,
    built,
    can_build,
    change,
    in_introductory_game,
    open_space,
    use,
)
from tests.caverna.table import can, cell, do, find, goods, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("carpenter", {"stone": 1}, 0, True),
    ("stone_carver", {"wood": 1}, 1, True),
    ("blacksmith", {"wood": 1, "stone": 2}, 3, True),
    ("miner", {"wood": 1, "stone": 1}, 3, False),
    ("builder", {"stone": 1}, 2, False),
    ("trader", {"wood": 1}, 2, False),
    ("wood_supplier", {"stone": 1}, 2, True),
    ("stone_supplier", {"wood": 1}, 1, True),
    ("ruby_supplier", {"wood": 2, "stone": 2}, 2, True),
    ("dog_school", {}, 0, False),
    ("quarry", {"wood": 1}, 2, False),
    ("seam", {"wood": 2}, 1, False),
]
AT_ONCE = {"stone_carver": {"stone": 2}, "blacksmith": {"ore": 2}}
MEADOWS = {"F34": "meadow", "F33": "meadow", "F24": "meadow"}


@rule(
    "F-carpenter", "F-stone_carver", "F-blacksmith", "F-miner", "F-builder", "F-trader", "F-wood_supplier", "F-stone_supplier",
    "F-ruby_supplier", "F-dog_school", "F-quarry", "F-seam", "R-INT-18", "R-COMP-6",
)  # fmt: skip
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points, AT_ONCE.get(tile, {}))
    assert in_introductory_game(tile) == introductory


def price(tile: str, owned: str, **wares: int) -> dict[str, int]:
    """What is paid for a tile by the owner of other tiles, named with a + between them."""
    board = dict(zip(("M13", "M12", "M11"), owned.split("+"), strict=False))
    paid = built(tile, cell="M23", board={**board, "M23": "cavern"}, **wares)
    return {ware: -amount for ware, amount in paid.items()}


# ---------------------------------------------------------------- Carpenter


@rule("F-carpenter", "R-FURN-5")
def test_a_carpenter_saves_a_wood_on_every_furnishing() -> None:
    assert price("quarry", "carpenter") == {}
    assert price("seam", "carpenter", wood=1) == {"wood": 1}
    assert price("dwelling", "carpenter", wood=3, stone=3) == {"wood": 3, "stone": 3}
    assert price("couple_dwelling", "carpenter", wood=7, stone=6) == {"wood": 7, "stone": 6}


@rule("F-carpenter", "R-FURN-5")
def test_a_carpenter_pays_nothing_back() -> None:
    assert price("cooking_cave", "carpenter", stone=2) == {"stone": 2}
    assert price("dog_school", "carpenter", wood=3) == {}


@rule("F-carpenter", "D-14", "X-11")
@pytest.mark.parametrize("order", [("small", "large"), ("large", "small")])
def test_a_carpenter_saves_one_wood_on_both_pastures_of_an_action_together(order: tuple[str, str]) -> None:
    game = use("sheep_farming", seat(board={"M13": "carpenter", **MEADOWS}, wood=5))
    cells = {"small": "F24", "large": "F33"}
    for size in order:
        do(game, "pasture", size=size, cell=cells[size])
    assert goods(game)["wood"] == 0
    assert (cell(game, "F24"), cell(game, "F33")) == ("small_pasture", "large_pasture:1")


@rule("F-carpenter", "D-14")
def test_four_wood_do_not_buy_both_pastures() -> None:
    game = use("sheep_farming", seat(board={"M13": "carpenter", **MEADOWS}, wood=4, stone=1))
    assert change(game, "pasture", size="small", cell="F24") == {"wood": -1}
    assert not can(game, "pasture")


@rule("F-carpenter")
@pytest.mark.parametrize(
    ("space", "players"), [("sheep_farming", 2), ("donkey_farming", 2), ("fence_building_5", 5), ("fence_building_6_7", 6)]
)
def test_a_carpenter_saves_a_wood_on_every_fencing_space(space: str, players: int) -> None:
    home = {"M13": "carpenter", **MEADOWS}
    game = use(space, seat(board=home, wood=3), players=players)
    assert change(game, "pasture", size="large", cell="F33") == {"wood": -3}
    assert not can(open_space(space, seat(board=home), players=players), "place", space=space)


@rule("F-carpenter", "L-furnish_cavern", "U-6")
def test_a_carpenter_works_for_furnishings_and_pastures_bought_as_loot() -> None:
    home = {"M13": "carpenter", "M12": "cavern", **MEADOWS}
    game = do(use("blacksmithing", seat(board=home, dwarfs=[14, 14], wood=9, stone=9)), "expedition")
    assert loot_price(game, "furnish_cavern", "furnish", tile="simple_dwelling_3w3s") == {"wood": -2, "stone": -3}
    assert loot_price(game, "small_pasture", "pasture", cell="F24") == {}
    assert loot_price(game, "large_pasture", "pasture", cell="F33") == {"wood": -1}


def loot_price(game: Game, item: str, kind: str, **arguments: Any) -> dict[str, int]:
    """Take an item of loot that has a price and tell what was paid."""
    do(game, "loot", loot=item)
    return change(game, kind, **arguments)


@rule("F-carpenter", "U-6")
def test_a_carpenter_works_for_the_dwelling_bought_as_loot() -> None:
    game = do(use("blacksmithing", seat(board={"M13": "carpenter", "M12": "cavern"}, dwarfs=[11, 11], wood=1, stone=2)), "expedition")
    assert loot_price(game, "ordinary_dwelling", "furnish") == {"wood": -1, "stone": -2}


@rule("F-carpenter", "R-FURN-4")
def test_a_carpenter_does_not_work_before_it_is_built() -> None:
    assert price("seam", "miner", wood=2) == {"wood": 2}
    assert not can_build("seam", wood=1, stone=1)


# ---------------------------------------------------------------- Stone carver


@rule("F-stone_carver", "R-FURN-4")
def test_a_stone_carver_brings_two_stone_and_no_discount_on_itself() -> None:
    assert built("stone_carver", wood=1) == {"wood": -1, "stone": 2}
    assert not can_build("stone_carver", stone=5)


@rule("F-stone_carver", "X-11", "R-INT-2")
def test_a_stone_carver_saves_a_stone_on_every_furnishing() -> None:
    assert price("dwelling", "stone_carver", wood=4, stone=2) == {"wood": 4, "stone": 2}
    assert price("dwelling", "carpenter+stone_carver", wood=3, stone=2) == {"wood": 3, "stone": 2}
    assert price("carpenter", "stone_carver") == {}
    assert price("seam", "stone_carver", wood=2, stone=1) == {"wood": 2}


@rule("F-stone_carver")
@pytest.mark.parametrize("space", ["sheep_farming", "donkey_farming"])
def test_stables_are_free_for_a_stone_carver(space: str) -> None:
    game = use(space, seat(board={"M13": "stone_carver"}))
    assert change(game, "stable", cell="F11") == {}
    assert game.to_dict()["seats"][0]["stables"] == ["F11"]
    assert not can(open_space(space, seat(board={"M13": "miner"})), "place", space=space)


@rule("F-stone_carver", "U-6", "R-INT-2")
def test_both_discounts_work_for_the_dwelling_bought_as_loot() -> None:
    home = {"M13": "carpenter", "M12": "stone_carver", "M11": "cavern"}
    game = do(use("blacksmithing", seat(board=home, dwarfs=[11, 11], wood=1, stone=1)), "expedition")
    assert loot_price(game, "ordinary_dwelling", "furnish") == {"wood": -1, "stone": -1}


# ---------------------------------------------------------------- Blacksmith


@rule("F-blacksmith")
def test_a_blacksmith_brings_two_ore() -> None:
    assert built("blacksmith", wood=1, stone=2) == {"wood": -1, "stone": -2, "ore": 2}


@rule("F-blacksmith", "R-WEAP-1")
@pytest.mark.parametrize(("strength", "ore"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6)])
@pytest.mark.parametrize("space", ["blacksmithing", "adventure"])
def test_forging_costs_two_ore_less(space: str, strength: int, ore: int) -> None:
    game = use(space, seat(board={"M13": "blacksmith"}, ore=ore))
    assert max(action.strength for action in find(game, "forge")) == max(strength, 2)
    assert change(game, "forge", strength=strength) == ({"ore": -ore} if ore else {})


@rule("F-blacksmith", "R-WEAP-1")
def test_no_blacksmith_forges_more_than_strength_eight() -> None:
    game = use("blacksmithing", seat(board={"M13": "blacksmith"}, ore=20))
    assert max(action.strength for action in find(game, "forge")) == 8


@rule("F-blacksmith", "R-INT-3")
def test_a_blacksmith_does_not_help_with_ore_trading() -> None:
    smithy = seat(board={"M13": "blacksmith"}, ore=2)
    game = use("ore_trading", smithy)
    assert [action.times for action in find(game, "trade")] == [1]
    assert change(game, "trade") == {"ore": -2, "gold": 2, "food": 1}
    assert not can(open_space("ore_trading", seat(board={"M13": "blacksmith"}, ore=1)), "place", space="ore_trading")


@rule("F-blacksmith", "R-INT-3")
def test_a_blacksmith_does_not_help_builders_and_the_blacksmithing_parlor() -> None:
    assert not can_build("blacksmithing_parlor", board={"M13": "blacksmith", "M12": "cavern"}, ore=2)
    assert not can_build("seam", board={"M13": "blacksmith", "M12": "builder", "M24": "cavern"}, wood=1)


# ---------------------------------------------------------------- Miner


def income(round: int = 5, players: int = 2, **fields: Any) -> dict[str, int]:
    """Goods of a seat with these fields when the work phase of a round begins."""
    game = position(players=players, round=round - 1, phase="start_of_round", seats=[seat(**fields)])
    assert (game.round, game.phase) == (round, "work")
    return {ware: amount for ware, amount in goods(game).items() if amount and ware not in ("sheep", "donkey")}


@rule("F-miner", "R-ROUND-4")
@pytest.mark.parametrize(("mines", "donkeys", "ore"), [(0, 2, 0), (1, 1, 1), (2, 1, 1), (2, 2, 2), (1, 3, 1), (2, 0, 0)])
def test_a_miner_brings_an_ore_for_each_ore_mine_with_a_donkey(mines: int, donkeys: int, ore: int) -> None:
    board = {"M13": "miner", **dict([("M24", "ore_mine"), ("M23", "ore_mine")][:mines])}
    assert income(board=board, donkey=donkeys) == ({"ore": ore} if ore else {})


@rule("F-miner", "R-INT-7")
def test_donkeys_in_ruby_mines_bring_no_ore() -> None:
    board = {"M13": "miner", "M24": "ruby_mine", "M12": "ruby_mine"}
    assert income(board=board, donkey=4) == {}
    assert income(board={**board, "M23": "ore_mine"}, donkey=5) == {"ore": 1}


@rule("F-miner", "R-FURN-4")
def test_a_miner_brings_nothing_when_it_is_built() -> None:
    assert built("miner", board={"M24": "ore_mine"}, donkey=1, wood=1, stone=1) == {"wood": -1, "stone": -1}


# ---------------------------------------------------------------- Builder


@rule("F-builder", "X-12", "R-INT-2")
def test_a_builder_pays_for_the_blacksmith_with_two_ore_and_a_stone() -> None:
    game = at_housework(board={"M13": "builder", "M12": "cavern"}, ore=2, stone=1)
    assert change(game, "furnish", tile="blacksmith") == {"stone": -1}  # 2 ore are paid, and the tile brings 2
    assert cell(game, "M12") == "blacksmith"


@rule("F-builder")
def test_a_builder_replaces_at_most_a_wood_and_a_stone() -> None:
    board = {"M13": "builder", "M12": "cavern"}
    game = at_housework(board=board, wood=9, stone=9, ore=9)
    paid = {}
    for action in find(game, "furnish", tile="dwelling"):
        paid[action.payment] = change(game.copy(), "furnish", tile="dwelling", payment=action.payment)
    assert paid == {
        "": {"wood": -4, "stone": -3},
        "ore for wood": {"wood": -3, "stone": -3, "ore": -1},
        "ore for stone": {"wood": -4, "stone": -2, "ore": -1},
        "ore for wood and stone": {"wood": -3, "stone": -2, "ore": -2},
    }
    assert not can_build("dwelling", board=board, wood=2, stone=3, ore=9)
    assert not can_build("dwelling", board=board, wood=4, stone=1, ore=9)


@rule("F-builder")
def test_a_builder_replaces_only_what_is_to_be_paid() -> None:
    board = {"M13": "builder", "M12": "cavern"}
    game = at_housework(board=board, wood=2, stone=2, ore=2)
    assert {action.payment for action in find(game, "furnish", tile="seam")} == {"", "ore for wood"}
    assert {action.payment for action in find(game, "furnish", tile="cooking_cave")} == {"", "ore for stone"}
    assert {action.payment for action in find(game, "furnish", tile="dog_school")} == {""}


@rule("F-builder", "R-INT-2")
def test_discounts_come_before_the_builder() -> None:
    board = {"M13": "builder", "M12": "carpenter", "M11": "stone_carver", "M23": "cavern"}
    game = at_housework(board=board, wood=2, stone=1, ore=2)
    assert change(game, "furnish", tile="dwelling") == {"wood": -2, "stone": -1, "ore": -2}
    game = at_housework(board=board, ore=2)
    assert {action.payment for action in find(game, "furnish", tile="quarry")} == {""}


@rule("F-builder")
def test_a_builder_does_not_pay_for_stables_and_pastures() -> None:
    home = seat(board={"M13": "builder", **MEADOWS}, wood=1, ore=5)
    assert not can(open_space("sheep_farming", home), "place", space="sheep_farming")


@rule("F-builder", "R-FURN-4")
def test_a_builder_does_not_pay_for_itself() -> None:
    assert not can_build("builder", ore=5)
    assert can_build("builder", stone=1)


@rule("F-builder")
def test_a_builder_works_for_dwellings_and_for_loot() -> None:
    board = {"M13": "builder", "M12": "cavern"}
    game = use("wish_for_children", seat(board=board, wood=3, stone=2, ore=2), round=4)
    assert change(game, "furnish", tile="dwelling") == {"wood": -3, "stone": -2, "ore": -2}
    game = do(use("blacksmithing", seat(board=board, dwarfs=[7, 7], wood=1, ore=1)), "expedition")
    assert loot_price(game, "furnish_cavern", "furnish", tile="seam") == {"wood": -1, "ore": -1}


# ---------------------------------------------------------------- Trader


@rule("F-trader", "R-INT-19")
def test_a_trader_sells_whole_sets_for_two_gold_as_often_as_wanted() -> None:
    game = use("housework", seat(board={"M13": "trader"}, gold=5))
    assert change(game, "use_tile", tile="trader") == {"gold": -2, "wood": 1, "stone": 1, "ore": 1}
    assert change(game, "use_tile", tile="trader") == {"gold": -2, "wood": 1, "stone": 1, "ore": 1}
    assert not can(game, "use_tile", tile="trader")


@rule("F-trader")
def test_a_trader_sells_until_scoring() -> None:
    game = position(round=12, phase="final", seats=[seat(board={"M13": "trader"}, gold=2)])
    assert change(game, "use_tile", tile="trader") == {"gold": -2, "wood": 1, "stone": 1, "ore": 1}


@rule("F-trader", "F-seam", "R-INT-4")
def test_a_set_of_the_trader_has_two_ore_with_a_seam() -> None:
    game = use("housework", seat(board={"M13": "trader", "M12": "seam"}, gold=2))
    assert change(game, "use_tile", tile="trader") == {"gold": -2, "wood": 1, "stone": 1, "ore": 2}


@rule("F-trader", "R-FURN-6")
def test_a_set_may_be_bought_in_the_middle_of_furnishing() -> None:
    game = use("housework", seat(board={"M13": "trader", "M12": "cavern"}, gold=2))
    assert not can(game, "furnish", tile="guest_room")
    do(game, "use_tile", tile="trader")
    assert change(game, "furnish", tile="guest_room") == {"wood": -1, "stone": -1}


@rule("F-trader", "F-spare_part_storage", "R-INT-1")
@pytest.mark.parametrize(
    ("under", "over", "wood", "points"), [("spare_part_storage", "trader", 1, 2), ("trader", "spare_part_storage", 2, 0)]
)
def test_trader_and_spare_part_storage_are_built_on_top_of_each_other(under: str, over: str, wood: int, points: int) -> None:
    game = at_housework(board={"M13": under, "M12": "cavern"}, wood=wood, gold=2)
    assert [action.cell for action in find(game, "furnish", tile=over)] == ["M13"]
    assert change(game, "furnish", tile=over) == {"wood": -wood}
    assert cell(game, "M13") == over
    assert cell(game, "M12") == "cavern"
    assert score(game)["furnishings"] == points
    assert not {under, over} & set(game.to_dict()["supply"])
    assert not can(game, "use_tile", tile=under)


@rule("F-trader", "F-spare_part_storage", "R-INT-1")
@pytest.mark.parametrize(("under", "over"), [("spare_part_storage", "trader"), ("trader", "spare_part_storage")])
def test_building_on_top_needs_no_cavern_and_the_covered_tile_is_never_built_again(under: str, over: str) -> None:
    game = at_housework(board={"M13": under}, wood=2)
    do(game, "furnish", tile=over, cell="M13")
    later = game.to_dict()
    assert later["seats"][0]["covered"] == [under]
    again = do(position(seats=[seat(board={"M13": over, "M12": "cavern"}, covered=[under], wood=5)]), "place", space="housework")
    assert not can(again, "furnish", tile=under)


@rule("F-trader", "F-spare_part_storage", "R-INT-1")
def test_only_the_own_storage_is_built_over() -> None:
    owner = seat(board={"M13": "spare_part_storage"})
    game = do(position(seats=[seat(wood=1), owner]), "place", space="housework")
    assert change(game, "furnish", tile="trader", cell="M13") == {"wood": -1}


# ---------------------------------------------------------------- suppliers

SUPPLIERS = [("wood_supplier", "wood", 7), ("stone_supplier", "stone", 5), ("ruby_supplier", "ruby", 4)]
COST = {tile: cost for tile, cost, _, _ in TILES}


def laid_out(tile: str, players: int, round: int) -> dict[str, dict[str, int]]:
    """What lies on which round spaces after a supplier was built."""
    game = use("housework", seat(**COST[tile]), players=players, round=round)
    do(game, "furnish", tile=tile, cell="M13")
    return dict(game.to_dict()["seats"][0].get("round_goods", {}))


@rule("F-wood_supplier", "F-stone_supplier", "F-ruby_supplier")
@pytest.mark.parametrize(("tile", "ware", "rounds"), SUPPLIERS)
def test_a_supplier_lays_goods_on_the_next_rounds(tile: str, ware: str, rounds: int) -> None:
    assert laid_out(tile, players=3, round=2) == {str(number): {ware: 1} for number in range(3, 3 + rounds)}


@rule("F-wood_supplier", "F-stone_supplier", "F-ruby_supplier")
@pytest.mark.parametrize(("tile", "ware", "rounds"), SUPPLIERS)
def test_goods_for_rounds_after_the_end_are_lost(tile: str, ware: str, rounds: int) -> None:
    assert laid_out(tile, players=3, round=10) == {"11": {ware: 1}, "12": {ware: 1}}
    assert laid_out(tile, players=3, round=12) == {}


@rule("F-wood_supplier", "F-stone_supplier", "F-ruby_supplier", "U-7", "R-2P-1")
@pytest.mark.parametrize(("tile", "ware", "rounds"), SUPPLIERS)
def test_suppliers_pass_over_the_round_that_is_not_played(tile: str, ware: str, rounds: int) -> None:
    expected = [6, 7, 8, 10, 11, 12][:rounds]
    assert laid_out(tile, players=2, round=5) == {str(number): {ware: 1} for number in expected}


@rule("F-wood_supplier", "F-stone_supplier", "F-ruby_supplier", "R-ROUND-4", "R-INT-17")
@pytest.mark.parametrize(("tile", "ware", "rounds"), SUPPLIERS)
def test_goods_arrive_when_their_round_begins_and_not_earlier(tile: str, ware: str, rounds: int) -> None:
    coming = {"6": {ware: 1}, "7": {ware: 1}}
    assert income(round=5, board={"M13": tile}, round_goods=coming) == {}
    assert income(round=6, board={"M13": tile}, round_goods=coming) == {ware: 1}
    game = position(round=5, phase="start_of_round", seats=[seat(board={"M13": tile}, round_goods=coming)])
    assert game.to_dict()["seats"][0]["round_goods"] == {"7": {ware: 1}}


@rule("F-stone_supplier", "F-seam", "R-INT-4")
def test_a_supplied_stone_brings_an_ore_with_a_seam() -> None:
    assert income(round=6, board={"M13": "seam", "M12": "stone_supplier"}, round_goods={"6": {"stone": 1}}) == {"stone": 1, "ore": 1}


# ---------------------------------------------------------------- Dog school


@rule("F-dog_school", "R-INT-18")
def test_a_dog_school_is_free_but_needs_a_cavern() -> None:
    assert built("dog_school") == {}
    assert not can_build("dog_school", board={"M13": "miner"})


@rule("F-dog_school")
def test_dogs_from_before_the_school_bring_no_wood() -> None:
    assert built("dog_school", dog=3) == {}


SCHOOL = {"M13": "dog_school"}


@rule("F-dog_school")
def test_a_dog_from_housework_brings_a_wood() -> None:
    assert change(use("housework", seat(board=SCHOOL, dog=1)), "collect") == {"dog": 1, "wood": 1}


@rule("F-dog_school", "L-dog")
def test_a_dog_from_an_expedition_brings_a_wood() -> None:
    game = do(use("logging_1_3", seat(board=SCHOOL, dwarfs=[1, 1])), "expedition")
    assert change(game, "loot", loot="dog") == {"dog": 1, "wood": 1}


@rule("F-dog_school", "R-RUBY-1")
def test_a_dog_for_a_ruby_brings_a_wood() -> None:
    assert change(use("housework", seat(board=SCHOOL, ruby=1)), "exchange", good="dog") == {"ruby": -1, "dog": 1, "wood": 1}


@rule("F-dog_school", "A-weekly_market")
def test_a_dog_from_the_market_brings_a_wood() -> None:
    game = use("weekly_market", seat(board=SCHOOL, gold=2), players=5)
    assert change(game, "buy", good="dog") == {"gold": -2, "dog": 1, "wood": 1}


@rule("F-dog_school")
def test_the_first_dog_after_the_school_in_the_same_action_counts() -> None:
    game = at_housework()
    do(game, "furnish", tile="dog_school", cell="M13")
    assert change(game, "collect") == {"dog": 1, "wood": 1}


# ---------------------------------------------------------------- Quarry

STALLS = {"M13": "quarry", "F34": "small_pasture", "F33": "small_pasture"}


def bred(board: dict[str, str], **animals: int) -> dict[str, int]:
    """What the breeding step of a harvest brings."""
    return change(position(round=3, phase="breeding", seats=[seat(board=board, **animals)]), "breed")


@rule("F-quarry", "R-INT-5")
def test_a_newborn_donkey_of_the_harvest_brings_a_stone() -> None:
    assert bred(STALLS, donkey=2) == {"donkey": 1, "stone": 1}
    assert bred(STALLS, sheep=2) == {"sheep": 1}
    assert bred({**STALLS, "F24": "small_pasture"}, donkey=2, cattle=2) == {"donkey": 1, "cattle": 1, "stone": 1}


@rule("F-quarry", "R-INT-5", "L-breed_2")
def test_a_newborn_donkey_of_an_expedition_brings_a_stone() -> None:
    game = do(use("logging_1_3", seat(board=STALLS, dwarfs=[14, 14], donkey=2)), "expedition")
    do(game, "loot", loot="breed_2")
    assert change(game, "breed", types=("donkey",)) == {"donkey": 1, "stone": 1}


@rule("F-quarry", "F-seam", "R-INT-4")
def test_the_stone_of_the_quarry_brings_an_ore_with_a_seam() -> None:
    assert bred({**STALLS, "M12": "seam"}, donkey=2) == {"donkey": 1, "stone": 1, "ore": 1}


@rule("F-quarry")
def test_other_donkeys_bring_no_stone() -> None:
    assert change(use("donkey_farming", seat(board=STALLS), lying={"donkey": 3}), "collect") == {"donkey": 3}
    assert change(use("housework", seat(board=STALLS, ruby=1)), "exchange", good="donkey") == {"ruby": -1, "donkey": 1}
    game = use("weekly_market", seat(board=STALLS, gold=1), players=5)
    assert change(game, "buy", good="donkey") == {"gold": -1, "donkey": 1}
    game = do(use("logging_1_3", seat(board=STALLS, dwarfs=[3, 3])), "expedition")
    assert change(game, "loot", loot="donkey") == {"donkey": 1}


# ---------------------------------------------------------------- Seam

SEAM = {"M13": "seam", "M12": "cavern"}


@rule("F-seam", "R-INT-4")
@pytest.mark.parametrize(
    ("space", "players", "stone"),
    [("drift_mining_1_3", 2, 3), ("excavation_1_3", 2, 2), ("drift_mining_4_7", 4, 4), ("drift_mining_6_7", 6, 1)],
)
def test_every_stone_from_a_mining_space_brings_an_ore(space: str, players: int, stone: int) -> None:
    game = use(space, seat(board=SEAM), players=players, lying={"stone": stone})
    assert change(game, "collect") == {"stone": stone, "ore": stone}


@rule("F-seam", "R-INT-4")
def test_every_stone_of_large_depot_and_strip_mining_brings_an_ore() -> None:
    game = open_space("large_depot", seat(board=SEAM), players=7, lying={"wood": 2, "ore": 1, "stone": 1})
    assert change(game, "place", space="large_depot") == {"wood": 2, "ore": 2, "stone": 1}
    game = open_space("strip_mining", seat(board=SEAM), players=3, lying={"ore": 1, "stone": 2})
    assert change(game, "place", space="strip_mining") == {"wood": 2, "ore": 3, "stone": 2}
    assert change(use("small_scale_drift_mining", seat(board=SEAM), players=5), "collect") == {"stone": 1, "ore": 1}


@rule("F-seam", "R-INT-4")
def test_every_stone_of_an_ore_delivery_brings_an_ore() -> None:
    game = open_space("ore_delivery", seat(board=SEAM), lying={"stone": 2, "ore": 2})
    assert change(game, "place", space="ore_delivery") == {"stone": 2, "ore": 4}


@rule("F-seam", "R-INT-4")
def test_the_stone_of_supplies_growth_and_extension_brings_an_ore() -> None:
    game = open_space("supplies", seat(board=SEAM))
    assert change(game, "place", space="supplies") == {"wood": 1, "stone": 1, "ore": 2, "food": 1, "gold": 2}
    game = use("growth", seat(board=SEAM), players=4)
    assert change(game, "collect") == {"wood": 1, "stone": 1, "ore": 2, "food": 1, "gold": 2}
    game = use("extension", seat(board=SEAM), players=7)
    assert change(game, "twin_tile", tile="cavern_tunnel", cell="M23", direction="north") == {"stone": 1, "ore": 1}


@rule("F-seam", "R-INT-4", "A-weekly_market", "R-RUBY-1", "L-stone")
def test_a_stone_from_the_market_for_a_ruby_or_from_an_expedition_brings_an_ore() -> None:
    game = use("weekly_market", seat(board=SEAM, gold=1), players=5)
    assert change(game, "buy", good="stone") == {"gold": -1, "stone": 1, "ore": 1}
    game = use("housework", seat(board=SEAM, ruby=1))
    assert change(game, "exchange", good="stone") == {"ruby": -1, "stone": 1, "ore": 1}
    game = do(use("logging_1_3", seat(board=SEAM, dwarfs=[3, 3])), "expedition")
    assert change(game, "loot", loot="stone") == {"stone": 1, "ore": 1}


@rule("F-seam", "F-stone_carver", "R-INT-4")
def test_the_two_stone_of_the_stone_carver_bring_two_ore() -> None:
    assert built("stone_carver", cell="M12", board=SEAM, wood=1) == {"wood": -1, "stone": 2, "ore": 2}


@rule("F-seam")
def test_a_stone_that_is_saved_is_no_stone_received() -> None:
    game = at_housework(board={**SEAM, "M24": "stone_carver"}, stone=1)
    assert change(game, "furnish", tile="cooking_cave", cell="M12") == {"stone": -1}


@rule("F-seam")
def test_stone_from_before_the_seam_brings_nothing() -> None:
    assert built("seam", wood=2, stone=5) == {"wood": -2}


@rule("F-seam")
def test_other_goods_bring_no_ore() -> None:
    assert change(open_space("wood_gathering", seat(board=SEAM), lying={"wood": 3}), "place", space="wood_gathering") == {"wood": 3}
