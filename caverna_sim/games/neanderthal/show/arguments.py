"""What the commands of Neanderthal take on the command line; told.py names them. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.kit.show import arguments as general
from caverna_sim.kit.show.arguments import bench as bench

_TOPICS = "biomes, daughters, elders, mating, rulings, constants; unknown: what no source says; box: a file to type real cards into"
_USUAL = general.Usual("neanderthal", "caverna_sim.games.neanderthal", 3, 21, "somebody", _TOPICS, "everything")
watch, rules, bots, new_scenario, warm = _USUAL.watch, _USUAL.rules, _USUAL.bots, _USUAL.new_scenario, _USUAL.warm


def assumptions(parser: ArgumentParser) -> None:
    """How many variations, and of what."""
    from caverna_sim.arguments import number, words

    parser.add_argument("--draws", type=number(2, 1000), default=36, metavar="N", help="variations of everything (default 36)")
    kinds = ("cards", "switches", "dice", "mpi", "placards")
    parser.add_argument("--vary", type=words, default=kinds, metavar="KIND,...", help=f"what is varied: {', '.join(kinds)} (default all)")
