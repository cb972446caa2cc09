"""F-...: parlors (base.md section 19)."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.spaces import (
    assert_printed,
    at_housework,
    built,
    change,
    in_introductory_game,
    use,
)
from tests.caverna.table import can, do, find, finish_turn, goods, position, rule, score, seat

# tile, cost, points, whether it is in the introductory game
TILES: list[tuple[str, dict[str, int], int, bool]] = [
    ("weaving_parlor", {"wood": 2, "stone": 1}, 0, True),
    ("milking_parlor", {"wood": 2, "stone": 2}, 0, True),
    ("state_parlor", {"gold": 5, "stone": 3}, 0, False),
    ("hunting_parlor", {"wood": 2}, 1, True),
    ("beer_parlor", {"wood": 2}, 3, True),
    ("blacksmithing_parlor", {"ore": 3}, 2, False),
]
PASTURES = dict.fromkeys(("F34", "F33", "F24", "F23"), "small_pasture")


@rule(
    "F-weaving_parlor", "F-milking_parlor", "F-state_parlor", "F-hunting_parlor", "F-beer_parlor", "F-blacksmithing_parlor", "R-COMP-6",
)  # fmt: skip
@pytest.mark.parametrize(("tile", "cost", "points", "introductory"), TILES)
def test_price_and_points_are_as_printed(tile: str, cost: dict[str, int], points: int, introductory: bool) -> None:
    assert_printed(tile, cost, points)
    assert in_introductory_game(tile) == introductory


def bonus(**fields: Any) -> int:
    """Bonus points of a seat with these fields."""
    return score(position(seats=[seat(**fields)]))["bonus"]


def last_trades(**fields: Any) -> Game:
    """After the last harvest, before scoring."""
    return position(round=12, phase="final", seats=[seat(**fields)])


# ---------------------------------------------------------------- Weaving and Milking parlor


@rule("F-weaving_parlor")
@pytest.mark.parametrize("sheep", [0, 1, 5])
def test_a_weaving_parlor_gives_a_food_for_each_sheep_when_built(sheep: int) -> None:
    food = {"food": sheep} if sheep else {}
    assert built("weaving_parlor", board=PASTURES, sheep=sheep, cattle=2, wood=2, stone=1) == {"wood": -2, "stone": -1} | food


@rule("F-weaving_parlor", "X-14", "R-INT-16")
@pytest.mark.parametrize(("sheep", "points"), [(0, 0), (1, 0), (2, 1), (6, 3), (7, 3), (8, 4)])
def test_a_weaving_parlor_scores_a_point_for_two_sheep(sheep: int, points: int) -> None:
    game = position(seats=[seat(board={"M13": "weaving_parlor", **PASTURES}, sheep=sheep)])
    assert score(game)["bonus"] == points
    assert score(game)["animals"] == sheep


@rule("F-milking_parlor")
@pytest.mark.parametrize("cattle", [0, 1, 5])
def test_a_milking_parlor_gives_a_food_for_each_cattle_when_built(cattle: int) -> None:
    food = {"food": cattle} if cattle else {}
    assert built("milking_parlor", board=PASTURES, cattle=cattle, sheep=2, wood=2, stone=2) == {"wood": -2, "stone": -2} | food


@rule("F-milking_parlor", "R-INT-16")
@pytest.mark.parametrize("cattle", [0, 1, 2, 7])
def test_a_milking_parlor_scores_a_point_for_each_cattle(cattle: int) -> None:
    game = position(seats=[seat(board={"M13": "milking_parlor", **PASTURES}, cattle=cattle)])
    assert score(game)["bonus"] == cattle
    assert score(game)["animals"] == cattle


@rule("F-weaving_parlor", "F-milking_parlor")
def test_animals_that_come_later_score_but_give_no_food() -> None:
    game = use("sheep_farming", seat(board={"M13": "weaving_parlor"}), lying={"sheep": 2})
    assert change(game, "collect") == {"sheep": 2}
    assert score(game)["bonus"] == 1


# ---------------------------------------------------------------- State parlor

STATE_PRICE = {"gold": 5, "stone": 3}


@rule("F-state_parlor", "R-INT-15")
@pytest.mark.parametrize(
    ("board", "dwellings"),
    [
        ({"M12": "cavern"}, 0),
        ({"M12": "cavern", "M22": "dwelling"}, 1),
        ({"M12": "cavern", "M22": "dwelling", "M11": "simple_dwelling_4w2s"}, 2),
        ({"M12": "cavern", "M23": "dwelling", "M11": "carpenter"}, 0),
    ],
)
def test_a_state_parlor_counts_dwellings_orthogonally_beside_it(board: dict[str, str], dwellings: int) -> None:
    food = {"food": 2 * dwellings} if dwellings else {}
    assert built("state_parlor", cell="M12", board=board, **STATE_PRICE) == {"gold": -5, "stone": -3} | food
    assert bonus(board=board | {"M12": "state_parlor"}) == 4 * dwellings


@rule("F-state_parlor", "R-BOARD-2", "R-INT-15")
def test_the_entry_level_dwelling_counts_as_a_neighbour() -> None:
    assert built("state_parlor", cell="M13", **STATE_PRICE) == {"gold": -5, "stone": -3, "food": 2}
    assert bonus(board={"M13": "state_parlor"}) == 4


@rule("F-state_parlor", "F-additional_dwelling", "F-mixed_dwelling", "F-couple_dwelling", "F-simple_dwelling_3w3s")
@pytest.mark.parametrize("tile", ["additional_dwelling", "mixed_dwelling", "couple_dwelling", "simple_dwelling_3w3s", "dwelling"])
def test_every_kind_of_dwelling_counts_as_a_neighbour(tile: str) -> None:
    board = {"M12": "cavern", "M11": tile}
    assert built("state_parlor", cell="M12", board=board, **STATE_PRICE)["food"] == 2
    assert bonus(board=board | {"M12": "state_parlor"}) == 4


@rule("F-state_parlor")
def test_four_neighbours_are_eight_food_and_sixteen_points() -> None:
    board = {"M23": "cavern", "M22": "dwelling", "M24": "dwelling", "M33": "mixed_dwelling", "M13": "dwelling"}
    assert built("state_parlor", cell="M23", board=board, **STATE_PRICE)["food"] == 8
    assert bonus(board=board | {"M23": "state_parlor"}) == 16


@rule("F-state_parlor")
def test_a_dwelling_built_later_scores_but_gives_no_food() -> None:
    game = at_housework(board={"M13": "state_parlor", "M12": "cavern"}, wood=4, stone=3)
    assert score(game)["bonus"] == 4
    assert change(game, "furnish", tile="dwelling", cell="M12") == {"wood": -4, "stone": -3}
    assert score(game)["bonus"] == 8


# ---------------------------------------------------------------- Hunting parlor


@rule("F-hunting_parlor", "R-INT-19")
def test_a_hunting_parlor_trades_two_boars_as_often_as_wanted() -> None:
    game = position(seats=[seat(board={"M13": "hunting_parlor", **PASTURES}, wild_boar=5)])
    for _ in range(2):
        assert change(game, "use_tile", tile="hunting_parlor") == {"wild_boar": -2, "gold": 2, "food": 2}
    assert not can(game, "use_tile")


@rule("F-hunting_parlor", "R-SCORE-1")
def test_boars_may_be_traded_after_the_last_harvest() -> None:
    game = last_trades(board={"M13": "hunting_parlor"}, wild_boar=2)
    assert change(game, "use_tile", tile="hunting_parlor") == {"wild_boar": -2, "gold": 2, "food": 2}


@rule("F-hunting_parlor", "R-BREED-3")
def test_parents_and_newborns_are_not_traded_while_they_breed() -> None:
    home = seat(board={"M13": "hunting_parlor", **PASTURES}, wild_boar=2)
    game = position(round=3, phase="breeding", seats=[home])
    do(game, "use_tile", tile="hunting_parlor")
    assert not can(game, "breed")  # traded first, no parents are left
    game = position(round=3, phase="breeding", seats=[home])
    do(game, "breed")
    assert game.phase == "work"  # the step is over before anything can be traded


@rule("F-hunting_parlor", "R-BREED-3")
def test_other_boars_may_be_traded_while_boars_breed() -> None:
    game = position(round=3, phase="breeding", seats=[seat(board={"M13": "hunting_parlor", **PASTURES}, wild_boar=4)])
    do(game, "use_tile", tile="hunting_parlor")
    assert change(game, "breed", types=("wild_boar",)) == {"wild_boar": 1}


# ---------------------------------------------------------------- Beer parlor


def beer(game: Game) -> list[dict[str, int]]:
    """What the trades of the Beer parlor bring."""
    return [
        change(game.copy(), "use_tile", tile="beer_parlor", option=action.option) for action in find(game, "use_tile", tile="beer_parlor")
    ]


@rule("F-beer_parlor")
def test_a_beer_parlor_gives_three_gold_or_four_food_for_two_grain() -> None:
    assert beer(position(seats=[seat(board={"M13": "beer_parlor"}, grain=2)])) == [{"grain": -2, "gold": 3}, {"grain": -2, "food": 4}]


@rule("F-beer_parlor", "R-INT-19")
def test_beer_is_brewed_from_two_grain_as_often_as_wanted() -> None:
    game = position(seats=[seat(board={"M13": "beer_parlor"}, grain=5)])
    do(game, "use_tile")
    do(game, "use_tile")
    assert goods(game)["grain"] == 1
    assert not can(game, "use_tile")


@rule("F-beer_parlor", "R-CONV-4")
def test_grain_on_fields_is_not_brewed() -> None:
    game = position(seats=[seat(board={"M13": "beer_parlor", "F34": "field:grain*3"}, grain=1)])
    assert not can(game, "use_tile")


@rule("F-beer_parlor", "R-SCORE-1")
def test_beer_may_be_sold_after_the_last_harvest() -> None:
    game = last_trades(board={"M13": "beer_parlor"}, grain=2)
    assert {"grain": -2, "gold": 3} in beer(game)


# ---------------------------------------------------------------- Blacksmithing parlor


@rule("F-blacksmithing_parlor", "R-INT-19")
def test_a_blacksmithing_parlor_trades_a_ruby_with_an_ore_as_often_as_wanted() -> None:
    game = position(seats=[seat(board={"M13": "blacksmithing_parlor"}, ruby=2, ore=3)])
    for _ in range(2):
        assert change(game, "use_tile", tile="blacksmithing_parlor") == {"ruby": -1, "ore": -1, "gold": 2, "food": 1}
    assert not can(game, "use_tile")


@rule("F-blacksmithing_parlor")
@pytest.mark.parametrize("wares", [{"ruby": 3}, {"ore": 3}])
def test_ruby_and_ore_are_traded_together(wares: dict[str, int]) -> None:
    assert not can(position(seats=[seat(board={"M13": "blacksmithing_parlor"}, **wares)]), "use_tile")


@rule("F-blacksmithing_parlor", "R-SCORE-1")
def test_rubies_may_be_traded_after_the_last_harvest() -> None:
    game = last_trades(board={"M13": "blacksmithing_parlor"}, ruby=1, ore=1)
    before = score(game)["total"]
    do(game, "use_tile", tile="blacksmithing_parlor")
    assert score(game)["total"] == before - 1 + 2


@rule("F-hunting_parlor", "F-beer_parlor", "F-blacksmithing_parlor")
def test_a_parlor_serves_its_owner_only() -> None:
    owner = seat(board={"M13": "hunting_parlor", "M12": "beer_parlor", "M11": "blacksmithing_parlor"})
    game = position(seats=[seat(wild_boar=2, grain=2, ruby=1, ore=1), owner])
    assert not can(game, "use_tile")
    do(game, "place", space="housework")
    assert not can(game, "use_tile")
    do(game, "collect")
    finish_turn(game)
    assert game.player == 1
