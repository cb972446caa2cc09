"""A position that bots play on to its end, many times, in as many threads as there are cores; the same playouts on any machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError, RunStopped
from caverna_sim.games import facts_of
from caverna_sim.match.workers import check_workers, worker_count
from caverna_sim.stats.ratings import Floats

PLAY_ON = -1  # instead of an action: the bots play on (kit/play/ahead.py)
NOTED = 40  # first actions of a playout that are kept
PIECE = 8  # playouts that a thread plays at a time
WATCH_SECONDS = 0.2

Told = Callable[[int], None]  # so many more playouts are done


class Ends(NamedTuple):
    """How playouts ended."""

    points: Floats  # [playout, seat]
    wins: Floats  # [playout, seat] share of the win
    noted: NDArray[np.int32]  # [playout, n] actions from the start, PLAY_ON after the last


class Playouts:
    """What plays a position on: a bot for each seat."""

    def __init__(self, game: Any, bots: Sequence[Any], own: Mapping[str, Any], seed: int, workers: int | None = None) -> None:
        """`bots` are names of the roster, parameter files or names of `own`, the bots of a scenario."""
        place = facts_of(game.game).ahead
        if not place:
            raise CavernaError(f"analyse: positions of `{game.game}` cannot be played on; it brings no kernel that does (docs/kit.md)")
        self._module = import_module(place)
        names = list(dict.fromkeys(bots))
        self._records, self._judges = self._module.records(game.rules, names, own)
        self._seated = np.array([names.index(bot) for bot in bots], np.int16)
        check_workers(workers)
        self._seed, self._workers = seed, worker_count(workers)
        self._tools: list[Any] = []
        self._stop = np.zeros(1, np.int8)

    def play(self, game: Any, tasks: Sequence[tuple[int, int]], told: Told | None = None) -> Ends:
        """Play an action (or PLAY_ON) and all that follows, with the chances of a number, for each of the tasks."""
        points, wins = np.zeros((len(tasks), game.players)), np.zeros((len(tasks), game.players))
        noted = np.full((len(tasks), NOTED), PLAY_ON, np.int32)
        starts = range(0, len(tasks), PIECE)
        for start, states in self._pieces(game, tasks, noted, starts):
            for number, state in enumerate(states):
                results = game.scores(state)
                best = [one["rank"] == 1 for one in results]
                points[start + number] = [one["total"] for one in results]
                wins[start + number] = np.array(best) / sum(best)
            if told is not None:
                told(len(states))
        return Ends(points, wins, noted)

    def _pieces(
        self, game: Any, tasks: Sequence[tuple[int, int]], noted: NDArray[Any], starts: range
    ) -> Iterator[tuple[int, NDArray[Any]]]:
        """Last states of pieces of the tasks, as they are done."""
        given = np.array(tasks, np.int64).reshape(len(tasks), 2)
        left = iter(starts)
        with ThreadPoolExecutor(self._workers) as pool:
            under_way: dict[Future[NDArray[Any]], int] = {}
            try:
                while True:
                    while len(under_way) < self._workers and (start := next(left, None)) is not None:
                        some = slice(start, start + PIECE)
                        under_way[pool.submit(self._some, game, given[some], noted[some])] = start
                    if not under_way:
                        return
                    for done in wait(under_way, WATCH_SECONDS, FIRST_COMPLETED).done:
                        yield under_way.pop(done), done.result()
            finally:
                self._stop[0] = 1 if under_way else 0
                wait(under_way)
                self._stop[0] = 0

    def _some(self, game: Any, tasks: NDArray[np.int64], noted: NDArray[np.int32]) -> NDArray[Any]:
        try:
            tools = self._tools.pop()
        except IndexError:
            tools = self._module.tools()
        scratch, minds, out = tools
        ends = np.zeros(len(tasks), game.records.STATE)
        played = self._module.play_outs(
            game._states, ends, game.rules.record, self._records, self._judges, self._seated, tasks, self._seed, scratch, minds, out,
            noted, self._stop,
        )  # fmt: skip
        self._tools.append(tools)
        if played == len(tasks) and any(int(one["phase"]) != game.over_phase for one in ends):
            raise RunStopped("a playout never ends: a house rule lets bots trade in circles; change that rule")
        return ends
