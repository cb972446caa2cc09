"""Points (AG-SCR)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from caverna_sim.games.agricola.box.catalog import catalog
from caverna_sim.games.agricola.farm.scoring import banded
from caverna_sim.games.agricola.ids import score
from caverna_sim.games.agricola.playing.rows import PLAYER
from caverna_sim.games.agricola.scenario.reading import agricola_scenario
from caverna_sim.games.agricola.source import AgricolaSource
from tests.agricola.hand import at, board, fences, seat

PICTURED: dict[str, Any] = {  # the farm that the rule book scores
    "house": "stone",
    "people": [{"at": "home"}] * 5,
    "board": [
        ["room", "room", ".", "field", "field:grain*3"],
        ["room", ".", ".", "field", "field:vegetable*1"],
        ["room", "stable", ".", ".", "stable"],
    ],
    "fences": fences("c12 c22", "c23 c24"),
}
HERD = {"sheep": 8, "wild_boar": 6}


def parts(entry: dict[str, Any]) -> dict[str, int]:
    return at(entry, seat()).scores()[0]["parts"]


@pytest.mark.rule("AG-SCR-02", "AG-SCR-03", "AG-SCR-07", "AG-SCR-08", "AG-SCR-09", "AG-SCR-10", "T-RB-01")
def test_the_pictured_farm() -> None:
    game = at(seat({}, HERD, **PICTURED), seat())
    assert game.scores()[0]["total"] == 35
    assert game.scores()[0]["parts"] == {
        "fields": 3, "pastures": 2, "grain": 1, "vegetables": 1, "sheep": 4, "wild_boar": 3, "cattle": -1, "unused_spaces": -2,
        "stables": 1, "rooms": 8, "people": 15, "improvements": 0, "bonus": 0, "begging": 0,
    }  # fmt: skip
    assert len(game.to_dict()["seats"][0]["fences"]) == 11


@pytest.mark.rule("AG-SCR-11", "AG-SCR-13", "T-RB-02")
def test_the_pictured_farm_with_a_joinery() -> None:
    assert at(seat({"wood": 5}, HERD, improvements=["joinery"], **PICTURED), seat()).scores()[0]["total"] == 39


@pytest.mark.rule("AG-SCR-02", "AG-SCR-03", "AG-SCR-04", "AG-SCR-05", "AG-SCR-06", "T-APX-74", "T-APX-76", "T-APX-77", "T-APX-79")
@pytest.mark.parametrize(
    ("band", "points"),
    [
        (score.FIELDS, (-1, -1, 1, 2, 3, 4, 4)),
        (score.PASTURES, (-1, 1, 2, 3, 4, 4)),
        (score.GRAIN, (-1, 1, 1, 1, 2, 2, 3, 3, 4, 4)),
        (score.VEGETABLES, (-1, 1, 2, 3, 4, 4)),
        (score.SHEEP, (-1, 1, 1, 1, 2, 2, 3, 3, 4)),
        (score.WILD_BOAR, (-1, 1, 1, 2, 2, 3, 3, 4, 4)),
        (score.CATTLE, (-1, 1, 2, 2, 3, 3, 4, 4)),
    ],
)
def test_bands(band: int, points: tuple[int, ...]) -> None:
    row = catalog(2).record[0]["band"][band]
    assert tuple(int(banded(row, number)) for number in range(len(points))) == points


@pytest.mark.rule("AG-SCR-08", "AG-SCR-07", "T-APX-81", "T-APX-80")
def test_stables() -> None:
    four = dict.fromkeys(("c01", "c02", "c03", "c04"), "stable")
    inside = parts(seat(board=board(**four), fences=fences("c01 c02 c03 c04")))
    outside = parts(seat(board=board(**four)))
    assert (inside["stables"], outside["stables"]) == (4, 0)
    assert (inside["unused_spaces"], outside["unused_spaces"]) == (-9, -9)


@pytest.mark.rule("AG-SCR-09", "AG-SCR-10", "T-APX-82", "T-APX-83")
def test_rooms_and_people() -> None:
    for house, points in (("wood", 0), ("clay", 4), ("stone", 8)):
        assert parts(seat(house=house, board=board(c00="room", c01="room")))["rooms"] == points
    for people in range(2, 6):
        assert parts(seat(people=[{"at": "home"}] * people))["people"] == 3 * people


@pytest.mark.rule("AG-SCR-12", "AG-SCR-16", "T-APX-84")
def test_bonus_and_begging() -> None:
    found = parts(seat({"wood": 3, "food": 9}, improvements=["joinery"], begging=2))
    assert found["bonus"] + found["begging"] == -5


@pytest.mark.rule("AG-SCR-13", "T-APX-85", "T-APX-87")
@pytest.mark.parametrize(
    ("improvement", "ware", "bonus"),
    [
        ("joinery", "wood", {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 20: 3}),
        ("pottery", "clay", {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 20: 3}),
        ("basketmakers_workshop", "reed", {1: 0, 2: 1, 3: 1, 4: 2, 5: 3, 9: 3}),
    ],
)
def test_crafts(improvement: str, ware: str, bonus: dict[int, int]) -> None:
    assert {amount: parts(seat({ware: amount}, improvements=[improvement]))["bonus"] for amount in bonus} == bonus


@pytest.mark.rule("AG-SCR-14", "AG-SCR-15", "T-APX-13", "DIS-01")
def test_ties_are_broken_by_building_resources() -> None:
    first = seat({"wood": 7}, improvements=["joinery"], begging=1, bonus=0)
    second = seat({"stone": 6}, bonus=2)
    scores = at(first, second).scores()
    assert scores[0]["total"] == scores[1]["total"]
    assert [(one["rank"], one["tie"]) for one in scores] == [(1, 7), (2, 6)]
    assert [one["rank"] for one in at(seat(), seat()).scores()] == [1, 1]


@pytest.mark.rule("AG-SCR-14")
def test_no_heap_of_resources_makes_up_for_a_point_in_a_run() -> None:
    source = AgricolaSource(agricola_scenario("agricola_2"))
    players = np.zeros((1, 2), PLAYER)
    players["score"], players["tie"] = [[31, 30]], [[0, 20_000]]
    first, second = source.places_of(players)[0]
    assert first > second
