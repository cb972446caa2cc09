"""What the commands that ask about positions take on the command line. Loads nothing slow."""

from __future__ import annotations

from argparse import ArgumentParser

from caverna_sim.arguments import completed, game_option, number, numbers, overwrite, trust, word
from caverna_sim.check import MOST_NUMBER

STRENGTHS = ("quick", "strong")
EFFORT = {"quick": 4000, "strong": 1000}  # playouts, unless said
LEAST_EFFORT, MOST_EFFORT = 8, 10_000_000
BY = ("points", "wins")
BOTH = "both"
HINTS = 1000  # playouts
TURN_EFFORT = 300  # playouts for a turn of an annotated game


def analyse(parser: ArgumentParser) -> None:
    """Which position, who plays on, and how much effort."""
    asked_about(parser)
    playing_on(parser)
    parser.add_argument(
        "--strength",
        type=word((*STRENGTHS, BOTH)),
        default="quick",
        metavar="HOW",
        help="bots that play on: quick (default), strong or both",
    )
    parser.add_argument("--by", type=word(BY), default="points", metavar="WHAT", help="let points (default) or wins decide what is best")
    parser.add_argument("--every", action="store_true", help="also try trades and other choices where somebody places a worker")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def asked_about(parser: ArgumentParser) -> None:
    """Which position of which game."""
    source = parser.add_argument("source", metavar="SOURCE", help="a position or a line of moves (.json), a run, or a scenario")
    completed(source, "caverna_sim.scenario.scenario:packaged_scenarios")
    parser.add_argument("--index", type=number(0, MOST_NUMBER), default=0, metavar="I", help="number of the game (default 0)")
    parser.add_argument("--round", type=number(1, 100), metavar="R", help="ask before the first turn of this round")
    parser.add_argument("--seat", type=number(0, 6), metavar="S", help="... by this seat")
    parser.add_argument("--turn", type=number(1, 100), default=1, metavar="N", help="... its N-th turn instead (default 1)")


def playing_on(parser: ArgumentParser) -> None:
    """Who plays on, how often, with which chances."""
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="bots that play on: one for all seats, or one for each")
    parser.add_argument(
        "--effort", type=number(LEAST_EFFORT, MOST_EFFORT), metavar="N",
        help=f"playouts at most (default {', '.join(f'{effort} when {name}' for name, effort in EFFORT.items())})",
    )  # fmt: skip
    parser.add_argument("--seed", type=number(0, 2**31 - 1), default=0, metavar="S", help="seed of the playouts (default 0)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="playouts to play at a time (default: one for each core)")


def annotating(parser: ArgumentParser) -> None:
    """Who plays on in an annotated game, and how often."""
    parser.add_argument("--annotate-bots", nargs="+", metavar="BOT", help="with --annotate: bots that play on (default: quick ones)")
    parser.add_argument(
        "--effort",
        type=number(40, 1_000_000),
        default=TURN_EFFORT,
        metavar="N",
        help=f"... and playouts for a turn (default {TURN_EFFORT})",
    )


def play(parser: ArgumentParser) -> None:
    """Which game, which seat, and where it is kept."""
    source = parser.add_argument(
        "source", nargs="?", metavar="SCENARIO", help="a scenario, or a saved game to go on with (default: a table of two)"
    )
    completed(source, "caverna_sim.scenario.scenario:packaged_scenarios")
    parser.add_argument("--seat", type=number(0, 6), metavar="S", help="your seat (default 0, or as it was saved)")
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="bots in the other seats: one for all, or one for each seat")
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), metavar="S", help="seed of the chances (default: another one each time)")
    parser.add_argument("--index", type=number(0, MOST_NUMBER), default=0, metavar="I", help="number of the game (default 0)")
    parser.add_argument("--out", metavar="FILE.json", help="keep the game here, as a line of moves (default play-NAME.json)")
    overwrite(parser)
    parser.add_argument(
        "--hints", type=number(LEAST_EFFORT, MOST_EFFORT), default=HINTS, metavar="N", help=f"playouts of a hint (default {HINTS})"
    )
    parser.add_argument("--quiet", action="store_true", help="draw boards only when asked, show no progress")
    game_option(parser, "game to play without a scenario (default caverna)")


def explore(parser: ArgumentParser) -> None:
    """Which runs, how far, and where the page goes."""
    parser.add_argument("runs", nargs="+", metavar="RUN", help="folder of a run; several share one page, with a switch")
    parser.add_argument("--depth", type=number(1, 40), metavar="N", help="how many first placements to show (default 8)")
    parser.add_argument("--out", metavar="FILE.html", help="write the page here (default RUN/openings.html)")
    parser.add_argument("--replays", type=number(0, 1000), default=3, metavar="N", help="add so many games as pages, to watch (default 3)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    overwrite(parser)
    trust(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def workbench(parser: ArgumentParser) -> None:
    """Which thing of which scenario."""
    source = parser.add_argument("scenario", metavar="SCENARIO", help="a scenario; its own rows count too")
    completed(source, "caverna_sim.scenario.scenario:packaged_scenarios")
    parser.add_argument("name", metavar="NAME", help="what to ask about, by its id")
    parser.add_argument(
        "--games", type=numbers(1, 10**9), metavar="N[,N]", help="games of each run, or at each table (default 3000, strong bots 600)"
    )
    parser.add_argument("--bots", nargs="+", metavar="BOT", help="seat these bots at the first table instead")
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), metavar="S", help="seed of the chances (default: that of the scenario)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games to play at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")
