"""R-HARV: when there is a harvest, and its steps."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, cell, do, dwarf, find, goods, position, rule, seat

ROUNDS = ("6", "7", "8", "9", "10", "11", "12")
PASTURE = {"F34": "small_pasture"}
GRAIN = {"F34": "field:grain*3", "F33": "field:grain*1", "F32": "field:vegetable*2", "F31": "field"}


def markers(*questions: int) -> dict[str, str]:
    """Harvest markers with question marks in these rounds."""
    return {number: "question" if int(number) in questions else "leaf" for number in ROUNDS}


def harvest_of(round_number: int, *questions: int) -> str:
    """What harvest seat 0 lives through at the end of a round: none, full, special or skip."""
    shown = questions or (6, 8, 10)
    seats = [seat(food=9, sheep=2, board=PASTURE)]
    game = position(players=3, round=round_number, phase="return_home", harvest_markers=markers(*shown), seats=seats)
    if game.phase == "harvest_choice":
        return "skip"
    if game.phase != "feeding":
        assert game.round == round_number + 1
        return "none"
    food = max(action.food for action in find(game, "feed"))
    fed_all(game)
    if food == 2:  # one for each of two dwarfs, and no breeding
        assert game.phase != "breeding"
        return "special"
    assert (food, game.phase) == (4, "breeding")
    return "full"


def fed_all(game: Game) -> Game:
    """Everybody feeds with as much food as possible."""
    while game.phase == "feeding":
        do(game, "feed")
    return game


@rule("R-HARV-1")
@pytest.mark.parametrize(("number", "harvest"), [(1, "none"), (2, "none"), (3, "full"), (4, "special"), (5, "full")])
def test_the_harvests_of_the_first_rounds_are_fixed(number: int, harvest: str) -> None:
    assert harvest_of(number) == harvest


@rule("R-HARV-1")
@pytest.mark.parametrize("number", [7, 9, 11])
def test_a_leaf_brings_a_full_harvest(number: int) -> None:
    assert harvest_of(number) == "full"


@rule("R-HARV-1")
@pytest.mark.parametrize("questions", [(6, 8, 10), (7, 8, 9), (9, 10, 11)])
def test_question_marks_count_in_the_order_of_their_appearance(questions: tuple[int, ...]) -> None:
    assert [harvest_of(number, *questions) for number in questions] == ["none", "special", "skip"]


@rule("R-HARV-1")
def test_the_last_round_follows_its_marker() -> None:
    assert harvest_of(12) == "full"
    assert harvest_of(12, 8, 9, 12) == "skip"


@rule("R-HARV-2")
def test_all_fields_are_harvested_before_anybody_feeds() -> None:
    seats = [seat(board=GRAIN), seat(board=GRAIN)]
    game = position(round=5, phase="return_home", seats=seats)
    assert (game.phase, game.player) == ("feeding", 0)
    for number in (0, 1):
        assert (goods(game, number)["grain"], goods(game, number)["vegetable"]) == (2, 1)
    do(game, "convert", good="grain")  # what was just harvested feeds
    do(game, "feed", food=1)


@rule("R-HARV-2")
def test_all_players_feed_before_anybody_breeds() -> None:
    seats = [seat(board=PASTURE, sheep=2, food=4), seat(board=PASTURE, sheep=2, food=4)]
    game = position(round=5, phase="return_home", seats=seats)
    course = []
    while game.round == 5:
        course.append((game.phase, game.player))
        do(game, "breed" if game.phase == "breeding" else "feed")
    assert course == [("feeding", 0), ("feeding", 1), ("breeding", 0), ("breeding", 1)]
    assert (goods(game)["sheep"], goods(game, 1)["sheep"]) == (3, 3)


@rule("R-HARV-3")
def test_the_field_step_takes_one_token_from_each_sown_field() -> None:
    game = position(round=5, phase="return_home", seats=[seat(board=GRAIN)])
    assert [cell(game, name) for name in ("F34", "F33", "F32", "F31")] == ["field:grain*2", "field", "field:vegetable*1", "field"]
    assert (goods(game)["grain"], goods(game)["vegetable"]) == (2, 1)


def at_the_third_question_mark(**fields: object) -> Game:
    """Both seats with grain and sheep before the harvest of the third question mark."""
    seats = [seat(board={"F34": "field:grain*3", "F33": "small_pasture"}, sheep=2, food=4, **fields) for _ in range(2)]
    return position(round=10, phase="return_home", harvest="skip", seats=seats)


@rule("R-HARV-4")
def test_each_player_decides_before_the_field_step() -> None:
    game = at_the_third_question_mark()
    assert (game.phase, game.player) == ("harvest_choice", 0)
    assert {action.step for action in find(game, "skip_step")} == {"field", "breeding"}
    assert not can(game, "pass")
    do(game, "skip_step", step="field")
    assert (game.phase, game.player) == ("harvest_choice", 1)
    assert goods(game)["grain"] == goods(game, 1)["grain"] == 0


@rule("R-HARV-4")
def test_one_omits_the_field_step_another_the_breeding_step() -> None:
    game = at_the_third_question_mark()
    do(game, "skip_step", step="field")
    do(game, "skip_step", step="breeding")
    assert (game.phase, game.player) == ("feeding", 0)
    assert (goods(game)["grain"], goods(game, 1)["grain"]) == (0, 1)
    assert [max(action.food for action in find(game, "feed"))] == [4]  # feeding as usual
    fed_all(game)
    assert (game.phase, game.player) == ("breeding", 0)
    do(game, "breed")
    assert game.phase != "breeding"  # seat 1 does not breed
    assert (goods(game)["sheep"], goods(game, 1)["sheep"]) == (3, 2)


@rule("R-HARV-4")
def test_the_decision_holds_for_one_harvest_only() -> None:
    game = at_the_third_question_mark()
    do(game, "skip_step", step="field")
    do(game, "skip_step", step="breeding")
    fed_all(game)
    do(game, "breed")
    assert game.round == 11
    assert not any("skip_step" in entry for entry in game.to_dict()["seats"])


@rule("R-HARV-5")
def test_one_food_per_dwarf_newborns_included() -> None:
    seats = [seat(board={**DWELLINGS, **GRAIN}, dwarfs=[0, 0, dwarf(newborn=True)], sheep=2, stables=("F24",), food=9)]
    game = position(round=4, phase="return_home", seats=seats)
    assert game.phase == "feeding"
    assert max(action.food for action in find(game, "feed")) == 3


@rule("R-HARV-5")
def test_no_field_step_and_no_breeding_with_one_food_per_dwarf() -> None:
    seats = [seat(board={**GRAIN, "F24": "small_pasture"}, sheep=2, ruby=1, food=9), seat(food=9)]
    game = fed_all(position(round=4, phase="return_home", seats=seats))
    assert (game.round, game.phase) == (5, "work")
    assert (cell(game, "F34"), goods(game)["grain"], goods(game)["sheep"]) == ("field:grain*3", 0, 2)
    assert goods(game)["food"] == 7
