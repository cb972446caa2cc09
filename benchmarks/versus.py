"""How fast this checkout is against another one: both play the same games, in turns, in one run on one core.

    python -m benchmarks.versus PATH_OF_THE_OTHER_CHECKOUT [--runs N] [--tables TABLE ...]

A table is BOTS:PLAYERS:GAMES, with `:fiends` behind it for Frantic Fiends, such as `balanced,peaceful:4:400`. Seconds are those of the
processor, so that other work on the machine counts for less; the ratio is the median over runs. The digest names all trajectories: it
tells whether both play the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

PROJECT = Path(__file__).parents[1]
TABLES = (
    "random:4:2000",
    "balanced,peaceful,adventurer,ruby_miner:4:400",
    "balanced:4:400",
    "swift:4:40",
    "value:4:8",
    "search:4:1",
    "balanced,peaceful,adventurer,ruby_miner:4:300:fiends",
)


def play(table: str) -> tuple[float, str]:
    """Seconds and digest of the games of a table; runs in a process of either checkout, so it asks for little."""
    from caverna_sim.games.caverna.source import CavernaSource
    from caverna_sim.scenario.scenario import read_scenario

    names, players, games, *expansion = table.split(":")
    bots = names.split(",")
    seats = [bots[seat % len(bots)] for seat in range(int(players))]
    data = {"name": "versus", "players": int(players), "bots": seats, "seating": "fixed", "seed": 1, "record": ["games"]}
    source = CavernaSource(read_scenario({**data, **({"expansion": expansion[0]} if expansion else {})}))
    stop = np.zeros(1, np.int8)
    start = time.process_time()
    chunk = source.play(0, int(games), stop)
    seconds = time.process_time() - start
    digest = 0
    for number in chunk.hashes.tolist():
        digest = (digest * 31 + number) % (1 << 61)
    return seconds, f"{digest:x}"


def serve() -> None:
    """Answer tables with what their games took, one line each."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(play(line.strip())) + "\n")
        sys.stdout.flush()


def started(checkout: Path) -> subprocess.Popen[str]:
    """A process that plays with the code of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "OMP_NUM_THREADS": "1"}
    code = f"import runpy; runpy.run_path({str(Path(__file__))!r})['serve']()"
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def compile_all(checkout: Path, tables: Sequence[str]) -> None:
    """Play a game of each table in a process that then ends: what a process compiles itself lies scattered in its memory and runs up
    to a sixth slower than the same code from the cache."""
    process = started(checkout)
    for table in tables:
        send(process, _first_of(table))
        receive(process, table)
    process.kill()
    process.wait()


def _first_of(table: str) -> str:
    names, players, _, *expansion = table.split(":")
    return ":".join([names, players, "1", *expansion])


def send(process: subprocess.Popen[str], table: str) -> None:
    """Let a process play a table."""
    assert process.stdin is not None
    process.stdin.write(table + "\n")
    process.stdin.flush()


def receive(process: subprocess.Popen[str], table: str) -> Any:
    """What a process says about a table."""
    assert process.stdout is not None
    answer = process.stdout.readline()
    if not answer:
        raise SystemExit(f"error: a process could not play {table}; see above")
    return json.loads(answer)


def compared(table: str, processes: Sequence[subprocess.Popen[str]], runs: int) -> str:
    """A line about a table: games a second there and here, the ratio, and whether the games are the same."""
    games = table.split(":")[2]
    for process in processes:  # both load first
        send(process, _first_of(table))
    for process in processes:
        receive(process, table)
    seconds: list[list[float]] = [[], []]
    digests = ["", ""]
    for run in range(runs):
        for side in (0, 1) if run % 2 == 0 else (1, 0):
            send(processes[side], table)
            used, digests[side] = receive(processes[side], table)
            seconds[side].append(used)
    rates = [int(games) / statistics.median(one) for one in seconds]
    ratios = sorted(other / here for other, here in zip(*seconds, strict=True))
    same = "same games" if digests[0] == digests[1] else "other games"
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    return f"{table:55} {rates[0]:9,.1f} {rates[1]:9,.1f} games/s  {statistics.median(ratios):.2f} times ({spread}), {same} ({digests[1]})"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versus", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("checkout", type=Path, help="the other checkout")
    parser.add_argument("--runs", type=int, default=7, metavar="N")
    parser.add_argument("--tables", nargs="+", default=TABLES, metavar="TABLE")
    options = parser.parse_args(arguments)
    checkouts = (options.checkout.resolve(), PROJECT)
    for checkout in checkouts:
        compile_all(checkout, options.tables)
    processes = [started(checkout) for checkout in checkouts]
    sys.stdout.write(f"{'table':55} {'there':>9} {'here':>9}\n")
    for table in options.tables:
        sys.stdout.write(compared(table, processes, options.runs) + "\n")
        sys.stdout.flush()
    for process in processes:
        process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
