"""R-WORK: placing dwarfs."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, do, dwarf, find, finish_turn, goods, on_space, position, rule, seat

CARDS = [
    "blacksmithing", "ore_mine_construction", "sheep_farming", "wish_for_children", "donkey_farming", "ruby_mine_construction",
    "ore_delivery", "family_life", "exploration", "ore_trading", "adventure", "ruby_delivery",
]  # fmt: skip
FULL_FOREST = {f"F{column}{row}": "meadow" for column in (1, 2, 3) for row in (1, 2, 3, 4)}
FULL_MOUNTAIN = {f"M{column}{row}": "tunnel" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) not in ((1, 3), (1, 4))}


def at_work(number: int, seats: list[Any] | None = None, players: int = 4, **fields: Any) -> Game:
    """The work phase of a round with known cards; nothing lies on the spaces unless said."""
    cards = CARDS if players > 2 else [card for card in CARDS if card != "exploration"]
    return position(players=players, round=number, seats=seats, cards=cards, **fields)


def placements(game: Game) -> list[int]:
    """The seats in the order in which they place dwarfs until the work phase ends."""
    order = []
    number = game.round
    while game.phase == "work" and game.round == number:
        assert game.player is not None
        order.append(game.player)
        do(game, "place")
        while game.phase == "work" and game.round == number and not can(game, "place"):
            game.play(game.legal()[0])
    return order


# ---------------------------------------------------------------- whose turn it is


@rule("R-WORK-1")
def test_players_place_one_dwarf_after_the_other_from_the_starting_player() -> None:
    game = position(players=3, phase="start_of_round", round=0)
    assert placements(game) == [0, 1, 2, 0, 1, 2]


@rule("R-WORK-1")
def test_the_order_is_clockwise_from_whoever_starts() -> None:
    game = position(players=4, phase="start_of_round", round=0, start_player=2)
    assert placements(game) == [2, 3, 0, 1, 2, 3, 0, 1]


@rule("R-WORK-1")
def test_a_player_without_dwarfs_at_home_is_skipped() -> None:
    large = seat(DWELLINGS, dwarfs=[0] * 4)
    game = position(players=3, phase="start_of_round", round=0, seats=[seat(), large, seat(dwarfs=[0])])
    assert placements(game) == [0, 1, 2, 0, 1, 1, 1]


@rule("R-WORK-1")
def test_the_action_is_carried_out_before_the_next_player_places() -> None:
    game = at_work(1, spaces={"clearing_4_7": {"goods": {"wood": 2}}})
    do(game, "place", space="clearing_4_7")
    assert game.player == 0
    assert not can(game, "place")
    do(game, "collect")
    do(game, "pass")
    assert game.player == 1


# ---------------------------------------------------------------- one dwarf to a space


@rule("R-WORK-2")
def test_an_occupied_space_cannot_be_used_again() -> None:
    game = position(round=1, spaces={"supplies": {}})
    do(game, "place", space="supplies")
    assert game.player == 1
    assert not can(game, "place", space="supplies")


@rule("R-WORK-2")
def test_not_even_by_the_same_player_but_again_in_the_next_round() -> None:
    game = position(players=1, round=2, seats=[seat(dwarfs=[dwarf(at="housework"), dwarf()])])
    assert not can(game, "place", space="housework")
    do(game, "place", space="slash_and_burn")
    do(game, "twin_tile")
    finish_turn(game)
    assert game.round == 3
    assert can(game, "place", space="housework")


# ---------------------------------------------------------------- in order of strength


@rule("R-WORK-3", "R-WORK-4")
def test_the_weakest_dwarf_goes_first_unless_a_ruby_is_paid() -> None:
    game = position(round=5, seats=[seat(dwarfs=[0, 8])])
    assert {action.weapon for action in find(game, "place")} == {0}
    game = position(round=5, seats=[seat(dwarfs=[0, 8], ruby=1)])
    do(game, "place", space="supplies", weapon=8)
    assert goods(game)["ruby"] == 0


@rule("R-WORK-3")
def test_armed_dwarfs_follow_in_ascending_order() -> None:
    house = seat(DWELLINGS, dwarfs=[9, 2, 5])
    game = position(players=1, round=2, seats=[house], spaces={"logging_1_3": {"goods": {"wood": 3}}})
    order = []
    for space in ("housework", "slash_and_burn", "logging_1_3"):
        order += [{action.weapon for action in find(game, "place")}]
        do(game, "place", space=space)
        if can(game, "collect"):
            do(game, "collect")
        else:
            do(game, "twin_tile")
        finish_turn(game)
    assert order == [{2}, {5}, {9}]


@rule("R-WORK-3")
def test_dwarfs_of_equal_strength_cost_nothing_in_any_order() -> None:
    game = position(players=1, round=2, seats=[seat(dwarfs=[5, 5], ruby=1)], spaces={"wood_gathering": {"goods": {"wood": 1}}})
    do(game, "place", space="wood_gathering", weapon=5)
    do(game, "place", space="housework", weapon=5)
    assert goods(game)["ruby"] == 1


@rule("R-WORK-4")
def test_the_weakest_dwarf_never_costs_a_ruby() -> None:
    game = position(round=5, seats=[seat(dwarfs=[0, 8], ruby=1)])
    do(game, "place", space="supplies", weapon=0)
    assert goods(game)["ruby"] == 1


@rule("R-WORK-4", "R-RUBY-4")
def test_each_placement_out_of_order_costs_a_ruby_again() -> None:
    house = seat(DWELLINGS, dwarfs=[0, 3, 8], ruby=2)
    spaces = {"wood_gathering": {"goods": {"wood": 1}}, "ore_mining_1_3": {"goods": {"ore": 1}}}
    game = position(players=1, round=2, seats=[house], spaces=spaces)
    assert {action.weapon for action in find(game, "place")} == {0, 3, 8}
    do(game, "place", space="wood_gathering", weapon=8)
    assert goods(game)["ruby"] == 1
    do(game, "place", space="ore_mining_1_3", weapon=3)
    assert goods(game)["ruby"] == 0
    assert {action.weapon for action in find(game, "place")} == {0}


@rule("R-WORK-4")
def test_the_ruby_cannot_be_spent_twice() -> None:
    # the same ruby cannot both lift the order and pay for the seed that would be sown
    board = {"F34": "field", "F24": "meadow"}
    house = seat({**FULL_FOREST, **board}, dwarfs=[0, 8], ruby=1)
    game = position(players=1, round=2, seats=[house])
    assert not can(game, "place", space="slash_and_burn")


# ---------------------------------------------------------------- who can be placed


@rule("R-WORK-5")
def test_newborns_cannot_be_placed_this_round() -> None:
    parent = dwarf(at="family_life")
    game = at_work(8, seats=[seat(dwarfs=[parent, dwarf(at="family_life", newborn=True)])], players=2, to_move=1)
    assert game.player == 1
    do(game, "place", space="supplies")
    assert game.player == 1  # seat 0 has nobody left to place


@rule("R-WORK-5")
def test_newborns_work_from_the_next_round_on() -> None:
    game = at_work(1, seats=[seat({"M24": "dwelling"})], players=4, to_move=0)
    do(game, "place", space="growth")
    do(game, "grow")
    assert placements(game).count(0) == 1
    assert game.round == 2
    assert placements(game).count(0) == 3


@rule("R-WORK-5")
def test_dwarfs_that_stand_on_a_space_cannot_be_placed() -> None:
    game = position(round=5, seats=[seat(dwarfs=[dwarf(2, at="housework"), dwarf(6)])])
    assert {action.weapon for action in find(game, "place")} == {6}
    with_ruby = position(round=5, seats=[seat(dwarfs=[dwarf(8, at="housework"), dwarf(6)], ruby=1)])
    assert {action.weapon for action in find(with_ruby, "place")} == {6}


# ---------------------------------------------------------------- something must be done


@rule("R-WORK-6", "U-20")
@pytest.mark.parametrize(
    ("players", "space"),
    [(3, "wood_gathering"), (3, "ore_mining_1_3"), (4, "ruby_mining"), (4, "logging_4_7"), (5, "depot"), (7, "large_depot")],
)
def test_taking_nothing_is_no_sub_action(players: int, space: str) -> None:
    assert not can(at_work(5, players=players), "place", space=space)


@rule("R-WORK-6")
@pytest.mark.parametrize(
    ("space", "missing", "enough"),
    [
        ("blacksmithing", seat(), seat(ore=1)),
        ("blacksmithing", seat(dwarfs=[8]), None),
        ("exploration", seat(ore=9), seat(dwarfs=[1])),
        ("ore_trading", seat(ore=1), seat(ore=2)),
        ("ore_mine_construction", seat({"M12": "tunnel"}), seat({"M12": "tunnel", "M11": "tunnel"})),
        ("ruby_mine_construction", seat({"M12": "cavern"}), seat({"M12": "tunnel"})),
        ("sheep_farming", seat({"F34": "meadow"}, wood=1), seat({"F34": "meadow"}, wood=2)),
        ("donkey_farming", seat(), seat(stone=1)),
        ("family_life", seat({"F34": "field"}), seat({"F34": "field"}, grain=1)),
        ("family_life", seat(grain=1), seat({"M12": "dwelling"})),
        ("slash_and_burn", seat(FULL_FOREST, grain=1), seat({**FULL_FOREST, "F11": "field"}, grain=1)),
        ("clearing_4_7", seat(FULL_FOREST), seat()),
        ("excavation_4_7", seat(FULL_MOUNTAIN), seat()),
    ],
)
def test_a_space_where_nothing_can_be_done_is_not_legal(space: str, missing: dict[str, Any], enough: dict[str, Any] | None) -> None:
    if enough is None:  # this one is possible without the goods
        assert can(at_work(12, seats=[missing]), "place", space=space)
        return
    assert not can(at_work(12, seats=[missing]), "place", space=space)
    assert can(at_work(12, seats=[enough]), "place", space=space)


@rule("R-WORK-6")
@pytest.mark.parametrize("space", ["housework", "slash_and_burn", "clearing_4_7", "growth", "urgent_wish_for_children"])
def test_at_least_one_part_must_be_carried_out(space: str) -> None:
    game = at_work(12, spaces={"clearing_4_7": {"goods": {"wood": 2}}})
    do(game, "place", space=space)
    assert not can(game, "pass")


@rule("R-WORK-6")
def test_a_ruby_exchange_can_make_a_sub_action_possible() -> None:
    game = at_work(5, seats=[seat(ruby=1)])
    assert not can(game, "place", space="blacksmithing")
    do(game, "exchange", good="ore")
    do(game, "place", space="blacksmithing")
    do(game, "forge", strength=1)
    assert game.to_dict()["seats"][0]["dwarfs"][0]["weapon"] == 1


@rule("R-WORK-6")
def test_a_conversion_can_make_a_sub_action_possible() -> None:
    others = seat(dwarfs=[dwarf(at="housework"), dwarf()])
    game = at_work(5, seats=[seat(food=0, wild_boar=1), others])
    assert not can(game, "place", space="imitation_4_7")
    do(game, "convert", good="wild_boar")
    do(game, "place", space="imitation_4_7")
    do(game, "imitate", space="housework")
    assert goods(game)["food"] == 0


@rule("R-WORK-6")
def test_what_the_only_sub_action_needs_cannot_be_given_away_first() -> None:
    last = at_work(12, seats=[seat({"F34": "field"}, grain=1)])
    do(last, "place", space="family_life")
    assert not can(last, "convert", good="grain")
    spare = at_work(12, seats=[seat({"F34": "field"}, grain=2)])
    do(spare, "place", space="family_life")
    do(spare, "convert", good="grain")
    assert not can(spare, "convert", good="grain")
    do(spare, "sow", crop="grain")


@rule("R-WORK-6", "U-19")
def test_a_dwarf_without_any_usable_space_stays_at_home() -> None:
    rooms = {"M12": "dwelling", "M23": "cavern", "M21": "cavern", "M32": "cavern", "M34": "cavern"}
    family = [dwarf(at="housework"), dwarf(at="sustenance_1_3"), dwarf()]
    home = seat({**FULL_FOREST, **FULL_MOUNTAIN, **rooms}, dwarfs=family)
    game = position(players=1, round=2, seats=[home])
    assert not can(game, "place")
    do(game, "pass")
    assert game.round == 3
    assert can(game, "place", space="housework")


@rule("U-19")
def test_nobody_with_a_usable_space_may_keep_a_dwarf_at_home() -> None:
    assert not can(position(players=1, round=2), "pass")


# ---------------------------------------------------------------- what is received


@rule("R-WORK-7")
def test_goods_go_to_the_personal_supply() -> None:
    game = at_work(1, spaces={"logging_4_7": {"goods": {"wood": 6}}})
    do(game, "place", space="logging_4_7")
    do(game, "collect")
    assert goods(game)["wood"] == 6
    assert on_space(game, "logging_4_7") == {}


@rule("R-WORK-7")
def test_animals_go_to_the_home_board_or_straight_into_food() -> None:
    game = at_work(5, spaces={"donkey_farming": {"goods": {"donkey": 3}}})
    do(game, "place", space="donkey_farming")
    do(game, "collect")
    assert game.player == 0
    assert not can(game, "pass")  # the third donkey has no room
    do(game, "convert", good="donkey", amount=1)
    assert (goods(game)["donkey"], goods(game)["food"]) == (2, 1)
    finish_turn(game)
    assert game.player == 1
