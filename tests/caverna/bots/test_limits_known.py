"""Bots that learned know limits and prices from the first round on; without any they play as if nobody had told them."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from caverna_sim.games.caverna.bots.layout import START
from caverna_sim.games.caverna.bots.parameters import bot_record, input_places
from caverna_sim.games.caverna.learning.learn import TOLD
from caverna_sim.games.caverna.scenario.reading import CavernaScenario
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.play import Match, play

SEATS = 4
OF_LIMITS = ("limits", "arms", "most_dwarfs", "closed", "no_loot", "dearer", "harder")


def table(
    bot: str, limits: dict[int, Any] | None = None, expansion: str | None = None, forgets: bool = False, **more: Any
) -> CavernaSource:
    """A table of four alike; who forgets knows nothing of limits and prices."""
    own, judge = bot_record(bot, None, expansion)
    judge = judge.copy()
    if forgets:
        judge[0]["layer_1"][TOLD] = 0.0
        judge[0]["appeal"]["layer_1"][:, TOLD] = 0.0
    scenario = CavernaScenario(
        "alike", SEATS, (bot,) * SEATS, expansion=expansion, seed=23, record=("players",), limits=limits or {}, rules=more
    )  # fmt: skip
    return CavernaSource(scenario, {bot: (own, judge)})


def points(source: CavernaSource, games: int) -> np.ndarray:
    """[game, seat]."""
    played = play([Match(source, games, 0)], {"players": ("score",)}, 1)[0]
    return np.asarray(played["players", "score"], float).reshape(-1, SEATS)


@lru_cache(maxsize=64)
def limited(bot: str, games: int, limit: tuple[tuple[str, int], ...]) -> np.ndarray:
    """Points of the one seat that may not do all, each seat in turn: [game, seat]."""
    if not limit:
        return points(table(bot), games)
    return np.stack([points(table(bot, {seat: dict(limit)}), games)[:, seat] for seat in range(SEATS)], axis=1)


def test_what_is_told_of_limits_and_prices_lies_side_by_side() -> None:
    places = input_places()
    told = {place for name, place in places.items() if name.split(".")[0] in OF_LIMITS}
    assert told == {place for place in places.values() if TOLD.start <= place < TOLD.stop}
    assert min(START[group] for group in OF_LIMITS) == TOLD.start


@pytest.mark.parametrize(("bot", "games"), [("swift", 24), ("value", 4)])
@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_without_limits_the_games_are_those_of_who_knows_nothing_of_them(bot: str, games: int, expansion: str | None) -> None:
    knowing, forgetting = (points(table(bot, expansion=expansion, forgets=forgets), games) for forgets in (False, True))
    assert (knowing == forgetting).all()


@pytest.mark.parametrize("bot", ["swift", "value"])
@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_all_that_learned_know_limits(bot: str, expansion: str | None) -> None:
    judge = bot_record(bot, None, expansion)[1][0]
    places = input_places()
    for name in (
        "arms.0",
        "arms.5",
        "arms.6",
        "most_dwarfs.0",
        "most_dwarfs.2",
        "closed.logging_4_7",
        "dearer.mixed_dwelling",
        "harder.cattle",
    ):
        layers = [judge["appeal"]["layer_1"]] + ([judge["layer_1"]] if bot == "value" else [])
        assert all(layer[..., places[name], :].any() for layer in layers), name


@pytest.mark.parametrize(("bot", "games"), [("swift", 24), ("value", 4)])
@pytest.mark.parametrize("limit", [{"weapon_max": 14}, {"dwarfs_max": 6}, {"weapon_from_round": 1}])
def test_a_limit_that_never_binds_changes_nothing(bot: str, games: int, limit: dict[str, int]) -> None:
    everywhere = dict.fromkeys(range(SEATS), limit)
    assert (points(table(bot, everywhere), games) == points(table(bot), games)).all()


MOST_LOST = 0.5  # points by which a bot may misjudge what it may do
NESTED = [
    ("weapon_max", (0, 3, 7)),  # more may be done from left to right, and most of all without a limit
    ("dwarfs_max", (2, 3, 4)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "games"), [("swift", 1000), ("value", 120)])
@pytest.mark.parametrize(("word", "steps"), NESTED)
def test_who_may_do_more_scores_no_less(bot: str, games: int, word: str, steps: tuple[int, ...]) -> None:
    """But for half a point and chance; before, who might arm to 3 at most scored 10 points less than who might not arm."""
    arms = [limited(bot, games, ((word, step),)) for step in steps] + [limited(bot, games, ())]
    for less, more in pairwise(arms):
        gains = (more - less).mean(axis=1)
        assert gains.mean() > -MOST_LOST - 3.0 * gains.std(ddof=1) / np.sqrt(len(gains))
