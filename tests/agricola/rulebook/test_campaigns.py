"""Campaigns (AG-CMP)."""

from __future__ import annotations

import re
from typing import Any

import polars as pl
import pytest

import caverna_sim as cs
from caverna_sim.games.agricola import campaign as module
from caverna_sim.games.agricola.box.tables import printed_tables

SOLO = printed_tables()["campaign"]["solo"]


class Told:
    """A game that ends as it is told."""

    planned = None
    ends: list[list[int]]
    made: list[dict[str, Any]]

    def __init__(self, **given: Any) -> None:
        self.made.append(given)
        self.totals = self.ends[given["index"]]

    def scores(self) -> list[dict[str, Any]]:
        return [{"total": total, "rank": 1 + sum(other > total for other in self.totals)} for total in self.totals]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Games with given ends instead of played ones."""

    def ends(*totals: list[int]) -> list[dict[str, Any]]:
        made: list[dict[str, Any]] = []
        monkeypatch.setattr(module, "Game", type("Game", (Told,), {"ends": list(totals), "made": made}))
        monkeypatch.setattr(module, "play", lambda game, bots: game)
        return made

    return ends


@pytest.mark.rule("AG-CMP-04", "T-APX-70")
def test_goals_of_the_solo_campaign() -> None:
    assert [module.goal_of(SOLO, game) for game in range(1, 11)] == [50, 55, 59, 62, 64, 65, 66, 67, 68, 69]


@pytest.mark.rule("AG-CMP-05", "AG-PRC-10", "T-APX-71", "UNC-09")
def test_points_above_a_goal_are_food_for_the_next_game(told: Any) -> None:
    told([49], [50], [58], [59 + 7], [70])
    games = cs.campaign("random", seed=3, game="agricola", attempts=5).games
    assert games["passed"].to_list() == [False, True, True, True, True]
    assert games["game"].to_list() == [1, 1, 2, 3, 4]
    assert games["goal"].to_list() == [50, 50, 55, 59, 62]
    assert games["start_food"].to_list() == [0, 0, 0, 1, 3]


@pytest.mark.rule("AG-CMP-01", "T-APX-68")
def test_two_players_with_as_many_points_are_told_apart_by_their_scores(told: Any) -> None:
    told([40, 39], [38, 37], [30, 33])
    found = cs.campaign(["random", "random"], seed=3, game="agricola")
    assert found.games.filter(found.games["seat"] == 0)["points"].to_list() == [1, 2, 0]
    assert found.verdict.startswith("random in seat 1 won; points (scores) by seat: 3 (108), 3 (109)")


@pytest.mark.rule("AG-CMP-01", "T-APX-67")
def test_points_by_rank_of_four_players(told: Any) -> None:
    told([30, 40, 20, 10], [40, 20, 30, 10], [10, 30, 40, 20])
    games = cs.campaign(["random"] * 4, seed=3, game="agricola").games
    assert [sum(games.filter(games["seat"] == seat)["points"]) for seat in (0, 1)] == [14, 16]


@pytest.mark.rule("AG-CMP-02", "AG-PRC-11", "T-DRV-16", "UNC-18")
def test_the_winner_starts_and_who_came_last_has_more_food(told: Any) -> None:
    made = told([20, 30, 10], [1, 2, 3], [1, 2, 3])
    games = cs.campaign(["random"] * 3, seed=3, game="agricola").games
    assert games.filter(games["game"] == 2)["start_player"].to_list() == [1, 1, 1]
    assert games.filter(games["game"] == 2)["start_food"].to_list() == [3, 2, 4]
    assert made[1]["rules"]["start.food"][:3] == [2, 4, 3]


@pytest.mark.rule("AG-CMP-02", "AG-SET-06", "UNC-18")
def test_seat_0_starts_the_first_game(told: Any) -> None:
    """Seats are counted from the first starting player, so nothing is drawn; food is as printed."""
    told([20, 30, 10], [1, 2, 3], [1, 2, 3])
    first = cs.campaign(["random"] * 3, seed=3, game="agricola").games.filter(pl.col("game") == 1)
    assert first["start_player"].to_list() == [0, 0, 0] and first["start_food"].to_list() == [2, 3, 3]


def test_a_campaign_is_played() -> None:
    found = cs.campaign("random", seed=3, game="agricola", goals=[-99, -99], attempts=9)
    assert found.games["passed"].to_list() == [True, True] and found.games["start_food"][1] > 20
    with pytest.raises(cs.CavernaError, match="hand cards cannot be played yet"):
        cs.campaign("random", game="agricola", cards=True)


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"goals": 5}, "campaign: goals: give a list"),
        ({"goals": [-999]}, "campaign: goals: -999 is not allowed"),
        ({"goals": [5], "bots": ["random"] * 2}, "campaign: goals: they are for one player"),
        ({"rules": 5}, "campaign: rules: 5 is not allowed; give a table of house rules"),
        ({"house_rules": ["HR6"]}, "campaign: house_rules: HR6 gives everybody the same food"),
    ],
)
def test_what_a_campaign_cannot_be_is_said(given: dict[str, Any], word: str) -> None:
    with pytest.raises(cs.CavernaError, match=re.escape(word)):
        cs.campaign(**{"bots": "random", "game": "agricola", **given})
