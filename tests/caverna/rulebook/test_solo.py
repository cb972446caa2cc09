"""R-SOLO: the solo game; X-16."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import can, do, find, goods, on_space, position, rule, seat

CARDS = [
    "blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children", "donkey_farming", "ruby_mine_construction",
    "ore_delivery", "family_life", "ore_trading", "adventure", "ruby_delivery",
]  # fmt: skip
PLAYED = (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12)


def before_round(number: int, rubies: int = 0, rules: dict[str, Any] | None = None, **holding: dict[str, int]) -> Game:
    """The start of a round with goods lying on spaces; it stops where rubies could protect them."""
    spaces = {space: {"goods": wares} for space, wares in holding.items()}
    earlier = 8 if number == 10 else number - 1  # round 9 is skipped
    return position(players=1, phase="start_of_round", round=earlier, seats=[seat(ruby=rubies)], spaces=spaces, rules=rules)


def play_round(game: Game, *spare: str) -> Game:
    """Play on to the first decision of the next round; no dwarf goes to the spaces named."""
    number = game.round
    while not game.over and game.round == number:
        options = [action for action in game.legal() if action.kind != "place" or action.space not in spare]
        game.play(options[0])
    return game


def work_elsewhere(game: Game) -> None:
    """Place both dwarfs where neither wood nor rubies change hands."""
    for space in ("housework", "slash_and_burn"):
        do(game, "place", space=space)
        do(game, "collect" if space == "housework" else "twin_tile")
        while can(game, "pass") and not can(game, "place") and game.phase == "work":
            do(game, "pass")


# ---------------------------------------------------------------- what is on the table


@rule("R-SOLO-1")
def test_the_boards_are_those_for_two_players() -> None:
    assert set(Game(players=1, seed=1).to_dict()["spaces"]) < set(Game(players=2, seed=1).to_dict()["spaces"]) | set(CARDS)


@rule("R-SOLO-1")
def test_the_solo_player_is_always_the_starting_player() -> None:
    game = Game(players=1, seed=1)
    while not game.over:
        assert (game.player, game.to_dict()["start_player"]) == (0, 0)
        play_round(game)


@rule("R-SOLO-2", "U-17")
@pytest.mark.parametrize("number", [1, 12])
def test_four_spaces_are_covered_for_the_whole_game(number: int) -> None:
    in_play = set(before_round(number).to_dict()["spaces"])
    assert not in_play & {"drift_mining_1_3", "starting_player_1_3", "supplies", "clearing_1_3"}
    assert in_play >= {
        "excavation_1_3", "logging_1_3", "ore_mining_1_3", "wood_gathering", "sustenance_1_3",
        "ruby_mining", "housework", "slash_and_burn",
    }  # fmt: skip


@rule("R-SOLO-3", "R-SETUP-6")
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_cards_is_fixed(seed: int) -> None:
    assert Game(players=1, seed=seed).to_dict()["cards"] == CARDS


@rule("R-SOLO-3")
@pytest.mark.parametrize(("number", "card"), list(zip(PLAYED, CARDS, strict=True)))
def test_each_card_appears_in_its_round(number: int, card: str) -> None:
    assert card in before_round(number).to_dict()["spaces"]
    if number > 1:
        earlier = PLAYED[PLAYED.index(number) - 1]
        assert card not in before_round(earlier).to_dict()["spaces"]


@rule("R-SOLO-3", "R-ROUND-3")
def test_family_life_turns_wish_for_children_over_in_round_8() -> None:
    assert "wish_for_children" in before_round(7).to_dict()["spaces"]
    spaces = before_round(8).to_dict()["spaces"]
    assert "urgent_wish_for_children" in spaces
    assert "wish_for_children" not in spaces


@rule("R-SOLO-3", "R-ROUND-1")
def test_round_9_is_skipped() -> None:
    game = before_round(8)
    play_round(game)
    assert game.round == 10


@rule("R-SOLO-4")
@pytest.mark.parametrize("number", PLAYED)
def test_harvests_are_fixed(number: int) -> None:
    game = before_round(number)
    expected = {1: "none", 2: "none", 4: "special"}.get(number, "full")
    assert game.to_dict()["harvest"] == expected
    assert game.to_dict()["harvest_markers"] == {}


@rule("R-SOLO-4")
@pytest.mark.parametrize(
    ("number", "has_field_step", "has_feeding"), [(2, False, False), (3, True, True), (4, False, True), (6, True, True)]
)
def test_harvests_are_carried_out(number: int, has_field_step: bool, has_feeding: bool) -> None:
    game = play_round(before_round(number))
    texts = {entry.text for entry in game.log if entry.round == number}
    assert ("field step" in texts) == has_field_step
    assert ("feeding" in texts) == has_feeding


@rule("R-SOLO-5")
def test_ruby_mining_is_replenished_from_round_1() -> None:
    assert on_space(Game(players=1, seed=1), "ruby_mining") == {"ruby": 1}
    assert on_space(before_round(2, ruby_mining={"ruby": 1}), "ruby_mining") == {"ruby": 2}


@rule("R-SOLO-8")
@pytest.mark.parametrize("number", [1, 12])
def test_there_is_no_imitation(number: int) -> None:
    game = before_round(number)
    assert not [space for space in game.to_dict()["spaces"] if "imitation" in space]


# ---------------------------------------------------------------- too many goods on a space


@rule("R-SOLO-6", "D-4", "toggle:solo_overflow_compare")
def test_a_space_with_six_goods_is_emptied_and_then_replenished() -> None:
    game = before_round(5, logging_1_3={"wood": 6}, wood_gathering={"wood": 9})
    assert game.phase == "work"
    assert on_space(game, "logging_1_3") == {"wood": 3}  # as an empty space
    assert on_space(game, "wood_gathering") == {"wood": 1}
    assert goods(game)["wood"] == 0  # back to the general supply


@rule("R-SOLO-6")
def test_a_space_with_five_goods_is_left_alone() -> None:
    assert on_space(before_round(5, logging_1_3={"wood": 5}), "logging_1_3") == {"wood": 6}


@rule("R-SOLO-6")
def test_goods_of_all_kinds_are_counted_together() -> None:
    together = before_round(8, ore_delivery={"stone": 3, "ore": 3})
    assert on_space(together, "ore_delivery") == {"stone": 1, "ore": 1}
    fewer = before_round(8, ore_delivery={"stone": 3, "ore": 2})
    assert on_space(fewer, "ore_delivery") == {"stone": 4, "ore": 3}


@rule("R-SOLO-6")
def test_animals_and_rubies_are_returned_too() -> None:
    game = before_round(8, sheep_farming={"sheep": 7}, ruby_mining={"ruby": 6})
    assert on_space(game, "sheep_farming") == {"sheep": 1}
    assert on_space(game, "ruby_mining") == {"ruby": 1}


@rule("R-SOLO-6")
def test_with_more_players_nothing_is_emptied() -> None:
    game = position(players=2, phase="start_of_round", round=4, spaces={"logging_1_3": {"goods": {"wood": 6}}})
    assert on_space(game, "logging_1_3") == {"wood": 7}


@rule("D-4", "toggle:solo_overflow_compare")
def test_a_space_can_be_emptied_only_with_more_than_six_goods() -> None:
    rules = {"toggle.solo_overflow_compare": ">"}
    assert on_space(before_round(5, rules=rules, logging_1_3={"wood": 6}), "logging_1_3") == {"wood": 7}
    assert on_space(before_round(5, rules=rules, logging_1_3={"wood": 7}), "logging_1_3") == {"wood": 3}


@rule("X-16", "R-SOLO-6")
def test_logging_left_alone_for_five_rounds() -> None:
    game = Game(players=1, seed=1)
    seen = [on_space(game, "logging_1_3")["wood"]]
    for _ in range(4):
        play_round(game, "logging_1_3", "ruby_mining")
        seen.append(on_space(game, "logging_1_3")["wood"])
    assert game.round == 5
    assert seen == [3, 4, 5, 6, 3]


# ---------------------------------------------------------------- a ruby against it


@rule("R-SOLO-7")
def test_a_ruby_keeps_the_goods_on_a_space() -> None:
    game = before_round(2, 1, logging_1_3={"wood": 6})
    do(game, "protect", space="logging_1_3")
    assert goods(game)["ruby"] == 0
    assert on_space(game, "logging_1_3") == {"wood": 7}


@rule("R-SOLO-7")
def test_the_ruby_may_be_saved() -> None:
    game = before_round(2, 1, logging_1_3={"wood": 6})
    do(game, "pass")
    assert goods(game)["ruby"] == 1
    assert on_space(game, "logging_1_3") == {"wood": 3}


@rule("R-SOLO-7")
def test_each_space_costs_a_ruby() -> None:
    full = {"logging_1_3": {"wood": 6}, "ore_mining_1_3": {"ore": 8}}
    one = before_round(2, 1, **full)
    do(one, "protect", space="ore_mining_1_3")
    assert one.phase == "work"
    assert (on_space(one, "logging_1_3"), on_space(one, "ore_mining_1_3")) == ({"wood": 3}, {"ore": 9})
    two = before_round(2, 2, **full)
    assert {action.space for action in find(two, "protect")} == set(full)
    do(two, "protect", space="ore_mining_1_3")
    assert {action.space for action in find(two, "protect")} == {"logging_1_3"}
    do(two, "protect", space="logging_1_3")
    assert (on_space(two, "logging_1_3"), on_space(two, "ore_mining_1_3")) == ({"wood": 7}, {"ore": 9})
    assert goods(two)["ruby"] == 0


@rule("R-SOLO-7")
def test_only_spaces_about_to_be_emptied_can_be_protected() -> None:
    game = before_round(2, 5, logging_1_3={"wood": 6}, wood_gathering={"wood": 5})
    assert {action.space for action in find(game, "protect")} == {"logging_1_3"}
    assert before_round(2, 5, logging_1_3={"wood": 5}).phase == "work"


@rule("R-SOLO-7", "U-2", "toggle:solo_protection_duration")
def test_protected_goods_keep_accumulating_for_the_rest_of_the_game() -> None:
    game = before_round(2, 3, logging_1_3={"wood": 6})
    do(game, "protect", space="logging_1_3")
    work_elsewhere(game)
    assert (game.round, game.phase) == (3, "work")  # nothing is asked again
    assert on_space(game, "logging_1_3") == {"wood": 8}
    assert goods(game)["ruby"] == 2


def after_taking_protected_wood(duration: str) -> Game:
    """Protected wood has been taken, and later six wood lie there again."""
    rules = {"toggle.solo_protection_duration": duration}
    game = before_round(2, 2, rules, logging_1_3={"wood": 6})
    do(game, "protect", space="logging_1_3")
    do(game, "place", space="logging_1_3")
    do(game, "collect")
    do(game, "pass")
    table = game.to_dict()
    del table["pending"]
    table["spaces"]["logging_1_3"]["goods"] = {"wood": 6}
    return play_round(Game.from_dict(table), "logging_1_3")


@rule("U-2", "toggle:solo_protection_duration")
def test_protection_lasts_after_the_goods_were_taken() -> None:
    game = after_taking_protected_wood("rest_of_game")
    assert game.phase == "work"
    assert on_space(game, "logging_1_3") == {"wood": 7}


@rule("U-2", "toggle:solo_protection_duration")
def test_protection_can_last_until_the_goods_are_taken() -> None:
    rules = {"toggle.solo_protection_duration": "until_emptied"}
    kept = before_round(2, 2, rules, logging_1_3={"wood": 6})
    do(kept, "protect", space="logging_1_3")
    work_elsewhere(kept)
    assert kept.phase == "work"
    assert on_space(kept, "logging_1_3") == {"wood": 8}
    taken = after_taking_protected_wood("until_emptied")
    assert taken.phase == "replenish"
    assert can(taken, "protect", space="logging_1_3")


@rule("U-2", "toggle:solo_protection_duration")
def test_protection_can_last_for_one_round_only() -> None:
    rules = {"toggle.solo_protection_duration": "this_round_only"}
    game = before_round(2, 2, rules, logging_1_3={"wood": 6})
    do(game, "protect", space="logging_1_3")
    work_elsewhere(game)
    assert (game.round, game.phase) == (3, "replenish")
    do(game, "protect", space="logging_1_3")
    assert on_space(game, "logging_1_3") == {"wood": 8}
    assert goods(game)["ruby"] == 0
