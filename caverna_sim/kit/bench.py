"""How fast this machine plays: choices and games a second, what more workers bring, what writing and memory cost."""

from __future__ import annotations

import platform
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.batch.run import run
from caverna_sim.games import plays
from caverna_sim.match.protocol import GameSource
from caverna_sim.match.workers import worker_count
from caverna_sim.scenario.scenario import load_scenario

MOST_SEATS = 4  # of the table where tiers and workers are compared


@dataclass(frozen=True)
class Benched:
    """What is measured of a game."""

    game: str
    players: tuple[int, ...]  # tables of so many
    bots: tuple[str, ...]  # the scripted ones that sit there
    tiers: Mapping[str, str]  # tier -> a bot of it
    record: tuple[str, ...]  # tables of a whole run, all but placements

    @property
    def table(self) -> int:
        """Players where tiers and workers are compared."""
        return max(players for players in self.players if players <= MOST_SEATS)


@dataclass(frozen=True)
class Figure:
    """One thing that was measured."""

    what: str
    value: float
    unit: str


@dataclass(frozen=True)
class Bench:
    """What was measured, and on what."""

    machine: dict[str, Any]
    figures: tuple[Figure, ...]

    def to_dict(self) -> dict[str, Any]:
        """For machines."""
        return {"machine": self.machine, "figures": [asdict(figure) for figure in self.figures]}


def _source(game: str, players: int, bots: tuple[str, ...]) -> GameSource:
    names = list(islice((bot for _ in range(players) for bot in bots), players))
    data = {"name": "bench", "game": game, "players": players, "bots": names, "seating": "fixed"}
    return plays(game).source(load_scenario(data))


def _speed(source: GameSource, seconds: float) -> tuple[float, float]:
    """Games and choices a second on one core; more games are played until it has taken long enough to tell."""
    source.warm_up()  # bots that look ahead are compiled by themselves
    first, games, stop = 0, 1, np.zeros(1, np.int8)
    while True:
        started = time.perf_counter()
        played = source.play(first, games, stop)
        elapsed = time.perf_counter() - started
        if played is not None and elapsed >= seconds / 2:
            return games / elapsed, played.choices / elapsed
        first += games
        games = max(games + 1, min(8 * games, int(games * seconds / max(elapsed, 1e-6))))


def _playing(game: Benched, seconds: float) -> Iterator[Figure]:
    """Playing alone, on one core."""
    for players in game.players:
        games, choices = _speed(_source(game.game, players, game.bots), seconds)
        yield Figure(f"scripted bots, {players} player{'s' if players > 1 else ''}", games, "games/s")
        if players == game.table:
            yield Figure(f"scripted bots, {players} players", choices, "choices/s")
    for tier, bot in game.tiers.items():
        games, choices = _speed(_source(game.game, game.table, (bot,)), seconds)
        yield Figure(f"{game.table} x {bot} (tier {tier})", games, "games/s")
        if tier == "random":
            yield Figure(f"{game.table} x {bot}", choices, "choices/s")


def _whole_runs(game: Benched, seconds: float, workers: int, folder: Path) -> Iterator[Figure]:
    """Runs from the scenario to the files, all tables but placements."""
    alone = _speed(_source(game.game, game.table, game.bots), seconds)[0]
    scenario = {"name": "bench", "game": game.game, "players": game.table, "bots": list(game.bots), "record": list(game.record)}
    one = 0.0
    for count in sorted({1, *(2**power for power in range(1, 10) if 2**power < workers), workers}):
        games = max(game.table, int(alone * seconds * count))
        run(scenario, games=game.table * count, out=folder / f"start-{count}", workers=count)  # workers start and load what is compiled
        # chunks as large as those of a long run, as far as every worker still gets two
        size = max(game.table, min(4000, games // (2 * count)) // game.table * game.table)
        found = run(scenario, games=games, out=folder / f"run-{count}", workers=count, chunk_games=size).manifest["summary"]
        rate = float(found["games_per_second"])
        one = one or rate
        yield Figure(f"whole run, {count} worker{'s' if count > 1 else ''}", rate, "games/s")
        if count > 1:
            yield Figure(f"... part of {count} times one worker", 100 * rate / (count * one), "%")
    spent = found["play_seconds"] + found["write_seconds"]
    yield Figure("share of writing", 100 * found["write_seconds"] / spent if spent else 0.0, "%")
    yield Figure("bytes of a game, all tables but placements", found["bytes"] / found["games"], "bytes")
    yield Figure("most memory of a worker", found["worker_memory"] / 1e6, "MB")


def bench(game: Benched, seconds: float = 2.0, workers: int | None = None, on_figure: Callable[[Figure], None] | None = None) -> Bench:
    """Measure this machine, about so many seconds for each figure; `on_figure` is told each of them."""
    count = worker_count(workers)
    machine = {"system": f"{platform.system()} {platform.machine()}", "python": platform.python_version(), "cores": worker_count(None)}
    started = time.perf_counter()
    _source(game.game, game.table, game.bots).warm_up()
    figures = [Figure("compiling, or loading what was compiled", time.perf_counter() - started, "s")]
    with tempfile.TemporaryDirectory(prefix="caverna-sim-bench-") as folder:
        for figure in chain(_playing(game, seconds), _whole_runs(game, seconds, count, Path(folder))):
            figures.append(figure)
            if on_figure is not None:
                on_figure(figure)
    return Bench(machine, tuple(figures))
