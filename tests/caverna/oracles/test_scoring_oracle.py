"""Scores against a slow scorer written from the rules, on every decision of random games and on rich positions."""

from __future__ import annotations

import random

import pytest

from caverna_sim import Game
from tests.caverna.oracles.naive_scorer import score_position
from tests.caverna.oracles.random_play import TILE_SETS, QuietGame, decisions, random_game, random_position
from tests.caverna.table import rule

PLAYERS = (1, 2, 3, 4, 5, 6, 7)
EVERYTHING_SCORED = rule("R-SCORE-2", "R-SCORE-3", "R-SCORE-4", "R-TILE-8", "R-INT-1", "R-INT-15", "R-INT-16")


def assert_scores_agree(game: Game) -> None:
    expected = score_position(game.to_dict())
    found = [entry["parts"] | {"total": entry["total"]} for entry in game.scores()]
    assert found == expected


@EVERYTHING_SCORED
@pytest.mark.parametrize("players", PLAYERS)
def test_scores_at_every_decision_of_a_random_game(players: int) -> None:
    chance = random.Random(players)
    for number, (game, _) in enumerate(decisions(random_game(players, TILE_SETS[players % 2], seed=players), chance, eager=True)):
        if players < 5 or number % 5 == 0:
            assert_scores_agree(game)
    assert game.over
    assert_scores_agree(game)


@EVERYTHING_SCORED
@pytest.mark.parametrize("tiles", TILE_SETS)
@pytest.mark.parametrize("players", PLAYERS)
def test_scores_at_the_end_of_random_games(players: int, tiles: str) -> None:
    chance = random.Random(players)
    for seed in range(3):
        game = random_game(players, tiles, seed)
        for _ in decisions(game, chance, eager=seed % 2 == 0):
            pass
        assert game.over
        assert_scores_agree(game)


@EVERYTHING_SCORED
def test_scores_of_rich_positions() -> None:
    chance = random.Random(1)
    scored = set()
    for _ in range(120):
        game = QuietGame.from_dict(random_position(chance, players=3))
        assert_scores_agree(game)
        scored |= {part for entry in game.scores() for part, points in entry["parts"].items() if points}
    assert scored == set(game.scores()[0]["parts"])  # every part was worth something somewhere


@rule("R-SCORE-5")
def test_ranks_put_equal_totals_on_the_same_place() -> None:
    chance = random.Random(2)
    ties = 0
    for _ in range(60):
        entries = QuietGame.from_dict(random_position(chance, players=7)).scores()
        totals = [entry["total"] for entry in entries]
        assert [entry["rank"] for entry in entries] == [1 + sum(other > total for other in totals) for total in totals]
        ties += len(totals) - len(set(totals))
    assert ties


@EVERYTHING_SCORED
@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_scores_of_many_games_and_positions(players: int) -> None:
    chance = random.Random(100 + players)
    for seed in range(15):
        for game, _ in decisions(random_game(players, TILE_SETS[seed % 2], seed), chance, eager=seed % 4 < 2):
            if chance.random() < 0.1:
                assert_scores_agree(game)
        assert_scores_agree(game)
    for _ in range(600):
        assert_scores_agree(QuietGame.from_dict(random_position(chance, players)))
