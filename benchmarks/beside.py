"""How fast Agricola is beside Caverna: both in turns, in one run on one core.

    python -m benchmarks.beside [--runs N] [--games N] [--what random games tables starts compiling]

Seconds are those of the processor, so that other work on the machine counts for less; the ratio is the median over runs and holds on other
machines, too. `random`: choices of random legal play at tables of four. `games`: games of four scripted bots that are only played.
`tables`: a run of them with all usual tables, as seconds for a million. `starts`: a small run once everything is compiled.
`compiling`: the same run with an empty cache, which takes minutes.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from caverna_sim.games import plays
from caverna_sim.scenario.scenario import load_scenario

GAMES = ("agricola", "caverna")
TABLE = {"agricola": "agricola_4", "caverna": "base_4"}
SMALL = {"agricola": "agricola_2", "caverna": "base_2"}
RANDOM_SHARE = 1 / 8  # of the games are played at random for a figure
MILLION = 1_000_000
GOALS = {
    "random": "at least 3,000,000", "games": "at least 5,000", "tables": "at most 480", "starts": "as Caverna's", "compiling": "at most 40",
}  # fmt: skip
UNITS = {
    "random": "choices a second", "games": "games a second", "tables": "seconds for a million games", "starts": "seconds",
    "compiling": "seconds",
}  # fmt: skip


def random_play(game: str, games: int) -> float:
    """Choices a second."""
    core, shape = (import_module(f"caverna_sim.games.{game}.{part}") for part in ("course.core", "shape.layout"))
    rules = import_module(f"caverna_sim.games.{game}.box.catalog").catalog(4).record
    states, scratch, out = np.zeros(1, shape.STATE), np.zeros(3, shape.STATE), np.zeros(shape.MAX_LEGAL, np.int32)
    begun = time.process_time()
    choices, _ = core.random_games(states, rules, scratch, out, 7, 0, max(8, int(games * RANDOM_SHARE)))
    return float(choices) / (time.process_time() - begun)


def whole_games(game: str, games: int) -> float:
    """Games a second."""
    source, stop = plays(game).source(load_scenario(TABLE[game])), np.zeros(1, np.int8)
    begun = time.process_time()
    source.play(0, games, stop)
    return games / (time.process_time() - begun)


def run_of(game: str, games: int) -> float:
    """Seconds for a million games, with what it takes to write them."""
    import caverna_sim as cs

    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        cs.run(TABLE[game], games=games, out=f"{folder}/run", workers=1)
        return (time.process_time() - begun) * MILLION / games


def start(game: str, games: int, **environment: str) -> float:
    """Seconds of a process, and of those that it starts, that plays eight games."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", SMALL[game], "--games", "8", "--out", f"{folder}/run", "--workers", "1", "--quiet"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "caverna_sim", *words], env={**os.environ, **environment}, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compiling(game: str, games: int) -> float:
    """Seconds of the first start."""
    with tempfile.TemporaryDirectory() as folder:
        return start(game, games, CAVERNA_SIM_CACHE=folder)


WORK: dict[str, Callable[[str, int], float]] = {
    "random": random_play, "games": whole_games, "tables": run_of, "starts": start, "compiling": compiling,
}  # fmt: skip


def compared(what: str, runs: int, games: int) -> str:
    """A row of the table: the first game, the second, and the median of the ratios."""
    work, figures = WORK[what], dict[str, list[float]]((game, []) for game in GAMES)
    if what != "compiling":
        for game in GAMES:
            work(game, 8)  # loads, or compiles
    for run in range(runs):
        for game in GAMES if run % 2 == 0 else GAMES[::-1]:
            figures[game].append(work(game, games))
    first, second = figures.values()
    ratio = statistics.median(one / other for one, other in zip(first, second, strict=True))
    shown = [f"{value:,.0f}" if value >= 100 else f"{value:.2f}" for value in map(statistics.median, (first, second))]
    return f"| {what}: {UNITS[what]} | {' | '.join(shown)} | {ratio:.2f} | {GOALS[what]} |\n"


def main(arguments: Any = None) -> int:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beside", description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    parser.add_argument("--games", type=int, default=8000, metavar="N", help="games of a run (default 8000)")
    parser.add_argument("--what", nargs="+", choices=tuple(WORK), default=[name for name in WORK if name != "compiling"])
    options = parser.parse_args(arguments)
    sys.stdout.write(f"|  | {' | '.join(GAMES)} | ratio | asked of {GAMES[0]} |\n|---|---|---|---|---|\n")
    for what in options.what:
        sys.stdout.write(compared(what, options.runs, options.games))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
