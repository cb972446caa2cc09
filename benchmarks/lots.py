"""What stays alike when something is changed that is hardly ever met, and how well paired games go together.

    python -m benchmarks.lots [--games N] [--bots BOT,BOT,BOT,BOT] [--scenarios A B]

Each change is made to the same table; a game counts as alike when every choice in it is the same.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import caverna_sim as cs
from benchmarks.bots import Row, table_of
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, SPACES
from caverna_sim.games.caverna.scenario.design import offered
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.match.protocol import PlayedChunk
from caverna_sim.scenario.scenario import read_scenario

SEED = 1
HABIT = 0.95  # a seat that opens alike in so many games has a habit
NOBODY_MEETS = {"solo.protection": 5, "start.food": [1, 1, 2, 3, 9, 9, 9]}  # rules of solo play and of seats that nobody sits in


def played(bots: Sequence[str], games: int, **changes: Any) -> PlayedChunk:
    """Games of a table with changes; all have the same chances."""
    data = {"name": "lots", "players": len(bots), "bots": list(bots), "seating": "fixed", "seed": SEED, **changes}
    chunk = CavernaSource(read_scenario(data)).play(0, games, np.zeros(1, np.int8))
    assert chunk is not None
    return chunk


def habits(base: PlayedChunk, games: int) -> dict[int, tuple[str, float]]:
    """Seats that nearly always open alike: the space, and in what share of games."""
    rows = base.rows["placements"]
    columns = {name: np.asarray(rows[name]) for name in ("game", "seat", "round", "space")}
    first = {}
    for game, seat, number, space in zip(*columns.values(), strict=True):
        if number == 1:
            first.setdefault((int(game), int(seat)), int(space))
    found = {}
    for seat in {seat for _, seat in first}:
        space, times = Counter(space for (_, other), space in first.items() if other == seat).most_common(1)[0]
        if times >= HABIT * games:
            found[seat] = (SPACES[space], times / games)
    return found


def never_built(base: PlayedChunk) -> list[str]:
    """Unique furnishings that are in the supply and that nobody builds in these games."""
    built = {FURNISHINGS[number] for number in np.unique(base.rows["furnishings"]["tile"])}
    return [name for _, name in offered({}) if name not in built]


def alike(base: PlayedChunk, other: PlayedChunk) -> float:
    """Share of games, in per cent, in which every choice is the same."""
    return 100.0 * float(np.mean(base.hashes == other.hashes))


def changes(bots: Sequence[str], games: int) -> list[Row]:
    """Share of games that stay as they are, for each kind of change that is hardly ever met."""
    base = played(bots, games)
    rows: list[Row] = []

    def add(change: str, other: PlayedChunk, met: float) -> None:
        rows.append({"change": change, "met in % of games": f"{100 * met:.1f}", "alike %": f"{alike(base, other):.1f}"})

    for seat, (space, share) in sorted(habits(base, games).items()):
        forced = played(bots, games, opening={f"seat_{seat}": {"place": [space]}})
        add(f"seat {seat} ({bots[seat]}) must open with {space}", forced, 1 - share)
    for tile in never_built(base):
        add(f"without {tile}", played(bots, games, supply={"without": [tile]}), 0.0)
    for path, value in NOBODY_MEETS.items():
        add(f"{path} = {value}", played(bots, games, rules={path: value}), 0.0)
    return rows


def correlations(names: Sequence[str], games: int) -> list[Row]:
    """How well the seats of two scenarios go together, and how many games their comparison needs."""
    with tempfile.TemporaryDirectory() as folder:
        runs = [cs.run(name, games=games, seed=SEED, out=Path(folder) / str(side)) for side, name in enumerate(names)]
        pilot = cs.pilot(*runs)
        return [
            {"seat": need.name, "spread": f"{need.sd:.2f}", "of differences": f"{need.sd_difference:.2f}",
             "correlation": f"{need.correlation:.2f}", "games needed": f"{need.games:,}"}
            for need in pilot.needs
        ]  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lots", description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, metavar="N")
    parser.add_argument("--bots", default="balanced,peaceful,adventurer,ruby_miner", metavar="BOT,...")
    parser.add_argument("--scenarios", nargs=2, default=("base_4", "food_0123"), metavar="NAME")
    options = parser.parse_args(arguments)
    sys.stdout.write(f"alike, {options.games:,} games\n{table_of(changes(options.bots.split(','), options.games))}\n\n")
    sys.stdout.write(f"{' and '.join(options.scenarios)}, paired\n{table_of(correlations(options.scenarios, 2 * options.games))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
