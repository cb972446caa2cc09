"""R-MINE and R-RUBY: mines and what rubies are good for."""

from __future__ import annotations

import pytest

from caverna_sim import Game, PositionError
from tests.caverna.table import can, cell, do, find, goods, position, rule, score, seat

SINGLE_TILES = ("meadow", "field", "tunnel", "cavern")


def at_ore_mine_construction(board: dict[str, str]) -> Game:
    """Seat 0, with an armed dwarf, has put it on Ore mine construction."""
    return do(position(round=3, seats=[seat(board=board, dwarfs=[1, 1])]), "place", space="ore_mine_construction")


def at_ruby_mine_construction(board: dict[str, str]) -> Game:
    """Seat 0 has put a dwarf on Ruby mine construction."""
    return do(position(round=6, seats=[seat(board=board)]), "place", space="ruby_mine_construction")


# ---------------------------------------------------------------- mines


@rule("R-MINE-1")
@pytest.mark.parametrize(("mine", "deep", "direction"), [("M12", "M11", "north"), ("M11", "M12", "south")])
def test_the_player_decides_which_tunnel_becomes_the_ore_mine(mine: str, deep: str, direction: str) -> None:
    game = at_ore_mine_construction({"M12": "tunnel", "M11": "tunnel"})
    assert {(action.cell, action.direction) for action in find(game, "twin_tile")} == {("M12", "north"), ("M11", "south")}
    do(game, "twin_tile", tile="ore_mine_deep_tunnel", cell=mine, direction=direction)
    assert (cell(game, mine), cell(game, deep)) == ("ore_mine", "deep_tunnel")
    assert goods(game)["ore"] == 3


@rule("R-MINE-1")
@pytest.mark.parametrize(
    "board",
    [
        {"M12": "tunnel"},
        {"M12": "tunnel", "M23": "tunnel"},  # not adjacent
        {"M12": "tunnel", "M11": "deep_tunnel"},
        {"M12": "deep_tunnel", "M11": "deep_tunnel"},
        {"M12": "tunnel", "M11": "cavern"},
        {"M12": "cavern", "M11": "cavern"},
        {"M12": "tunnel", "M11": "ruby_mine"},
        {"M12": "tunnel", "M11": "ore_mine"},
    ],
)
def test_an_ore_mine_needs_two_adjacent_ordinary_tunnels(board: dict[str, str]) -> None:
    game = at_ore_mine_construction(board)
    assert not can(game, "twin_tile")
    do(game, "expedition", level=2)  # the other part; without the tile there is no ore
    do(game, "loot", loot="wood")
    assert goods(game)["ore"] == 0


@rule("R-MINE-2")
def test_a_ruby_mine_on_a_tunnel_gives_no_ruby() -> None:
    game = at_ruby_mine_construction({"M12": "tunnel"})
    do(game, "ruby_mine", cell="M12")
    assert cell(game, "M12") == "ruby_mine"
    assert goods(game)["ruby"] == 0


@rule("R-MINE-2")
def test_a_ruby_mine_on_a_deep_tunnel_gives_one_ruby() -> None:
    game = at_ruby_mine_construction({"M12": "deep_tunnel"})
    do(game, "ruby_mine", cell="M12")
    assert cell(game, "M12") == "ruby_mine"
    assert goods(game)["ruby"] == 1


@rule("R-MINE-2")
def test_a_ruby_mine_lies_only_on_tunnels_of_either_kind() -> None:
    board = {"M12": "tunnel", "M11": "deep_tunnel", "M22": "cavern", "M21": "ore_mine", "M23": "ruby_mine", "M24": "dog_school"}
    game = at_ruby_mine_construction(board)
    assert {action.cell for action in find(game, "ruby_mine")} == {"M12", "M11"}
    do(game, "ruby_mine", cell="M12")
    assert not can(game, "ruby_mine")  # one mine only


@rule("R-MINE-3")
@pytest.mark.parametrize("mine", ["ore_mine", "ruby_mine"])
def test_a_mine_holds_one_donkey_and_nothing_else(mine: str) -> None:
    def stands(**animals: int) -> bool:
        """Whether these animals have room besides two cattle in the entry-level dwelling."""
        try:
            position(seats=[seat(board={"M12": mine}, cattle=2, **animals)])
        except PositionError as error:
            assert "R-ANIM-1" in str(error)
            return False
        return True

    assert stands(donkey=1)
    assert not stands(donkey=2)
    assert not stands(sheep=1)
    assert not stands(wild_boar=1)


@rule("R-MINE-3")
def test_an_ore_mine_is_worth_three_points_and_a_ruby_mine_four() -> None:
    assert score(position())["mines"] == 0
    assert score(position(seats=[seat(board={"M12": "ore_mine"})]))["mines"] == 3
    assert score(position(seats=[seat(board={"M12": "ruby_mine"})]))["mines"] == 4
    assert score(position(seats=[seat(board={"M12": "ruby_mine", "M11": "ore_mine", "M22": "ore_mine"})]))["mines"] == 10


ORE_MINES = {0: {"M12": "ruby_mine"}, 1: {"M12": "ore_mine"}, 2: {"M12": "ore_mine", "M22": "ore_mine"}}
RUBY_MINES = {
    0: {"M12": "ore_mine"},
    1: {"M12": "ruby_mine"},
    2: {"M12": "ruby_mine", "M22": "ruby_mine"},
    3: {"M12": "ruby_mine", "M22": "ruby_mine", "M32": "ruby_mine"},
}


@rule("R-MINE-4")
@pytest.mark.parametrize("mines", [0, 1, 2])
def test_ore_spaces_give_two_more_ore_for_each_ore_mine(mines: int) -> None:
    spaces = {"ore_mining_1_3": {"goods": {"ore": 3}}, "ore_delivery": {"goods": {"ore": 1, "stone": 1}}}
    game = position(round=8, seats=[seat(board=ORE_MINES[mines])], spaces=spaces)
    do(game, "place", space="ore_mining_1_3")
    assert goods(game)["ore"] == 3 + 2 * mines
    game = position(round=8, seats=[seat(board=ORE_MINES[mines])], spaces=spaces)
    do(game, "place", space="ore_delivery")
    assert (goods(game)["ore"], goods(game)["stone"]) == (1 + 2 * mines, 1)


@rule("R-MINE-4")
@pytest.mark.parametrize(("mines", "bonus"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_ruby_mining_gives_a_ruby_more_from_one_ruby_mine_on(mines: int, bonus: int) -> None:
    game = position(round=3, seats=[seat(board=RUBY_MINES[mines])], spaces={"ruby_mining": {"goods": {"ruby": 2}}})
    do(game, "place", space="ruby_mining")
    assert goods(game)["ruby"] == 2 + bonus


@rule("R-MINE-4")
@pytest.mark.parametrize(("mines", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_ruby_delivery_gives_a_ruby_more_from_two_ruby_mines_on(mines: int, bonus: int) -> None:
    game = position(round=12, seats=[seat(board=RUBY_MINES[mines])], spaces={"ruby_delivery": {"goods": {"ruby": 2}}})
    do(game, "place", space="ruby_delivery")
    assert goods(game)["ruby"] == 2 + bonus


# ---------------------------------------------------------------- rubies

FOR_A_RUBY = {"wood", "stone", "ore", "grain", "vegetable", "gold", "dog", "sheep", "donkey", "wild_boar"}


@rule("R-RUBY-1")
@pytest.mark.parametrize("ware", sorted(FOR_A_RUBY))
def test_a_ruby_is_exchanged_for_one_ware_or_animal(ware: str) -> None:
    game = position(seats=[seat(ruby=1)])
    before = goods(game)
    do(game, "exchange", good=ware)
    assert goods(game) == {**before, "ruby": 0, ware: 1}


@rule("R-RUBY-1")
def test_cattle_cost_a_ruby_and_a_food() -> None:
    game = position(seats=[seat(ruby=1)])
    assert {action.good for action in find(game, "exchange")} == FOR_A_RUBY
    game = position(seats=[seat(ruby=2, food=1)])
    assert {action.good for action in find(game, "exchange")} == {*FOR_A_RUBY, "cattle"}
    do(game, "exchange", good="cattle")
    left = goods(game)
    assert (left["ruby"], left["food"], left["cattle"]) == (1, 0, 1)
    assert not can(game, "exchange", good="cattle")


@rule("R-RUBY-1")
def test_without_a_ruby_nothing_is_exchanged() -> None:
    assert not can(position(seats=[seat(gold=9, food=9)]), "exchange")
    assert not can(position(seats=[seat(gold=9, food=9)]), "buy_tile")


@rule("R-RUBY-1", "R-RUBY-2", "R-RUBY-3")
@pytest.mark.parametrize("phase", ["work", "feeding", "breeding", "final"])
def test_rubies_are_traded_at_any_time(phase: str) -> None:
    game = position(round=12, phase=phase, seats=[seat(ruby=2, sheep=2)])
    assert game.phase == phase
    assert can(game, "exchange", good="donkey")
    assert can(game, "buy_tile", tile="cavern", cell="M12")
    assert can(game, "convert", good="ruby")


@rule("R-RUBY-2")
@pytest.mark.parametrize(
    ("tile", "where", "price"), [("meadow", "F34", 1), ("field", "F34", 1), ("tunnel", "M12", 1), ("cavern", "M12", 2)]
)
def test_rubies_buy_single_tiles(tile: str, where: str, price: int) -> None:
    assert not can(position(seats=[seat(ruby=price - 1)]), "buy_tile", tile=tile)
    game = position(seats=[seat(ruby=2)])
    do(game, "buy_tile", tile=tile, cell=where)
    assert cell(game, where) == tile
    assert goods(game)["ruby"] == 2 - price


@rule("R-RUBY-2")
def test_bought_tiles_follow_the_rules_of_placement() -> None:
    game = position(seats=[seat(ruby=2)])
    assert {action.cell for action in find(game, "buy_tile", tile="field")} == {"F34"}
    assert {action.cell for action in find(game, "buy_tile", tile="tunnel")} == {"M12", "M23", "M24"}
    game = position(seats=[seat(board={"F34": "field"}, stables=("F33",), ruby=2)])
    assert {action.cell for action in find(game, "buy_tile", tile="field")} == {"F24"}  # no field on a stable
    assert {action.cell for action in find(game, "buy_tile", tile="meadow")} == {"F24", "F33"}


@rule("R-RUBY-2")
@pytest.mark.parametrize(
    ("tile", "where", "ware", "amount"),
    [("tunnel", "M24", "food", 1), ("cavern", "M31", "food", 2), ("field", "F24", "food", 1), ("meadow", "F31", "wild_boar", 1)],
)
def test_bought_tiles_bring_the_bonus_of_their_cell(tile: str, where: str, ware: str, amount: int) -> None:
    board = {"F34": "field", "F33": "field", "F32": "field", "M23": "tunnel", "M22": "tunnel", "M21": "tunnel"}
    game = position(seats=[seat(board=board, ruby=2)])
    do(game, "buy_tile", tile=tile, cell=where)
    assert goods(game)[ware] == amount


@rule("R-RUBY-2")
def test_rubies_only_fill_empty_cells() -> None:
    board = {"F34": "field", "F33": "meadow", "M12": "tunnel", "M23": "deep_tunnel"}
    game = position(seats=[seat(board=board, ruby=9)])
    assert not {action.cell for action in find(game, "buy_tile")} & {*board, "M13", "M14"}
    assert {action.tile for action in find(game, "buy_tile")} == set(SINGLE_TILES)


@rule("R-RUBY-3")
def test_a_ruby_is_turned_into_two_food() -> None:
    game = position(seats=[seat(ruby=2)])
    do(game, "convert", good="ruby")
    assert (goods(game)["ruby"], goods(game)["food"]) == (1, 2)


@rule("R-RUBY-4")
def test_each_dwarf_out_of_order_costs_a_ruby() -> None:
    game = position(players=1, round=3, seats=[seat(dwarfs=[1, 4, 8], board={"M24": "dwelling"}, ruby=2)])
    do(game, "place", space="housework", weapon=8)
    do(game, "collect")
    do(game, "pass")
    assert goods(game)["ruby"] == 1
    do(game, "place", space="logging_1_3", weapon=4)
    assert goods(game)["ruby"] == 0


@rule("R-RUBY-4")
def test_the_weakest_dwarf_needs_no_ruby_and_without_one_only_it_goes() -> None:
    game = position(seats=[seat(dwarfs=[1, 8], ruby=1)])
    do(game, "place", space="supplies", weapon=1)
    assert goods(game)["ruby"] == 1
    assert not can(position(seats=[seat(dwarfs=[1, 8])]), "place", weapon=8)


@rule("R-RUBY-5")
def test_a_meadow_is_bought_before_fencing() -> None:
    game = position(round=3, seats=[seat(ruby=1, wood=2)], spaces={"sheep_farming": {"goods": {"sheep": 1}}})
    do(game, "place", space="sheep_farming")
    assert not can(game, "pasture")
    do(game, "buy_tile", tile="meadow", cell="F34")
    do(game, "pasture", size="small", cell="F34")
    assert cell(game, "F34") == "small_pasture"


@rule("R-RUBY-5")
def test_a_field_and_a_seed_are_bought_while_sowing() -> None:
    game = position(round=1, seats=[seat(board={"F34": "field"}, ruby=2, grain=1)])
    do(game, "place", space="slash_and_burn")
    do(game, "sow", crop="grain", cell="F34")
    assert not can(game, "sow")
    do(game, "buy_tile", tile="field", cell="F33")
    do(game, "exchange", good="vegetable")
    do(game, "sow", crop="vegetable", cell="F33")
    assert cell(game, "F33") == "field:vegetable*2"


@rule("R-RUBY-5")
def test_a_field_is_bought_before_sowing() -> None:
    board = dict.fromkeys(("F34", "F33", "F32", "F22", "F21", "F12", "F13", "F24"), "meadow")  # no place for a twin tile
    game = position(round=1, seats=[seat(board=board, ruby=1, grain=1)])
    do(game, "buy_tile", tile="field", cell="F14")
    do(game, "place", space="slash_and_burn")
    do(game, "sow", crop="grain", cell="F14")
    assert cell(game, "F14") == "field:grain*3"


@rule("R-RUBY-5")
def test_a_tunnel_is_bought_before_building_an_ore_mine() -> None:
    game = position(round=3, seats=[seat(board={"M12": "tunnel"}, dwarfs=[1, 1], ruby=1)])
    do(game, "place", space="ore_mine_construction")
    assert not can(game, "twin_tile")
    do(game, "buy_tile", tile="tunnel", cell="M11")
    do(game, "twin_tile", cell="M12")
    assert cell(game, "M12") == "ore_mine"


@rule("R-RUBY-5")
def test_a_cavern_is_bought_before_furnishing() -> None:
    game = position(round=1, seats=[seat(board={"M13": "dog_school"}, stone=2, ruby=2)])
    do(game, "place", space="housework")
    assert not can(game, "furnish")
    do(game, "buy_tile", tile="cavern", cell="M12")
    do(game, "furnish", tile="cooking_cave", cell="M12")
    assert cell(game, "M12") == "cooking_cave"
