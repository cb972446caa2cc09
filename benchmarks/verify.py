"""What it costs to compare the files of a run with their checksums: each thing is done with and without, in turns, in one process.

    python -m benchmarks.verify [RUN] [--runs N]

Without a run 8,000 games of four scripted bots are played. Seconds are those of the processor; the ratio is the median over runs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import caverna_sim as cs
from caverna_sim.report.page import report

SCENARIO = {"name": "verify", "players": 4, "bots": ["balanced", "peaceful", "adventurer", "ruby_miner"]}
GAMES = 8_000


def tables(run: cs.Run) -> None:
    """All rows of all tables."""
    for name in run.tables:
        run.table(name).collect()


def compared(run: cs.Run) -> None:
    """A run beside itself."""
    cs.compare(run, cs.load(run.path, verify=run.verify), measure="won")


DEEDS: dict[str, Callable[[cs.Run], object]] = {"read all tables": tables, "report": report, "compare": compared}


def seconds(deed: Callable[[cs.Run], object], run: Path, verify: bool) -> float:
    """How long it takes, loading included."""
    start = time.process_time()
    deed(cs.load(run, verify=verify))
    return time.process_time() - start


def measured(run: Path, runs: int) -> None:
    """Print a line for each."""
    size = sum(file.stat().st_size for file in run.rglob("*.parquet"))
    sys.stdout.write(
        f"{cs.load(run).games_played:,} games, {size / 1e6:.1f} MB\n\n{'what':18}{'with, s':>10}{'without, s':>12}{'ratio':>8}\n"
    )
    for name, deed in DEEDS.items():
        seconds(deed, run, verify=True)  # loads what is needed
        pairs = [(seconds(deed, run, verify=True), seconds(deed, run, verify=False)) for _ in range(runs)]
        with_, without = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(one / other for one, other in pairs)
        sys.stdout.write(f"{name:18}{with_:10.3f}{without:12.3f}{ratio:8.2f}\n")


def main() -> None:
    """Measure a run, or one that is played for it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("run", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    if options.run:
        measured(options.run, options.runs)
        return
    with tempfile.TemporaryDirectory() as folder:
        cs.run(SCENARIO, games=GAMES, out=f"{folder}/run")
        measured(Path(folder) / "run", options.runs)


if __name__ == "__main__":
    main()
