"""Tapes: what the seats that are not planned did in a game that was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from caverna_sim.kit.planning.records import MOST_CHOICES, NOTHING, tape_for


def blank_tapes(seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Tapes of so many seats, which play no recorded game, and how far they were followed."""
    return np.zeros(1, tape_for(seats)), np.full((2, seats), NOTHING, np.int32)


def tape_of(
    game: Any, moves: Iterable[str | int], seat: int, seats: int, begins_block: Callable[[Any], bool], block_of: Callable[..., Any]
) -> tuple[np.ndarray, list[int]]:
    """What the other seats decide in a game that is played by these moves from its beginning, and what this seat does.

    `begins_block` asks whether the decision at hand may be the first of a turn or phase, `block_of` names that.
    """
    tapes, _ = blank_tapes(seats)
    tape, own = tapes[0], []
    block = NOTHING
    for move in moves:
        player = game.player
        if begins_block(game):
            block = int(block_of(game.state, game.state["seats"][player]))
        game.play(move)
        if player == seat:
            own.append(game.actions[-1].id)
        elif tape["number"][player] < MOST_CHOICES:
            at = int(tape["number"][player])
            tape["action"][player, at], tape["block"][player, at] = game.actions[-1].id, block
            tape["number"][player] = at + 1
    return tapes, own
