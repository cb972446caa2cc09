"""What the commands that show a game take on the command line, whatever the game. Loads nothing slow."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass

from caverna_sim.arguments import amount, code, completed, number, option, overwrite, word
from caverna_sim.asking.arguments import annotating
from caverna_sim.check import MOST_NUMBER, refuse


@dataclass(frozen=True)
class Usual:
    """What a game says to the commands that every game has."""

    game: str
    folder: str  # package of the game
    most_players: int
    last_round: int
    written_by: str  # who writes lines of moves
    topics: str  # of `rules`
    everything: str  # that `warm --all` compiles

    def watch(self, parser: ArgumentParser) -> None:
        """Which game, and how it is shown."""
        watch(parser, self.most_players, self.last_round, self.written_by)

    def rules(self, parser: ArgumentParser) -> None:
        """What is looked up."""
        rules(parser, self.topics, f"{self.folder}.show.rules:names", self.most_players)

    def bots(self, parser: ArgumentParser) -> None:
        """One bot, or all."""
        bots(parser, f"{self.folder}.bots.parameters:packaged_bots")

    def new_scenario(self, parser: ArgumentParser) -> None:
        """Its name and place; the base is the scenario of the largest table."""
        new_scenario(parser, f"{self.game}_{self.most_players}")

    def warm(self, parser: ArgumentParser) -> None:
        """How much is compiled."""
        warm(parser, self.everything)


def rounds(last: int) -> Callable[[str], set[int]]:
    """Rounds such as "3", "3-5" or "1,4,12"."""

    @option
    def read(text: str) -> set[int]:
        found: set[int] = set()
        for part in text.split(","):
            match = re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", part)
            first = int(match[1]) if match else 0
            end = int(match[2] or match[1]) if match else 0
            if not 1 <= first <= end <= last:
                refuse(text, "", f"give rounds from 1 to {last}, such as 3, 3-5 or 1,4,{last}")
            found.update(range(first, end + 1))
        return found

    return read


def watch(parser: ArgumentParser, most_players: int, last_round: int, written_by: str) -> None:
    """Which game, and how it is shown."""
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a run, a scenario file, or a scenario that comes along")
    parser.add_argument("--players", type=number(1, most_players), metavar="N", help="without a scenario: a table of N random bots")
    parser.add_argument("--line", metavar="FILE", help=f"without a scenario: play the moves of a file that {written_by} wrote")
    parser.add_argument("--html", metavar="FILE", help="write the game as a page, with boards after every choice, to step through")
    overwrite(parser)
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), metavar="S", help="seed of the chances (default: that of the scenario)")
    parser.add_argument("--index", type=number(0, MOST_NUMBER), default=0, metavar="I", help="number of the game (default 0)")
    parser.add_argument("--steps", type=number(0, 10**9), metavar="N", help="stop after N choices")
    parser.add_argument("--rounds", type=rounds(last_round), metavar="R", help=f"show only these rounds: 3, 3-5 or 1,4,{last_round}")
    boards = ("every-round", "every-turn", "never")
    parser.add_argument(
        "--boards", type=word(boards), default=boards[0], metavar="WHEN", help="draw boards every-round (default), every-turn or never"
    )
    parser.add_argument("--annotate", action="store_true", help="also what each turn cost, the chances to win, and the turning points")
    annotating(parser)
    parser.add_argument("--pause", action="store_true", help="wait for Enter after every turn")
    parser.add_argument("--quiet", action="store_true", help="show only the final score")
    code(parser)
    parser.add_argument("--json", action="store_true", help="print choices, log, scores and the last position as JSON, for other programs")


def rules(parser: ArgumentParser, topics: str, names: str, most_players: int) -> None:
    """What is looked up; `names` is where the Tab key finds topics and items."""
    topic = parser.add_argument("topic", nargs="?", metavar="TOPIC", help=topics)
    completed(topic, names)
    parser.add_argument("name", nargs="*", metavar="NAME", help="show one item in full: its id, its name, or a rule ID")
    parser.add_argument("--players", type=number(1, most_players), metavar="N", help="show only action spaces for this number of players")
    parser.add_argument("--scenario", metavar="SCENARIO", help="show the rules of this scenario, house rules marked")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def bots(parser: ArgumentParser, names: str) -> None:
    """One bot, or all."""
    name = parser.add_argument("name", nargs="?", metavar="NAME", help="show all parameters of this bot, or of a parameter file")
    completed(name, names)
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def new_scenario(parser: ArgumentParser, base: str) -> None:
    """Its name and place."""
    parser.add_argument("name", metavar="NAME", help="name of the new scenario")
    parser.add_argument("--base", default=base, metavar="SCENARIO", help=f"start from this scenario's table (default {base})")
    new_file(parser)


def new_file(parser: ArgumentParser) -> None:
    """Where a new file goes."""
    parser.add_argument("--out", metavar="FILE.toml", help="write it here (default NAME.toml)")
    parser.add_argument("--overwrite", action="store_true", help="replace a file that is there")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def warm(parser: ArgumentParser, everything: str) -> None:
    """How much is compiled."""
    parser.add_argument("--all", action="store_true", help=everything)
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def bench(parser: ArgumentParser) -> None:
    """How long is measured."""
    parser.add_argument("--seconds", type=amount(0.05, 600), default=2.0, metavar="S", help="seconds for each measurement (default 2)")
    parser.add_argument("--workers", type=number(1, 1024), metavar="N", help="measure up to N workers (default: one for each core)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def plan(parser: ArgumentParser, last_seat: int, absent: str, version: Callable[[], object]) -> None:
    """Which game, and for how long; `version` adds the option that says which of its versions is played."""
    parser.add_argument(
        "scenario",
        nargs="?",
        metavar="SCENARIO",
        help=f"a scenario: house rules, {absent}, other seats; or the file of a game that was played (default: the solo game)",
    )
    parser.add_argument("--players", type=number(1, 1), metavar="N", help="only 1: without a scenario the solo game is planned")
    parser.add_argument(
        "--seat", type=number(0, last_seat), default=0, metavar="S", help="plan for this seat, where several play (default 0)"
    )
    parser.add_argument("--index", type=number(0, MOST_NUMBER), default=0, metavar="I", help="number of the game (default 0)")
    version()
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
    parser.add_argument("--seed", type=number(0, MOST_NUMBER), default=0, metavar="S", help="seed of those searches (default 0)")
    parser.add_argument("--keep", metavar="FILE.json", help="keep the different lines that come within 5 %% of the best here")
    overwrite(parser)
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--json", action="store_true", help="print JSON, for other programs")


def plan_worth(parser: ArgumentParser, option: str, one: str, things: str) -> None:
    """Which lines, what is missing, for how long; `things` are what is built."""
    _lines(parser)
    parser.add_argument(
        f"--{option}", dest="things", nargs="+", metavar=one, help=f"{things} that are missing (default: all that the best line builds)"
    )
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
