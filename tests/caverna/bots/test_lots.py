"""Lots of bots: what a change does not touch stays as it was."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from benchmarks import lots as benchmark
from caverna_sim.games.caverna.bots.layout import MIND
from caverna_sim.games.caverna.bots.lots import noise
from caverna_sim.match.protocol import PlayedChunk
from tests.caverna.bots import Table, record

BOTS = ("balanced", "peaceful", "adventurer", "ruby_miner")
GAMES = 200


@cache
def base() -> PlayedChunk:
    return benchmark.played(BOTS, GAMES)


def alike(**changes: Any) -> float:
    return benchmark.alike(base(), benchmark.played(BOTS, GAMES, **changes))


def test_forcing_a_habit_changes_only_games_in_which_it_was_broken() -> None:
    habits = benchmark.habits(base(), GAMES)
    assert habits
    for seat, (space, share) in habits.items():
        assert alike(opening={f"seat_{seat}": {"place": [space]}}) >= 100 * share


def test_a_tile_that_nobody_builds_is_not_missed() -> None:
    tiles = benchmark.never_built(base())
    assert len(tiles) >= 5
    for tile in tiles[:3]:
        assert alike(supply={"without": [tile]}) >= 99


@pytest.mark.parametrize("path", benchmark.NOBODY_MEETS)
def test_a_house_rule_that_nobody_meets_changes_nothing(path: str) -> None:
    assert alike(rules={path: benchmark.NOBODY_MEETS[path]}) == 100


def drawn(table: Table, seat: int, candidate: int) -> float:
    """The lot of a candidate in the decision at hand."""
    bot, _ = record("balanced")
    return float(noise(table.states[0], bot[0], seat, np.zeros(1, MIND)[0], candidate))


def test_the_first_lots_of_a_seat_do_not_depend_on_who_sits_elsewhere_or_what_they_did() -> None:
    found = []
    for names in (("novice", "novice", "balanced"), ("adventurer", "peaceful", "herder")):
        table = Table(3, seed=6)
        for _ in table.decisions([record(name) for name in names]):
            if table.seat == 2:
                found.append([drawn(table, 2, candidate) for candidate in range(20)])
                break
    assert found[0] == found[1]


def test_lots_differ_by_seat_placement_block_and_candidate() -> None:
    lots = set()
    for game in range(3):
        table = Table(2, seed=6, game=game)
        for _ in table.decisions([record("balanced")]):
            if table.states[0]["round"] > 1:
                break
            if table.legal()[0] >> 24 == 1:  # a placement
                lots.update((table.seat, drawn(table, table.seat, candidate)) for candidate in (1, 2))
    assert len(lots) == 3 * 4 * 2  # games, placements of the first round, candidates
    assert len({lot for _, lot in lots}) == len(lots)
