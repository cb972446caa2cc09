"""Players from outside at tables of the compiled loop: functions in Python, which are asked, and compiled ones, which have addresses."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.compiling.jit import IS_COMPILED, callback
from caverna_sim.errors import CavernaError, RunStopped, shown
from caverna_sim.games.caverna.actions import Action
from caverna_sim.games.caverna.box.catalog import Catalog
from caverna_sim.games.caverna.game import Game
from caverna_sim.games.caverna.playing.rows import WISH, WISHED, WRONG


class Guests:
    """The players outside, and the game as they see it. Numbers of guests are those of `functions`, in order."""

    def __init__(
        self, functions: Mapping[str, Callable[..., Any]], rules: Catalog, states: NDArray[Any], scratch: NDArray[Any], seed: int
    ) -> None:
        from caverna_sim.games.caverna.bots.roster import as_bot

        self._names, self._bots = tuple(functions), [as_bot(one) for one in functions.values()]
        self._seed, self._states = seed, states
        self._here, self._wished = Game.at(rules, states), Game.at(rules, scratch[WISHED : WISHED + 1])
        self._compiled = [callback(one, states, rules.record) if is_kernel(one) else None for one in functions.values()]
        self.addresses = np.array([one.address if one else 0 for one in self._compiled], np.int64)
        self._streams: dict[int, np.random.Generator] = {}  # by seat, of the game that is played
        self._game = -1

    def begin(self) -> None:
        """Games begin with fresh streams."""
        self._game = -1

    def answer(self, tally: Any, plan: Any, index: int) -> int:
        """What the seat to move takes, in the game of this number in the run; RunStopped says what was wrong with it."""
        seat = self._here.player
        assert seat is not None
        number = -1 - int(plan["bots"][seat])
        where = f"bot `{self._names[number]}`, game {index}, seat {seat}, round {self._here.round}"
        if tally["answer"] == WRONG:
            raise RunStopped(f"{where}: the function returned a number beyond the legal actions")
        rng = self._stream(int(tally["game"]), seat)
        game = self._here
        if tally["asked"] == WISH:
            game, rng = self._wished, copy.deepcopy(rng)  # only asked what it would do: its chances stay as they are
        return self._asked(number, game.now(), seat, rng, where)

    def _stream(self, game: int, seat: int) -> np.random.Generator:
        """The chances of a seat in a game: the same as in `caverna_sim.play`, whatever was played before."""
        if game != self._game:
            self._game, self._streams = game, {}
        if seat not in self._streams:
            self._streams[seat] = np.random.default_rng([self._seed, int(self._states[0]["game_key"]), seat])
        return self._streams[seat]

    def _asked(self, number: int, game: Game, seat: int, rng: np.random.Generator, where: str) -> int:
        legal = game.legal()
        try:
            action = self._bots[number](game.view(seat), legal, rng)
        except CavernaError as error:
            raise RunStopped(f"{where}: {error}") from None
        except Exception as error:
            raise RunStopped(f"{where}: it raised {type(error).__name__}: {' '.join(str(error).split())}") from error
        if not isinstance(action, Action) or action not in legal:
            raise RunStopped(f"{where}: it chose {shown(action)}, which is not among its {len(legal)} legal actions")
        return action.id


def is_kernel(function: Any) -> bool:
    """Whether a function was compiled by numba."""
    return IS_COMPILED and hasattr(function, "py_func")
