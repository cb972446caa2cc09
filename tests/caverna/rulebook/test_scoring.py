"""R-SCORE: the end of the game and scoring."""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import DWELLINGS, can, do, find, goods, position, rule, score, seat

FOREST = [f"F{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4)]
ROCK = [f"M{column}{row}" for column in (1, 2, 3) for row in (1, 2, 3, 4) if (column, row) not in ((1, 3), (1, 4))]


def parts(**fields: Any) -> dict[str, int]:
    """Scoring parts of a seat."""
    return score(position(seats=[seat(**fields)]))


def final(*seats: dict[str, Any], players: int = 2) -> Game:
    """After the harvest of the last round, before scoring."""
    return position(players=players, round=12, phase="final", seats=list(seats))


# ---------------------------------------------------------------- the end


@rule("R-SCORE-1")
def test_the_game_ends_after_the_harvest_of_the_last_round() -> None:
    game = position(players=3, round=12, phase="return_home", harvest="full")
    for _ in range(3):
        assert game.phase == "feeding"
        do(game, "feed")
    assert [game.phase, game.player] == ["final", 0]
    for number in range(3):
        assert (game.over, game.player) == (False, number)
        do(game, "pass")
    assert game.over
    assert game.player is None
    assert game.legal() == []


@rule("R-SCORE-1")
def test_an_earlier_round_is_followed_by_another_one() -> None:
    game = position(players=3, round=11, phase="return_home", harvest="none")
    assert (game.round, game.phase) == (12, "work")


@rule("R-SCORE-1")
def test_trades_are_still_possible_before_scoring() -> None:
    board = {"M13": "hunting_parlor", "M24": "beer_parlor", "M23": "spare_part_storage"}
    game = final(seat(board=board, wild_boar=2, grain=2, wood=1, stone=1, ore=1, ruby=1))
    do(game, "use_tile", tile="hunting_parlor")  # 2 gold, 2 food
    do(game, "use_tile", tile="beer_parlor", option=0)  # 3 gold
    do(game, "use_tile", tile="spare_part_storage")  # 2 gold
    do(game, "exchange", good="sheep")
    assert game.player == 0
    do(game, "pass")
    result = score(game)
    assert (result["gold"], result["animals"], result["missing_animals"], result["grain"]) == (7, 1, -6, 0)


# ---------------------------------------------------------------- parts


@rule("R-SCORE-2")
@pytest.mark.parametrize("animal", ["sheep", "donkey", "wild_boar", "cattle"])
def test_a_farm_animal_is_worth_one_point_and_a_missing_type_costs_two(animal: str) -> None:
    assert parts()["missing_animals"] == -8
    owned = parts(board={"F34": "small_pasture"}, **{animal: 4})
    assert (owned["animals"], owned["missing_animals"]) == (4, -6)


@rule("R-SCORE-2")
def test_nothing_is_lost_with_all_four_types() -> None:
    board = {"F34": "meadow", "F33": "meadow", "M12": "ore_mine"}
    owned = parts(board=board, stables=("F34", "F33"), sheep=1, donkey=1, wild_boar=1, cattle=1)
    assert (owned["animals"], owned["missing_animals"]) == (4, 0)


@rule("R-SCORE-2")
def test_dogs_are_worth_a_point_and_never_missing() -> None:
    assert (parts(dog=3)["animals"], parts(dog=3)["missing_animals"]) == (3, -8)


@rule("R-SCORE-2")
@pytest.mark.parametrize(
    ("in_supply", "fields", "points"), [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 0, 2), (1, 1, 1), (0, 3, 2), (2, 3, 3), (3, 3, 3)]
)
def test_grain_counts_half_a_point_rounded_up_in_total(in_supply: int, fields: int, points: int) -> None:
    board = {"F34": f"field:grain*{fields}"} if fields else {}
    assert parts(board=board, grain=in_supply)["grain"] == points


@rule("R-SCORE-2")
def test_grain_of_several_fields_is_rounded_once() -> None:
    board = {"F34": "field:grain*1", "F33": "field:grain*1", "F32": "field:grain*1"}
    assert parts(board=board, grain=1)["grain"] == 2


@rule("R-SCORE-2")
def test_vegetables_count_one_point_in_supply_and_on_fields() -> None:
    assert parts(vegetable=3)["vegetables"] == 3
    board = {"F34": "field:vegetable*2", "F33": "field:vegetable*1"}
    assert parts(board=board, vegetable=1)["vegetables"] == 4


@rule("R-SCORE-2", "R-COMP-5")
def test_rubies_and_gold_are_worth_a_point_each() -> None:
    assert parts(ruby=5)["rubies"] == 5
    assert parts(gold=17)["gold"] == 17


@rule("R-SCORE-2")
@pytest.mark.parametrize("dwarfs", [2, 3, 5])
def test_each_dwarf_in_play_is_worth_a_point(dwarfs: int) -> None:
    assert parts(board=DWELLINGS, dwarfs=[0] * dwarfs)["dwarfs"] == dwarfs


@rule("R-SCORE-2")
def test_each_unused_cell_costs_a_point() -> None:
    assert parts()["unused_spaces"] == -22
    assert parts(board={"F34": "field", "M12": "tunnel"})["unused_spaces"] == -20
    assert parts(board={"F34": "meadow"}, stables=("F34", "F11"))["unused_spaces"] == -20  # a stable uses a cell
    full = dict.fromkeys(FOREST, "field") | dict.fromkeys(ROCK, "tunnel")
    assert parts(board=full)["unused_spaces"] == 0


@rule("R-SCORE-2")
def test_pastures_are_worth_two_and_four_points() -> None:
    assert parts(board={"F34": "meadow"}, stables=("F34",))["pastures"] == 0
    assert parts(board={"F34": "small_pasture"})["pastures"] == 2
    assert parts(board={"F34": "large_pasture:1", "F33": "large_pasture:1"})["pastures"] == 4
    three = {"F34": "small_pasture", "F33": "small_pasture", "F32": "large_pasture:1", "F31": "large_pasture:1"}
    assert parts(board=three)["pastures"] == 8


@rule("R-SCORE-2")
def test_mines_are_worth_three_and_four_points() -> None:
    assert parts(board={"M12": "deep_tunnel"})["mines"] == 0
    assert parts(board={"M12": "ore_mine"})["mines"] == 3
    assert parts(board={"M12": "ruby_mine"})["mines"] == 4
    assert parts(board={"M12": "ruby_mine", "M11": "ore_mine", "M22": "ruby_mine"})["mines"] == 11


@rule("R-SCORE-2")
def test_furnishings_have_printed_points() -> None:
    assert parts()["furnishings"] == 0
    board = {"M13": "dwelling", "M24": "dwelling", "M23": "mixed_dwelling", "M12": "carpenter", "M22": "seam"}
    assert parts(board=board)["furnishings"] == 3 + 3 + 4 + 0 + 1
    assert parts(board=board)["bonus"] == 0


@rule("R-SCORE-2")
def test_parlors_storages_and_chambers_give_bonus_points() -> None:
    board = {"M13": "treasure_chamber", "M24": "ore_storage", "M23": "weaving_parlor"}
    result = parts(board=board, ruby=4, ore=7, sheep=2)
    assert result["bonus"] == 4 + 3 + 1
    assert result["furnishings"] == 0


@rule("R-SCORE-2")
def test_a_begging_marker_costs_three_points() -> None:
    assert parts(begging=1)["begging"] == -3
    assert parts(begging=4)["begging"] == -12


@rule("R-SCORE-2")
def test_the_total_is_the_sum_of_the_parts() -> None:
    board = {"F34": "small_pasture", "F33": "field:grain*3", "M12": "ore_mine", "M24": "dwelling", "M13": "broom_chamber"}
    result = parts(board=board, dwarfs=[0, 0, 0], dog=1, sheep=3, donkey=1, grain=2, vegetable=2, ruby=1, gold=5, begging=1)
    # animals, missing, grain, vegetables, rubies, dwarfs, unused, dwelling, pasture, mine, gold, begging
    assert result["total"] == 5 - 4 + 3 + 2 + 1 + 3 - 18 + 3 + 2 + 3 + 5 - 3


# ---------------------------------------------------------------- the Writing chamber


@rule("R-SCORE-3")
def test_the_writing_chamber_cancels_up_to_seven_points_of_losses() -> None:
    assert parts()["writing_chamber"] == 0
    result = parts(board={"M13": "writing_chamber"}, begging=1)
    assert (result["missing_animals"], result["unused_spaces"], result["begging"]) == (-8, -22, -3)
    assert result["writing_chamber"] == 7


@rule("R-SCORE-3")
@pytest.mark.parametrize(
    ("change", "loss"),
    [
        ({}, 0),
        ({"begging": 1}, 3),
        ({"begging": 2}, 6),
        ({"cattle": 0}, 2),
        ({"cattle": 0, "begging": 1}, 5),
        ({"begging": 3}, 9),
    ],
)
def test_the_writing_chamber_gives_no_points_beyond_the_losses(change: dict[str, int], loss: int) -> None:
    board = dict.fromkeys(FOREST, "field") | dict.fromkeys(ROCK, "tunnel")
    board |= {"F34": "small_pasture", "F33": "small_pasture", "F32": "small_pasture", "M13": "writing_chamber"}
    animals = {"sheep": 2, "donkey": 2, "wild_boar": 2, "cattle": 2}
    result = parts(board=board, **{**animals, **change})
    assert result["missing_animals"] + result["unused_spaces"] + result["begging"] == -loss
    assert result["writing_chamber"] == min(loss, 7)


@rule("R-SCORE-3")
def test_unused_cells_are_losses_too() -> None:
    board = dict.fromkeys(FOREST, "field") | dict.fromkeys(ROCK, "tunnel")
    board |= {"F34": "small_pasture", "F33": "small_pasture", "F32": "small_pasture", "M13": "writing_chamber"}
    board |= {"F11": ".", "F21": ".", "M31": "^"}
    result = parts(board=board, sheep=2, donkey=2, wild_boar=2, cattle=2)
    assert (result["unused_spaces"], result["writing_chamber"]) == (-3, 3)


# ---------------------------------------------------------------- what is not scored, and who wins


@rule("R-SCORE-4")
def test_building_resources_food_stables_and_weapons_are_worth_nothing() -> None:
    plain = parts(board={"F34": "meadow"})
    assert parts(board={"F34": "meadow"}, wood=9, stone=9, ore=9, food=9) == plain
    assert parts(board={"F34": "meadow"}, stables=("F34",)) == plain  # on a used cell
    assert parts(board={"F34": "meadow"}, dwarfs=[14, 8]) == plain


@rule("R-SCORE-5")
def test_most_points_win() -> None:
    game = final(seat(gold=3), seat(gold=9), seat(gold=5), players=3)
    assert [entry["rank"] for entry in game.scores()] == [3, 1, 2]


@rule("R-SCORE-5")
def test_tied_players_share_the_win_without_a_tie_break() -> None:
    """Same points, though one has goods left and the other more dwarfs."""
    first = seat(gold=9, wood=20, food=20)
    second = seat(gold=5, board={"M24": "dwelling"})  # 3 points, one cell less unused
    third = seat(gold=2)
    game = final(first, second, third, players=3)
    totals = [entry["total"] for entry in game.scores()]
    assert totals[0] == totals[1] > totals[2]
    assert [entry["rank"] for entry in game.scores()] == [1, 1, 3]


@rule("R-SCORE-1", "R-SCORE-5")
def test_scores_stay_when_the_game_is_over() -> None:
    game = final(seat(gold=3), seat(gold=9))
    before = game.scores()
    while not game.over:
        assert can(game, "pass")
        assert {action.kind for action in find(game, "pass")} == {"pass"}
        do(game, "pass")
    assert game.scores() == before
    assert goods(game)["gold"] == 3
