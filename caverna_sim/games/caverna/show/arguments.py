"""What the commands of Caverna take on the command line; told.py names them. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import amount, expansion, number, overwrite, word, words
from caverna_sim.asking.arguments import workbench
from caverna_sim.check import MOST_NUMBER
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
    parser.add_argument(
        "scenario",
        nargs="?",
        metavar="SCENARIO",
        help="a scenario: house rules, absent furnishings, scripted bots in other seats (default: the solo game)",
    )
    parser.add_argument("--players", type=number(1, 1), metavar="N", help="only 1: without a scenario the solo game is planned")
    parser.add_argument("--seat", type=number(0, 6), default=0, metavar="S", help="plan for this seat, where several play (default 0)")
    parser.add_argument("--index", type=number(0, MOST_NUMBER), default=0, metavar="I", help="number of the game (default 0)")
    parser.add_argument("--tiles", type=word(("full", "introductory")), metavar="SET", help="full (default) or introductory furnishings")
    parser.add_argument("--minutes", type=amount(0.01, 10**6), default=30.0, metavar="M", help="search for so many minutes (default 30)")
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), default=0, metavar="S", help="seed of the search (default 0)")
    parser.add_argument("--out", metavar="FILE.json", help="write the line here (default plan-SCENARIO.json), and the search next to it")
    parser.add_argument("--html", metavar="FILE", help="then write a page about the line: rounds, points, what the second best turns cost")
    overwrite(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the search that was kept, or from the line")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="searches to run at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


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
