"""R-FEED and R-CONV: feeding the dwarfs, and where food comes from."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, do, dwarf, find, goods, position, rule, score, seat

MINES = {"M12": "ore_mine", "M11": "ruby_mine", "M22": "ruby_mine"}


def feeding(harvest: str = "full", rules: dict[str, Any] | None = None, **fields: Any) -> Game:
    """Seat 0 is about to feed."""
    game = position(round=5, phase="harvest", harvest=harvest, seats=[seat(**fields)], rules=rules)
    assert (game.phase, game.player) == ("feeding", 0)
    return game


def most(game: Game) -> int:
    """The most food that can be fed now."""
    return max(action.food for action in find(game, "feed"))


def begging(game: Game) -> int:
    """Begging markers of seat 0."""
    return int(game.to_dict()["seats"][0]["begging"])


# ---------------------------------------------------------------- feeding


@rule("R-FEED-1")
@pytest.mark.parametrize(("adults", "newborns", "food"), [(2, 0, 4), (5, 0, 10), (2, 1, 5), (3, 2, 8)])
def test_adults_eat_two_food_and_newborns_one(adults: int, newborns: int, food: int) -> None:
    family = [0] * adults + [dwarf(newborn=True)] * newborns
    game = feeding(dwarfs=family, board=DWELLINGS, food=20)
    assert most(game) == food
    do(game, "feed", food=food)
    assert goods(game)["food"] == 20 - food
    assert begging(game) == 0


@rule("R-FEED-2")
@pytest.mark.parametrize(("food", "markers"), [(4, 0), (3, 1), (1, 3), (0, 4)])
def test_each_missing_food_costs_a_begging_marker(food: int, markers: int) -> None:
    game = feeding(food=food)
    do(game, "feed", food=food)
    assert begging(game) == markers
    assert score(game)["begging"] == -3 * markers


@rule("R-FEED-2")
def test_nobody_is_forced_to_convert() -> None:
    game = feeding(sheep=2, grain=5, gold=9, ruby=2)
    do(game, "feed", food=0)
    assert begging(game) == 4
    assert (goods(game)["sheep"], goods(game)["grain"], goods(game)["gold"], goods(game)["ruby"]) == (2, 5, 9, 2)


@rule("R-FEED-2")
def test_conversions_during_feeding_avoid_begging() -> None:
    game = feeding(sheep=2, vegetable=1)
    do(game, "convert", good="vegetable")
    do(game, "convert", good="sheep")
    do(game, "convert", good="sheep")
    do(game, "feed", food=4)
    assert begging(game) == 0


@rule("R-FEED-2")
def test_dwarfs_are_not_given_up_and_begging_markers_not_returned() -> None:
    game = position(players=1, round=5, phase="harvest", seats=[seat(begging=1, gold=9, ruby=3)])
    do(game, "feed", food=0)
    assert begging(game) == 5
    assert len(game.to_dict()["seats"][0]["dwarfs"]) == 2
    for action in game.legal():
        assert begging(game.copy().play(action)) == 5


@rule("R-FEED-2", "toggle:food_tokens_may_be_withheld")
@pytest.mark.parametrize(("food", "by_default", "strict"), [(4, {0, 1, 2, 3, 4}, {4}), (2, {0, 1, 2}, {2}), (9, {0, 1, 2, 3, 4}, {4})])
def test_food_tokens_may_be_withheld(food: int, by_default: set[int], strict: set[int]) -> None:
    """By default a player may keep food and beg (U-9)."""
    assert {action.food for action in find(feeding(food=food), "feed")} == by_default
    rules = {"toggle.food_tokens_may_be_withheld": False}
    assert {action.food for action in find(feeding(food=food, rules=rules), "feed")} == strict


@rule("toggle:food_tokens_may_be_withheld")
def test_even_without_withholding_nobody_must_convert() -> None:
    game = feeding(food=1, sheep=2, rules={"toggle.food_tokens_may_be_withheld": False})
    do(game, "feed", food=1)
    assert begging(game) == 3


@rule("R-FEED-3")
@pytest.mark.parametrize(("ware", "price", "option"), [("wood", 1, 0), ("stone", 1, 1), ("ore", 2, 2)], ids=["wood", "stone", "ore"])
def test_the_working_cave_feeds_one_dwarf_with_building_resources(ware: str, price: int, option: int) -> None:
    game = feeding(board={"M13": "working_cave"}, food=9, **{ware: price})
    assert {action.option for action in find(game, "feed_dwarf")} == {option}
    assert most(game) == 4
    do(game, "feed_dwarf", option=option)
    assert (goods(game)[ware], most(game)) == (0, 2)


@rule("R-FEED-3")
def test_the_working_cave_feeds_only_one_dwarf_and_only_if_wanted() -> None:
    game = feeding(board={"M13": "working_cave"}, food=9, wood=5, stone=5, ore=5)
    do(game.copy(), "feed", food=4)
    do(game, "feed_dwarf", option=0)
    assert not can(game, "feed_dwarf")
    assert not can(feeding(food=9, wood=5, stone=5, ore=5), "feed_dwarf")  # without the tile
    assert not can(feeding(board={"M13": "working_cave"}, food=9, ore=1), "feed_dwarf")  # one ore is too little


@rule("R-FEED-3")
@pytest.mark.parametrize(("donkeys", "food"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_the_mining_cave_saves_a_food_for_each_donkey_in_a_mine(donkeys: int, food: int) -> None:
    assert most(feeding(board={**MINES, "M13": "mining_cave"}, donkey=donkeys, food=9)) == food
    assert most(feeding(board={**MINES, "M13": "cavern"}, donkey=donkeys, food=9)) == 4


@rule("R-FEED-3")
def test_donkeys_outside_of_mines_save_nothing() -> None:
    assert most(feeding(board={"M12": "ore_mine", "M13": "mining_cave"}, donkey=3, food=9)) == 3


@rule("R-FEED-3")
def test_the_need_never_drops_below_nothing() -> None:
    board = {**MINES, "M13": "mining_cave"}
    game = position(round=5, phase="harvest", harvest="special", seats=[seat(board=board, donkey=3, food=1)])
    assert game.player == 1  # three donkeys, two dwarfs: nothing to decide
    assert (goods(game)["food"], begging(game)) == (1, 0)


@rule("R-FEED-3")
def test_both_caves_work_together() -> None:
    game = feeding(board={"M12": "ore_mine", "M13": "mining_cave", "M24": "working_cave"}, donkey=1, wood=1)
    do(game, "feed_dwarf", option=0)
    do(game, "feed", food=0)
    assert begging(game) == 1  # 4, less 2, less 1


# ---------------------------------------------------------------- conversions

FOOD = [("sheep", 1), ("donkey", 1), ("wild_boar", 2), ("cattle", 3), ("grain", 1), ("vegetable", 2), ("ruby", 2)]


@rule("R-CONV-1")
@pytest.mark.parametrize(("ware", "food"), FOOD)
def test_what_goods_and_animals_are_worth_in_food(ware: str, food: int) -> None:
    game = do(position(seats=[seat(**{ware: 2})]), "convert", good=ware, amount=1)
    assert (goods(game)[ware], goods(game)["food"]) == (1, food)
    do(game, "convert", good=ware, amount=1)
    assert (goods(game)[ware], goods(game)["food"]) == (0, 2 * food)


@rule("R-CONV-1")
def test_two_donkeys_together_are_worth_three_food() -> None:
    assert not can(position(seats=[seat(donkey=1)]), "convert", good="donkey", amount=2)
    game = do(position(seats=[seat(donkey=2)]), "convert", good="donkey", amount=2)
    assert (goods(game)["donkey"], goods(game)["food"]) == (0, 3)


@rule("R-CONV-1")
@pytest.mark.parametrize("phase", ["work", "harvest_choice", "feeding", "breeding", "final"])
def test_food_is_made_at_any_time(phase: str) -> None:
    extra = {"harvest": "skip"} if phase == "harvest_choice" else {}
    game = position(round=12, phase=phase, seats=[seat(donkey=2, grain=1, vegetable=1, gold=2, ruby=1)], **extra)
    assert game.phase == phase
    assert {(action.good, action.amount) for action in find(game, "convert")} == {
        ("donkey", 1), ("donkey", 2), ("grain", 1), ("vegetable", 1), ("gold", 2), ("ruby", 1),
    }  # fmt: skip


@rule("R-CONV-1")
def test_food_is_made_in_the_middle_of_an_action() -> None:
    game = do(position(round=1, seats=[seat(grain=1, vegetable=1, board={"F34": "field"})]), "place", space="slash_and_burn")
    assert can(game, "convert", good="vegetable")
    do(game, "sow", crop="grain")
    assert not can(game, "convert", good="grain")  # planted


@rule("R-CONV-2")
@pytest.mark.parametrize("gold", [2, 3, 7, 60, 200])
def test_gold_buys_one_food_less_than_there_are_coins(gold: int) -> None:
    game = do(position(seats=[seat(gold=gold + 1)]), "convert", good="gold", amount=gold)
    assert (goods(game)["gold"], goods(game)["food"]) == (1, gold - 1)


@rule("R-CONV-2")
def test_one_gold_buys_nothing() -> None:
    assert not can(position(seats=[seat(gold=1)]), "convert")
    amounts = {action.amount for action in find(position(seats=[seat(gold=5)]), "convert", good="gold")}
    assert amounts == {2, 3, 4, 5}


@rule("R-CONV-3")
def test_dogs_building_resources_and_food_are_not_convertible() -> None:
    for phase in ("work", "feeding", "final"):
        game = position(round=12, phase=phase, seats=[seat(dog=3, wood=9, stone=9, ore=9, food=9)])
        assert not can(game, "convert")
        assert not can(game, "exchange")
        assert {action.kind for action in game.legal()} <= {"place", "feed", "pass"}


@rule("R-CONV-4")
def test_crops_on_fields_are_not_convertible() -> None:
    board = {"F34": "field:grain*3", "F33": "field:vegetable*2"}
    assert not can(position(seats=[seat(board=board)]), "convert")
    game = position(seats=[seat(board=board, grain=1, vegetable=1)])
    do(game, "convert", good="grain")
    do(game, "convert", good="vegetable")
    assert not can(game, "convert", good="grain")
    assert not can(game, "convert", good="vegetable")


# ---------------------------------------------------------------- trades at decisions outside the own turn


@rule("toggle:anytime_during_other_turns")
@pytest.mark.parametrize("phase", ["harvest_choice", "breeding"])
def test_trades_outside_the_own_turn(phase: str) -> None:
    """By default also at the owner's other decision points (U-10)."""
    seats = [seat(sheep=2, grain=1, ruby=1, board={"F34": "small_pasture"})]
    for allowed in (True, False):
        rules = {"toggle.anytime_during_other_turns": allowed}
        game = position(round=12, phase=phase, harvest="skip", seats=seats, rules=rules)
        assert game.phase == phase
        assert can(game, "convert") == can(game, "exchange") == can(game, "buy_tile") == allowed


@rule("toggle:anytime_during_other_turns")
@pytest.mark.parametrize("phase", ["work", "feeding", "final"])
def test_trades_in_the_own_turn_in_feeding_and_before_scoring_are_always_allowed(phase: str) -> None:
    rules = {"toggle.anytime_during_other_turns": False}
    game = position(round=12, phase=phase, seats=[seat(grain=1, ruby=1)], rules=rules)
    assert can(game, "convert", good="grain")
    assert can(game, "exchange", good="wood")
