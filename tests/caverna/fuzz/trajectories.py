"""Random games by number: hashes and final states, compiled or not, as numba is set in this process.

    python -m tests.caverna.fuzz.trajectories PLAYERS:FIRST:GAMES[:EXPANSION] ...

prints one line of JSON: for each game its hash and a digest of its final state.
"""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np

from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.shape import layout

SEED = 77
TILE_SETS = ("full", "introductory")


def trajectory(players: int, game: int, expansion: str | None) -> list[str]:
    """Hash and final state of one random game; in the base game odd numbers are played with the introductory tiles."""
    rules = catalog(players, {"start.tiles": TILE_SETS[game % 2]}) if expansion is None else catalog(players, expansion=expansion)
    states, scratch, out = np.zeros(1, layout.STATE), np.zeros(2, layout.STATE), np.zeros(layout.MAX_LEGAL, np.int32)
    core.random_games(states, rules.record, scratch, out, SEED, game, 1)
    return [str(int(states[0]["hash"])), hashlib.sha256(states.tobytes()).hexdigest()]


def trajectories(wanted: str) -> list[list[str]]:
    """All games of an order such as 3:0:10 or 3:0:10:fiends (players, first game, games, expansion)."""
    numbers, expansion = wanted.split(":")[:3], wanted.split(":")[3:]
    players, first, games = (int(word) for word in numbers)
    return [trajectory(players, game, expansion[0] if expansion else None) for game in range(first, first + games)]


if __name__ == "__main__":
    sys.stdout.write(json.dumps([trajectories(wanted) for wanted in sys.argv[1:]]) + "\n")
