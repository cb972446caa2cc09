"""When is a thing worth building, and which is worth building first?

For every block a seat is drawn by lot, and what it may build when: a thing only from some round on, or never; or one thing before all
others but those that are always free. What it builds then is left to its bot. A game says how its limits call that (`TimedThings`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import polars as pl

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError, nearest
from caverna_sim.experiments.limits import Arms, LimitQuestion, LimitRows, Sums, limit_study
from caverna_sim.experiments.lots import NO_LIMIT, drawn_limits
from caverna_sim.experiments.study import Study
from caverna_sim.stats.source import needed

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario


@dataclass(frozen=True)
class TimedThings:
    """What a game's seats build, as the studies ask about it."""

    word: str  # what a thing is called, in sentences
    things: str  # ... several
    free: str  # ... those that a seat may build before its first, in sentences
    key: str  # ... in columns and options
    table: str  # of a run, which tells what was built
    later: str  # limit: from which round on a thing may be built
    never: str  # limit: what may not be built
    first: str  # limit: what is built before all others
    usual: Sequence[str]  # what the first study asks about unless told otherwise
    rounds: Sequence[int]  # in which a thing may first be built; before the first and after the last are times too
    last: int  # round of the game
    together: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, Any]]  # limits as one
    is_free: Callable[[str], bool]

    def offered(self, name: str, scenario: Scenario, things: Sequence[str]) -> None:
        """Things that a study is about lie in the supply of its scenario."""
        for thing in things:
            if thing not in scenario.offered:
                known = nearest(thing, scenario.offered)
                raise CavernaError(f"{name}: {self.key}s: `{shown_name(thing)}` is not in the supply of `{scenario.name}`; {known}")

    # ------------------------------------------------------------ when

    def times(self, thing: str) -> Sums:
        """What it is worth to be allowed to build a thing in some rounds, beside later ones: arms that are added up."""
        steps = [None, *(_from(thing, first) for first in self.rounds), _never(thing)]
        firsts = (1, *self.rounds, self.last + 1)
        found = {}
        for place, (sooner, later) in enumerate(pairwise(steps)):
            rounds = f"rounds {firsts[place]} to {firsts[place + 1] - 1}"
            found[f"{thing} in {rounds}"] = {**({sooner: 1.0} if sooner else {}), **({later: -1.0} if later else {})}
        return found

    def when(self, things: Sequence[str]) -> LimitRows:
        """The question about some things."""

        def arms(scenario: Scenario) -> Arms:
            self.offered("timing", scenario, things)
            late = {_from(thing, first): {self.later: {thing: first}} for thing in things for first in self.rounds}
            return late | {_never(thing): {self.never: [thing]} for thing in things}

        def done(run: Run) -> Mapping[str, float]:
            shares = self.built_by_focal_seat(run).filter(pl.col("limit") == NO_LIMIT)
            of = {thing: float(shares.filter(pl.col(self.key) == thing)["share"].sum()) for thing in things}
            return {time: share for thing, share in of.items() for time in self.times(thing)}

        times = {time: sums for thing in things for time, sums in self.times(thing).items()}
        return LimitRows(
            "timing",
            f"When is a {self.word} worth building?",
            arms=arms,
            asked={f"{self.key}s": list(things), "rounds": list(self.rounds)},
            estimands={
                "effect": f"points of a seat that may build the {self.word} in these rounds too, against one that may only later",
                "win_effect": "share of the wins of such a seat, against the other",
            },
            key="time",
            together=self.together,
            told=times,
            nested={f"may build {time.replace('_', ' ')} too, against only later": sums for time, sums in times.items()},
            most_games=40_000,
            by_seat=False,
            words=() if tuple(things) == tuple(self.usual) else (f"--{self.key}s", ",".join(things)),
            done=done,
            kept=(self.table,),
            verdict="times that are worth most to a seat that may build then too:",
            best=5,
            doubt="The seat may build then; whether it does is left to its bot. What is hardly ever built is worth nothing at any time.",
            picture="Times to build",
            caption="Points of a seat that may build in these rounds too against one that may only later, with intervals for all together.",
        )

    def when_study(self, scenario: Any, things: Sequence[str], respond: bool, **options: Any) -> Study:
        """When some things are worth building."""
        with check.arguments("timing"):
            named = check.texts(things, f"{self.key}s") or tuple(self.usual)
        return limit_study(LimitQuestion(self.when(named), respond), scenario, **options)

    # ------------------------------------------------------------ which first

    def which_first(self, things: Sequence[str]) -> LimitRows:
        """The question about some things, or about all in the supply that are not free."""
        name = f"first-{self.key}s"

        def arms(scenario: Scenario) -> Arms:
            self.offered(name, scenario, things)
            return {thing: {self.first: thing} for thing in things or scenario.offered if not self.is_free(thing)}

        def done(run: Run) -> Mapping[str, float]:
            rows = self.built_by_focal_seat(run).filter(pl.col("limit") == pl.col(self.key))
            return dict(rows.select(self.key, "share").iter_rows())

        return LimitRows(
            name,
            f"Which {self.word} is worth building first?",
            arms=arms,
            asked={f"{self.key}s": list(things) or "all"},
            estimands={
                "effect": f"points of a seat that builds nothing but {self.free} before this {self.word}, against what its bot would build",
                "win_effect": "share of the wins of such a seat, against the other",
                "complied": f"share of the games in which the seat built the {self.word} that was drawn",
            },
            key=self.key,
            together=self.together,
            most_games=60_000,
            by_seat=False,
            words=(f"--{self.key}s", ",".join(things)) if things else (),
            done=done,
            done_as="complied",
            kept=(self.table,),
            verdict=f"{self.things} that are worth building first, against what bots build first themselves:",
            best=5,
            doubt=(
                f"A seat waits for its first {self.word} while that is in the supply: one that its bot never gets to costs it all others."
            ),
            picture=f"First {self.things}",
            caption=f"Points of a seat that builds this {self.word} first against what its bot builds, with intervals for all together.",
        )

    def which_first_study(self, scenario: Any, things: Sequence[str], respond: bool, **options: Any) -> Study:
        """Which thing a seat had better build before any other."""
        with check.arguments(f"first-{self.key}s"):
            named = check.texts(things, f"{self.key}s")
        return limit_study(LimitQuestion(self.which_first(named), respond), scenario, **options)

    # ------------------------------------------------------------ what was built

    def built_by_focal_seat(self, run: Run) -> pl.DataFrame:
        """limit, thing, and in which share of the games with that limit the focal seat built it."""
        drawn = drawn_limits(run).with_columns(pl.col("seat").cast(pl.Int64))
        games = run.games.select("game", "block").join(drawn.lazy(), on="block")
        seats = needed(run, self.table).select("game", pl.col("seat").cast(pl.Int64), pl.col(self.key).cast(pl.String)).unique()
        often = seats.join(games, on=["game", "seat"]).group_by("limit", self.key).agg(pl.len().alias("built"))
        of = games.group_by("limit").agg(pl.len().alias("games"))
        return often.join(of, on="limit").select("limit", self.key, (pl.col("built") / pl.col("games")).alias("share")).collect()


def _from(thing: str, first: int) -> str:
    return f"{thing} from round {first}"


def _never(thing: str) -> str:
    return f"{thing} never"
