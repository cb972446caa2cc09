"""Action spaces of the round cards (base.md section 18)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.spaces import card_order, change, lying_untouched, next_round, offered, open_space, use
from tests.caverna.table import DWELLINGS, can, cell, do, find, finish_turn, goods, on_space, position, rule, seat

FIRST_ROUND_OF_STAGE = {
    "blacksmithing": 1, "sheep_farming": 1, "ore_mine_construction": 1, "donkey_farming": 5, "ruby_mine_construction": 5,
    "exploration": 7, "ore_delivery": 7, "family_life": 7, "ore_trading": 10, "adventure": 10, "ruby_delivery": 10,
}  # fmt: skip
LAST_ROUND_OF_STAGE = {1: 3, 5: 6, 7: 9, 10: 12}
ACCUMULATING = [
    ("sheep_farming", [{"sheep": 1}, {"sheep": 2}, {"sheep": 3}]),
    ("donkey_farming", [{"donkey": 1}, {"donkey": 2}, {"donkey": 3}]),
    ("ore_delivery", [{"stone": 1, "ore": 1}, {"stone": 2, "ore": 2}, {"stone": 3, "ore": 3}]),
    ("ruby_delivery", [{"ruby": 2}, {"ruby": 3}, {"ruby": 4}]),
]
NOT_ACCUMULATING = [card for card in FIRST_ROUND_OF_STAGE if card not in dict(ACCUMULATING)]
MEADOWS = {"F34": "meadow", "F33": "meadow", "F24": "meadow"}
TUNNELS = {"M23": "tunnel", "M33": "tunnel"}
SOWABLE = {"F34": "field", "F33": "field"}


def revealed(card: str, round: int, players: int = 3) -> Game:
    """The game in the round in which a card has just been turned over."""
    return position(players=players, round=round - 1, phase="start_of_round", cards=card_order(players, card))


def weapons(game: Game) -> list[int]:
    """Weapon strengths of seat 0."""
    return [entry["weapon"] for entry in game.to_dict()["seats"][0]["dwarfs"]]


def take(game: Game, *items: str) -> Game:
    """Take loot, item by item."""
    for item in items:
        do(game, "loot", loot=item)
    return game


# ---------------------------------------------------------------- when cards appear, what lies on them


@rule("R-REPL-1", "R-ROUND-2", "A-sheep_farming", "A-donkey_farming", "A-ore_delivery", "A-ruby_delivery")
@pytest.mark.parametrize(("card", "rounds"), ACCUMULATING)
def test_a_card_is_filled_as_it_appears_and_every_round_after_it(card: str, rounds: list[dict[str, int]]) -> None:
    game = revealed(card, FIRST_ROUND_OF_STAGE[card])
    assert lying_untouched(game, card, 3) == rounds


@rule(
    "A-blacksmithing", "A-ore_mine_construction", "A-ruby_mine_construction", "A-exploration", "A-family_life", "A-ore_trading",
    "A-adventure",
)  # fmt: skip
@pytest.mark.parametrize("card", NOT_ACCUMULATING)
def test_nothing_lies_on_the_other_cards(card: str) -> None:
    first = FIRST_ROUND_OF_STAGE[card]
    assert lying_untouched(revealed(card, first), card, 2) == [{}, {}]


@rule("R-SETUP-4", "A-wish_for_children", "A-urgent_wish_for_children", "A-exploration")
@pytest.mark.parametrize("players", range(2, 8))
def test_every_card_appears_in_the_rounds_of_its_stage(players: int) -> None:
    for seed in range(6):
        dealt = Game(players=players, seed=seed).to_dict()["cards"]
        rounds = [number for number in range(1, 13) if players > 2 or number != 9]
        appears = dict(zip(dealt, rounds, strict=True))
        assert appears.pop("wish_for_children") == 4
        assert ("exploration" in appears) == (players > 2)
        assert set(appears) == set(FIRST_ROUND_OF_STAGE) - ({"exploration"} if players == 2 else set())
        for card, number in appears.items():
            first = FIRST_ROUND_OF_STAGE[card]
            assert first <= number <= LAST_ROUND_OF_STAGE[first]


@rule("R-SOLO-3")
def test_the_solo_game_has_a_fixed_order_of_cards() -> None:
    assert Game(players=1, seed=3).to_dict()["cards"] == [
        "blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children", "donkey_farming", "ruby_mine_construction",
        "ore_delivery", "family_life", "ore_trading", "adventure", "ruby_delivery",
    ]  # fmt: skip


# ---------------------------------------------------------------- stage 1


@rule("A-blacksmithing", "R-CONN-2", "R-WEAP-1")
def test_blacksmithing_is_forging_then_an_expedition_of_level_three() -> None:
    game = use("blacksmithing", seat(ore=5))
    assert offered(game) == {"forge"}
    assert change(game, "forge", strength=3) == {"ore": -3}
    assert offered(game) == {"expedition", "pass"}
    assert [action.level for action in find(game, "expedition")] == [3]
    do(game, "expedition")
    take(game, "wood", "grain", "stone")
    assert goods(game)["wood"] == goods(game)["grain"] == goods(game)["stone"] == 1
    assert weapons(game) == [4, 0]
    assert game.player == 1


@rule("A-blacksmithing", "R-WEAP-2")
def test_an_armed_dwarf_comes_for_the_expedition_alone() -> None:
    assert offered(use("blacksmithing", seat(dwarfs=[2, 2], ore=8))) == {"expedition"}


@rule("A-blacksmithing")
def test_a_dwarf_may_forge_and_stay() -> None:
    game = use("blacksmithing", seat(ore=1))
    do(game, "forge", strength=1)
    do(game, "pass")
    assert weapons(game) == [1, 0]
    assert game.player == 1


@rule("A-blacksmithing", "R-WORK-6")
def test_blacksmithing_needs_ore_or_a_weapon() -> None:
    assert not can(open_space("blacksmithing"), "place", space="blacksmithing")


@rule("A-blacksmithing", "R-WEAP-1")
def test_the_strongest_forged_weapon_has_strength_eight() -> None:
    game = use("blacksmithing", seat(ore=12))
    assert [action.strength for action in find(game, "forge")] == [1, 2, 3, 4, 5, 6, 7, 8]


@rule("A-blacksmithing", "A-adventure", "R-CONN-2", "F-peaceful_cave")
@pytest.mark.parametrize(("space", "items"), [("blacksmithing", ("wood", "dog", "grain")), ("adventure", ("wood",))])
def test_no_weapon_is_forged_after_the_expedition(space: str, items: tuple[str, ...]) -> None:
    game = use(space, seat(board={"M13": "peaceful_cave"}, dwarfs=[2, 3], ore=5))
    do(game, "expedition")
    do(game, "disarm", weapon=2)
    take(game, *items)
    assert weapons(game) == [0, 3]
    assert not can(game, "forge")


FARMS = [("sheep_farming", "sheep"), ("donkey_farming", "donkey")]


@rule("A-sheep_farming", "A-donkey_farming", "R-CONN-1", "R-CONN-2", "R-FENCE-1", "R-FENCE-4", "R-STAB-1")
@pytest.mark.parametrize(("space", "animal"), FARMS)
def test_a_farm_is_built_before_its_animals_are_taken(space: str, animal: str) -> None:
    game = use(space, seat(board=MEADOWS, wood=6, stone=1), lying={animal: 9})
    assert offered(game) == {"pasture", "stable", "collect"}
    assert change(game, "stable", cell="F24") == {"stone": -1}
    assert change(game, "pasture", size="large", cell="F33", direction="south") == {"wood": -4}
    assert change(game, "pasture", size="small", cell="F24") == {"wood": -2}
    assert offered(game) == {"collect", "pass"}
    assert change(game, "collect") == {animal: 9}  # 4 in the large pasture, 4 beside the stable, the last one indoors
    assert game.player == 1


@rule("A-sheep_farming", "A-donkey_farming", "R-CONN-2")
@pytest.mark.parametrize(("space", "animal"), FARMS)
def test_nothing_is_built_after_the_animals_were_taken(space: str, animal: str) -> None:
    game = use(space, seat(board=MEADOWS, wood=6, stone=1), lying={animal: 1})
    assert change(game, "collect") == {animal: 1}
    assert game.player == 1
    assert goods(game)["wood"] == 6
    assert on_space(game, space) == {}


@rule("A-sheep_farming", "A-donkey_farming", "R-FENCE-1", "R-STAB-1")
@pytest.mark.parametrize(("space", "animal"), FARMS)
def test_one_small_pasture_one_large_one_and_one_stable_at_most(space: str, animal: str) -> None:
    board = dict.fromkeys(("F34", "F33", "F24", "F23", "F14", "F13", "F32", "F22"), "meadow")
    game = use(space, seat(board=board, wood=20, stone=3))
    do(game, "pasture", size="small", cell="F34")
    assert {action.size for action in find(game, "pasture")} == {"large"}
    do(game, "stable", cell="F33")
    assert not can(game, "stable")
    do(game, "pasture", size="large")
    finish_turn(game)
    assert goods(game)["wood"] == 14
    assert goods(game)["stone"] == 2


@rule("A-sheep_farming", "A-donkey_farming", "R-CONN-6")
@pytest.mark.parametrize(("space", "animal"), FARMS)
def test_the_animals_may_stay_on_the_card(space: str, animal: str) -> None:
    game = use(space, seat(stone=1), lying={animal: 2})
    do(game, "stable", cell="F11")
    finish_turn(game)
    assert on_space(game, space) == {animal: 2}


@rule("A-sheep_farming", "A-donkey_farming", "R-WORK-6")
@pytest.mark.parametrize(("space", "animal"), FARMS)
def test_a_farm_without_animals_and_material_is_of_no_use(space: str, animal: str) -> None:
    assert not can(open_space(space, seat(board=MEADOWS, wood=1)), "place", space=space)
    assert can(open_space(space, seat(board=MEADOWS, wood=2)), "place", space=space)
    assert offered(use(space, lying={animal: 1})) == {"collect"}


@rule("A-ore_mine_construction", "R-MINE-1", "R-CONN-2", "R-EXP-7")
def test_the_mine_gives_three_ore_and_comes_before_an_expedition_of_level_two() -> None:
    game = use("ore_mine_construction", seat(dwarfs=[1, 1], board=TUNNELS))
    assert offered(game) == {"twin_tile", "expedition"}
    assert {action.tile for action in find(game, "twin_tile")} == {"ore_mine_deep_tunnel"}
    assert change(game, "twin_tile", cell="M33", direction="west") == {"ore": 3}
    assert (cell(game, "M33"), cell(game, "M23")) == ("ore_mine", "deep_tunnel")
    assert [action.level for action in find(game, "expedition")] == [2]
    do(game, "expedition")
    take(game, "wood", "dog")
    assert game.player == 1


@rule("A-ore_mine_construction", "R-CONN-2")
def test_no_mine_is_built_after_the_expedition() -> None:
    game = use("ore_mine_construction", seat(dwarfs=[1, 1], board=TUNNELS))
    do(game, "expedition")
    take(game, "wood", "dog")
    assert game.player == 1
    assert goods(game)["ore"] == 0
    assert cell(game, "M23") == "tunnel"


@rule("A-ore_mine_construction", "R-MINE-1")
@pytest.mark.parametrize(
    "board",
    [
        {},
        {"M23": "tunnel"},
        {"M23": "tunnel", "M24": "cavern", "M34": "tunnel"},
        {"M23": "tunnel", "M33": "deep_tunnel", "M34": "ore_mine"},
    ],
)
def test_no_ore_without_two_adjacent_ordinary_tunnels(board: dict[str, str]) -> None:
    assert not can(open_space("ore_mine_construction", seat(board=board)), "place", space="ore_mine_construction")
    armed = seat(board=board, dwarfs=[1, 1])
    assert offered(use("ore_mine_construction", armed)) == {"expedition"}


# ---------------------------------------------------------------- stage 2


@rule("A-wish_for_children", "R-CONN-4", "R-FAM-2")
def test_a_wish_for_children_is_a_dwarf_or_a_dwelling() -> None:
    family = seat(board=DWELLINGS, wood=4, stone=3)
    game = use("wish_for_children", family, round=4)
    assert offered(game) == {"grow", "furnish"}
    do(game, "grow")
    assert game.player == 1
    assert len(weapons(game)) == 3
    game = use("wish_for_children", family, round=4)
    assert change(game, "furnish", tile="dwelling", cell="M13") == {"wood": -4, "stone": -3}
    assert game.player == 1
    assert len(weapons(game)) == 2


@rule("A-wish_for_children", "A-urgent_wish_for_children", "R-FURN-2")
@pytest.mark.parametrize(("space", "round"), [("wish_for_children", 4), ("urgent_wish_for_children", 12)])
def test_only_dwellings_are_furnished_here(space: str, round: int) -> None:
    game = use(space, seat(wood=9, stone=9, ore=9, gold=9, food=9, grain=9, vegetable=9), round=round)
    assert {action.tile for action in find(game, "furnish")} == {
        "dwelling", "simple_dwelling_4w2s", "simple_dwelling_3w3s", "mixed_dwelling", "couple_dwelling", "additional_dwelling",
    }  # fmt: skip


@rule("A-wish_for_children", "R-WORK-6", "R-FAM-1")
def test_a_wish_for_children_needs_room_or_the_price_of_a_dwelling() -> None:
    assert not can(open_space("wish_for_children", seat(wood=4, stone=1), round=4), "place", space="wish_for_children")
    assert offered(use("wish_for_children", seat(wood=4, stone=2), round=4)) == {"furnish"}
    assert offered(use("wish_for_children", seat(board=DWELLINGS), round=4)) == {"grow"}


@rule("R-ROUND-3", "A-wish_for_children", "A-urgent_wish_for_children", "A-family_life", "D-22")
@pytest.mark.parametrize("players", [2, 3])
def test_family_life_turns_the_wish_over_before_anyone_acts(players: int) -> None:
    game = revealed("ore_delivery", 7, players)
    assert "wish_for_children" in game.to_dict()["spaces"]
    assert "urgent_wish_for_children" not in game.to_dict()["spaces"]
    before = len(game.to_dict()["spaces"])
    game = revealed("family_life", 7, players)
    assert "wish_for_children" not in game.to_dict()["spaces"]
    assert "urgent_wish_for_children" in game.to_dict()["spaces"]
    assert "family_life" in game.to_dict()["spaces"]
    assert len(game.to_dict()["spaces"]) == before


@rule("A-urgent_wish_for_children", "R-CONN-3", "R-CONN-4")
def test_an_urgent_wish_is_a_dwelling_and_then_a_dwarf() -> None:
    game = use("urgent_wish_for_children", seat(wood=4, stone=3))
    assert offered(game) == {"furnish", "collect"}
    do(game, "furnish", tile="dwelling", cell="M13")
    assert offered(game) == {"grow", "pass"}
    do(game, "grow")
    assert len(weapons(game)) == 3
    assert game.player == 1
    assert goods(game)["gold"] == 0


@rule("A-urgent_wish_for_children", "R-CONN-4")
def test_an_urgent_wish_may_give_three_gold_instead() -> None:
    game = use("urgent_wish_for_children", seat(wood=4, stone=3))
    assert change(game, "collect") == {"gold": 3}
    assert game.player == 1


@rule("A-urgent_wish_for_children", "R-CONN-3")
def test_an_urgent_wish_gives_no_dwarf_without_a_new_dwelling() -> None:
    assert offered(use("urgent_wish_for_children", seat(board=DWELLINGS))) == {"collect"}


@rule("A-urgent_wish_for_children", "R-CONN-3")
def test_the_dwarf_may_be_declined() -> None:
    game = use("urgent_wish_for_children", seat(wood=4, stone=3))
    do(game, "furnish", tile="dwelling", cell="M13")
    do(game, "pass")
    assert game.player == 1
    assert len(weapons(game)) == 2


@rule("A-urgent_wish_for_children", "F-couple_dwelling")
def test_a_couple_dwelling_gives_one_growth_only() -> None:
    game = use("urgent_wish_for_children", seat(wood=8, stone=6))
    do(game, "furnish", tile="couple_dwelling", cell="M13")
    do(game, "grow")
    assert len(weapons(game)) == 3
    assert game.player == 1


MINES = {"M23": "tunnel", "M12": "ore_mine", "M11": "deep_tunnel"}


@rule("A-ruby_mine_construction", "R-CONN-4", "R-MINE-2")
def test_a_ruby_mine_gives_a_ruby_on_a_deep_tunnel_only() -> None:
    game = use("ruby_mine_construction", seat(board=MINES))
    assert {action.cell for action in find(game, "ruby_mine")} == {"M23", "M11"}
    assert change(game, "ruby_mine", cell="M23") == {}
    assert cell(game, "M23") == "ruby_mine"
    assert game.player == 1
    game = use("ruby_mine_construction", seat(board=MINES))
    assert change(game, "ruby_mine", cell="M11") == {"ruby": 1}
    assert cell(game, "M11") == "ruby_mine"
    assert game.player == 1


@rule("A-ruby_mine_construction", "R-WORK-6")
def test_a_ruby_mine_needs_a_tunnel() -> None:
    board = {"M23": "cavern", "M12": "ore_mine", "M24": "ruby_mine"}
    assert not can(open_space("ruby_mine_construction", seat(board=board)), "place", space="ruby_mine_construction")


# ---------------------------------------------------------------- stage 3


@rule("A-ore_delivery", "R-MINE-4")
@pytest.mark.parametrize(("mines", "ore"), [(0, 2), (1, 4), (2, 6)])
def test_ore_delivery_gives_two_more_ore_for_each_ore_mine(mines: int, ore: int) -> None:
    board = dict([("M24", "ore_mine"), ("M23", "ore_mine")][:mines])
    game = open_space("ore_delivery", seat(board={**board, "M12": "ruby_mine"}), lying={"stone": 2, "ore": 2})
    assert change(game, "place", space="ore_delivery") == {"stone": 2, "ore": ore}
    assert on_space(game, "ore_delivery") == {}
    assert game.player == 1


@rule("A-ore_delivery", "U-20")
def test_an_empty_ore_delivery_needs_an_ore_mine() -> None:
    assert not can(open_space("ore_delivery"), "place", space="ore_delivery")
    assert change(open_space("ore_delivery", seat(board={"M24": "ore_mine"})), "place", space="ore_delivery") == {"ore": 2}


@rule("A-family_life", "R-CONN-1")
def test_family_life_is_a_dwarf_and_sowing_in_either_order() -> None:
    family = seat(board={**DWELLINGS, **SOWABLE}, grain=1)
    game = use("family_life", family)
    assert offered(game) == {"grow", "sow"}
    do(game, "grow")
    assert offered(game) == {"sow", "pass"}
    do(game, "sow", cell="F34")
    assert game.player == 1
    game = use("family_life", family)
    do(game, "sow", cell="F34")
    assert offered(game) == {"grow", "pass"}
    do(game, "grow")
    assert (len(weapons(game)), cell(game, "F34")) == (3, "field:grain*3")
    assert game.player == 1


@rule("A-family_life", "R-WORK-6")
def test_family_life_offers_what_is_possible() -> None:
    assert not can(open_space("family_life"), "place", space="family_life")
    assert offered(use("family_life", seat(board=DWELLINGS))) == {"grow"}
    assert offered(use("family_life", seat(board=SOWABLE, vegetable=1))) == {"sow"}


@rule("A-exploration", "R-EXP-7", "R-EXP-1")
def test_exploration_is_an_expedition_of_level_four_for_armed_dwarfs() -> None:
    assert not can(open_space("exploration", players=3), "place", space="exploration")
    game = use("exploration", seat(dwarfs=[3, 3]), players=3)
    assert [action.level for action in find(game, "expedition")] == [4]
    do(game, "expedition")
    take(game, "wood", "dog", "grain", "stone")
    assert goods(game)["stone"] == 1
    assert game.player == 1


@rule("A-exploration", "R-2P-1")
@pytest.mark.parametrize("players", [1, 2])
def test_exploration_is_not_used_with_one_or_two_players(players: int) -> None:
    assert "exploration" not in Game(players=players).to_dict()["cards"]
    assert "exploration" not in position(players=players, round=12).to_dict()["spaces"]


# ---------------------------------------------------------------- stage 4


@rule("A-ore_trading")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_ore_trading_gives_two_gold_and_a_food_for_two_ore_up_to_three_times(times: int) -> None:
    game = use("ore_trading", seat(ore=9))
    assert [action.times for action in find(game, "trade")] == [1, 2, 3]
    assert change(game, "trade", times=times) == {"ore": -2 * times, "gold": 2 * times, "food": times}
    assert [action.times for action in find(game, "trade")] == list(range(1, 3 - times + 1))
    assert game.player == (0 if times < 3 else 1)


@rule("A-ore_trading", "R-WORK-6")
@pytest.mark.parametrize(("ore", "most"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_every_trade_takes_two_whole_ore(ore: int, most: int) -> None:
    assert max(action.times for action in find(use("ore_trading", seat(ore=ore)), "trade")) == most
    assert not can(open_space("ore_trading", seat(ore=1)), "place", space="ore_trading")


@rule("A-adventure", "R-CONN-2", "R-CONN-3", "R-EXP-3", "R-EXP-7")
def test_an_adventure_is_forging_then_two_complete_expeditions() -> None:
    game = use("adventure", seat(ore=1))
    assert offered(game) == {"forge"}
    do(game, "forge", strength=1)
    assert [action.level for action in find(game, "expedition")] == [1]
    do(game, "expedition")
    do(game, "loot", loot="wood")
    assert weapons(game) == [2, 0]
    assert offered(game) == {"expedition", "pass"}
    assert [action.level for action in find(game, "expedition")] == [1]
    do(game, "expedition")
    assert {action.loot for action in find(game, "loot")} == {"all_weapons_plus_1", "wood", "dog", "grain", "sheep"}
    do(game, "loot", loot="wood")
    assert weapons(game) == [3, 0]
    assert goods(game)["wood"] == 2
    assert game.player == 1


@rule("A-adventure", "R-CONN-3")
def test_the_second_expedition_of_an_adventure_may_be_left_out() -> None:
    game = use("adventure", seat(dwarfs=[5, 5]))
    assert offered(game) == {"expedition"}
    do(game, "expedition")
    do(game, "loot", loot="grain")
    do(game, "pass")
    assert weapons(game) == [6, 5]
    assert game.player == 1


@rule("A-adventure")
def test_an_adventure_may_end_with_the_forging_and_needs_ore_or_a_weapon() -> None:
    game = use("adventure", seat(ore=3))
    do(game, "forge", strength=2)
    do(game, "pass")
    assert weapons(game) == [2, 0]
    assert game.player == 1
    assert not can(open_space("adventure"), "place", space="adventure")


@rule("A-ruby_delivery", "R-MINE-4")
@pytest.mark.parametrize(("mines", "rubies"), [(0, 3), (1, 3), (2, 4), (3, 4)])
def test_ruby_delivery_gives_one_more_ruby_with_at_least_two_ruby_mines(mines: int, rubies: int) -> None:
    board: dict[str, Any] = dict([("M24", "ruby_mine"), ("M23", "ruby_mine"), ("M12", "ruby_mine")][:mines])
    game = open_space("ruby_delivery", seat(board=board), lying={"ruby": 3})
    assert change(game, "place", space="ruby_delivery") == {"ruby": rubies}
    assert on_space(game, "ruby_delivery") == {}


@rule("A-ruby_delivery", "U-20")
def test_an_empty_ruby_delivery_needs_two_ruby_mines() -> None:
    one, two = {"M24": "ruby_mine"}, {"M24": "ruby_mine", "M23": "ruby_mine"}
    assert not can(open_space("ruby_delivery", seat(board=one)), "place", space="ruby_delivery")
    assert change(open_space("ruby_delivery", seat(board=two)), "place", space="ruby_delivery") == {"ruby": 1}


@rule("A-ruby_delivery", "R-REPL-2")
def test_ruby_delivery_starts_again_with_two_rubies_after_it_was_emptied() -> None:
    game = revealed("ruby_delivery", 10)
    assert change(game, "place", space="ruby_delivery") == {"ruby": 2}
    next_round(game, "ruby_delivery")
    assert on_space(game, "ruby_delivery") == {"ruby": 2}
