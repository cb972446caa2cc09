"""What the commands of Neanderthal take on the command line; told.py names them. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.kit.show import arguments as general

MOST_PLAYERS = 3
LAST_TURN = 21


def watch(parser: ArgumentParser) -> None:
    """Which game, and how it is shown."""
    general.watch(parser, MOST_PLAYERS, LAST_TURN, "somebody")


def rules(parser: ArgumentParser) -> None:
    """What is looked up."""
    topics = "biomes, daughters, elders, mating, rulings, constants; unknown: what no source says; box: a file to type real cards into"
    general.rules(parser, topics, "caverna_sim.games.neanderthal.show.rules:names", MOST_PLAYERS)


def bots(parser: ArgumentParser) -> None:
    """One bot, or all."""
    general.bots(parser, "caverna_sim.games.neanderthal.bots.parameters:packaged_bots")


def new_scenario(parser: ArgumentParser) -> None:
    """Its name and place."""
    general.new_scenario(parser, "neanderthal_3")


def assumptions(parser: ArgumentParser) -> None:
    """How many variations, and of what."""
    from caverna_sim.arguments import number, words

    parser.add_argument("--draws", type=number(2, 1000), default=20, metavar="N", help="variations of everything (default 20)")
    kinds = ("cards", "switches", "dice", "mpi", "placards")
    parser.add_argument("--vary", type=words, default=kinds, metavar="KIND,...", help=f"what is varied: {', '.join(kinds)} (default all)")


def warm(parser: ArgumentParser) -> None:
    """How much is compiled."""
    general.warm(parser, "everything")
