"""Random games for the tests of the interface."""

from __future__ import annotations

import random
from collections.abc import Iterator

from caverna_sim import Action, Game

ALL_PLAYERS = range(1, 8)


def choices(game: Game, seed: int) -> Iterator[Action]:
    """At each decision an action chosen at random, before it is played; the caller may stop at any time."""
    chance = random.Random(seed)
    while not game.over:
        action = chance.choice(game.legal())
        yield action
        game.play(action)


def played(players: int, seed: int, most: int | None = None) -> Game:
    """A random game, played for some choices or to its end."""
    game = Game(players, seed)
    for number, _ in enumerate(choices(game, seed)):
        if number == most:
            break
    return game
