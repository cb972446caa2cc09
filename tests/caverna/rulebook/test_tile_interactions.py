"""R-INT: furnishing tiles that work together."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import can, cell, do, dwarf, find, finish_turn, goods, position, rule, score, seat

ROOMY = {"F34": "small_pasture", "F33": "small_pasture", "F32": "large_pasture:1", "F31": "large_pasture:1"}


def at_housework(*seats: dict[str, Any], **fields: Any) -> Game:
    """Seat 0 has put a dwarf on Housework."""
    return do(position(round=1, seats=list(seats), **fields), "place", space="housework")


def payments(game: Game, tile: str) -> dict[str, dict[str, int]]:
    """What each way to pay a furnishing takes."""
    ways = {}
    for action in find(game, "furnish", tile=tile, cell="M13"):
        after = goods(game.copy().play(action))
        ways[action.payment] = {name: goods(game)[name] - after[name] for name in ("wood", "stone", "ore")}
    return ways


def armed(game: Game) -> list[int]:
    """Weapon strengths of seat 0."""
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]


def coming(game: Game) -> dict[str, dict[str, int]]:
    """Goods laid on future rounds for seat 0."""
    return dict(game.to_dict()["seats"][0].get("round_goods", {}))


# ---------------------------------------------------------------- R-INT-1: Trader and Spare part storage


@rule("R-INT-1")
@pytest.mark.parametrize(("under", "over", "wood"), [("spare_part_storage", "trader", 1), ("trader", "spare_part_storage", 2)])
def test_trader_and_spare_part_storage_overbuild_each_other(under: str, over: str, wood: int) -> None:
    game = at_housework(seat(board={"M13": "cavern", "M24": under}, wood=5))
    assert {action.cell for action in find(game, "furnish", tile=over)} == {"M24"}
    do(game, "furnish", tile=over, cell="M24")
    assert (cell(game, "M24"), cell(game, "M13")) == (over, "cavern")
    assert goods(game)["wood"] == 5 - wood


@rule("R-INT-1")
def test_overbuilding_needs_no_cavern_at_all() -> None:
    game = at_housework(seat(board={"M13": "trader"}, wood=9))
    assert {action.tile for action in find(game, "furnish")} == {"spare_part_storage"}


@rule("R-INT-1")
def test_without_the_other_tile_they_are_built_on_a_cavern() -> None:
    game = at_housework(seat(wood=9), seat(board={"M13": "trader"}))
    assert {action.cell for action in find(game, "furnish", tile="spare_part_storage")} == {"M13"}


@rule("R-INT-1")
def test_the_covered_tile_has_no_effect_and_no_points() -> None:
    game = at_housework(seat(board={"M13": "trader"}, wood=3, stone=1, ore=1, gold=2))
    assert (can(game, "use_tile", tile="trader"), score(game)["furnishings"]) == (True, 2)
    do(game, "furnish", tile="spare_part_storage")
    assert not can(game, "use_tile", tile="trader")
    assert can(game, "use_tile", tile="spare_part_storage")
    assert score(game)["furnishings"] == 0


@rule("R-INT-1")
def test_the_covered_tile_does_not_count_for_the_main_storage() -> None:
    game = at_housework(seat(board={"M13": "spare_part_storage", "M24": "main_storage"}, wood=1))
    assert score(game)["bonus"] == 2 * 2
    do(game, "furnish", tile="trader")
    assert score(game)["bonus"] == 2 * 1


@rule("R-INT-1")
@pytest.mark.parametrize(("under", "over"), [("spare_part_storage", "trader"), ("trader", "spare_part_storage")])
def test_the_covered_tile_is_not_available_to_others(under: str, over: str) -> None:
    game = at_housework(seat(board={"M13": under}, wood=2))
    do(game, "furnish", tile=over)
    assert not {under, over} & set(game.to_dict()["supply"])
    assert game.to_dict()["seats"][0]["covered"] == [under]
    after = [seat(board={"M13": over}, covered=[under]), seat(wood=9, stone=9)]
    game = do(position(round=1, seats=after, to_move=1), "place", space="housework")
    assert can(game, "furnish", tile="carpenter")
    assert not can(game, "furnish", tile=under)
    assert not can(game, "furnish", tile=over)


# ---------------------------------------------------------------- R-INT-2 and 3: discounts

THREE = {"M24": "carpenter", "M23": "stone_carver", "M12": "builder"}


@rule("R-INT-2")
def test_carpenter_stone_carver_and_builder_combine() -> None:
    game = at_housework(seat(board=THREE, wood=9, stone=9, ore=9))
    assert payments(game, "dwelling") == {
        "": {"wood": 3, "stone": 2, "ore": 0},
        "ore for wood": {"wood": 2, "stone": 2, "ore": 1},
        "ore for stone": {"wood": 3, "stone": 1, "ore": 1},
        "ore for wood and stone": {"wood": 2, "stone": 1, "ore": 2},
    }


@rule("R-INT-2")
def test_what_discounts_have_removed_is_not_substituted() -> None:
    game = at_housework(seat(board=THREE, wood=9, stone=9, ore=9))
    assert payments(game, "trader") == {"": {"wood": 0, "stone": 0, "ore": 0}}  # 1 wood
    assert set(payments(game, "cooking_cave")) == {"", "ore for stone"}  # 2 stone
    assert payments(game, "cooking_cave")["ore for stone"] == {"wood": 0, "stone": 0, "ore": 1}


@rule("R-INT-2")
def test_the_last_wood_and_stone_come_from_discount_and_ore() -> None:
    game = at_housework(seat(board=THREE, wood=2, stone=1, ore=2))
    assert set(payments(game, "dwelling")) == {"ore for wood and stone"}
    assert not can(at_housework(seat(board=THREE, wood=2, stone=1, ore=1)), "furnish", tile="dwelling")


@rule("R-INT-3")
def test_the_blacksmith_reduces_forging() -> None:
    game = do(position(round=3, seats=[seat(board={"M13": "blacksmith"}, ore=4)]), "place", space="blacksmithing")
    assert {action.strength for action in find(game, "forge")} == {1, 2, 3, 4, 5, 6}
    weakest = do(game.copy(), "forge", strength=1)
    assert goods(weakest)["ore"] == 4  # nothing is paid out
    do(game, "forge", strength=5)
    assert goods(game)["ore"] == 4 - (5 - 2)


@rule("R-INT-3")
def test_the_blacksmith_reduces_nothing_but_forging() -> None:
    board = {"M13": "blacksmith", "M24": "builder", "M23": "blacksmithing_parlor"}
    game = position(round=12, seats=[seat(board=board, ore=3)])
    do(game, "place", space="ore_trading")
    assert {action.times for action in find(game, "trade")} == {1}
    do(game, "trade", times=1)
    assert goods(game)["ore"] == 1
    game = position(seats=[seat(board=board, ruby=1, ore=1)])
    do(game, "use_tile", tile="blacksmithing_parlor")
    assert (goods(game)["ore"], goods(game)["ruby"]) == (0, 0)
    assert not can(position(seats=[seat(board=board, ruby=1)]), "use_tile")
    game = at_housework(seat(board={**board, "M12": "cavern", "M13": "blacksmith"}, ore=1))
    do(game, "furnish", tile="work_room", cell="M12", payment="ore for stone")
    assert goods(game)["ore"] == 0


# ---------------------------------------------------------------- R-INT-4: Seam


def gained(game: Game, kind: str, **arguments: Any) -> tuple[int, int]:
    """Stone and ore that an action brings to seat 0."""
    before = goods(game)
    after = goods(do(game, kind, **arguments))
    return after["stone"] - before["stone"], after["ore"] - before["ore"]


@rule("R-INT-4")
def test_seam_with_stone_from_action_spaces() -> None:
    spaces = {"excavation_1_3": {"goods": {"stone": 3}}}
    game = do(position(seats=[seat(board={"M24": "seam"})], spaces=spaces), "place", space="excavation_1_3")
    assert gained(game, "collect") == (3, 3)
    game = position(seats=[seat(board={"M24": "seam"})])
    assert gained(game, "place", space="supplies") == (1, 1 + 1)
    game = position(round=8, seats=[seat(board={"M24": "seam"})], spaces={"ore_delivery": {"goods": {"stone": 2, "ore": 1}}})
    assert gained(game, "place", space="ore_delivery") == (2, 1 + 2)


@rule("R-INT-4")
def test_seam_with_stone_from_loot_rubies_trader_and_market() -> None:
    board = {"M24": "seam", "M13": "trader"}
    game = position(round=3, seats=[seat(board=board, dwarfs=[3, 3])])
    do(do(game, "place", space="blacksmithing"), "expedition", level=3)
    assert gained(game, "loot", loot="stone") == (1, 1)
    assert gained(position(seats=[seat(board=board, ruby=1)]), "exchange", good="stone") == (1, 1)
    assert gained(position(seats=[seat(board=board, gold=2)]), "use_tile", tile="trader") == (1, 1 + 1)
    game = position(5, seats=[seat(board=board, gold=1)])
    do(game, "place", space="weekly_market")
    assert gained(game, "buy", good="stone") == (1, 1)


@rule("R-INT-4", "R-INT-17")
def test_seam_with_stone_of_the_stone_supplier_when_it_arrives() -> None:
    game = at_housework(seat(board={"M24": "seam"}, wood=1))
    assert gained(game, "furnish", tile="stone_supplier") == (0, 0)
    supplied = seat(board={"M24": "seam", "M13": "stone_supplier"}, round_goods={"6": {"stone": 1}})
    game = position(round=5, phase="start_of_round", seats=[supplied])
    assert (goods(game)["stone"], goods(game)["ore"]) == (1, 1)


@rule("R-INT-4")
def test_seam_with_the_stone_carver_and_the_quarry() -> None:
    game = at_housework(seat(board={"M24": "seam"}, wood=1))
    assert gained(game, "furnish", tile="stone_carver") == (2, 2)
    board = {**ROOMY, "M24": "seam", "M13": "quarry"}
    game = position(round=5, phase="breeding", seats=[seat(board=board, donkey=2)])
    assert gained(game, "breed") == (1, 1)


@rule("R-INT-4")
def test_a_discount_or_another_ware_is_no_stone_for_seam() -> None:
    board = {"M24": "seam", "M23": "stone_carver"}
    game = at_housework(seat(board=board, stone=1))
    assert gained(game, "furnish", tile="cooking_cave") == (-1, 0)  # 2 stone, 1 less
    assert gained(position(seats=[seat(board=board, ruby=1)]), "exchange", good="wood") == (0, 0)
    assert gained(position(seats=[seat(ruby=1)]), "exchange", good="stone") == (1, 0)  # without the tile


# ---------------------------------------------------------------- R-INT-5 to 8: animals and feeding


@rule("R-INT-5")
@pytest.mark.parametrize("source", ["harvest", "loot"])
def test_quarry_and_breeding_cave_react_to_every_breeding(source: str) -> None:
    board = {**ROOMY, "M24": "quarry", "M13": "breeding_cave"}
    if source == "harvest":
        game = position(round=5, phase="breeding", seats=[seat(board=board, donkey=2, sheep=2)])
    else:
        game = position(round=3, seats=[seat(board=board, donkey=2, sheep=2, dwarfs=[14, 14])])
        do(do(game, "place", space="blacksmithing"), "expedition", level=3)
        do(game, "loot", loot="breed_2")
    sheep = do(game.copy(), "breed", types=("sheep",))
    assert (goods(sheep)["stone"], goods(sheep)["food"]) == (0, 1)
    do(game, "breed", types=("sheep", "donkey"))
    assert (goods(game)["stone"], goods(game)["food"]) == (1, 2)


@rule("R-INT-5")
def test_the_quarry_does_not_react_to_donkeys_from_elsewhere() -> None:
    spaces = {"donkey_farming": {"goods": {"donkey": 1}}}
    game = position(round=6, seats=[seat(board={"M13": "quarry"}, ruby=1)], spaces=spaces)
    do(game, "exchange", good="donkey")
    do(do(game, "place", space="donkey_farming"), "collect")
    assert (goods(game)["donkey"], goods(game)["stone"]) == (2, 0)


@rule("R-INT-6")
@pytest.mark.parametrize(
    ("animal", "amount", "food"), [("sheep", 1, 2), ("donkey", 1, 2), ("donkey", 2, 5), ("wild_boar", 1, 3), ("cattle", 1, 4)]
)
def test_the_slaughtering_cave_adds_one_food_per_animal(animal: str, amount: int, food: int) -> None:
    game = position(seats=[seat(board={"M13": "slaughtering_cave"}, **{animal: 2})])
    do(game, "convert", good=animal, amount=amount)
    assert goods(game)["food"] == food


@rule("R-INT-6")
def test_the_slaughtering_cave_adds_nothing_to_crops_or_the_hunting_parlor() -> None:
    board = {"M13": "slaughtering_cave", "M24": "hunting_parlor"}
    game = position(seats=[seat(board=board, wild_boar=2, grain=1, vegetable=1, ruby=1)])
    do(game, "use_tile", tile="hunting_parlor")
    assert (goods(game)["food"], goods(game)["gold"]) == (2, 2)
    for ware in ("grain", "vegetable", "ruby"):
        do(game, "convert", good=ware)
    assert goods(game)["food"] == 2 + 1 + 2 + 2


@rule("R-INT-7")
def test_the_mining_cave_counts_both_kinds_of_mines_and_the_miner_ore_mines() -> None:
    board = {"M12": "ore_mine", "M11": "ruby_mine", "M22": "ruby_mine", "M13": "mining_cave", "M24": "miner"}
    game = position(round=5, phase="feeding", seats=[seat(board=board, donkey=3, food=9)])
    assert max(action.food for action in find(game, "feed")) == 4 - 3
    game = position(round=5, phase="start_of_round", seats=[seat(board=board, donkey=3)])
    assert goods(game)["ore"] == 1


@rule("R-INT-7")
@pytest.mark.parametrize(("donkeys", "ore"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_the_miner_counts_ore_mines_with_a_donkey(donkeys: int, ore: int) -> None:
    board = {"M12": "ore_mine", "M11": "ore_mine", "M24": "miner"}
    game = position(round=5, phase="start_of_round", seats=[seat(board=board, donkey=donkeys)])
    assert goods(game)["ore"] == ore


@rule("R-INT-8")
@pytest.mark.parametrize(
    ("harvest", "who", "left"), [("full", "adult", 3), ("full", "newborn", 4), ("special", "adult", 2), ("special", "newborn", 2)]
)
def test_the_working_cave_replaces_the_need_of_one_dwarf(harvest: str, who: str, left: int) -> None:
    """Two adults and a newborn need 5 food in a full harvest and 3 in a special feeding."""
    family = [0, 0, dwarf(newborn=True)]
    seats = [seat(board={"M13": "working_cave", "M24": "dwelling"}, dwarfs=family, wood=1, food=9)]
    game = position(round=5, phase="harvest", harvest=harvest, seats=seats)
    do(game, "feed_dwarf", dwarf=who, option=0)
    assert max(action.food for action in find(game, "feed")) == left


# ---------------------------------------------------------------- R-INT-9 and 10: weapons


@rule("R-INT-9")
def test_the_peaceful_cave_gives_food_during_feeding() -> None:
    game = position(round=5, phase="feeding", seats=[seat(board={"M13": "peaceful_cave"}, dwarfs=[3, 7])])
    do(game, "disarm", weapon=3)
    assert (goods(game)["food"], armed(game)) == (3, [0, 7])
    do(game, "disarm", weapon=7)
    assert (goods(game)["food"], armed(game)) == (10, [0, 0])
    assert not can(game, "disarm")
    do(game, "feed", food=4)


@rule("R-INT-9")
def test_a_disarmed_dwarf_may_forge_anew() -> None:
    game = position(round=3, seats=[seat(board={"M13": "peaceful_cave"}, dwarfs=[2, 2], ore=6)])
    do(game, "place", space="blacksmithing")
    assert not can(game, "forge")
    do(game, "disarm", weapon=2)
    do(game, "disarm", weapon=2)
    do(game, "forge", strength=6)
    assert sorted(armed(game)) == [0, 6]
    assert goods(game)["food"] == 4


@rule("R-INT-9")
@pytest.mark.parametrize("first_is_home", [True, False])
def test_the_owner_chooses_whose_weapon_is_given_up_among_equal_ones(first_is_home: bool) -> None:
    """One of two equally armed dwarfs still has to work: it may be the one that keeps or the one that loses its weapon."""
    family = [dwarf(5), dwarf(5, at="supplies")]
    seats = [seat(board={"M13": "peaceful_cave"}, dwarfs=family if first_is_home else family[::-1])]
    game = position(round=3, seats=seats)
    outcomes = [game.copy().play(action).to_dict()["seats"][0]["dwarfs"] for action in find(game, "disarm", weapon=5)]
    at_home = {entry["weapon"] for outcome in outcomes for entry in outcome if entry["at"] == "home"}
    assert at_home == {0, 5}


@rule("R-INT-9")
def test_a_disarmed_dwarf_no_longer_counts_as_armed_in_scoring() -> None:
    board = {"M13": "peaceful_cave", "M24": "weapon_storage", "M23": "supplies_storage", "M12": "prayer_chamber"}
    game = position(round=12, phase="final", seats=[seat(board=board, dwarfs=[5, 9])])
    assert score(game)["bonus"] == 3 * 2 + 8
    do(game, "disarm", weapon=5)
    assert score(game)["bonus"] == 3
    do(game, "disarm", weapon=9)
    assert score(game)["bonus"] == 8  # the Prayer chamber


@rule("R-INT-10")
@pytest.mark.parametrize(("dwarfs", "bonus"), [([4, 4], 6 + 8), ([4, 0], 3), ([0, 0], 8)])
def test_weapon_and_supplies_storage_combine_and_exclude_the_prayer_chamber(dwarfs: list[int], bonus: int) -> None:
    board = {"M24": "weapon_storage", "M23": "supplies_storage", "M12": "prayer_chamber"}
    assert score(position(seats=[seat(board=board, dwarfs=dwarfs)]))["bonus"] == bonus


# ---------------------------------------------------------------- R-INT-11: Guest room

GUEST = {"M23": "guest_room", "M24": "dwelling"}


@rule("R-INT-11")
def test_guest_room_growth_gives_goods_and_a_dwarf() -> None:
    for board, both in ((GUEST, True), ({"M24": "dwelling"}, False)):
        game = do(position(4, seats=[seat(board=board)]), "place", space="growth")
        do(game, "collect")
        assert (game.player == 0 and can(game, "grow")) == both
    game = do(position(4, seats=[seat(board=GUEST)]), "place", space="growth")
    do(game, "grow")
    do(game, "collect")
    assert (score(game)["dwarfs"], goods(game)["gold"]) == (3, 2)


@rule("R-INT-11")
def test_guest_room_urgent_wish_for_children_gives_all_three() -> None:
    def start(guest: bool) -> Game:
        board = {"M23": "guest_room"} if guest else {}
        seats = [seat(board=board, wood=4, stone=3)]
        return do(position(3, round=9, seats=seats), "place", space="urgent_wish_for_children")

    game = start(guest=True)
    assert not can(game, "grow")
    do(game, "furnish", tile="dwelling")
    do(game, "grow")
    do(game, "collect")
    assert (score(game)["dwarfs"], goods(game)["gold"]) == (3, 3)
    game = do(start(guest=False), "furnish", tile="dwelling")
    assert can(game, "grow")
    assert not can(game, "collect")


@rule("R-INT-11")
@pytest.mark.parametrize("order", [("grow", "furnish"), ("furnish", "grow")])
def test_guest_room_wish_for_children_gives_both_in_any_order(order: tuple[str, str]) -> None:
    game = position(round=4, seats=[seat(board=GUEST, wood=4, stone=3)])
    do(game, "place", space="wish_for_children")
    for kind in order:
        do(game, kind)
    assert score(game)["dwarfs"] == 3
    assert cell(game, "M13") != "cavern"
    game = position(round=4, seats=[seat(board={"M24": "dwelling"}, wood=4, stone=3)])
    do(do(game, "place", space="wish_for_children"), order[0])
    assert game.player == 1


@rule("R-INT-11")
def test_guest_room_ruby_mine_construction_gives_one_mine_of_each_kind() -> None:
    tunnels = {"M12": "tunnel", "M22": "tunnel", "M11": "deep_tunnel", "M21": "deep_tunnel"}
    game = do(position(round=6, seats=[seat(board={**GUEST, **tunnels})]), "place", space="ruby_mine_construction")
    do(game, "ruby_mine", cell="M12")
    assert {action.cell for action in find(game, "ruby_mine")} == {"M11", "M21"}
    do(game, "ruby_mine", cell="M11")
    assert goods(game)["ruby"] == 1
    assert game.player == 1
    game = do(position(round=6, seats=[seat(board=tunnels)]), "place", space="ruby_mine_construction")
    do(game, "ruby_mine", cell="M12")
    assert game.player == 1


@rule("R-INT-11")
def test_guest_room_extension_gives_both_halves_once_in_the_game() -> None:
    def start(**fields: Any) -> Game:
        return do(position(7, seats=[seat(**fields)]), "place", space="extension")

    game = start(board=GUEST)
    do(game, "twin_tile", tile="meadow_field")
    do(game, "twin_tile", tile="cavern_tunnel")
    assert (goods(game)["wood"], goods(game)["stone"]) == (1, 1)
    assert game.to_dict()["seats"][0]["guest_room_used"]
    for single in (start(board={}), start(board=GUEST, guest_room_used=True)):
        do(single, "twin_tile", tile="meadow_field")
        assert not (single.player == 0 and can(single, "twin_tile"))


# ---------------------------------------------------------------- R-INT-12 to 15: rooms and dwellings


@rule("R-INT-12")
def test_with_the_work_room_dwellings_on_tunnels_count_normally() -> None:
    board = {"M13": "work_room", "M12": "tunnel", "M22": "state_parlor", "M21": "deep_tunnel"}
    game = at_housework(seat(board=board, wood=8, stone=6))
    assert {action.cell for action in find(game, "furnish", tile="dwelling")} == {"M12", "M21"}
    assert score(game)["bonus"] == 0
    do(game, "furnish", tile="dwelling", cell="M12")
    assert score(game)["bonus"] == 4
    assert cell(game, "M12") == "dwelling"
    growing = position(round=4, seats=[seat(board={"M13": "work_room", "M12": "dwelling"})])
    assert can(do(growing, "place", space="wish_for_children"), "grow")


@rule("R-INT-12")
def test_the_work_room_also_serves_furnish_a_dwelling() -> None:
    game = position(round=4, seats=[seat(board={"M13": "work_room", "M12": "tunnel"}, wood=4, stone=3)])
    do(game, "place", space="wish_for_children")
    assert {action.cell for action in find(game, "furnish", tile="dwelling")} == {"M12"}


@rule("R-INT-13")
def test_sowing_under_the_stubble_room_moves_or_eats_the_animal() -> None:
    board = {"M13": "stubble_room", "F34": "field", "F33": "small_pasture"}
    game = do(position(seats=[seat(board=board, cattle=2, sheep=2, grain=1)]), "place", space="slash_and_burn")
    do(game, "sow", crop="grain", cell="F34")
    assert (goods(game)["sheep"], game.player) == (2, 1)  # the pasture takes them
    game = do(position(seats=[seat(board=board, cattle=2, sheep=3, grain=1)]), "place", space="slash_and_burn")
    do(game, "sow", crop="grain", cell="F34")
    assert game.player == 0
    assert not can(game, "pass")
    do(game, "convert", good="sheep")
    assert (goods(game)["sheep"], goods(game)["food"], game.player) == (2, 1, 1)


@rule("R-INT-14")
def test_a_newborn_makes_room_for_a_sheep_at_once() -> None:
    board = {"M13": "cuddle_room", "M24": "dwelling"}
    family = [0, dwarf(at="supplies")]
    game = position(round=4, seats=[seat(board=board, dwarfs=family, sheep=2, cattle=2, ruby=2), seat(dwarfs=[0])])
    do(game, "place", space="wish_for_children")
    full = do(game.copy(), "exchange", good="sheep")
    assert full.to_dict()["pending"][-1]["step"] == "make_room"
    do(game, "grow")
    do(game, "place", space="slash_and_burn")  # seat 1
    do(game, "twin_tile")
    finish_turn(game)
    assert (game.phase, game.player) == ("feeding", 0)
    do(game, "exchange", good="sheep")
    assert game.to_dict()["pending"][-1]["step"] == "feed"
    do(game, "exchange", good="sheep")
    assert game.to_dict()["pending"][-1]["step"] == "make_room"


ORANGE = ("dwelling", "simple_dwelling_4w2s", "simple_dwelling_3w3s", "mixed_dwelling", "couple_dwelling", "additional_dwelling")


@rule("R-INT-15")
@pytest.mark.parametrize("tile", ORANGE)
def test_the_state_parlor_counts_every_orange_tile_beside_it(tile: str) -> None:
    assert score(position(seats=[seat(board={"M23": "state_parlor", "M22": tile})]))["bonus"] == 4


@rule("R-INT-15")
@pytest.mark.parametrize(
    ("board", "neighbours"),
    [
        ({"M13": "state_parlor"}, 1),  # the entry-level dwelling
        ({"M24": "state_parlor"}, 1),
        ({"M23": "state_parlor"}, 0),  # at a corner of the entry-level dwelling
        ({"M23": "state_parlor", "M22": "dwelling", "M24": "dwelling", "M33": "dwelling"}, 3),
        ({"M23": "state_parlor", "M12": "dwelling", "M34": "dwelling", "M24": "tunnel"}, 0),  # corners
        ({"M23": "state_parlor", "M13": "carpenter", "M22": "cavern", "M33": "work_room"}, 0),  # no dwellings
        ({"M23": "state_parlor", "M13": "dwelling", "M22": "dwelling", "M24": "dwelling", "M33": "couple_dwelling"}, 4),
    ],
)
def test_the_state_parlor_counts_orthogonal_neighbours(board: dict[str, str], neighbours: int) -> None:
    assert score(position(seats=[seat(board=board)]))["bonus"] == 4 * neighbours


@rule("R-INT-15")
def test_the_state_parlor_gives_food_for_dwellings_beside_it_when_built() -> None:
    board = {"M12": "dwelling", "M23": "mixed_dwelling", "M24": "dwelling"}
    game = at_housework(seat(board=board, stone=3, gold=5))
    do(game, "furnish", tile="state_parlor", cell="M13")
    assert goods(game)["food"] == 2 * 3  # with the entry-level dwelling


# ---------------------------------------------------------------- R-INT-16: points on top


@rule("R-INT-16")
@pytest.mark.parametrize(
    ("tile", "wares", "ordinary", "bonus"),
    [
        ("treasure_chamber", {"ruby": 5}, {"rubies": 5}, 5),
        ("food_chamber", {"grain": 3, "vegetable": 2}, {"grain": 2, "vegetables": 2}, 4),
        ("weaving_parlor", {"sheep": 5}, {"animals": 5}, 2),
        ("milking_parlor", {"cattle": 5}, {"animals": 5}, 5),
        ("fodder_chamber", {"sheep": 5, "cattle": 2}, {"animals": 7}, 2),
    ],
)
def test_bonus_points_come_on_top_of_the_ordinary_ones(tile: str, wares: dict[str, int], ordinary: dict[str, int], bonus: int) -> None:
    with_tile = score(position(seats=[seat(board={**ROOMY, "M24": tile}, **wares)]))
    without = score(position(seats=[seat(board={**ROOMY, "M24": "cavern"}, **wares)]))
    for part, points in ordinary.items():
        assert with_tile[part] == without[part] == points
    assert (with_tile["bonus"], without["bonus"]) == (bonus, 0)
    assert with_tile["total"] == without["total"] + bonus


@rule("R-INT-16")
def test_the_food_chamber_counts_supply_and_fields_together() -> None:
    board = {"F34": "field:grain*3", "F33": "field:vegetable*2", "M24": "food_chamber"}
    assert score(position(seats=[seat(board=board, vegetable=2)]))["bonus"] == 2 * 3


# ---------------------------------------------------------------- R-INT-17: suppliers


@rule("R-INT-17")
def test_goods_of_a_supplier_are_unavailable_until_their_round() -> None:
    game = at_housework(seat(stone=1))
    do(game, "furnish", tile="wood_supplier")
    assert coming(game) == {str(number): {"wood": 1} for number in (2, 3, 4, 5, 6, 7, 8)}
    assert goods(game)["wood"] == 0
    supplied = seat(round_goods={"6": {"wood": 1}, "7": {"wood": 1}})
    game = position(round=5, phase="start_of_round", seats=[supplied])
    assert (game.round, goods(game)["wood"], coming(game)) == (6, 1, {"7": {"wood": 1}})


@rule("R-INT-17")
def test_unarrived_goods_neither_pay_nor_score() -> None:
    plain = position(round=1, seats=[seat()])
    game = position(round=1, seats=[seat(round_goods={"2": {"stone": 9, "ruby": 4}})])
    assert score(game) == score(plain)
    assert not can(game, "exchange")
    do(game, "place", space="housework")
    assert not can(game, "furnish", tile="carpenter")


@rule("R-INT-17", "toggle:suppliers_skip_unplayed_round")
@pytest.mark.parametrize(
    ("skip", "rounds"), [(True, {"7", "8", "10", "11", "12"}), (False, {"7", "8", "10", "11"})], ids=["default", "alternative"]
)
def test_suppliers_in_a_game_without_round_nine(skip: bool, rounds: set[str]) -> None:
    """By default five rounds that are played; else round 9 is one of the five and its stone is lost (U-7)."""
    rules = {"toggle.suppliers_skip_unplayed_round": skip}
    game = do(position(round=6, seats=[seat(wood=1)], rules=rules), "place", space="housework")
    do(game, "furnish", tile="stone_supplier")
    assert set(coming(game)) == rounds


@rule("R-INT-17", "toggle:suppliers_skip_unplayed_round")
@pytest.mark.parametrize("skip", [True, False])
def test_suppliers_with_all_rounds_do_not_depend_on_it(skip: bool) -> None:
    rules = {"toggle.suppliers_skip_unplayed_round": skip}
    game = do(position(3, round=6, seats=[seat(wood=1)], rules=rules), "place", space="housework")
    do(game, "furnish", tile="stone_supplier")
    assert set(coming(game)) == {"7", "8", "9", "10", "11"}


# ---------------------------------------------------------------- R-INT-18 and 19


@rule("R-INT-18")
@pytest.mark.parametrize(("tile", "stone"), [("office_room", 1), ("dog_school", 0)])
def test_office_room_and_dog_school_cost_and_score_as_printed(tile: str, stone: int) -> None:
    game = at_housework(seat(stone=1, wood=1))
    do(game, "furnish", tile=tile)
    assert (goods(game)["stone"], goods(game)["wood"]) == (1 - stone, 1)
    assert (score(game)["furnishings"], score(game)["bonus"]) == (0, 0)
    assert can(at_housework(seat()), "furnish", tile=tile) == (stone == 0)


TRADES = [
    ("trader", {"gold": 6}, {"wood": 3, "stone": 3, "ore": 3, "gold": 0}),
    ("cooking_cave", {"grain": 3, "vegetable": 3}, {"food": 15, "grain": 0}),
    ("hunting_parlor", {"wild_boar": 6}, {"gold": 6, "food": 6, "wild_boar": 0}),
    ("beer_parlor", {"grain": 6}, {"gold": 9, "grain": 0}),
    ("blacksmithing_parlor", {"ruby": 3, "ore": 3}, {"gold": 6, "food": 3, "ruby": 0}),
    ("spare_part_storage", {"wood": 3, "stone": 3, "ore": 3}, {"gold": 6, "ore": 0}),
]


@rule("R-INT-19")
@pytest.mark.parametrize("phase", ["work", "feeding", "breeding", "final"])
@pytest.mark.parametrize(("tile", "wares", "result"), TRADES)
def test_trades_have_no_limit(tile: str, wares: dict[str, int], result: dict[str, int], phase: str) -> None:
    board = {**ROOMY, "M24": tile}
    game = position(round=12, phase=phase, seats=[seat(board=board, **{"ruby": 1, **wares})])
    assert game.phase == phase
    for _ in range(3):
        do(game, "use_tile", tile=tile, option=0)
    assert not can(game, "use_tile", tile=tile)
    assert {name: goods(game)[name] for name in result} == result
