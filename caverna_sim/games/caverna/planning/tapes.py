"""Tapes: what the seats that are not planned did in a game that was played."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.planning.recorded import NOTHING, block_of
from caverna_sim.games.caverna.planning.records import MOST_CHOICES, TAPE
from caverna_sim.games.caverna.shape.sizes import MAX_PLAYERS


def blank_tapes() -> tuple[np.ndarray, np.ndarray]:
    """Tapes of seats that play no recorded game, and how far they were followed."""
    return np.zeros(1, TAPE), np.full((2, MAX_PLAYERS), NOTHING, np.int32)


def tape_of(game: Game, moves: Iterable[str | int], seat: int) -> tuple[np.ndarray, list[int]]:
    """What the other seats decide in a game that is played by these moves from its beginning, and what this seat does."""
    tapes, _ = blank_tapes()
    tape, own = tapes[0], []
    block = NOTHING
    for move in moves:
        assert game.player is not None
        player = game.player
        if int(game.state["phase"]) != phase.WORK or _is_placing(game):
            block = int(block_of(game.state, game.state["seats"][player]))
        game.play(move)
        if player == seat:
            own.append(game.actions[-1].id)
        elif tape["number"][player] < MOST_CHOICES:
            at = int(tape["number"][player])
            tape["action"][player, at], tape["block"][player, at] = game.actions[-1].id, block
            tape["number"][player] = at + 1
    return tapes, own


def _is_placing(game: Game) -> bool:
    return bool(game.state["agenda"][game.state["depth"] - 1]["step"] == step.PLACE)
