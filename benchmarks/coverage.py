"""What random games exercised: counts by group and name, what is missing, and the command that tells it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caverna_sim.games.caverna.shape import layout


class CheckFailed(Exception):
    """A check did not hold in some game."""


@dataclass
class Result:
    """What some games exercised."""

    counts: Any
    games: int = 0
    choices: int = 0
    longest_list: int = 0
    deepest_agenda: int = 0

    def add(self, other: Result) -> None:
        """Take in the games of another result."""
        self.games += other.games
        self.choices += other.choices
        self.longest_list = max(self.longest_list, other.longest_list)
        self.deepest_agenda = max(self.deepest_agenda, other.deepest_agenda)
        self.counts += other.counts


@dataclass(frozen=True)
class Coverage:
    """Groups of things that can happen, and the names in each."""

    groups: Sequence[str]
    names: Mapping[int, Sequence[str]]
    width: int  # room for the longest group

    def nothing(self, games: int = 0) -> Result:
        """A result to count into."""
        return Result(np.zeros((len(self.groups), self.width), np.int64), games)

    def nothing_expected(self) -> dict[int, set[str]]:
        """No names in any group."""
        return {group: set() for group in range(len(self.groups))}

    def exercised(self, result: Result, group: int) -> dict[str, int]:
        """How often each name of a group occurred."""
        return {name: int(result.counts[group, index]) for index, name in enumerate(self.names[group]) if result.counts[group, index]}

    def missing(self, result: Result, expected: Mapping[int, set[str]]) -> list[str]:
        """What could have happened and never did."""
        return [
            f"{self.groups[group]}: {name}"
            for group, names in expected.items()
            for name in sorted(names - self.exercised(result, group).keys())
        ]

    def table(self, result: Result) -> str:
        """Everything that was exercised, and how often."""
        lines = [
            f"{result.games:,} games, {result.choices:,} choices; at most {result.longest_list} legal actions of {layout.MAX_LEGAL},"
            f" agenda {result.deepest_agenda} deep of {layout.MAX_AGENDA}"
        ]
        wide = max(len(name) for names in self.names.values() for name in names) + 2
        for group, title in enumerate(self.groups):
            lines.append(f"\n{title}")
            found = self.exercised(result, group)
            lines += [f"  {name:<{wide}}{number:>14,}" for name, number in sorted(found.items(), key=lambda entry: entry[1])]
        return "\n".join(lines)


def say(text: str) -> None:
    """A line of progress."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


Fuzz = Callable[[int, int, int, Iterable[int]], tuple[Result, list[str]]]


def command(name: str, about: str | None, others: str, fuzz: Fuzz, coverage: Coverage, arguments: list[str] | None) -> int:
    """Play by the command line; 1 when a check failed or something was never exercised."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2_000, help="games for each number of players (default 2000)")
    parser.add_argument(
        f"--{others}-games",
        type=int,
        dest="other_games",
        help="games for each number of players and other reading (default: a fiftieth, at least 30)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="+", default=list(range(1, 8)), choices=range(1, 8), metavar="1-7")
    chosen = parser.parse_args(arguments)
    others_games = max(30, chosen.games // 50) if chosen.other_games is None else chosen.other_games
    try:
        result, gaps = fuzz(chosen.games, others_games, chosen.seed, chosen.players)
    except CheckFailed as failure:
        say(f"check failed: {failure}")
        return 1
    sys.stdout.write(coverage.table(result) + "\n")
    for gap in gaps:
        say(f"never exercised: {gap}")
    return 1 if gaps else 0
