"""Whether bots that judge are misled by what makes no difference: tables without tiles that they hardly ever build.

    python -m benchmarks.judge [--bot value] [--players 4] [--games 6000] [--workers N] [--only eight|each] [--json FILE]

A table of the bot's own kind is played as printed; each unique furnishing that fewer than 0.1 % of seats build there is then taken
away, alone, and the eight least built together. The same chances, so games are compared one by one. What a bot never uses must not
change its points: less than 0.15 for one tile, less than 0.3 for eight. Exit 1 when an interval lies outside.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

import caverna_sim as cs
from benchmarks.bots import table_of
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.stats.ratings import clustered_mean

HARDLY = 0.001  # of the seats
ONE, EIGHT = 0.15, 0.3  # points that taking away one such tile, or eight, may cost
SEED = 20261119


def play(bot: str, players: int, games: int, workers: int, more: Mapping[str, Any], folder: Path) -> cs.Run:
    """A table of one kind with something changed."""
    scenario = {
        "name": "judge",
        "players": players,
        "bots": [bot] * players,
        "seating": "fixed",
        "record": ["games", "players", "furnishings"],
    }
    return cs.run({**scenario, **more}, games=games, seed=SEED, out=folder, workers=workers)


def points(run: cs.Run) -> NDArray[np.float64]:
    """[game] mean points of a seat."""
    means = run.players.group_by("game").agg(pl.col("score").mean()).sort("game").collect()
    return means["score"].to_numpy().astype(np.float64)


def hashes(run: cs.Run) -> NDArray[np.int64]:
    """[game] the name of its trajectory."""
    return run.games.sort("game").select("hash").collect()["hash"].to_numpy()


def built(run: cs.Run) -> dict[str, float]:
    """Part of the seats that built each unique furnishing."""
    unique = [name for name, row in printed_tables()["furnishing"].items() if row.get("copies", 1) == 1]
    counts = dict(run.furnishings.group_by(pl.col("tile").cast(pl.String)).len().collect().iter_rows())
    seats = run.players.select(pl.len()).collect().item()
    return {name: counts.get(name, 0) / seats for name in unique}


def compared(name: str, plain: cs.Run, other: cs.Run, part: float, most: float) -> dict[str, Any]:
    """A row: what the change costs, and whether that is little enough."""
    difference = points(other) - points(plain)
    cost = clustered_mean(difference, np.ones(len(difference)))
    alike = float((hashes(other) == hashes(plain)).mean())
    outside = abs(cost.value) > most
    return {
        "taken away": name, "built %": f"{100 * part:.3f}", "games": len(difference),
        "points": f"{cost.value:+.3f} ± {cost.half_width:.3f}", "most": most, "games alike %": f"{100 * alike:.1f}",
        "holds": "no" if outside else "yes",
    }  # fmt: skip


def control(bot: str, players: int, games: int, workers: int, only: str | None) -> list[dict[str, Any]]:
    """All rows."""
    with tempfile.TemporaryDirectory() as folder:
        plain = play(bot, players, games, workers, {}, Path(folder) / "plain")
        shares = sorted(built(plain).items(), key=lambda item: item[1])
        changes = [([name], share, ONE) for name, share in shares if share < HARDLY] if only != "eight" else []
        if only != "each":
            changes.append(([name for name, _ in shares[:8]], sum(share for _, share in shares[:8]), EIGHT))
        rows = []
        for number, (names, share, most) in enumerate(changes):
            other = play(bot, players, games, workers, {"supply": {"without": names}}, Path(folder) / f"without-{number}")
            rows.append(compared(" ".join(names), plain, other, share, most))
            sys.stderr.write(f"{rows[-1]}\n")
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="value")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", choices=("eight", "each"))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    rows = control(options.bot, options.players, options.games, options.workers, options.only)
    sys.stdout.write((table_of(rows) if rows else "no tile is hardly ever built") + "\n")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 1 if any(row["holds"] == "no" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
