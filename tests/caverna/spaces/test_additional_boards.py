"""Action spaces of the additional boards for 3, 5, 6 and 7 players (base.md section 18)."""

from __future__ import annotations

import pytest

from caverna_sim import Game
from tests.caverna.spaces import FULL_FOREST, FULL_MOUNTAIN, change, filled, lying_untouched, must_make_room, offered, open_space, use
from tests.caverna.table import can, cell, do, dwarf, find, on_space, position, rule, seat

UNTOUCHED = [
    (3, "strip_mining", [{"ore": 1}, {"ore": 1, "stone": 1}, {"ore": 1, "stone": 2}]),
    (3, "forest_exploration_3", [{"wood": 1}, {"wood": 2}, {"wood": 3}]),
    (3, "imitation_3", [{}, {}, {}]),
    (5, "depot", [{"wood": 1, "ore": 1}, {"wood": 2, "ore": 2}, {"wood": 3, "ore": 3}]),
    (7, "depot", [{"wood": 1, "ore": 1}, {"wood": 2, "ore": 2}, {"wood": 3, "ore": 3}]),
    (5, "small_scale_drift_mining", [{}, {}, {}]),
    (6, "weekly_market", [{}, {}, {}]),
    (5, "imitation_5", [{}, {}, {}]),
    (5, "hardware_rental_5", [{}, {}, {}]),
    (5, "fence_building_5", [{"wood": 1}, {"wood": 2}, {"wood": 3}]),
    (6, "drift_mining_6_7", [{"stone": 1}, {"stone": 2}, {"stone": 3}]),
    (6, "imitation_6_7", [{}, {}, {}]),
    (7, "hardware_rental_6_7", [{}, {}, {}]),
    (6, "fence_building_6_7", [{"wood": 2}, {"wood": 3}, {"wood": 4}]),
    (7, "fence_building_6_7", [{"wood": 2}, {"wood": 3}, {"wood": 4}]),
    (7, "large_depot", [{"wood": 2, "ore": 1, "stone": 1}, {"wood": 3, "ore": 2, "stone": 2}, {"wood": 4, "ore": 3, "stone": 3}]),
    (7, "imitation_7", [{}, {}, {}]),
    (7, "extension", [{}, {}, {}]),
]
IN_PLAY = {
    3: {"strip_mining", "imitation_3", "forest_exploration_3"},
    5: {"depot", "small_scale_drift_mining", "weekly_market", "imitation_5", "hardware_rental_5", "fence_building_5"},
    6: {"depot", "weekly_market", "drift_mining_6_7", "imitation_6_7", "hardware_rental_6_7", "fence_building_6_7"},
}
IN_PLAY[7] = IN_PLAY[6] | {"large_depot", "imitation_7", "extension"}
TWO_MEADOWS = {"F34": "meadow", "F33": "meadow", "F24": "meadow"}
SOWABLE = {"F34": "field", "F33": "field"}


@rule(
    "R-REPL-2", "R-REPL-3", "R-REPL-4", "X-4", "A-strip_mining", "A-forest_exploration_3", "A-depot", "A-fence_building_5",
    "A-drift_mining_6_7", "A-fence_building_6_7", "A-large_depot", "A-small_scale_drift_mining", "A-weekly_market", "A-hardware_rental_5",
    "A-hardware_rental_6_7", "A-extension", "A-imitation_3", "A-imitation_5", "A-imitation_6_7", "A-imitation_7",
)  # fmt: skip
@pytest.mark.parametrize(("players", "space", "rounds"), UNTOUCHED)
def test_goods_pile_up_on_untouched_spaces(players: int, space: str, rounds: list[dict[str, int]]) -> None:
    assert filled(space, players, 3) == rounds


@rule("R-SETUP-3", "D-6", "D-7")
@pytest.mark.parametrize("players", range(1, 8))
def test_each_number_of_players_has_its_additional_boards(players: int) -> None:
    additional = set().union(*IN_PLAY.values())
    assert set(Game(players=players).to_dict()["spaces"]) & additional == IN_PLAY.get(players, set())


@rule("A-large_depot", "R-REPL-4")
def test_large_depot_has_a_bracket_for_the_wood_only_and_only_when_completely_empty() -> None:
    left = position(players=7, round=1, phase="start_of_round", spaces={"large_depot": {"goods": {"stone": 1}}})
    assert on_space(left, "large_depot") == {"wood": 1, "ore": 1, "stone": 2}


@rule("X-4", "R-REPL-4", "A-large_depot")
def test_large_depot_grows_while_everybody_plays_elsewhere() -> None:
    rounds = [{"wood": 2, "ore": 1, "stone": 1}, {"wood": 3, "ore": 2, "stone": 2}]
    assert lying_untouched(Game(players=7, seed=9), "large_depot", 2) == rounds


@rule("A-strip_mining")
def test_strip_mining_gives_two_wood_on_top_of_what_lies_there() -> None:
    game = open_space("strip_mining", players=3, lying={"ore": 1, "stone": 2})
    assert change(game, "place", space="strip_mining") == {"ore": 1, "stone": 2, "wood": 2}
    assert on_space(game, "strip_mining") == {}
    assert change(open_space("strip_mining", players=3), "place", space="strip_mining") == {"wood": 2}


@rule("A-forest_exploration_3", "U-16")
def test_forest_exploration_with_three_players_gives_a_vegetable() -> None:
    game = open_space("forest_exploration_3", players=3, lying={"wood": 2})
    assert change(game, "place", space="forest_exploration_3") == {"wood": 2, "vegetable": 1}


@rule("A-depot", "U-20")
@pytest.mark.parametrize("players", [5, 6, 7])
def test_depot_gives_what_lies_there(players: int) -> None:
    game = open_space("depot", players=players, lying={"wood": 2, "ore": 2})
    assert change(game, "place", space="depot") == {"wood": 2, "ore": 2}
    assert not can(open_space("depot", players=players), "place", space="depot")


@rule("A-large_depot", "U-20")
def test_large_depot_gives_what_lies_there() -> None:
    game = open_space("large_depot", players=7, lying={"wood": 3, "ore": 2, "stone": 2})
    assert change(game, "place", space="large_depot") == {"wood": 3, "ore": 2, "stone": 2}
    assert on_space(game, "large_depot") == {}
    assert not can(open_space("large_depot", players=7), "place", space="large_depot")


@rule("A-small_scale_drift_mining", "U-1", "R-CONN-1")
def test_small_scale_drift_mining_gives_a_stone_and_a_tile_in_either_order_or_alone() -> None:
    game = use("small_scale_drift_mining", players=5)
    assert offered(game) == {"collect", "twin_tile"}
    assert {action.tile for action in find(game, "twin_tile")} == {"cavern_tunnel"}
    assert change(game, "collect") == {"stone": 1}
    assert offered(game) == {"twin_tile", "pass"}
    game = use("small_scale_drift_mining", players=5)
    assert change(game, "twin_tile", cell="M24", direction="north") == {"food": 1}
    assert offered(game) == {"collect", "pass"}
    assert change(game, "collect") == {"stone": 1}
    assert game.player == 1


@rule("A-small_scale_drift_mining")
def test_small_scale_drift_mining_gives_a_stone_without_room_for_a_tile() -> None:
    game = use("small_scale_drift_mining", seat(board=FULL_MOUNTAIN), players=5)
    assert offered(game) == {"collect"}


@rule("A-drift_mining_6_7", "R-CONN-1", "R-TILE-6")
@pytest.mark.parametrize("players", [6, 7])
def test_the_second_drift_mining_gives_stone_and_a_cavern_and_tunnel_tile(players: int) -> None:
    game = use("drift_mining_6_7", players=players, lying={"stone": 2})
    assert offered(game) == {"collect", "twin_tile"}
    assert {action.tile for action in find(game, "twin_tile")} == {"cavern_tunnel"}
    do(game, "twin_tile")
    assert change(game, "collect") == {"stone": 2}
    assert game.player == 1
    assert not can(open_space("drift_mining_6_7", seat(board=FULL_MOUNTAIN), players=players), "place", space="drift_mining_6_7")


# ---------------------------------------------------------------- Weekly market

PRICES = {"sheep": 1, "donkey": 1, "wood": 1, "stone": 1, "ore": 1, "grain": 1, "dog": 2, "wild_boar": 2, "vegetable": 2, "cattle": 3}


@rule("A-weekly_market")
@pytest.mark.parametrize(("ware", "price"), PRICES.items())
def test_everything_on_the_market_has_its_price(ware: str, price: int) -> None:
    game = use("weekly_market", players=5)
    assert change(game, "collect") == {"gold": 4}
    assert change(game, "buy", good=ware) == {"gold": -price, ware: 1}


@rule("A-weekly_market")
def test_the_market_sells_these_ten_wares_and_one_of_each() -> None:
    game = use("weekly_market", seat(gold=20), players=6)
    assert {action.good for action in find(game, "buy")} == set(PRICES)
    do(game, "buy", good="vegetable")
    assert {action.good for action in find(game, "buy")} == set(PRICES) - {"vegetable"}
    do(game, "buy", good="wood")
    assert {action.good for action in find(game, "buy")} == set(PRICES) - {"vegetable", "wood"}


@rule("A-weekly_market")
def test_buying_nothing_is_fine() -> None:
    game = use("weekly_market", players=7)
    do(game, "collect")
    do(game, "pass")
    assert game.player == 1


@rule("A-weekly_market")
def test_gold_owned_before_may_be_spent_too() -> None:
    game = use("weekly_market", seat(gold=1), players=5)
    do(game, "collect")
    do(game, "buy", good="cattle")
    assert change(game, "buy", good="vegetable") == {"gold": -2, "vegetable": 1}


@rule("A-weekly_market")
def test_nothing_dearer_than_the_gold_left_is_for_sale() -> None:
    game = use("weekly_market", players=5)
    do(game, "collect")
    do(game, "buy", good="dog")
    do(game, "buy", good="sheep")
    assert {PRICES[action.good] for action in find(game, "buy")} == {1}
    do(game, "buy", good="wood")
    assert game.player == 1


@rule("A-weekly_market", "R-CONN-2")
def test_the_four_gold_cannot_be_taken_after_buying() -> None:
    game = use("weekly_market", seat(gold=2), players=5)
    assert offered(game) == {"collect", "buy"}
    do(game, "buy", good="ore")
    do(game, "pass")  # buying could go on, nothing else
    assert game.player == 1
    assert game.to_dict()["seats"][0]["goods"]["gold"] == 1


@rule("A-weekly_market", "R-ANIM-4")
def test_bought_animals_may_be_eaten_at_once() -> None:
    game = use("weekly_market", seat(sheep=2), players=5)
    do(game, "collect")
    do(game, "buy", good="cattle")
    assert must_make_room(game)
    assert change(game, "convert", good="cattle") == {"cattle": -1, "food": 3}
    assert can(game, "buy", good="grain")


# ---------------------------------------------------------------- Imitation


@rule("A-imitation_3", "A-imitation_5", "A-imitation_6_7", "A-imitation_7", "R-IMIT-1", "D-8")
@pytest.mark.parametrize(
    ("players", "space", "food"),
    [(3, "imitation_3", 4), (5, "imitation_5", 4), (6, "imitation_6_7", 1), (7, "imitation_6_7", 1), (7, "imitation_7", 0)],
)
def test_each_imitation_has_its_price(players: int, space: str, food: int) -> None:
    target = "supplies" if players == 3 else "growth"
    rival = seat(dwarfs=[dwarf(at=target), dwarf()])
    if food:
        assert not can(position(players=players, seats=[seat(food=food - 1), rival]), "place", space=space)
    game = position(players=players, seats=[seat(food=food), rival])
    do(game, "place", space=space)
    assert change(game, "imitate", space=target) == ({"food": -food} if food else {})
    assert change(game, "collect") == {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2}
    assert game.player == 1


@rule("A-imitation_3", "A-imitation_5", "A-imitation_6_7", "A-imitation_7", "R-IMIT-3")
@pytest.mark.parametrize(("players", "space"), [(3, "imitation_3"), (5, "imitation_5"), (6, "imitation_6_7"), (7, "imitation_7")])
def test_own_and_free_spaces_are_not_imitated(players: int, space: str) -> None:
    me = seat(food=4, dwarfs=[dwarf(at="housework"), dwarf()])
    assert not can(position(players=players, seats=[me]), "place", space=space)
    rival = seat(dwarfs=[dwarf(at="slash_and_burn"), dwarf()])
    game = do(position(players=players, seats=[me, rival]), "place", space=space)
    assert [action.space for action in find(game, "imitate")] == ["slash_and_burn"]


@rule("A-imitation_7", "R-IMIT-6", "U-3")
def test_an_imitation_is_not_imitated() -> None:
    rival = seat(dwarfs=[dwarf(at="imitation_6_7"), dwarf()])
    assert not can(position(players=7, seats=[seat(food=1), rival]), "place", space="imitation_7")


@rule("A-imitation_3", "R-IMIT-4")
def test_imitating_strip_mining_gives_the_two_wood_only() -> None:
    rival = seat(dwarfs=[dwarf(at="strip_mining"), dwarf()])
    spaces = {"strip_mining": {"goods": {"ore": 1}, "used_by": 1}}
    game = do(position(players=3, seats=[seat(food=4), rival], spaces=spaces), "place", space="imitation_3")
    do(game, "imitate", space="strip_mining")
    assert change(game, "collect") == {"wood": 2}


# ---------------------------------------------------------------- Hardware rental


@rule("A-hardware_rental_5", "R-CONN-2", "R-EXP-7")
def test_hardware_rental_is_an_expedition_of_level_two_then_sowing() -> None:
    game = use("hardware_rental_5", seat(dwarfs=[4, 4], grain=1, board=SOWABLE), players=5)
    assert offered(game) == {"expedition", "sow"}
    assert [action.level for action in find(game, "expedition")] == [2]
    do(game, "expedition")
    do(game, "loot", loot="vegetable")
    do(game, "loot", loot="wood")
    assert offered(game) == {"sow", "pass"}
    do(game, "sow", crop="grain", cell="F34")
    do(game, "sow", crop="vegetable", cell="F33")
    assert (cell(game, "F34"), cell(game, "F33")) == ("field:grain*3", "field:vegetable*2")
    assert game.player == 1


@rule("A-hardware_rental_5", "A-hardware_rental_6_7", "R-CONN-2")
@pytest.mark.parametrize(("players", "space"), [(5, "hardware_rental_5"), (6, "hardware_rental_6_7"), (7, "hardware_rental_6_7")])
def test_no_expedition_after_sowing(players: int, space: str) -> None:
    game = use(space, seat(dwarfs=[4, 4], grain=1, board=SOWABLE), players=players)
    do(game, "sow")
    assert game.player == 1
    assert game.to_dict()["seats"][0]["dwarfs"][0]["weapon"] == 4


@rule("A-hardware_rental_5", "R-WORK-6")
def test_hardware_rental_needs_a_weapon_or_something_to_sow() -> None:
    assert not can(open_space("hardware_rental_5", seat(grain=1), players=5), "place", space="hardware_rental_5")
    assert offered(use("hardware_rental_5", seat(dwarfs=[1, 1]), players=5)) == {"expedition"}
    assert offered(use("hardware_rental_5", seat(grain=1, board=SOWABLE), players=5)) == {"sow"}


@rule("A-hardware_rental_6_7", "R-CONN-2")
def test_the_larger_hardware_rental_begins_with_two_wood() -> None:
    me = seat(dwarfs=[1, 1], grain=1, board=SOWABLE)
    game = use("hardware_rental_6_7", me, players=6)
    assert offered(game) == {"collect", "expedition", "sow"}
    assert change(game, "collect") == {"wood": 2}
    assert offered(game) == {"expedition", "sow", "pass"}
    assert [action.level for action in find(game, "expedition")] == [2]
    game = use("hardware_rental_6_7", me, players=6)
    do(game, "expedition")
    do(game, "loot", loot="dog")
    do(game, "pass")
    assert offered(game) == {"sow", "pass"}
    assert offered(use("hardware_rental_6_7", players=7)) == {"collect"}


# ---------------------------------------------------------------- Fence building


@rule("A-fence_building_5", "A-fence_building_6_7", "R-CONN-2", "R-FENCE-1")
@pytest.mark.parametrize(("players", "space"), [(5, "fence_building_5"), (6, "fence_building_6_7"), (7, "fence_building_6_7")])
def test_the_wood_taken_here_pays_for_both_pastures(players: int, space: str) -> None:
    game = use(space, seat(board=TWO_MEADOWS, wood=3, stone=3), players=players, lying={"wood": 3})
    assert offered(game) == {"collect", "pasture"}
    assert change(game, "collect") == {"wood": 3}
    assert change(game, "pasture", size="large", cell="F33", direction="south") == {"wood": -4}
    assert offered(game) == {"pasture", "pass"}
    assert change(game, "pasture", size="small", cell="F24") == {"wood": -2}
    assert game.player == 1
    assert [cell(game, name) for name in ("F34", "F33", "F24")] == ["large_pasture:1", "large_pasture:1", "small_pasture"]


@rule("A-fence_building_5", "A-fence_building_6_7", "R-CONN-2", "R-FENCE-1")
@pytest.mark.parametrize(("players", "space"), [(5, "fence_building_5"), (6, "fence_building_6_7")])
def test_the_wood_is_not_taken_after_fencing_and_no_second_small_pasture_is_built(players: int, space: str) -> None:
    game = use(space, seat(board=TWO_MEADOWS, wood=8), players=players, lying={"wood": 3})
    do(game, "pasture", size="small", cell="F24")
    assert offered(game) == {"pasture", "pass"}
    assert {action.size for action in find(game, "pasture")} == {"large"}
    do(game, "pass")
    assert on_space(game, space) == {"wood": 3}


@rule("A-fence_building_5", "A-fence_building_6_7", "R-FENCE-4")
@pytest.mark.parametrize(("players", "space"), [(5, "fence_building_5"), (6, "fence_building_6_7")])
def test_no_stable_is_built_on_fence_building(players: int, space: str) -> None:
    game = use(space, seat(board=TWO_MEADOWS, wood=6, stone=3), players=players, lying={"wood": 1})
    assert not can(game, "stable")
    do(game, "collect")
    assert not can(game, "stable")
    assert not can(open_space(space, seat(board=TWO_MEADOWS, stone=3), players=players), "place", space=space)


# ---------------------------------------------------------------- Extension


@rule("A-extension", "R-CONN-4")
def test_extension_gives_a_forest_tile_with_wood_or_a_mountain_tile_with_stone() -> None:
    game = use("extension", players=7)
    assert {action.tile for action in find(game, "twin_tile")} == {"meadow_field", "cavern_tunnel"}
    assert change(game, "twin_tile", tile="meadow_field", cell="F34", direction="north") == {"wood": 1}
    assert game.player == 1
    game = use("extension", players=7)
    assert change(game, "twin_tile", tile="cavern_tunnel", cell="M23", direction="north") == {"stone": 1}
    assert game.player == 1


@rule("A-extension", "U-11", "R-CONN-5")
def test_extension_gives_no_goods_without_a_tile() -> None:
    game = use("extension", seat(board=FULL_FOREST), players=7)
    assert offered(game) == {"twin_tile"}
    assert {action.tile for action in find(game, "twin_tile")} == {"cavern_tunnel"}
    assert not can(open_space("extension", seat(board=FULL_FOREST | FULL_MOUNTAIN), players=7), "place", space="extension")
