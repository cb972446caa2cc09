"""What random games exercised: counts by group and name, what is missing, and the command that tells it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caverna_sim.games.caverna.box.catalog import Catalog, catalog
from caverna_sim.games.caverna.shape import layout, sizes


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


@dataclass(frozen=True)
class Fuzz:
    """A game to be fuzzed: the kernel that plays it, what it checks and counts, and what can happen in it."""

    games: Callable[..., tuple[int, int, int, int]]  # made by playing.player
    checks: Sequence[str]
    coverage: Coverage
    possible: Callable[[Catalog], dict[int, set[str]]]
    everywhere: tuple[int, ...]  # groups that each number of players exhausts by itself
    readings: Sequence[tuple[str, Any]]  # every reading of a rule that is not the one played by default
    kind: str  # what readings are of
    expansion: str | None = None
    variants: tuple[Mapping[str, Any], ...] = ({},)
    group_of_readings: int | None = None

    def rules(self, players: int, house_rules: Mapping[str, Any]) -> Catalog:
        """The catalog of such a table."""
        return catalog(players, house_rules, self.expansion)

    def play(self, players: int, games: int, house_rules: Mapping[str, Any], seed: int) -> Result:
        """Play games and check them; CheckFailed says which game broke which check."""
        states, scratch = np.zeros(2, layout.STATE), np.zeros(2, layout.STATE)
        out, most = np.zeros(layout.MAX_LEGAL, np.int32), np.zeros(2, np.int64)
        counters = np.zeros((2, sizes.MAX_FURNISHINGS), np.int64)
        result, record = self.coverage.nothing(games), self.rules(players, house_rules).record
        failed, game, choice, result.choices = self.games(states, record, scratch, out, counters, result.counts, most, seed, 0, games)
        if failed:
            told = f"{players} players, {dict(house_rules)}, seed {seed}, game {game}, choice {choice}"
            raise CheckFailed(f"{told}: not true that {self.checks[failed]}")
        for name, value in house_rules.items() if self.group_of_readings is not None else ():
            result.counts[self.group_of_readings, self.readings.index((name, value))] += games
        result.longest_list, result.deepest_agenda = (int(number) for number in most)
        return result

    def everything(self, games: int, reading_games: int, seed: int, players: Iterable[int]) -> tuple[Result, list[str]]:
        """Play everything; the sum of it, and what never happened."""
        total, expected, gaps = self.coverage.nothing(), self.coverage.nothing_expected(), list[str]()
        for number in players:
            for variant in self.variants:
                started, table = time.perf_counter(), ", ".join((f"{number} players", *map(str, variant.values())))
                result, here = self.play(number, games, variant, seed), self.possible(self.rules(number, variant))
                say(f"{table}: {games} games, {result.choices:,} choices, {time.perf_counter() - started:.1f} s")
                gaps += [f"{table}: {gap}" for gap in self.coverage.missing(result, {group: here[group] for group in self.everywhere})]
                for group, names in here.items():
                    expected[group] |= names
                total.add(result)
            for name, value in self.readings:
                total.add(self.play(number, reading_games, {name: value}, seed))
            say(f"{number} players: {reading_games} games for each of {len(self.readings)} other readings")
        return total, gaps + self.coverage.missing(total, expected)


def command(name: str, about: str | None, fuzz: Fuzz, arguments: list[str] | None) -> int:
    """Play by the command line; 1 when a check failed or something was never exercised."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2_000, help="games for each number of players (default 2000)")
    parser.add_argument(
        f"--{fuzz.kind}-games",
        type=int,
        dest="other_games",
        help="games for each number of players and other reading (default: a fiftieth, at least 30)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="+", default=list(range(1, 8)), choices=range(1, 8), metavar="1-7")
    chosen = parser.parse_args(arguments)
    others_games = max(30, chosen.games // 50) if chosen.other_games is None else chosen.other_games
    try:
        result, gaps = fuzz.everything(chosen.games, others_games, chosen.seed, chosen.players)
    except CheckFailed as failure:
        say(f"check failed: {failure}")
        return 1
    sys.stdout.write(fuzz.coverage.table(result) + "\n")
    for gap in gaps:
        say(f"never exercised: {gap}")
    return 1 if gaps else 0
