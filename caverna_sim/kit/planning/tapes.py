"""The seats that are not planned, and tapes: what they did in a game that was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from caverna_sim.kit.planning.records import MOST_CHOICES, NOTHING, OTHERS, tape_for


class OtherSeats:
    """Seats as a kernel plays them, `of_other` of a game's copy of recorded.py.

    `bots` are that of the plan and those of all seats, `room` is scratch states, minds and actions, as these bots need.
    """

    def __init__(self, of_other: Callable[..., int], seat: int, bots: Any, room: Sequence[Any], seats: int, tapes: Any = None) -> None:
        blank, heard = blank_tapes(seats)
        self.of_other, self.seat, self.bots = of_other, seat, bots
        self.tools = (*room, blank if tapes is None else tapes, heard)

    def play_on(self, game: Any) -> None:
        """Until the planned seat must decide, or the game is over."""
        scratch, minds, out, tapes, heard = self.tools
        while not game.over and game.player != self.seat:
            bot, rules = self.bots[OTHERS + game.player], game.rules.record[0]
            game.play(int(self.of_other(game.state, rules, bot, scratch, minds[0], out, tapes[0], heard)))


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
