"""What the commands of Caverna take on the command line; told.py names them. Loads nothing slow."""

from __future__ import annotations

import re
from argparse import ArgumentParser

from caverna_sim.arguments import amount, code, completed, expansion, number, numbers, option, overwrite, word, words
from caverna_sim.check import refuse
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, door

LAST_ROUND = 12


@option
def _rounds(text: str) -> set[int]:
    """Rounds such as "3", "3-5" or "1,4,12"."""
    rounds: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", part)
        first = int(match[1]) if match else 0
        last = int(match[2] or match[1]) if match else 0
        if not 1 <= first <= last <= LAST_ROUND:
            refuse(text, "", f"give rounds from 1 to {LAST_ROUND}, such as 3, 3-5 or 1,4,12")
        rounds.update(range(first, last + 1))
    return rounds


def watch(parser: ArgumentParser) -> None:
    """Which game, and how it is shown."""
    largest = 2**62 - 1
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a scenario file, the name of a packaged scenario, or a run")
    parser.add_argument("--players", type=number(1, 7), metavar="N", help="instead of a scenario: N players, every bot random")
    parser.add_argument("--line", metavar="FILE", help="instead of a scenario: the moves of a file that `plan` has written")
    parser.add_argument("--html", metavar="FILE", help="write the game as a page: boards after every choice, forwards and backwards")
    overwrite(parser)
    parser.add_argument("--seed", type=number(0, largest), metavar="S", help="seed of the chances (default: that of the scenario)")
    parser.add_argument("--index", type=number(0, largest), default=0, metavar="I", help="number of the game in the run (default 0)")
    parser.add_argument("--tiles", type=word(("full", "introductory")), metavar="SET", help="full or introductory furnishings")
    parser.add_argument("--steps", type=number(0, 10**9), metavar="N", help="stop after N choices")
    parser.add_argument("--rounds", type=_rounds, metavar="R", help="show only these rounds: 3, 3-5 or 1,4,12")
    boards = ("every-round", "every-turn", "never")
    parser.add_argument(
        "--boards", type=word(boards), default=boards[0], metavar="WHEN", help="draw boards every-round (default), every-turn or never"
    )
    parser.add_argument("--pause", action="store_true", help="wait for Enter after every turn")
    parser.add_argument("--quiet", action="store_true", help="show the final score only")
    code(parser)
    parser.add_argument("--json", action="store_true", help="choices, log, scores and last position for machines")


def rules(parser: ArgumentParser) -> None:
    """What is looked up."""
    topic = parser.add_argument(
        "topic",
        nargs="?",
        metavar="TOPIC",
        help="furnishings, spaces, loot, constants, rounds, board or toggles; "
        f"with {TITLES[EVERYTHING]} also {door(EVERYTHING, 'told').TOPICS}; box",
    )
    completed(topic, "caverna_sim.games.caverna.show.rules:names")
    parser.add_argument("name", nargs="*", metavar="NAME", help="one item in full: an id, a name, or a rule ID")
    parser.add_argument("--players", type=number(1, 7), metavar="N", help="only action spaces of this number of players")
    parser.add_argument("--scenario", metavar="SCENARIO", help="the rules of a scenario, house rules marked")
    expansion(parser, TITLES)
    parser.add_argument("--json", action="store_true", help="for machines")


def bots(parser: ArgumentParser) -> None:
    """One bot, or all."""
    name = parser.add_argument("name", nargs="?", metavar="NAME", help="all parameters of one bot, or of a parameter file")
    completed(name, "caverna_sim.games.caverna.bots.parameters:packaged_bots")
    parser.add_argument("--json", action="store_true", help="for machines")


def tune(parser: ArgumentParser) -> None:
    """Where to start, who is met, and for how long."""
    parser.add_argument("bot", metavar="BOT", help="where to start")
    parser.add_argument("--population", nargs="+", metavar="BOT", help="who it meets (default: balanced, and itself as it was)")
    parser.add_argument("--players", type=numbers(1, 7), metavar="N,...", help="players at a table (default 2,3,4; learning 1 to 7)")
    parser.add_argument("--scenario", metavar="SCENARIO", help="what is played: players, expansion, house rules, supply, openings")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=amount(0.01, 10**6), metavar="M", help="stop after the generation that ends then")
    length.add_argument(
        "--generations", type=number(1, 10**6), metavar="G", help="stop after so many generations (default 100; a judge 30, appeals 10)"
    )
    parser.add_argument(
        "--games", type=number(1, 10**6), metavar="N",
        help="a generation: of a candidate (default 180); of what learns in all (a judge 3000, appeals 3200)",
    )  # fmt: skip
    parser.add_argument("--candidates", type=number(4, 1000), metavar="N", help="in a generation (default 24)")
    parser.add_argument("--check-games", type=number(1, 10**7), metavar="N", help="held out, at the end (default 18000)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, metavar="S", help="seed of chances and search (default 0)")
    parser.add_argument("--only", type=words, default=(), metavar="NAME,...", help="change only these: weights, worth.wood, space, ...")
    parser.add_argument("--keep", type=words, default=(), metavar="NAME,...", help="do not change these, beside [tune] keep of the bot")
    parser.add_argument("--lead", type=amount(0, 10), default=0.0, metavar="W", help="weight of the lead beside the score (default 0)")
    parser.add_argument("--rid", type=amount(0, 50), default=0.0, metavar="W", help="points that an orc left is charged with (default 0)")
    expansion(parser, TITLES)
    parser.add_argument("--anew", action="store_true", help="learning: not from what the bot knows but from nothing")
    parser.add_argument("--out", metavar="FILE", help="parameter file (default BOT-tuned.toml)")
    overwrite(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint beside the file")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="games at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


def plan(parser: ArgumentParser) -> None:
    """Which game, and for how long."""
    parser.add_argument(
        "scenario",
        nargs="?",
        metavar="SCENARIO",
        help="house rules, absent furnishings, scripted bots in other seats (default: the solo game)",
    )
    parser.add_argument("--players", type=number(1, 1), metavar="N", help="1: without a scenario lines are those of the solo game")
    parser.add_argument("--seat", type=number(0, 6), default=0, metavar="S", help="whose line, where several play (default 0)")
    parser.add_argument("--index", type=number(0, 2**62 - 1), default=0, metavar="I", help="number of the game in the scenario (default 0)")
    parser.add_argument("--tiles", type=word(("full", "introductory")), metavar="SET", help="full (default) or introductory furnishings")
    parser.add_argument("--minutes", type=amount(0.01, 10**6), default=30.0, metavar="M", help="how long (default 30)")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), default=0, metavar="S", help="seed of the search (default 0)")
    parser.add_argument("--out", metavar="FILE.json", help="where the line goes (default plan-SCENARIO.json); the search is kept beside it")
    parser.add_argument("--html", metavar="FILE", help="a page about the line in the end: rounds, points, what the second best turns cost")
    overwrite(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the search beside the file, or from the line alone")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="searches at a time (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


def new_scenario(parser: ArgumentParser) -> None:
    """Its name and place."""
    parser.add_argument("name", metavar="NAME", help="of the scenario")
    parser.add_argument(
        "--base", default="base_4", metavar="SCENARIO", help="what it starts from and is compared with: the same table (default base_4)"
    )
    parser.add_argument("--out", metavar="FILE.toml", help="where it goes (default NAME.toml)")
    parser.add_argument("--overwrite", action="store_true", help="also replace a file that is there")
    parser.add_argument("--json", action="store_true", help="for machines")


def new_bot(parser: ArgumentParser) -> None:
    """Its name, base and place."""
    parser.add_argument("name", metavar="NAME", help="of the bot")
    parser.add_argument("--base", default="balanced", metavar="BOT", help="a bot of the roster that it builds on (default balanced)")
    parser.add_argument("--out", metavar="FILE.toml", help="where it goes (default NAME.toml)")
    parser.add_argument("--overwrite", action="store_true", help="also replace a file that is there")
    parser.add_argument("--json", action="store_true", help="for machines")


def warm(parser: ArgumentParser) -> None:
    """How much is compiled."""
    parser.add_argument("--all", action="store_true", help=f"{TITLES[EVERYTHING]}, bots that look ahead, and learning as well")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")


def bench(parser: ArgumentParser) -> None:
    """How long is measured."""
    parser.add_argument("--seconds", type=amount(0.05, 600), default=2.0, metavar="S", help="for each measurement (default 2)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="up to so many (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="for machines")
