"""The commands `bots` and `bench` for Caverna (kit/show)."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.games.caverna.bots import roster
from caverna_sim.kit.bench import Benched
from caverna_sim.kit.show import bench, bots

BENCHED = Benched(
    "caverna", (1, 2, 3, 4, 5, 7), ("balanced", "peaceful", "adventurer", "ruby_miner"),
    {"random": "random", "scripted": "balanced", "swift": "swift", "value": "value", "search": "search"},
    ("games", "players", "furnishings", "expeditions"),
)  # fmt: skip


def run(options: Namespace) -> int:
    """The command `bots`."""
    return bots.run(options, roster)


def run_bench(options: Namespace) -> int:
    """The command `bench`."""
    return bench.run(options, BENCHED)
