"""The order in which bots are named changes no result; with one order only, who sits behind whom does."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot

import numpy as np
import pytest

from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.play import Match, Played, play
from caverna_sim.match.seating import BALANCED, ROTATE
from caverna_sim.stats.ratings import clustered_mean
from caverna_sim.stats.source import Facts

BOTS = ("balanced", "novice", "random")
KEPT = {"games": ("block", "seating", "order"), "players": ("bot", "score")}


def some_games(names: tuple[str, ...], games: int, seating: str = BALANCED, workers: int = 1, chunk: int | None = None) -> Played:
    source = CavernaSource(CavernaScenario("named", len(names), names, seating=seating, seed=3, record=("games", "players")))
    return play([Match(source, games)], KEPT, workers, chunk_games=chunk)[0]


def test_other_orders_of_names_give_the_same_scores_within_chance() -> None:
    named = (BOTS, BOTS[::-1], ("novice", "balanced", "random"))
    means: dict[str, list[tuple[float, float]]] = {name: [] for name in BOTS}
    for names in named:
        played = some_games(names, 180)
        for number, name in enumerate(names):
            scores = played["players", "score"][played["players", "bot"] == number].reshape(-1, 3).sum(axis=1).astype(float)
            found = clustered_mean(scores, np.full(len(scores), 3.0))
            means[name].append((found.value, found.error))
    for of_bot in means.values():
        for (one, error), (other, error_too) in combinations(of_bot, 2):
            assert abs(one - other) < 3.8 * hypot(error, error_too)  # nine differences


def test_the_table_of_games_names_the_order() -> None:
    played = some_games(BOTS, 36)
    assert Counter(played["games", "order"].tolist()) == {"balanced > novice > random": 18, "balanced > random > novice": 18}
    assert played["games", "seating"].tolist() == [0, 1, 2] * 12
    assert set(some_games(BOTS, 6, ROTATE)["games", "order"].tolist()) == {"balanced > novice > random"}


@pytest.mark.parametrize(("workers", "chunk"), [(1, 3), (2, 6)])
def test_neither_chunks_nor_workers_change_a_game(workers: int, chunk: int) -> None:
    whole, pieces = some_games(BOTS, 18), some_games(BOTS, 18, workers=workers, chunk=chunk)
    for table, columns in KEPT.items():
        assert all((whole[table, name] == pieces[table, name]).all() for name in columns)
    assert (whole.distinct, whole.choices) == (pieces.distinct, pieces.choices)


@pytest.mark.parametrize(
    ("bots", "seating", "is_told"),
    [("abcd", "rotate", True), ("aabb", "rotate", True), ("aaab", "rotate", False), ("ab", "rotate", False), ("abcd", "balanced", False)],
)
def test_one_order_of_several_is_told(bots: str, seating: str, is_told: bool) -> None:
    facts = Facts("one", {"bots": list(bots), "seating": seating}, len(bots), 1, {}, "")
    assert ("Neighbours are confounded" in facts.neighbours) == is_told
