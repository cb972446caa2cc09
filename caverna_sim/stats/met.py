"""Rows of the rules that a scenario brings or changes, and in how many games anybody met them: what is hardly met cannot be judged.

A thing of one's own that nobody gets changes nothing. That is no finding about the thing, and a verdict would sound like one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import polars as pl

from caverna_sim.games import told_of
from caverna_sim.games.facts import GameFacts, Things
from caverna_sim.stats.source import Run, facts_of, table
from caverna_sim.stats.words import listed, named

LEAST_MET = 0.1  # of the games of a run


Row = tuple[str, str]  # first word of a house rule's path, id


@dataclass(frozen=True)
class Met:
    """How often a row was met."""

    row: Row
    what: Things
    name: str
    games: int  # in which anybody did
    of: int

    @property
    def share(self) -> float:
        """Of the games."""
        return self.games / self.of


def differing_paths(rules: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The house rules in which two scenarios differ."""
    return [path for path in dict.fromkeys([*rules, *other]) if rules.get(path) != other.get(path)]


def rows_at(paths: Iterable[str], game: GameFacts) -> tuple[Row, ...]:
    """The rows that house rules bring or change, each once."""
    found = (path.split(".") for path in paths)
    return tuple(dict.fromkeys((words[0], words[1]) for words in found if len(words) > 1 and words[0] in game.rows))


def is_all_of(rows: Sequence[Met], paths: Iterable[str], game: GameFacts) -> bool:
    """Whether house rules are about nothing but these rows."""
    return all(set(rows_at([path], game)) & {one.row for one in rows} for path in paths)


def tables_of(rows: Iterable[Row], game: GameFacts) -> tuple[str, ...]:
    """The tables that a run has to keep to know how often rows are met."""
    return tuple(dict.fromkeys(game.rows[word].table for word, _ in rows))


def met(run: Run, rows: Iterable[Row]) -> list[Met]:
    """How often rows were met in a run, as far as it kept that."""
    game = told_of(run.manifest)
    names, of = game.names(facts_of(run)), int(run.games.select(pl.len()).collect().item())
    found = []
    for word, name in rows:
        what = game.rows[word]
        if (of_all := table(run, what.table)) is not None:
            games = of_all.filter(pl.col(what.column).cast(pl.String) == name).select(pl.col("game").n_unique())
            found.append(Met((word, name), what, named([name], names)[0], int(games.collect().item()), of))
    return found


def hardly(every: Iterable[Iterable[Met]]) -> tuple[Met, ...]:
    """Rows that are hardly met in any of several runs, as where they are met most."""
    most: dict[Row, Met] = {}
    for one in chain.from_iterable(every):
        most[one.row] = max(most.get(one.row, one), one, key=lambda met: met.share)
    return tuple(one for one in most.values() if one.share < LEAST_MET)


def hardly_told(rows: Sequence[Met]) -> str:
    """What to say of rows that are hardly met."""
    told = [f"{one.name} was {one.what.got} in {one.games:,} of {one.of:,} games" for one in rows]
    return f"{listed(told)}, so these games say nothing of {'it' if len(rows) == 1 else 'them'}"
