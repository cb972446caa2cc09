"""The worked example of the scoring pages of the rulebook: a home board worth 80 points, part by part.

The pages tell what each part is worth; tiles and cells that they do not name are chosen here so that the board could
have come about: caverns and tunnels from four Cavern/Tunnel tiles and one single cavern, meadows and fields from five
Meadow/Field tiles.
"""

from __future__ import annotations

from typing import Any

import pytest

from caverna_sim import Game
from tests.caverna.table import do, position, rule, score, seat

PASTURES = {"F33": "large_pasture:1", "F23": "large_pasture:1", "F13": "small_pasture"}
MEADOWS = {"F32": "meadow", "F22": "meadow"}
FIELDS = {"F34": "field:grain*3", "F24": "field:grain*2", "F14": "field:vegetable*1", "F31": "field", "F12": "field"}
MINES = {"M11": "ore_mine", "M21": "ruby_mine", "M32": "ruby_mine", "M33": "tunnel"}  # M21 was the deep tunnel
TWO_POINT_TILES = {"M13": "cuddle_room", "M12": "wood_supplier", "M22": "cooking_cave"}
TWO_DWELLINGS = {"M23": "dwelling", "M34": "dwelling"}
FODDER = {"M31": "fodder_chamber"}

PARTS = {
    "animals": 2 + 4 + 2 + 3 + 10,
    "missing_animals": 0,
    "grain": 5,  # nine grain
    "vegetables": 4,
    "rubies": 1,
    "gold": 13,
    "dwarfs": 4,
    "unused_spaces": -3,
    "furnishings": (2 + 2 + 2) + (3 + 3),
    "pastures": 2 + 4,
    "mines": 4 + 3 + 4,
    "bonus": 6,
    "begging": 0,
    "writing_chamber": 0,
}


def worked_example() -> dict[str, Any]:
    """The seat of the example."""
    return seat(
        board={**PASTURES, **MEADOWS, **FIELDS, **MINES, **TWO_POINT_TILES, **TWO_DWELLINGS, **FODDER},
        # ten cattle on the large pasture, boars on the small one and at the entrance, sheep with the family
        stables=("F33", "F23"),
        dwarfs=[0, 0, 0, 0],
        dog=2,
        sheep=4,
        donkey=2,
        wild_boar=3,
        cattle=10,
        grain=4,
        vegetable=3,
        ruby=1,
        gold=13,
    )


def final() -> Game:
    """The example before scoring, in a game that is otherwise empty."""
    return position(players=2, round=12, phase="final", seats=[worked_example()])


@rule("R-SCORE-2")
@pytest.mark.parametrize(("part", "points"), PARTS.items())
def test_each_part_of_the_worked_example(part: str, points: int) -> None:
    assert score(final())[part] == points


@rule("R-SCORE-2")
def test_the_worked_example_is_worth_eighty_points() -> None:
    assert sum(PARTS.values()) == 80
    result = score(final())
    assert result == {**PARTS, "total": 80}


@rule("R-SCORE-2")
def test_it_stays_at_eighty_when_the_game_is_over() -> None:
    game = final()
    while not game.over:
        do(game, "pass")
    assert score(game)["total"] == 80
    assert [entry["rank"] for entry in game.scores()] == [1, 2]


@rule("R-SCORE-2")
def test_three_cells_of_the_example_are_unused() -> None:
    rows = final().to_dict()["seats"][0]["board"]
    assert sum(cell in (".", "^") for row in rows for cell in row) == 3
