"""Players from outside at tables of the compiled loop: functions in Python, which are asked, and compiled ones, which have addresses."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import IS_COMPILED, callback
from caverna_sim.errors import CavernaError, IllegalAction, RunStopped, shown
from caverna_sim.kit.play.asking import SEEDS, WISH, WISHED, WRONG
from caverna_sim.kit.play.played import PlayedGame
from caverna_sim.match.outside import given, is_outside, takes_three


class Guests:
    """The players outside, and the game as they see it. Numbers of guests are those of `functions`, in order."""

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        as_bot: Callable[[Any], Callable[..., Any]],
        kind: type[PlayedGame],
        rules: Any,
        states: NDArray[Any],
        asides: NDArray[Any],
        seed: int,
    ) -> None:
        """`kind` is the class of games, `as_bot` makes players of functions; `states` and `asides` are those that the loop plays in."""
        self._names, self._bots = tuple(functions), [as_bot(one) for one in functions.values()]
        self._seed, self._states = seed, states
        self._here, self._wished = kind.at(rules, states), kind.at(rules, asides[WISHED : WISHED + 1])
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

    def _asked(self, number: int, game: PlayedGame, seat: int, rng: np.random.Generator, where: str) -> int:
        legal = game.legal()
        try:
            action = self._bots[number](game.view(seat), legal, rng)
        except CavernaError as error:
            raise RunStopped(f"{where}: {error}") from None
        except Exception as error:
            raise RunStopped(f"{where}: it raised {type(error).__name__}: {' '.join(str(error).split())}") from error
        if not isinstance(action, game.action) or action not in legal:
            raise RunStopped(f"{where}: it chose {shown(action)}, which is not among its {len(legal)} legal actions")
        return int(action.id)


def is_kernel(function: Any) -> bool:
    """Whether a function was compiled by numba."""
    return IS_COMPILED and hasattr(function, "py_func")


# ---------------------------------------------------------------- at a table in Python


class KernelBot:
    """A numba function (state, rules, legal_ids, number) -> index into legal_ids.

    It gets a copy of the state on which everything face down is blank and `seed` is a fresh number of the seat's stream.
    """

    def __init__(self, function: Callable[..., int]) -> None:
        self._function = function

    def __call__(self, view: Any, legal: list[Any], rng: np.random.Generator) -> Any:
        """The action at the index that the function returns."""
        ids = np.array([action.id for action in legal], np.int32)
        states, rules = view._arrays()
        state = view.state()
        state["seed"] = draw(states[0], STREAM_BOT + view.seat, SEEDS)
        index = int(self._function(state, rules[0], ids, len(ids)))
        if not 0 <= index < len(legal):
            raise IllegalAction(f"the bot of seat {view.seat} chose number {index} of {len(legal)} legal actions")
        return legal[index]


def as_player(bot: object, named: Callable[[str | Path], Callable[..., Any]]) -> Callable[..., Any]:
    """Something to call for whatever may sit at a table: names and parameter files, which are `named`, Python and numba functions."""
    if is_outside(bot):
        return as_player(given(str(bot)), named)
    if isinstance(bot, str | Path):
        return named(bot)
    if hasattr(bot, "py_func") and callable(bot):
        return KernelBot(bot)
    if not callable(bot):
        raise CavernaError(
            f"{shown(bot)} is no bot; give a name of the roster, a parameter file or a function (view, legal, rng) -> Action"
        )
    if not takes_three(bot):
        raise CavernaError(f"{shown(bot)} is no bot; a function that plays takes (view, legal, rng)")
    return bot
