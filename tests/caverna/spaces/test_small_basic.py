"""Action spaces of the small basic board, in play with any number of players (base.md section 18)."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.spaces import FULL_FOREST, change, filled, lying_untouched, offered, open_space, use
from tests.caverna.table import can, cell, do, find, on_space, rule, seat

FIELDS = {"F34": "field", "F33": "field", "F24": "field", "F23": "field", "F32": "field"}


@rule("A-ruby_mining", "A-housework", "A-slash_and_burn", "R-SETUP-3")
@pytest.mark.parametrize("players", range(1, 8))
def test_the_small_basic_board_is_always_in_play(players: int) -> None:
    assert set(Game(players=players).to_dict()["spaces"]) >= {"ruby_mining", "housework", "slash_and_burn"}


@rule("A-ruby_mining", "R-REPL-2", "R-SOLO-5")
@pytest.mark.parametrize("players", [1, 3, 4, 5, 6, 7])
def test_a_ruby_arrives_every_round(players: int) -> None:
    assert filled("ruby_mining", players, 4) == [{"ruby": 1}, {"ruby": 2}, {"ruby": 3}, {"ruby": 4}]


@rule("A-ruby_mining", "R-2P-3")
def test_with_two_players_the_first_ruby_arrives_in_round_three() -> None:
    assert lying_untouched(Game(players=2, seed=2), "ruby_mining", 5) == [{}, {}, {"ruby": 1}, {"ruby": 2}, {"ruby": 3}]


@rule("A-ruby_mining", "R-MINE-4")
@pytest.mark.parametrize(("mines", "rubies"), [(0, 2), (1, 3), (2, 3)])
def test_one_more_ruby_with_at_least_one_ruby_mine(mines: int, rubies: int) -> None:
    board = dict([("M24", "ruby_mine"), ("M23", "ruby_mine")][:mines])
    game = open_space("ruby_mining", seat(board={**board, "M12": "ore_mine"}), lying={"ruby": 2})
    assert change(game, "place", space="ruby_mining") == {"ruby": rubies}
    assert on_space(game, "ruby_mining") == {}
    assert game.player == 1


@rule("A-ruby_mining", "U-20")
def test_ruby_mining_without_rubies_needs_a_ruby_mine() -> None:
    assert not can(open_space("ruby_mining"), "place", space="ruby_mining")
    game = open_space("ruby_mining", seat(board={"M24": "ruby_mine"}))
    assert change(game, "place", space="ruby_mining") == {"ruby": 1}


@rule("A-housework", "R-CONN-1")
def test_housework_gives_a_dog_and_a_furnishing_in_either_order() -> None:
    rich = seat(wood=4, stone=3)
    game = use("housework", rich)
    assert offered(game) == {"collect", "furnish"}
    assert change(game, "collect") == {"dog": 1}
    assert change(game, "furnish", tile="dwelling", cell="M13") == {"wood": -4, "stone": -3}
    assert game.player == 1
    game = use("housework", rich)
    do(game, "furnish", tile="dwelling", cell="M13")
    assert offered(game) == {"collect", "pass"}
    assert change(game, "collect") == {"dog": 1}
    assert game.player == 1


@rule("A-housework", "R-FURN-1")
def test_housework_offers_tiles_of_every_colour() -> None:
    game = use("housework", seat(wood=9, stone=9, ore=9, gold=9, food=9, grain=9, vegetable=9))
    tiles = {action.tile for action in find(game, "furnish")}
    assert tiles >= {"dwelling", "couple_dwelling", "carpenter", "office_room", "peaceful_cave", "state_parlor", "writing_chamber"}
    assert len(tiles) == 48


@rule("A-housework", "R-FURN-1")
def test_housework_asks_for_the_price_and_an_empty_cavern() -> None:
    assert not can(use("housework", seat(wood=4, stone=2)), "furnish", tile="dwelling")
    assert offered(use("housework", seat(wood=4, stone=3, board={"M13": "miner"}))) == {"collect"}


@rule("A-slash_and_burn", "R-CONN-2")
def test_the_new_field_can_be_sown_in_the_same_action() -> None:
    game = use("slash_and_burn", seat(grain=1))
    assert offered(game) == {"twin_tile"}
    assert {action.tile for action in find(game, "twin_tile")} == {"meadow_field"}
    do(game, "twin_tile", cell="F34", direction="west")
    assert offered(game) == {"sow", "pass"}
    assert change(game, "sow", crop="grain", cell="F24") == {"grain": -1}
    assert cell(game, "F24") == "field:grain*3"


@rule("A-slash_and_burn", "R-CONN-2")
def test_no_tile_can_be_placed_after_sowing() -> None:
    game = use("slash_and_burn", seat(grain=3, board={"F34": "field", "F33": "field"}))
    assert offered(game) == {"twin_tile", "sow"}
    do(game, "sow", cell="F34")
    assert offered(game) == {"sow", "pass"}
    do(game, "pass")  # sowing could go on, nothing else
    assert game.player == 1


@rule("A-slash_and_burn", "R-SOW-1", "R-SOW-2")
def test_the_sow_action_plants_two_fields_of_each_crop() -> None:
    game = use("slash_and_burn", seat(grain=3, vegetable=3, board=FIELDS))
    for crop, field in (("grain", "F34"), ("grain", "F33"), ("vegetable", "F24"), ("vegetable", "F23")):
        assert change(game, "sow", crop=crop, cell=field) == {crop: -1}
    assert [cell(game, name) for name in FIELDS] == ["field:grain*3"] * 2 + ["field:vegetable*2"] * 2 + ["field"]
    assert game.player == 1


@rule("A-slash_and_burn", "R-WORK-6", "R-SOW-4")
def test_slash_and_burn_needs_room_for_a_tile_or_something_to_sow() -> None:
    assert not can(open_space("slash_and_burn", seat(board=FULL_FOREST)), "place", space="slash_and_burn")
    meadows_and_a_field = {**FULL_FOREST, "F34": "field"}
    assert not can(open_space("slash_and_burn", seat(board=meadows_and_a_field)), "place", space="slash_and_burn")
    assert can(open_space("slash_and_burn", seat(board=meadows_and_a_field, vegetable=1)), "place", space="slash_and_burn")


@rule("A-slash_and_burn")
def test_the_tile_alone_is_enough() -> None:
    game = use("slash_and_burn", seat(grain=1))
    do(game, "twin_tile", cell="F34", direction="west")
    do(game, "pass")
    assert (cell(game, "F34"), cell(game, "F24")) == ("meadow", "field")
    assert game.player == 1
