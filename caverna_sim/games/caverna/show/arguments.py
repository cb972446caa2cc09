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
        help="a scenario: house rules, absent furnishings, other seats; or the file of a game that was played (default: the solo game)",
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


def plan_lessons(parser: ArgumentParser) -> None:
    """Which lines."""
    _lines(parser)
    parser.add_argument(
        "--lines", type=number(1, 1000), metavar="N", help="search until there are N of them (default: take those that are there)"
    )
    parser.add_argument("--searches", type=number(1, 10**6), default=200, metavar="K", help="at most K searches for that (default 200)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, metavar="S", help="seed of those searches (default 0)")
    parser.add_argument("--keep", metavar="FILE.json", help="keep the different lines that come within 5 %% of the best here")
    overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def plan_worth(parser: ArgumentParser) -> None:
    """Which lines, what is missing, for how long."""
    _lines(parser)
    parser.add_argument("--tiles", nargs="+", metavar="TILE", help="furnishings that are missing (default: all that the best line builds)")
    parser.add_argument("--pairs", type=number(0, 12), default=0, metavar="N", help="then pairs of the N that are worth most (default 0)")
    parser.add_argument(
        "--tries", type=number(10_000, 10**9), default=100_000, metavar="T", help="lines tried in a search (default 100,000)"
    )
    parser.add_argument("--seeds", type=number(1, 1000), default=4, metavar="K", help="searches of each kind (default 4)")
    parser.add_argument("--minutes", type=amount(0.0, 10**6), metavar="M", help="begin no further search after that")
    parser.add_argument("--out", metavar="FILE.json", help="keep all searches here")
    parser.add_argument("--resume", action="store_true", help="go on from the searches that were kept")
    overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def _lines(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE.json", help="lines, searches or collections that `plan` or `plan-lessons` has kept"
    )


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
