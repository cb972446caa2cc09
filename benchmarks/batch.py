"""What the batch costs: games a second, scaling, memory, writing, bytes; every run in a fresh process.

python -m benchmarks.batch                  # 20,000 games, told as if there were 1,000,000
python -m benchmarks.batch --games 1000000 --players 4 --workers 2 --json big.json
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

MILLION = 1_000_000
BOTS = ("balanced", "peaceful", "adventurer", "ruby_miner", "herder", "crop_farmer", "trader")
TABLES = ["games", "players", "furnishings", "expeditions"]  # all but placements
GOALS = {"seconds for a million games": "300; at most 720", "writing, %": "at most 15", "worker memory, MB": "at most 500"}


def measured(players: int, workers: int, games: int, backend: str) -> dict[str, Any]:
    """The summary of a run in a process of its own, with the CPU seconds of parent and workers."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.batch", "--one", str(players), str(workers), str(games), backend, f"{folder}/run"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def one(players: int, workers: int, games: int, backend: str, folder: str) -> None:
    """Play a run and print what was measured."""
    import resource

    import caverna_sim as cs

    scenario = {"name": "bench", "players": players, "bots": list(BOTS[:players]), "record": TABLES}
    # a first small run starts the workers; chunks of the measured one are as large as those of a long run
    cs.run(scenario, games=players * workers, out=folder + "-start", workers=workers, backend=backend)
    size = min(4000, games // (2 * workers)) // players * players
    before = resource.getrusage(resource.RUSAGE_SELF)
    run = cs.run(scenario, games=games, out=folder, workers=workers, backend=backend, chunk_games=size)
    after = resource.getrusage(resource.RUSAGE_SELF)
    parent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    sys.stdout.write(json.dumps({**run.manifest["summary"], "parent_cpu": parent, "chunk_games": size}) + "\n")


def lines(players: int, workers: int, found: dict[str, Any], alone: dict[str, Any] | None) -> list[tuple[str, str, str]]:
    """What there is to tell of a run; on a busy machine the CPU seconds say more than the clock."""
    name = f"{players} players, {workers} worker{'s' if workers > 1 else ''}"
    rate = found["games_per_second"]
    spent = found["play_seconds"] + found["write_seconds"]
    figures = {
        "games/s": f"{rate:,.0f}",
        "games per CPU second": f"{per_cpu_second(found):,.0f}",
        "seconds for a million games": f"{MILLION / rate:,.0f}",
        "writing, %": f"{100 * found['write_seconds'] / spent:.1f}",
        "worker memory, MB": f"{found['worker_memory'] / 1e6:,.0f}",
        "bytes a game": f"{found['bytes'] / found['games']:,.0f}",
    }
    if workers > 1:
        figures["parent, % of one core"] = f"{100 * found['parent_cpu'] * rate / found['games']:.1f}"
    if alone:
        figures[f"% of {workers} x one worker"] = f"{100 * rate / (workers * alone['games_per_second']):.0f}"
        figures["% of one worker, per CPU second"] = f"{100 * per_cpu_second(found) / per_cpu_second(alone):.0f}"
    goals = {**GOALS, f"% of {workers} x one worker": "at least 90"}
    return [(name, what, f"{value:>10}   {goals.get(what, '')}".rstrip()) for what, value in figures.items()]


def per_cpu_second(found: dict[str, Any]) -> float:
    """Games that a core plays and writes in a second of its own."""
    return float(found["games"] / found["cpu_seconds"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, nargs="+", default=[4, 2])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--backend", default="loky")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", nargs=5, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        players, workers, games, backend, folder = options.one
        one(int(players), int(workers), int(games), backend, folder)
        return
    everything = []
    for players in options.players:
        alone = None
        for workers in options.workers:
            found = measured(players, workers, options.games, options.backend)
            everything.append({"players": players, "workers": workers, **found})
            for name, what, value in lines(players, workers, found, alone):
                sys.stdout.write(f"{name:<24}{what:<34}{value}\n")
            sys.stdout.flush()
            alone = found if workers == 1 else alone
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
