"""Playing a game to its end with a bot for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from caverna_sim.errors import CavernaError, IllegalAction, nearest, shown
from caverna_sim.kit.play.played import PlayedGame

G = TypeVar("G", bound=PlayedGame)


def play(game: G, bots: Any, as_bot: Callable[[Any], Any], kind: type, example: str) -> G:
    """Play on to the end; `as_bot` makes a player of what is given for a seat."""
    if not isinstance(game, kind):
        raise CavernaError(f"play: {shown(game)} is no game; give one such as {example}")
    if bots is None:
        if game.planned is None:
            raise CavernaError(f"bots: give one for each of the {game.players} seats; only a scenario's game knows its bots")
        bots = game.planned.bots
    if isinstance(bots, str) or not isinstance(bots, Sequence) or len(bots) != game.players:
        given = f"{len(bots)} bots" if isinstance(bots, list | tuple) else shown(bots)
        raise CavernaError(f"bots: {given} for {game.players} players; give one for each seat")
    company = Company(game, [as_bot(bot) if game.planned is None else game.planned.bot(bot) for bot in bots])
    while not game.over:
        game.play(company.choose())
    return game


class Company:
    """Who sits at the table of a game: the scenario's openings come first, every seat has its own stream of chances."""

    def __init__(self, game: Any, bots: Sequence[Any]) -> None:
        key = int(game.state["seed"]), int(game.state["game_key"])
        self._game, self._bots = game, bots
        self._streams = [np.random.default_rng([*key, seat]) for seat in range(game.players)]
        self.weighed: tuple[tuple[Any, float], ...] = ()  # what the last choice was made from, of a bot that tells

    def choose(self) -> Any:
        """What the seat to move takes."""
        game, seat = self._game, self._game.player
        assert seat is not None
        self.weighed = ()
        forced = game.opening()
        if forced is not None:
            return forced
        legal = game.legal()
        action = self._bots[seat](game.view(seat), legal, self._streams[seat])
        if action not in legal:
            raise IllegalAction(
                f"the bot of seat {seat} chose {shown(action)}, which is not legal; {nearest(action, [a.text for a in legal])}"
            )
        self.weighed = tuple(getattr(self._bots[seat], "weighed", ()))
        return action
