"""R-SOW: sowing."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.table import can, cell, do, find, goods, position, rule, seat

SIX_FIELDS = dict.fromkeys(("F34", "F24", "F14", "F33", "F23", "F13"), "field")


def sower(board: dict[str, str], **wares: int) -> Game:
    """Seat 0 has placed a dwarf on Slash-and-burn in a solo game."""
    game = position(players=1, round=2, seats=[seat(board, **wares)])
    return do(game, "place", space="slash_and_burn")


@rule("R-SOW-1")
@pytest.mark.parametrize("crop", ["grain", "vegetable"])
def test_two_fields_of_each_crop_at_most(crop: str) -> None:
    game = sower(SIX_FIELDS, grain=3, vegetable=3)
    do(game, "sow", crop=crop)
    do(game, "sow", crop=crop)
    assert not can(game, "sow", crop=crop)
    assert can(game, "sow")  # the other crop is still possible


@rule("R-SOW-1")
def test_four_fields_in_one_action() -> None:
    game = sower(SIX_FIELDS, grain=3, vegetable=3)
    for crop in ("grain", "vegetable", "grain", "vegetable"):
        do(game, "sow", crop=crop)
    assert (goods(game)["grain"], goods(game)["vegetable"]) == (1, 1)
    assert not can(game, "sow")


@rule("R-SOW-1")
def test_fewer_fields_are_fine() -> None:
    game = sower(SIX_FIELDS, grain=3)
    do(game, "sow", crop="grain", cell="F34")
    do(game, "pass")
    assert goods(game)["grain"] == 2
    assert can(game, "place")


@rule("R-SOW-1")
def test_only_empty_fields_are_sown() -> None:
    board = {"F34": "field:grain*1", "F24": "field", "F14": "meadow", "F33": "small_pasture", "F23": "field:vegetable*2"}
    game = sower(board, grain=1)
    assert {action.cell for action in find(game, "sow")} == {"F24"}


@rule("R-SOW-2")
def test_a_sown_field_of_grain_holds_three() -> None:
    game = sower({"F34": "field"}, grain=2)
    do(game, "sow", crop="grain", cell="F34")
    assert cell(game, "F34") == "field:grain*3"
    assert goods(game)["grain"] == 1


@rule("R-SOW-2", "D-10")
def test_a_sown_field_of_vegetables_holds_two() -> None:
    game = sower({"F34": "field"}, vegetable=2)
    do(game, "sow", crop="vegetable", cell="F34")
    assert cell(game, "F34") == "field:vegetable*2"
    assert goods(game)["vegetable"] == 1


@rule("R-SOW-3", "R-HARV-3")
def test_a_field_is_empty_after_its_last_token_is_harvested() -> None:
    board = {"F34": "field:grain*1", "F24": "field:grain*2", "F14": "field:vegetable*1", "F33": "field:vegetable*2"}
    game = position(players=1, round=3, seats=[seat(board, dwarfs=[0], food=2)])
    do(game, "place", space="housework")
    do(game, "collect")
    do(game, "pass")
    assert game.phase == "feeding"
    assert [cell(game, name) for name in ("F34", "F24", "F14", "F33")] == ["field", "field:grain*1", "field", "field:vegetable*1"]
    assert (goods(game)["grain"], goods(game)["vegetable"]) == (2, 2)
    do(game, "feed", food=2)
    do(game, "place", space="slash_and_burn")
    assert {action.cell for action in find(game, "sow")} == {"F34", "F14"}


@rule("R-SOW-3", "R-CONV-4")
def test_crops_on_fields_stay_there_until_the_harvest() -> None:
    board = {"F34": "field:grain*3", "F24": "field:vegetable*2", "F14": "field"}
    game = position(seats=[seat(board, ruby=1)])
    assert not can(game, "convert", good="grain")
    assert not can(game, "convert", good="vegetable")
    do(game, "place", space="slash_and_burn")
    assert not can(game, "sow")
    assert not can(game, "twin_tile", cell="F34")


@rule("R-SOW-4")
def test_nothing_can_be_sown_without_crops_and_rubies() -> None:
    game = sower(SIX_FIELDS)
    assert not can(game, "sow")
    assert not can(game, "exchange")


@rule("R-SOW-4")
@pytest.mark.parametrize(("crop", "other"), [("grain", "vegetable"), ("vegetable", "grain")])
def test_only_a_crop_at_hand_can_be_sown(crop: str, other: str) -> None:
    game = sower(SIX_FIELDS, **{crop: 1})
    assert can(game, "sow", crop=crop)
    assert not can(game, "sow", crop=other)


@rule("R-SOW-4")
def test_nothing_can_be_sown_without_a_field() -> None:
    assert not can(sower({"F34": "meadow"}, grain=2, vegetable=2), "sow")


@rule("R-SOW-4", "R-RUBY-5")
@pytest.mark.parametrize("crop", ["grain", "vegetable"])
def test_a_seed_bought_with_a_ruby_can_be_sown_in_the_same_action(crop: str) -> None:
    game = sower({"F34": "field"}, ruby=1)
    do(game, "exchange", good=crop)
    do(game, "sow", crop=crop, cell="F34")
    assert cell(game, "F34").startswith(f"field:{crop}")


@rule("R-SOW-4", "R-RUBY-5")
def test_a_field_bought_in_the_middle_of_sowing_can_be_sown() -> None:
    game = sower({"F34": "field"}, ruby=1, grain=2)
    do(game, "sow", crop="grain", cell="F34")
    do(game, "buy_tile", tile="field", cell="F33")
    do(game, "sow", crop="grain", cell="F33")
    assert cell(game, "F33") == "field:grain*3"


@rule("R-SOW-4", "R-RUBY-5")
def test_a_seed_bought_in_the_middle_of_sowing_can_be_sown() -> None:
    game = sower({"F34": "field", "F33": "field"}, ruby=1, grain=1)
    do(game, "sow", crop="grain", cell="F34")
    do(game, "exchange", good="vegetable")
    do(game, "sow", crop="vegetable", cell="F33")
    assert cell(game, "F33") == "field:vegetable*2"


@rule("R-SOW-1")
def test_the_limit_holds_for_each_sow_action_alone() -> None:
    home = seat(SIX_FIELDS, grain=4)
    cards = ["blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children", "donkey_farming",
             "ruby_mine_construction", "ore_delivery", "family_life", "ore_trading", "adventure", "ruby_delivery"]  # fmt: skip
    game = position(players=1, round=8, seats=[home], cards=cards)
    for space in ("slash_and_burn", "family_life"):
        do(game, "place", space=space)
        do(game, "sow", crop="grain")
        do(game, "sow", crop="grain")
    planted = [text for row in game.to_dict()["seats"][0]["board"] for text in row if text.startswith("field:grain")]
    assert len(planted) == 4
