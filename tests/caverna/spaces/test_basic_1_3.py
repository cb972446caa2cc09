"""Action spaces of the basic board for 1 to 3 players (base.md section 18)."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.spaces import FULL_FOREST, FULL_MOUNTAIN, change, filled, lying_untouched, offered, open_space, use
from tests.caverna.table import can, cell, do, dwarf, find, finish_turn, on_space, position, rule, seat

UNTOUCHED = [
    ("drift_mining_1_3", [{"stone": 1}, {"stone": 2}, {"stone": 3}, {"stone": 4}]),
    ("excavation_1_3", [{"stone": 1}, {"stone": 2}, {"stone": 3}, {"stone": 4}]),
    ("starting_player_1_3", [{"food": 1}, {"food": 2}, {"food": 3}, {"food": 4}]),
    ("logging_1_3", [{"wood": 3}, {"wood": 4}, {"wood": 5}, {"wood": 6}]),
    ("ore_mining_1_3", [{"ore": 2}, {"ore": 3}, {"ore": 4}, {"ore": 5}]),
    ("wood_gathering", [{"wood": 1}, {"wood": 2}, {"wood": 3}, {"wood": 4}]),
    ("clearing_1_3", [{"wood": 1}, {"wood": 2}, {"wood": 3}, {"wood": 4}]),
    ("sustenance_1_3", [{"food": 1}, {"food": 2}, {"food": 3}, {"food": 4}]),
    ("supplies", [{}, {}, {}, {}]),
]
SOLO_SPACES = {"excavation_1_3", "logging_1_3", "ore_mining_1_3", "wood_gathering", "sustenance_1_3"}
TILE_SPACES = ["drift_mining_1_3", "excavation_1_3", "clearing_1_3", "sustenance_1_3"]
LYING = {"drift_mining_1_3": {"stone": 3}, "excavation_1_3": {"stone": 3}, "clearing_1_3": {"wood": 3}, "sustenance_1_3": {"food": 3}}
FULL = {"drift_mining_1_3": FULL_MOUNTAIN, "excavation_1_3": FULL_MOUNTAIN, "clearing_1_3": FULL_FOREST, "sustenance_1_3": FULL_FOREST}


@rule(
    "R-REPL-1", "R-REPL-2", "A-drift_mining_1_3", "A-excavation_1_3", "A-starting_player_1_3", "A-logging_1_3", "A-ore_mining_1_3",
    "A-wood_gathering", "A-clearing_1_3", "A-sustenance_1_3", "A-supplies",
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("space", "rounds"), UNTOUCHED)
def test_goods_pile_up_on_untouched_spaces(space: str, rounds: list[dict[str, int]], players: int) -> None:
    assert filled(space, players, 4) == rounds


@rule("R-REPL-2", "A-excavation_1_3", "A-logging_1_3", "A-ore_mining_1_3", "A-wood_gathering", "A-sustenance_1_3")
@pytest.mark.parametrize(("space", "rounds"), [row for row in UNTOUCHED if row[0] in SOLO_SPACES])
def test_goods_pile_up_in_the_solo_game_too(space: str, rounds: list[dict[str, int]]) -> None:
    assert filled(space, 1, 4) == rounds


@rule("A-drift_mining_1_3", "A-starting_player_1_3", "A-supplies", "A-clearing_1_3", "R-SOLO-2")
def test_four_spaces_are_covered_in_the_solo_game() -> None:
    spaces = set(Game(players=1).to_dict()["spaces"])
    assert not spaces & {"drift_mining_1_3", "starting_player_1_3", "supplies", "clearing_1_3"}
    assert spaces >= SOLO_SPACES


@rule("X-2", "R-REPL-2", "A-logging_1_3")
def test_logging_grows_while_everybody_plays_elsewhere() -> None:
    assert lying_untouched(Game(players=2, seed=4), "logging_1_3", 5) == [{"wood": amount} for amount in (3, 4, 5, 6, 7)]


@rule("X-2", "R-REPL-2", "A-logging_1_3")
def test_logging_starts_again_with_three_wood_after_it_was_taken() -> None:
    game = Game(players=2, seed=4)
    assert change(game, "place", space="logging_1_3") == {}
    assert change(game, "collect", space="logging_1_3") == {"wood": 3}
    assert on_space(game, "logging_1_3") == {}
    assert lying_untouched(game, "logging_1_3", 3) == [{}, {"wood": 3}, {"wood": 4}]


@rule("R-CONN-1", "A-drift_mining_1_3", "A-excavation_1_3", "A-clearing_1_3", "A-sustenance_1_3")
@pytest.mark.parametrize("space", TILE_SPACES)
def test_goods_and_tile_may_come_in_either_order(space: str) -> None:
    grain = {"grain": 1} if space == "sustenance_1_3" else {}
    game = use(space, lying=LYING[space])
    assert offered(game) == {"collect", "twin_tile"}
    assert change(game, "collect") == LYING[space] | grain
    assert offered(game) == {"twin_tile", "pass"}
    do(game, "twin_tile")
    assert game.player == 1
    game = use(space, lying=LYING[space])
    do(game, "twin_tile")
    assert offered(game) == {"collect", "pass"}
    assert change(game, "collect") == LYING[space] | grain
    assert game.player == 1


@rule("R-CONN-6", "U-4", "A-drift_mining_1_3", "A-excavation_1_3", "A-clearing_1_3", "A-sustenance_1_3")
@pytest.mark.parametrize("space", TILE_SPACES)
def test_goods_stay_on_the_space_when_only_the_tile_is_used(space: str) -> None:
    game = use(space, lying=LYING[space])
    do(game, "twin_tile")
    finish_turn(game)
    assert on_space(game, space) == LYING[space]
    assert game.player == 1


@rule("R-TILE-2", "A-drift_mining_1_3", "A-excavation_1_3", "A-clearing_1_3", "A-sustenance_1_3")
@pytest.mark.parametrize("space", TILE_SPACES)
def test_goods_can_be_taken_without_room_for_a_tile(space: str) -> None:
    game = use(space, seat(board=FULL[space]), lying=LYING[space])
    assert offered(game) == {"collect"}


@rule("R-WORK-6", "U-20", "A-drift_mining_1_3", "A-excavation_1_3", "A-clearing_1_3")
@pytest.mark.parametrize("space", TILE_SPACES[:3])
def test_an_empty_space_is_of_use_only_for_its_tile(space: str) -> None:
    assert offered(use(space)) == {"twin_tile"}
    assert not can(open_space(space, seat(board=FULL[space])), "place", space=space)


@rule("R-TILE-6", "A-drift_mining_1_3")
def test_drift_mining_gives_a_cavern_and_tunnel_tile_only() -> None:
    game = use("drift_mining_1_3")
    assert {action.tile for action in find(game, "twin_tile")} == {"cavern_tunnel"}
    do(game, "twin_tile", tile="cavern_tunnel", cell="M24", direction="east")
    assert (cell(game, "M24"), cell(game, "M34")) == ("cavern", "tunnel")


@rule("R-TILE-6", "A-excavation_1_3")
def test_excavation_gives_either_face_of_the_mountain_tile() -> None:
    game = use("excavation_1_3")
    assert {action.tile for action in find(game, "twin_tile")} == {"cavern_tunnel", "cavern_cavern"}
    do(game, "twin_tile", tile="cavern_cavern", cell="M24", direction="east")
    assert (cell(game, "M24"), cell(game, "M34")) == ("cavern", "cavern")
    assert not can(game, "twin_tile")


@rule("A-clearing_1_3", "A-sustenance_1_3")
@pytest.mark.parametrize("space", ["clearing_1_3", "sustenance_1_3"])
def test_clearing_and_sustenance_give_a_meadow_and_field_tile(space: str) -> None:
    game = use(space)
    assert {action.tile for action in find(game, "twin_tile")} == {"meadow_field"}
    do(game, "twin_tile", cell="F34", direction="north")
    assert (cell(game, "F34"), cell(game, "F33")) == ("meadow", "field")


@rule("A-sustenance_1_3")
def test_sustenance_adds_a_grain_from_the_supply_even_without_food_lying_there() -> None:
    game = use("sustenance_1_3", seat(board=FULL_FOREST))
    assert change(game, "collect") == {"grain": 1}


@rule("A-sustenance_1_3")
def test_sustenance_gives_no_grain_for_the_tile_alone() -> None:
    game = use("sustenance_1_3", lying={"food": 2})
    assert "grain" not in change(game, "twin_tile", cell="F34", direction="north")


@rule("A-sustenance_1_3", "R-IMIT-4")
def test_imitating_sustenance_gives_the_grain_and_no_food() -> None:
    rival = seat(dwarfs=[dwarf(at="sustenance_1_3"), dwarf()])
    spaces = {"sustenance_1_3": {"goods": {"food": 2}, "used_by": 1}}
    game = do(position(players=3, seats=[seat(food=4), rival], spaces=spaces), "place", space="imitation_3")
    do(game, "imitate", space="sustenance_1_3")
    assert change(game, "collect") == {"grain": 1}


@rule("A-starting_player_1_3", "R-START-1")
def test_the_token_comes_with_the_food_and_two_ore_and_counts_from_next_round() -> None:
    game = open_space("starting_player_1_3", seat(), round=1, lying={"food": 3}, start_player=1, turn={"turn": 0})
    assert change(game, "place", space="starting_player_1_3") == {"food": 3, "ore": 2}
    assert (game.to_dict()["start_player"], game.to_dict()["next_start_player"]) == (1, 0)
    assert on_space(game, "starting_player_1_3") == {}
    assert game.player == 1


@rule("A-starting_player_1_3")
def test_the_starting_player_space_is_of_use_without_food() -> None:
    game = open_space("starting_player_1_3")
    assert change(game, "place", space="starting_player_1_3") == {"ore": 2}


@rule("R-IMIT-3", "A-starting_player_1_3")
def test_the_starting_player_space_cannot_be_imitated() -> None:
    rival = seat(dwarfs=[dwarf(at="starting_player_1_3"), dwarf(at="supplies")])
    game = position(players=3, round=1, seats=[seat(food=4), rival])
    do(game, "place", space="imitation_3")
    assert {action.space for action in find(game, "imitate")} == {"supplies"}


@rule("A-logging_1_3", "R-CONN-2")
def test_logging_wood_comes_before_the_expedition() -> None:
    armed = seat(dwarfs=[3, 3])
    game = use("logging_1_3", armed, lying={"wood": 4})
    assert offered(game) == {"collect", "expedition"}
    assert change(game, "collect") == {"wood": 4}
    assert offered(game) == {"expedition", "pass"}
    game = use("logging_1_3", armed, lying={"wood": 4})
    do(game, "expedition")
    do(game, "loot", loot="stone")
    assert game.player == 1
    assert on_space(game, "logging_1_3") == {"wood": 4}


@rule("A-logging_1_3", "R-EXP-7")
def test_the_logging_expedition_has_one_item() -> None:
    game = use("logging_1_3", seat(dwarfs=[4, 4]), lying={"wood": 1})
    do(game, "collect")
    assert [action.level for action in find(game, "expedition")] == [1]
    do(game, "expedition")
    assert change(game, "loot", loot="vegetable") == {"vegetable": 1}
    assert game.player == 1


@rule("A-logging_1_3", "R-EXP-1")
def test_an_unarmed_dwarf_only_fetches_the_wood() -> None:
    assert offered(use("logging_1_3", lying={"wood": 4})) == {"collect"}
    assert not can(open_space("logging_1_3"), "place", space="logging_1_3")


@rule("A-supplies")
def test_supplies_give_one_of_each_material_food_and_two_gold() -> None:
    game = open_space("supplies", round=1)
    assert change(game, "place", space="supplies") == {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
    assert game.player == 1


@rule("A-ore_mining_1_3", "R-MINE-4", "R-CONN-5")
@pytest.mark.parametrize(("mines", "ore"), [(0, 3), (1, 5), (2, 7)])
def test_ore_mining_gives_two_more_ore_for_each_ore_mine(mines: int, ore: int) -> None:
    board = dict([("M24", "ore_mine"), ("M23", "ore_mine")][:mines])
    game = open_space("ore_mining_1_3", seat(board={**board, "M12": "ruby_mine"}), lying={"ore": 3})
    assert change(game, "place", space="ore_mining_1_3") == {"ore": ore}
    assert on_space(game, "ore_mining_1_3") == {}


@rule("A-ore_mining_1_3", "U-20")
def test_ore_mining_without_ore_needs_an_ore_mine() -> None:
    assert not can(open_space("ore_mining_1_3"), "place", space="ore_mining_1_3")
    game = open_space("ore_mining_1_3", seat(board={"M24": "ore_mine"}))
    assert change(game, "place", space="ore_mining_1_3") == {"ore": 2}


@rule("A-wood_gathering", "U-20")
def test_wood_gathering_gives_the_wood_lying_there_and_nothing_else() -> None:
    game = open_space("wood_gathering", lying={"wood": 2})
    assert change(game, "place", space="wood_gathering") == {"wood": 2}
    assert game.player == 1
    assert not can(open_space("wood_gathering"), "place", space="wood_gathering")
