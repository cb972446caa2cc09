"""Commands of Neanderthal that the kit carries out: `bots`, `warm`, `new-scenario` (kit/show)."""

from __future__ import annotations

from argparse import Namespace

from caverna_sim.games.neanderthal.bots import roster
from caverna_sim.games.neanderthal.scenario.reading import neanderthal_scenario
from caverna_sim.kit.show import bots, new, warm


def run_bots(options: Namespace) -> int:
    """The command `bots`."""
    return bots.run(options, roster)


def new_scenario(options: Namespace) -> int:
    """The command `new-scenario`."""
    return new.new_scenario(options, neanderthal_scenario(options.base), "caverna_sim.games.neanderthal.scenario")


def run_warm(options: Namespace) -> int:
    """The command `warm`."""
    return warm.run(options, iter((_batch, _one_game)), "")


def _batch() -> None:
    from caverna_sim.games.neanderthal.source import NeanderthalSource

    NeanderthalSource(neanderthal_scenario("neanderthal_2")).warm_up()


def _one_game() -> None:
    from caverna_sim.games.neanderthal.game import Game, play

    Game.from_dict(play(Game(players=2, seed=1), ["random", "settled"]).to_dict()).scores()
