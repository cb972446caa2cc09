"""Action spaces of the basic board for 4 to 7 players (base.md section 18)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.spaces import FULL_FOREST, FULL_MOUNTAIN, change, filled, lying_untouched, offered
from tests.caverna.spaces import open_space as open_any_space
from tests.caverna.spaces import use as use_any_space
from tests.caverna.table import DWELLINGS, can, cell, do, dwarf, find, finish_turn, on_space, position, rule, seat

TILE_SPACES = ["drift_mining_4_7", "excavation_4_7", "clearing_4_7", "sustenance_4_7"]
LYING = {
    "drift_mining_4_7": {"stone": 4},
    "excavation_4_7": {"stone": 3},
    "clearing_4_7": {"wood": 4},
    "sustenance_4_7": {"grain": 1, "vegetable": 2},
}
FULL = {"drift_mining_4_7": FULL_MOUNTAIN, "excavation_4_7": FULL_MOUNTAIN, "clearing_4_7": FULL_FOREST, "sustenance_4_7": FULL_FOREST}
UNTOUCHED = [
    ("drift_mining_4_7", [{"stone": 2}, {"stone": 4}, {"stone": 6}]),
    ("excavation_4_7", [{"stone": 2}, {"stone": 3}, {"stone": 4}]),
    ("starting_player_4_7", [{"food": 1}, {"food": 2}, {"food": 3}]),
    ("logging_4_7", [{"wood": 3}, {"wood": 6}, {"wood": 9}]),
    ("forest_exploration_4_7", [{"wood": 2}, {"wood": 3}, {"wood": 4}]),
    ("clearing_4_7", [{"wood": 2}, {"wood": 4}, {"wood": 6}]),
    ("ore_mining_4_7", [{"ore": 3}, {"ore": 5}, {"ore": 7}]),
    ("sustenance_4_7", [{"grain": 1}, {"grain": 1, "vegetable": 1}, {"grain": 1, "vegetable": 2}]),
    ("growth", [{}, {}, {}]),
    ("imitation_4_7", [{}, {}, {}]),
]


def open_space(space: str, me: Any = None, **fields: Any) -> Game:
    """Seat 0 of four is about to place a dwarf."""
    return open_any_space(space, me, players=4, **fields)


def use(space: str, me: Any = None, **fields: Any) -> Game:
    """Seat 0 of four has just placed a dwarf."""
    return use_any_space(space, me, players=4, **fields)


@rule(
    "R-REPL-1", "R-REPL-2", "R-REPL-3", "X-2", "X-3", "A-drift_mining_4_7", "A-excavation_4_7", "A-starting_player_4_7", "A-logging_4_7",
    "A-forest_exploration_4_7", "A-clearing_4_7", "A-ore_mining_4_7", "A-sustenance_4_7", "A-growth", "A-imitation_4_7",
)  # fmt: skip
@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize(("space", "rounds"), UNTOUCHED)
def test_goods_pile_up_on_untouched_spaces(space: str, rounds: list[dict[str, int]], players: int) -> None:
    assert filled(space, players, 3) == rounds


@rule("X-2", "X-3", "R-REPL-2", "R-REPL-3", "A-logging_4_7", "A-sustenance_4_7")
@pytest.mark.parametrize(("space", "rounds"), [row for row in UNTOUCHED if row[0] in ("logging_4_7", "sustenance_4_7")])
def test_goods_grow_while_everybody_plays_elsewhere(space: str, rounds: list[dict[str, int]]) -> None:
    assert lying_untouched(Game(players=4, seed=6), space, 3) == rounds


@rule("R-CONN-1", "R-CONN-6", "A-drift_mining_4_7", "A-excavation_4_7", "A-clearing_4_7", "A-sustenance_4_7")
@pytest.mark.parametrize("space", TILE_SPACES)
def test_goods_and_tile_may_come_in_either_order_or_alone(space: str) -> None:
    game = use(space, lying=LYING[space])
    assert offered(game) == {"collect", "twin_tile"}
    assert change(game, "collect") == LYING[space]
    assert offered(game) == {"twin_tile", "pass"}
    do(game, "twin_tile")
    assert game.player == 1
    game = use(space, lying=LYING[space])
    do(game, "twin_tile")
    assert offered(game) == {"collect", "pass"}
    finish_turn(game)
    assert on_space(game, space) == LYING[space]


@rule("R-WORK-6", "A-drift_mining_4_7", "A-excavation_4_7", "A-clearing_4_7", "A-sustenance_4_7")
@pytest.mark.parametrize("space", TILE_SPACES)
def test_goods_are_the_only_use_without_room_for_a_tile(space: str) -> None:
    assert offered(use(space, seat(board=FULL[space]), lying=LYING[space])) == {"collect"}
    assert not can(open_space(space, seat(board=FULL[space])), "place", space=space)


@rule("A-drift_mining_4_7", "A-excavation_4_7", "A-clearing_4_7", "A-sustenance_4_7", "R-TILE-6")
@pytest.mark.parametrize(
    ("space", "tiles"),
    [
        ("drift_mining_4_7", {"cavern_tunnel"}),
        ("excavation_4_7", {"cavern_tunnel", "cavern_cavern"}),
        ("clearing_4_7", {"meadow_field"}),
        ("sustenance_4_7", {"meadow_field"}),
    ],
)
def test_each_space_has_its_own_tiles(space: str, tiles: set[str]) -> None:
    assert {action.tile for action in find(use(space), "twin_tile")} == tiles


@rule("A-sustenance_4_7")
def test_sustenance_gives_no_extra_grain() -> None:
    assert offered(use("sustenance_4_7")) == {"twin_tile"}
    assert change(use("sustenance_4_7", lying={"grain": 1}), "collect") == {"grain": 1}


@rule("A-starting_player_4_7", "R-START-1")
def test_the_token_comes_with_the_food_and_a_ruby() -> None:
    game = open_space("starting_player_4_7", lying={"food": 2}, start_player=2, turn={"turn": 0})
    assert change(game, "place", space="starting_player_4_7") == {"food": 2, "ruby": 1}
    assert (game.to_dict()["start_player"], game.to_dict()["next_start_player"]) == (2, 0)


@rule("A-starting_player_4_7", "R-IMIT-3")
def test_the_starting_player_space_cannot_be_imitated() -> None:
    rival = seat(dwarfs=[dwarf(at="starting_player_4_7"), dwarf()])
    game = position(players=4, seats=[seat(food=2), rival])
    assert not can(game, "place", space="imitation_4_7")


@rule("A-logging_4_7", "R-CONN-2")
def test_logging_wood_comes_before_the_expedition() -> None:
    game = use("logging_4_7", seat(dwarfs=[3, 3]), lying={"wood": 6})
    assert change(game, "collect") == {"wood": 6}
    assert [action.level for action in find(game, "expedition")] == [1]
    game = use("logging_4_7", seat(dwarfs=[3, 3]), lying={"wood": 6})
    do(game, "expedition")
    assert change(game, "loot", loot="stone") == {"stone": 1}
    assert game.player == 1
    assert on_space(game, "logging_4_7") == {"wood": 6}


@rule("A-logging_4_7", "R-EXP-1")
def test_an_unarmed_dwarf_only_fetches_the_wood() -> None:
    assert offered(use("logging_4_7", lying={"wood": 3})) == {"collect"}


@rule("A-forest_exploration_4_7")
def test_forest_exploration_gives_two_food_on_top_of_the_wood() -> None:
    assert change(open_space("forest_exploration_4_7", lying={"wood": 3}), "place", space="forest_exploration_4_7") == {
        "wood": 3,
        "food": 2,
    }
    assert change(open_space("forest_exploration_4_7"), "place", space="forest_exploration_4_7") == {"food": 2}


@rule("A-ore_mining_4_7", "R-MINE-4")
@pytest.mark.parametrize(("mines", "ore"), [(0, 5), (1, 7), (2, 9)])
def test_ore_mining_gives_two_more_ore_for_each_ore_mine(mines: int, ore: int) -> None:
    board = dict([("M24", "ore_mine"), ("M23", "ore_mine")][:mines])
    game = open_space("ore_mining_4_7", seat(board=board), lying={"ore": 5})
    assert change(game, "place", space="ore_mining_4_7") == {"ore": ore}


@rule("A-growth", "R-CONN-4")
def test_growth_gives_either_goods_or_a_dwarf() -> None:
    family = seat(board=DWELLINGS)
    game = use("growth", family)
    assert offered(game) == {"collect", "grow"}
    assert change(game, "collect") == {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
    assert game.player == 1
    game = use("growth", family)
    assert change(game, "grow") == {}
    assert game.player == 1
    assert game.to_dict()["seats"][0]["dwarfs"][2] == {"weapon": 0, "at": "growth", "newborn": True}


@rule("A-growth", "R-FAM-1")
def test_growth_without_room_in_the_dwellings_gives_goods_only() -> None:
    assert offered(use("growth")) == {"collect"}


@rule("A-imitation_4_7", "R-IMIT-1", "R-IMIT-2", "R-IMIT-4")
def test_imitation_costs_two_food_and_uses_a_space_of_an_opponent() -> None:
    rival = seat(dwarfs=[dwarf(at="ore_mining_4_7"), dwarf(at="clearing_4_7")])
    me = seat(food=2, board={"M24": "ore_mine"})
    game = position(players=4, seats=[me, rival], spaces={"ore_mining_4_7": {"goods": {"ore": 5}, "used_by": 1}})
    do(game, "place", space="imitation_4_7")
    assert {action.space for action in find(game, "imitate")} == {"ore_mining_4_7", "clearing_4_7"}
    before = on_space(game, "ore_mining_4_7")
    assert change(game, "imitate", space="ore_mining_4_7") == {"food": -2}
    assert change(game, "collect") == {"ore": 2}
    assert on_space(game, "ore_mining_4_7") == before
    assert game.player == 2
    assert game.to_dict()["seats"][0]["dwarfs"][0]["at"] == "imitation_4_7"


@rule("A-imitation_4_7", "R-IMIT-1")
def test_imitation_needs_two_food_and_an_occupied_space() -> None:
    rival = seat(dwarfs=[dwarf(at="growth"), dwarf()])
    assert not can(position(players=4, seats=[seat(food=1), rival]), "place", space="imitation_4_7")
    assert not can(position(players=4, seats=[seat(food=2)]), "place", space="imitation_4_7")
    assert can(position(players=4, seats=[seat(food=2), rival]), "place", space="imitation_4_7")


@rule("A-clearing_4_7", "A-drift_mining_4_7")
def test_tiles_lie_as_they_were_placed() -> None:
    game = do(use("clearing_4_7"), "twin_tile", cell="F34", direction="north")
    assert (cell(game, "F34"), cell(game, "F33")) == ("meadow", "field")
    game = do(use("drift_mining_4_7"), "twin_tile", cell="M34", direction="west")
    assert (cell(game, "M34"), cell(game, "M24")) == ("cavern", "tunnel")
