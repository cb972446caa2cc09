"""The same game through every door: a batch, `cs.Game`, `caverna_sim.play`, functions as bots, whatever a mind thought of before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import caverna_sim as cs
from benchmarks.doors import OtherDoor, different, rubbish, scenario_by_chance
from caverna_sim import Game
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.outside import give
from caverna_sim.scenario.scenario import read_scenario

ORCS_AT_WORK = ["big_family", "orc_hunter", "ruby_miner", "befriender", "trapper", "adventurer", "novice"]


def of(bots: list[str], **more: Any) -> Any:
    return read_scenario({"name": "doors", "players": len(bots), "bots": bots, "seating": "fixed", "games": 1, **more})


def test_a_friendly_orc_decides_by_what_its_owner_thinks() -> None:
    """An orc that works where a dwarf would weighed imitations by what had been thought of before, in a batch by another seat."""
    scenario = of(ORCS_AT_WORK, expansion="fiends", seed=64)
    played = CavernaSource(scenario).play(0, 1, np.zeros(1, np.int8))
    assert played is not None
    game = cs.play(Game(scenario=scenario, index=0))
    assert game.hash == played.hashes[0] == OtherDoor(CavernaSource(scenario)).play(0).hash
    assert [result["total"] for result in game.scores()] == played.rows["players"]["score"].tolist()


def test_rubbish_in_a_mind_is_really_there() -> None:
    mind = rubbish()[0]
    assert np.isnan(mind["imitated"]) and (mind["imitated_by"], mind["outcomes_known"]) == (-1, -1)


def by_position(view: Any, legal: list[Any], rng: np.random.Generator) -> Any:
    """Chooses by what it sees and by its own chances."""
    seen = sum(view.to_dict()["seats"][view.seat]["goods"].values()) + view.round
    return legal[(seen + int(rng.integers(3))) % len(legal)]


@pytest.mark.parametrize("expansion", [None, "fiends"], ids=["base", "fiends"])
def test_a_function_plays_the_same_games_in_a_batch(expansion: str | None) -> None:
    more = {"expansion": expansion} if expansion else {}
    scenario = of([give(by_position), "befriender", "balanced"], seed=9, games=2, record=["players", "rounds"], **more)
    played = CavernaSource(scenario).play(0, 2, np.zeros(1, np.int8))
    assert played is not None
    assert played.hashes.tolist() == [cs.play(Game(scenario=scenario, index=index)).hash for index in range(2)]


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 1000, 2000])
def test_games_of_all_kinds_are_the_same_through_every_door(first: int) -> None:
    """Bots, players, editions, seatings, house rules, limits and openings by chance: `python -m benchmarks.doors` compares 20,000."""
    for number in range(first, first + 28):
        assert different(scenario_by_chance(number, 24), watched=1 if number % 7 == 2 else 0) == []


@pytest.mark.slow
def test_bots_that_look_ahead_play_the_same_through_every_door() -> None:
    for number in range(14):
        assert different(scenario_by_chance(number, 1, thinking=True)) == []
