"""R-START, R-IMIT: the starting player token and imitating spaces; X-18."""

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
DWELLING_ROWS = dict.fromkeys(("M23", "M24", "M34"), "dwelling")  # room for five
FREE_IMITATION = "imitation_7"
COSTS = {
    3: {"imitation_3": 4},
    4: {"imitation_4_7": 2},
    5: {"imitation_4_7": 2, "imitation_5": 4},
    6: {"imitation_4_7": 2, "imitation_6_7": 1},
    7: {"imitation_4_7": 2, "imitation_6_7": 1, "imitation_7": 0},
}


def play_round(game: Game, *spare: str) -> Game:
    """Play on to the next round; nobody goes to the spaces named."""
    number = game.round
    while game.round == number:
        game.play(next(action for action in game.legal() if action.kind != "place" or action.space not in spare))
    return game


def placements(game: Game) -> list[int]:
    """The seats in the order in which they place dwarfs until the round ends."""
    order = []
    number = game.round
    while game.round == number and game.phase == "work":
        assert game.player is not None
        order.append(game.player)
        game.play(next(action for action in find(game, "place") if not action.space.startswith("starting_player")))
        while game.round == number and game.phase == "work" and not can(game, "place"):
            game.play(game.legal()[0])
    return order


def opposite(*spaces: str) -> dict[str, Any]:
    """An opponent whose dwarfs stand on these spaces; one is still at home."""
    return seat(DWELLING_ROWS, dwarfs=[*(dwarf(at=space) for space in spaces), dwarf()])


def facing(*spaces: str, home: dict[str, Any] | None = None, players: int = 7, number: int = 12, **fields: Any) -> Game:
    """Seat 0 moves; seat 1 has dwarfs on these spaces."""
    return position(players=players, round=number, seats=[home or seat(), opposite(*spaces)], cards=CARDS, **fields)


def imitating(space: str, home: dict[str, Any] | None = None, players: int = 7, **fields: Any) -> Game:
    """Seat 0 has just imitated a space of seat 1 and paid nothing (7 players), or the price of the space for 3."""
    game = facing(space, home=home, players=players, **fields)
    do(game, "place", space=FREE_IMITATION if players == 7 else "imitation_3")
    return do(game, "imitate", space=space)


def targets(game: Game, imitation: str = FREE_IMITATION) -> set[str | None]:
    """Spaces that can be imitated by the next dwarf."""
    if not can(game, "place", space=imitation):
        return set()
    do(game, "place", space=imitation)
    return {action.space for action in find(game, "imitate")}


# ---------------------------------------------------------------- the starting player


@rule("R-START-1")
@pytest.mark.parametrize("start", [0, 2])
def test_the_token_does_not_rotate(start: int) -> None:
    game = position(players=3, phase="start_of_round", round=0, start_player=start)
    for number in (1, 2, 3):
        assert (game.round, game.player) == (number, start)
        play_round(game, "starting_player_1_3")


@rule("R-START-1")
@pytest.mark.parametrize(("players", "space"), [(3, "starting_player_1_3"), (4, "starting_player_4_7")])
def test_the_new_order_applies_from_the_next_round(players: int, space: str) -> None:
    game = position(players=players, phase="start_of_round", round=0)
    do(game, "place", space="housework")
    do(game, "collect")
    finish_turn(game)
    assert game.player == 1
    do(game, "place", space=space)
    assert game.to_dict()["start_player"] == 0
    assert placements(game) == [*range(2, players), *range(players)]  # this round goes on as it began
    assert (game.round, game.player) == (2, 1)
    assert placements(game) == [*range(1, players), 0] * 2


@rule("R-START-1")
def test_the_harvest_of_the_round_still_follows_the_old_order() -> None:
    seats = [seat(dwarfs=[0]) for _ in range(3)]
    game = position(players=3, round=4, cards=CARDS, seats=seats, spaces={"wood_gathering": {"goods": {"wood": 1}}})
    for space in ("wood_gathering", "starting_player_1_3", "supplies"):
        do(game, "place", space=space)
    assert (game.phase, game.player) == ("feeding", 0)
    for _ in range(3):
        do(game, "feed", food=0)
    assert (game.round, game.player) == (5, 1)


@rule("R-START-1")
def test_the_starting_player_may_use_the_space_and_keeps_the_token() -> None:
    game = position(players=3, phase="start_of_round", round=0)
    do(game, "place", space="starting_player_1_3")
    play_round(game)
    assert (game.round, game.player) == (2, 0)


@rule("R-START-1")
def test_the_others_follow_the_new_starting_player_clockwise() -> None:
    game = position(players=4, round=2, cards=CARDS, next_start_player=2, seats=[seat(dwarfs=[0])] * 4)
    play_round(game, "starting_player_4_7")
    assert placements(game) == [2, 3, 0, 1]


# ---------------------------------------------------------------- price


@rule("R-IMIT-1", "R-SETUP-3", "D-8")
@pytest.mark.parametrize("players", range(1, 8))
def test_imitation_exists_with_three_or_more_players(players: int) -> None:
    spaces = Game(players=players, seed=1).to_dict()["spaces"]
    assert {space for space in spaces if space.startswith("imitation")} == set(COSTS.get(players, {}))


@rule("R-IMIT-1", "D-8")
@pytest.mark.parametrize(("players", "space", "cost"), [(players, *item) for players in COSTS for item in COSTS[players].items()])
def test_the_printed_food_is_paid(players: int, space: str, cost: int) -> None:
    game = facing("housework", home=seat(food=cost), players=players, number=1)
    do(game, "place", space=space)
    do(game, "imitate", space="housework")
    do(game, "collect")
    assert (goods(game)["food"], goods(game)["dog"]) == (0, 1)
    if cost:
        assert not can(facing("housework", home=seat(food=cost - 1), players=players, number=1), "place", space=space)


@rule("R-IMIT-1")
def test_the_food_is_paid_first() -> None:
    # Forest exploration would give 2 food, but not in time
    assert targets(facing("forest_exploration_4_7", home=seat(food=1)), "imitation_4_7") == set()
    game = facing("forest_exploration_4_7", home=seat(food=2))
    do(game, "place", space="imitation_4_7")
    assert not can(game, "collect")
    do(game, "imitate", space="forest_exploration_4_7")
    assert goods(game)["food"] == 0
    do(game, "collect")
    assert goods(game)["food"] == 2


# ---------------------------------------------------------------- which spaces


@rule("R-IMIT-2")
def test_only_spaces_with_a_dwarf_of_an_opponent_can_be_imitated() -> None:
    assert targets(facing("housework", "growth")) == {"housework", "growth"}
    assert targets(facing()) == set()


@rule("R-IMIT-2")
def test_spaces_of_any_opponent_can_be_imitated() -> None:
    seats = [seat(), opposite("housework"), opposite(), opposite("growth")]
    assert targets(position(players=7, round=12, cards=CARDS, seats=seats + [seat()] * 3)) == {"housework", "growth"}


@rule("R-IMIT-2")
def test_spaces_used_in_an_earlier_round_cannot_be_imitated() -> None:
    game = position(players=7, phase="start_of_round", round=3, cards=CARDS)
    do(game, "place", space="housework")
    do(game, "collect")
    finish_turn(game)
    assert can(game, "place", space=FREE_IMITATION)
    play_round(game, FREE_IMITATION, "imitation_4_7", "imitation_6_7")
    while game.phase != "work":
        game.play(game.legal()[0])
    assert game.round == 5
    assert not can(game, "place", space=FREE_IMITATION)


@rule("R-IMIT-2")
def test_the_dwarf_stays_on_imitation() -> None:
    game = imitating("housework")
    do(game, "collect")
    finish_turn(game)
    table = game.to_dict()
    assert table["seats"][0]["dwarfs"][0]["at"] == FREE_IMITATION
    assert table["spaces"][FREE_IMITATION]["used_by"] == 0
    assert table["spaces"]["housework"]["used_by"] == 1


@rule("R-IMIT-2", "R-CONN-1")
def test_the_space_is_used_as_if_the_dwarf_stood_there() -> None:
    game = imitating("housework", seat(stone=1))
    do(game, "furnish", tile="carpenter", cell="M13")
    do(game, "collect")
    assert (cell(game, "M13"), goods(game)["dog"]) == ("carpenter", 1)
    assert game.player == 1


@rule("R-IMIT-2", "R-CONN-4")
def test_connectives_hold_for_imitated_spaces() -> None:
    game = imitating("growth", seat({"M24": "dwelling"}))
    do(game, "collect")
    assert not can(game, "grow")
    assert game.player == 1


@rule("R-IMIT-3", "A-starting_player_1_3", "A-starting_player_4_7")
@pytest.mark.parametrize(("players", "space"), [(3, "starting_player_1_3"), (7, "starting_player_4_7")])
def test_starting_player_cannot_be_imitated(players: int, space: str) -> None:
    game = facing(space, "housework", home=seat(food=4), players=players)
    assert targets(game, FREE_IMITATION if players == 7 else "imitation_3") == {"housework"}


@rule("R-IMIT-3")
def test_a_space_with_an_own_dwarf_cannot_be_imitated() -> None:
    home = seat(dwarfs=[dwarf(at="growth"), dwarf()])
    assert targets(facing("housework", home=home)) == {"housework"}
    assert targets(facing(home=home)) == set()


# ---------------------------------------------------------------- what is received


MINES = {"M12": "ore_mine", "M11": "ore_mine", "M22": "ruby_mine", "M21": "ruby_mine"}


@rule("R-IMIT-4")
@pytest.mark.parametrize(
    ("players", "space", "lying", "received"),
    [
        (3, "strip_mining", {"ore": 1, "stone": 3}, {"wood": 2}),
        (3, "sustenance_1_3", {"food": 5}, {"grain": 1}),
        (3, "forest_exploration_3", {"wood": 4}, {"vegetable": 1}),
        (3, "supplies", {}, {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}),
        (7, "forest_exploration_4_7", {"wood": 4}, {"food": 2}),
        (7, "ruby_mining", {"ruby": 3}, {"ruby": 1}),
        (7, "ruby_delivery", {"ruby": 4}, {"ruby": 1}),
        (7, "ore_delivery", {"stone": 2, "ore": 2}, {"ore": 4}),
        (7, "hardware_rental_6_7", {}, {"wood": 2}),
        (7, "weekly_market", {}, {"gold": 4}),
    ],
)
def test_only_what_does_not_accumulate_is_received(players: int, space: str, lying: dict[str, int], received: dict[str, int]) -> None:
    cost = 0 if players == 7 else 4
    game = imitating(space, seat(MINES, food=cost), players, spaces={space: {"goods": lying, "used_by": 1}})
    do(game, "collect")
    assert {ware: amount for ware, amount in goods(game).items() if amount} == received
    assert on_space(game, space) == lying


@rule("X-18", "R-IMIT-4")
@pytest.mark.parametrize(("players", "space"), [(3, "ore_mining_1_3"), (7, "ore_mining_4_7")])
def test_imitating_ore_mining_with_two_ore_mines(players: int, space: str) -> None:
    cost = 0 if players == 7 else 4
    home = seat({"M12": "ore_mine", "M11": "ore_mine"}, food=cost)
    game = imitating(space, home, players, spaces={space: {"goods": {"ore": 6}, "used_by": 1}})
    do(game, "collect")
    assert {ware: amount for ware, amount in goods(game).items() if amount} == {"ore": 4}


@rule("R-IMIT-4")
def test_the_tile_of_an_imitated_space_is_placed_without_the_goods() -> None:
    game = imitating("clearing_4_7", spaces={"clearing_4_7": {"goods": {"wood": 2}, "used_by": 1}})
    assert not can(game, "collect")
    do(game, "twin_tile", cell="F34", direction="north")
    assert goods(game)["wood"] == 0
    assert on_space(game, "clearing_4_7") == {"wood": 2}


# ---------------------------------------------------------------- the imitating dwarf


@rule("R-IMIT-5")
def test_the_imitating_dwarf_goes_on_the_expedition() -> None:
    opponent = seat(dwarfs=[dwarf(8, at="logging_4_7"), dwarf(9)])
    game = position(players=7, round=12, cards=CARDS, seats=[seat(dwarfs=[4]), opponent, *[seat()] * 5])
    do(game, "place", space=FREE_IMITATION)
    do(game, "imitate", space="logging_4_7")
    do(game, "expedition", level=1)
    assert can(game, "loot", loot="ore_2")  # strength 4
    assert not can(game, "loot", loot="wild_boar")  # strength 5
    do(game, "loot", loot="ore_2")
    finish_turn(game)
    assert game.to_dict()["seats"][0]["dwarfs"][0]["weapon"] == 5
    assert game.to_dict()["seats"][1]["dwarfs"][0]["weapon"] == 8


@rule("R-IMIT-5")
def test_an_unarmed_dwarf_cannot_imitate_an_expedition() -> None:
    opponent = seat(dwarfs=[dwarf(8, at="exploration"), dwarf(9)])
    game = position(players=7, round=12, cards=CARDS, seats=[seat(), opponent, *[seat()] * 5])
    assert targets(game) == set()


@rule("R-IMIT-5")
def test_the_imitating_dwarf_gets_the_weapon() -> None:
    game = imitating("blacksmithing", seat(ore=3))
    do(game, "forge", strength=3)
    dwarfs = game.to_dict()["seats"][0]["dwarfs"]
    assert [(entry["at"], entry["weapon"]) for entry in dwarfs] == [(FREE_IMITATION, 3), ("home", 0)]


@rule("R-IMIT-5")
def test_a_newborn_lies_on_the_imitating_dwarf() -> None:
    game = imitating("family_life", seat({"M24": "dwelling"}))
    do(game, "grow")
    newborn = game.to_dict()["seats"][0]["dwarfs"][2]
    assert newborn == {"weapon": 0, "at": FREE_IMITATION, "newborn": True}


# ---------------------------------------------------------------- several Imitations


@rule("R-IMIT-6")
def test_several_imitations_may_copy_the_same_space() -> None:
    game = position(players=5, seats=[seat(food=2), opposite("housework"), seat(food=4), seat(), seat()])
    for space in ("imitation_4_7", "growth", "imitation_5"):
        do(game, "place", space=space)
        if space != "growth":
            do(game, "imitate", space="housework")
        do(game, "collect")
        finish_turn(game)
    assert goods(game, 0)["dog"] == goods(game, 2)["dog"] == 1


@rule("R-IMIT-6")
def test_several_imitations_may_copy_different_spaces() -> None:
    copied = opposite("housework", "imitation_4_7")
    game = position(players=7, round=12, cards=CARDS, seats=[seat(food=1), copied, opposite("growth"), *[seat()] * 4])
    assert targets(game, "imitation_6_7") == {"housework", "growth"}


@rule("R-IMIT-6", "U-3", "toggle:imitate_an_imitation_space")
def test_an_imitation_cannot_be_imitated() -> None:
    assert targets(facing("housework", "imitation_4_7", home=seat(food=9))) == {"housework"}
    assert targets(facing("imitation_4_7", home=seat(food=9))) == set()


TWICE = {"toggle.imitate_an_imitation_space": True}


@rule("U-3", "toggle:imitate_an_imitation_space")
def test_an_imitation_can_be_imitated_for_both_prices() -> None:
    game = facing("housework", "imitation_4_7", home=seat(food=3), rules=TWICE)
    do(game, "place", space="imitation_6_7")
    do(game, "imitate", space="imitation_4_7")
    do(game, "imitate", space="housework")
    assert goods(game)["food"] == 0
    do(game, "collect")
    assert goods(game)["dog"] == 1
    poor = facing("housework", "imitation_4_7", home=seat(food=2), rules=TWICE)
    assert targets(poor, "imitation_6_7") == {"housework"}


@rule("R-IMIT-6", "U-3", "toggle:imitate_an_imitation_space")
def test_an_imitated_imitation_never_leads_to_a_space_with_an_own_dwarf() -> None:
    home = seat(dwarfs=[dwarf(at="housework"), dwarf()], food=9)
    assert targets(facing("imitation_4_7", home=home, rules=TWICE)) == set()
    game = facing("growth", "imitation_4_7", home=home, rules=TWICE)
    do(game, "place", space=FREE_IMITATION)
    do(game, "imitate", space="imitation_4_7")
    assert {action.space for action in find(game, "imitate")} == {"growth"}


# ---------------------------------------------------------------- nothing to be had


@rule("R-IMIT-7")
@pytest.mark.parametrize(
    ("players", "space"),
    [
        (3, "wood_gathering"),
        (3, "ore_mining_1_3"),
        (7, "ruby_mining"),
        (7, "depot"),
        (7, "logging_4_7"),
        (7, "ore_trading"),
        (7, "blacksmithing"),
    ],
)
def test_a_space_where_nothing_is_to_be_had_cannot_be_imitated(players: int, space: str) -> None:
    game = facing(space, "housework", home=seat(food=4), players=players)
    assert targets(game, FREE_IMITATION if players == 7 else "imitation_3") == {"housework"}
    alone = facing(space, home=seat(food=4), players=players)
    assert targets(alone, FREE_IMITATION if players == 7 else "imitation_3") == set()


@rule("R-IMIT-7")
def test_goods_lying_on_the_space_do_not_count() -> None:
    game = facing("clearing_4_7", home=seat(FULL_FOREST), spaces={"clearing_4_7": {"goods": {"wood": 6}, "used_by": 1}})
    assert targets(game) == set()
    assert targets(facing("clearing_4_7")) == {"clearing_4_7"}  # with room for the tile
