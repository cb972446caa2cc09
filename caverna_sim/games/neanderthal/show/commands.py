"""Commands of Neanderthal that the kit carries out (kit/show)."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.kit.bench import Benched
from caverna_sim.kit.show import bench
from caverna_sim.kit.show.commands import Own

GAME = "neanderthal"
SCRIPTED = ("settled", "forager", "warrior")


def run_bench(options: Namespace) -> int:
    """The command `bench`."""
    tiers = {"random": "random", "search": "search", "value": "value", "scripted": SCRIPTED[0]}
    return bench.run(options, Benched(GAME, (2, 3), SCRIPTED, tiers, ("games", "players")))


_OWN = Own(GAME, "caverna_sim.games.neanderthal", ("random", SCRIPTED[0]))
run_bots, new_scenario, run_warm = _OWN.run_bots, _OWN.new_scenario, _OWN.run_warm
