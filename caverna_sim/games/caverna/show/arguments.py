"""What the commands of Caverna take on the command line; told.py names them. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import amount, expansion, word, words
from caverna_sim.asking.arguments import workbench
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, module_of
from caverna_sim.games.caverna.shape.sizes import LAST_ROUND, MAX_PLAYERS
from caverna_sim.kit.learning.arguments import tuning
from caverna_sim.kit.show import arguments as general
from caverna_sim.kit.show.arguments import bench as bench


def watch(parser: ArgumentParser) -> None:
    """Which game, and how it is shown."""
    general.watch(parser, MAX_PLAYERS, LAST_ROUND, "`plan`")
    parser.add_argument("--tiles", type=word(("full", "introductory")), metavar="SET", help="play with full or introductory furnishings")


def tile(parser: ArgumentParser) -> None:
    """Which furnishing of which scenario."""
    workbench(parser)


def of_tiles(parser: ArgumentParser) -> None:
    """Which furnishings a study is about, and whether seats answer each other."""
    from caverna_sim.commands.study import responding

    parser.add_argument("--tiles", type=words, default=(), metavar="NAME,...", help="ask about these furnishings")
    responding(parser)


def rules(parser: ArgumentParser) -> None:
    """What is looked up."""
    topics = (
        "furnishings, spaces, loot, constants, rounds, board or toggles; "
        f"with {TITLES[EVERYTHING]} also {module_of(EVERYTHING, 'told').TOPICS}; box"
    )
    general.rules(parser, topics, "caverna_sim.games.caverna.show.rules:names", MAX_PLAYERS)
    expansion(parser, TITLES)


def bots(parser: ArgumentParser) -> None:
    """One bot, or all."""
    general.bots(parser, "caverna_sim.games.caverna.bots.parameters:packaged_bots")


def tune(parser: ArgumentParser) -> None:
    """Where to start, who is met, and for how long."""
    tuning(parser, 7, "a judge 30, appeals 10")
    parser.add_argument(
        "--penalty",
        "--rid",  # as it was called when the packaged bots learned
        type=amount(0, 50),
        default=0.0,
        metavar="W",
        help="take W points off for each orc left, so that bots learn to get rid of them",
    )
    expansion(parser, TITLES)


def plan(parser: ArgumentParser) -> None:
    """Which game, and for how long."""
    general.plan(parser, 6, "absent furnishings", lambda: parser.add_argument(
        "--tiles", type=word(("full", "introductory")), metavar="SET", help="full (default) or introductory furnishings"
    ))  # fmt: skip


def plan_lessons(parser: ArgumentParser) -> None:
    """Which lines."""
    general.plan_lessons(parser)


def plan_worth(parser: ArgumentParser) -> None:
    """Which lines, what is missing, for how long."""
    general.plan_worth(parser, "tiles", "TILE", "furnishings")


def new_scenario(parser: ArgumentParser) -> None:
    """Its name and place."""
    general.new_scenario(parser, "base_4")


def new_bot(parser: ArgumentParser) -> None:
    """Its name, base and place."""
    parser.add_argument("name", metavar="NAME", help="name of the new bot")
    parser.add_argument("--base", default="balanced", metavar="BOT", help="build on this bot (default balanced)")
    general.new_file(parser)


def warm(parser: ArgumentParser) -> None:
    """How much is compiled."""
    general.warm(parser, f"{TITLES[EVERYTHING]}, bots that look ahead, and learning as well")
