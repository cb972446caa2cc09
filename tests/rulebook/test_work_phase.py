"""R-WORK: placing dwarfs."""

from __future__ import annotations

from tests.table import can, do, dwarf, find, goods, position, rule, seat


@rule("R-WORK-2")
def test_an_occupied_space_cannot_be_used_again() -> None:
    game = position(round=1, spaces={"supplies": {}})
    do(game, "place", space="supplies")
    assert game.player == 1
    assert not can(game, "place", space="supplies")


@rule("R-WORK-3", "R-WORK-4")
def test_the_weakest_dwarf_goes_first_unless_a_ruby_is_paid() -> None:
    game = position(round=5, seats=[seat(dwarfs=[0, 8])])
    assert {action.weapon for action in find(game, "place")} == {0}
    game = position(round=5, seats=[seat(dwarfs=[0, 8], ruby=1)])
    do(game, "place", space="supplies", weapon=8)
    assert goods(game)["ruby"] == 0


@rule("R-WORK-5")
def test_newborns_cannot_be_placed_this_round() -> None:
    parent = dwarf(at="family_life")
    game = position(round=8, seats=[seat(dwarfs=[parent, dwarf(at="family_life", newborn=True)])], to_move=1)
    assert game.player == 1
    do(game, "place", space="supplies")
    assert game.player == 1  # seat 0 has nobody left to place
