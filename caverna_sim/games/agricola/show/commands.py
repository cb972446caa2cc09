"""Commands of Agricola that the kit carries out (kit/show)."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.commands.workbench import conduct
from caverna_sim.games.agricola.bots.parameters import packaged_bots
from caverna_sim.kit.bench import Benched
from caverna_sim.kit.show import bench
from caverna_sim.kit.show.commands import Own

GAME = "agricola"
SCRIPTED = ("balanced", "grower", "herder", "artisan")


def run_major(options: Namespace) -> int:
    """The command `major`: one improvement on the workbench."""
    from caverna_sim.games.agricola.studies.majors import major

    return conduct(options, major)


def run_bench(options: Namespace) -> int:
    """The command `bench`."""
    tiers = {str(values["tier"]): name for name, values in reversed(list(packaged_bots().items()))}
    ordered = {"random": tiers.pop("random"), **tiers, "scripted": SCRIPTED[0]}
    return bench.run(options, Benched(GAME, (1, 2, 3, 4), SCRIPTED, ordered, ("games", "players", "cards")))


def _thinkers() -> tuple[str, ...]:
    """Bots with kernels beyond those of scripted ones."""
    return tuple(name for name, values in packaged_bots().items() if values["tier"] not in ("random", "scripted"))[:4]


_OWN = Own(GAME, "caverna_sim.games.agricola", ("random", SCRIPTED[0]), _thinkers)
run_bots, new_scenario, run_warm = _OWN.run_bots, _OWN.new_scenario, _OWN.run_warm
