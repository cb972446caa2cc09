"""What seats got and where they went: things and places that the game names (`GameFacts.built`, `GameFacts.places`). Descriptive.

Nothing here says what causes what. `as_built` above all is a description: who gets a thing was doing well or badly before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError
from caverna_sim.games.facts import Things
from caverna_sim.stats.equivalence import LEAST_BLOCKS, judge
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats, clustered_share
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, BlockSums, Run, Source, block_sums, needed, shrunk, table
from caverna_sim.stats.summary import opened
from caverna_sim.stats.words import listed, named, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# ---------------------------------------------------------------- things


@dataclass(frozen=True)
class Thing:
    """How a thing was used."""

    id: str
    name: str
    times: int  # that a seat got it
    built: Estimate  # share of seats that got it at least once
    when_there: Estimate  # ... of the seats of games in which it was to be had
    games: int  # in which it was to be had
    in_games: float  # share of those in which anybody got it
    by_bot: tuple[float, ...]  # share of the seats of each bot, in games in which it was to be had
    round: float  # mean round of getting it
    as_built: Estimate | None  # points of seats with it above seats of the same bot without it; None when there is nothing to compare


@dataclass(frozen=True)
class Built:
    """How things were used, most used first. Descriptive."""

    what: Things
    things: tuple[Thing, ...]
    never: Mapping[str, str]  # id and name of what was to be had and nobody got
    bots: tuple[str, ...]
    games: int  # that were looked at
    level: float

    @property
    def verdict(self) -> str:
        """What is used most, what never, and the warning."""
        shown = [f"{thing.name} ({percent(thing.built.value, 0)} of seats)" for thing in self.things[:3]]
        return f"Most built: {listed(shown)}. {self.dead} What seats with a {self.what.word} score more is a description, not its worth."

    @property
    def dead(self) -> str:
        """How much of what was to be had was never used."""
        offered = len(self.things) + len(self.never)
        if not self.never:
            return f"All {offered} {self.what.words} were built at least once."
        return f"{len(self.never)} of {offered} {self.what.words} that were available were never built."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every thing, those that nobody got included."""
        rows = []
        for thing in self.things:
            difference = thing.as_built or Estimate(np.nan, np.nan, np.nan, np.nan)
            rows.append(
                {
                    self.what.column: thing.id, "times": thing.times, "built": thing.built.value, "built low": thing.built.low,
                    "built high": thing.built.high, "built when there": thing.when_there.value, "games with it": thing.games,
                    "in games with it": thing.in_games,
                    "mean round": thing.round, "as built": difference.value, "low": difference.low, "high": difference.high,
                    **dict(zip((f"built by {bot}" for bot in self.bots), thing.by_bot, strict=True)),
                }
            )  # fmt: skip
        rows += [{self.what.column: name, "times": 0, "built": 0.0} for name in self.never]
        return pl.DataFrame(rows, infer_schema_length=None)

    def plot(self, axes: Axes | None = None) -> Figure:
        """As-built differences with intervals."""
        from caverna_sim.stats import figures

        return figures.built(self, axes)


def built(run: Run | Source, level: float = LEVEL) -> Built:
    """How often things were got, when, by whom, and what seats with them scored more than seats of the same bot without.

    Blocks in which a thing was not to be had do not count for the difference, nor for what was built when it was there.
    """
    source = opened(run).first(MOST_DESCRIBED_GAMES)
    what = _named_table(source.game.built, "things that seats get")
    offered, names = source.game.things(source.facts), source.game.names(source.facts)
    seats = source.seats.select("game", "seat", "block", "bot", "score")
    rows = needed(source.run, what.table).group_by("game", "seat", pl.col(what.column).alias("thing"))
    got = rows.agg(pl.col("round").cast(pl.Float64).min(), pl.len().cast(pl.Float64).alias("times"))
    everybody = block_sums(seats, ("bot",), ("score",))
    builders = block_sums(got.join(seats, on=["game", "seat"]), ("thing", "bot"), ("score", "round", "times"))
    bots = tuple(str(bot) for (bot,) in everybody)
    blocks = np.unique(np.concatenate([sums.blocks for sums in everybody.values()]))
    counts, points = (_spread(blocks, [everybody[(bot,)] for bot in bots], column) for column in (None, "score"))
    absent = _absent_blocks(source, what)
    often = _games_with(got, seats)
    found = []
    for name in sorted({str(thing) for thing, _ in builders}):
        of_thing = [builders.get((name, bot)) for bot in bots]
        with_it, their_points, rounds, times = (_spread(blocks, of_thing, column) for column in (None, "score", "round", "times"))
        there = ~np.isin(blocks, absent.get(name, []))
        of_all, of_builders = (counts[:, there], points[:, there]), (with_it[:, there], their_points[:, there])
        found.append(
            Thing(
                id=name,
                name=named([name], names)[0],
                times=int(times.sum()),
                built=_share(with_it, counts, source, level),
                when_there=_share(with_it[:, there], counts[:, there], source, level),
                games=round(counts[:, there].sum() / source.facts.players),
                in_games=often[name] * source.facts.players / float(counts[:, there].sum()),
                by_bot=tuple(
                    float(part.sum() / max(1.0, all_.sum())) for part, all_ in zip(with_it[:, there], counts[:, there], strict=True)
                ),
                round=float(rounds.sum() / with_it.sum()),
                as_built=_as_built(of_all, of_builders, source.sample.remaining, level),
            )
        )
    never = {name: offered[name] for name in offered if name not in {thing.id for thing in found}}
    games = round(counts.sum() / source.facts.players)
    return Built(what, tuple(sorted(found, key=lambda thing: -thing.built.value)), never, bots, games, level)


def _games_with(got: pl.LazyFrame, seats: pl.LazyFrame) -> dict[str, int]:
    """In how many games anybody got a thing."""
    games = got.select("game", pl.col("thing").cast(pl.String)).unique().join(seats.select("game").unique(), on="game", how="semi")
    return dict(games.group_by("thing").len().collect().iter_rows())


def _named_table(what: Things | None, which: str) -> Things:
    if what is None:
        raise CavernaError(f"the game names no table of {which}")
    return what


def _share(with_it: Floats, counts: Floats, source: Source, level: float) -> Estimate:
    """Share of seats, counted by blocks."""
    return shrunk(clustered_share(with_it.sum(axis=0), counts.sum(axis=0), level), source.sample.remaining)


def _absent_blocks(source: Source, what: Things) -> dict[str, list[int]]:
    """The blocks in which a thing was not in the supply, where that was left to chance."""
    supply = table(source.run, "supply")
    if supply is None or what.column not in supply.collect_schema().names():
        return {}
    rows = supply.filter(~pl.col("available")).select(pl.col(what.column).cast(pl.String), "block").collect()
    return {str(thing): part["block"].to_list() for (thing,), part in rows.partition_by([what.column], as_dict=True).items()}


def _spread(blocks: NDArray[np.int64], sums: Sequence[BlockSums | None], column: str | None) -> Floats:
    """[group, block] sums of a column, or numbers of rows; 0 where a group has no row."""
    wide = np.zeros((len(sums), len(blocks)))
    for group, one in enumerate(sums):
        if one is not None:
            wide[group, np.searchsorted(blocks, one.blocks)] = one.counts if column is None else one.sums[column]
    return wide


def _as_built(of_all: tuple[Floats, Floats], of_builders: tuple[Floats, Floats], remaining: float, level: float) -> Estimate | None:
    """Points of seats with a thing above those of the same bot without it.

    Both arguments are rows and points [bot, block]. Bots count by how often they built it; those that did, or did not, in too few
    blocks are left out. The error adds up what every block contributes to the deviation of either mean.
    """
    (counts, points), (with_it, their_points) = of_all, of_builders
    without, other_points = counts - with_it, points - their_points
    usable = ((with_it > 0).sum(axis=1) >= LEAST_BLOCKS) & ((without > 0).sum(axis=1) >= LEAST_BLOCKS)
    if not usable.any():
        return None
    with_it, their_points, without, other_points = (part[usable] for part in (with_it, their_points, without, other_points))
    built, unbuilt = with_it.sum(axis=1, keepdims=True), without.sum(axis=1, keepdims=True)
    mean_with, mean_without = their_points.sum(axis=1, keepdims=True) / built, other_points.sum(axis=1, keepdims=True) / unbuilt
    weight = built / built.sum()
    differences = mean_with - mean_without
    value = float((weight * differences).sum())
    rests = (their_points - (mean_without + value) * with_it) / built.sum() - weight * (other_points - mean_without * without) / unbuilt
    of_blocks = rests.sum(axis=0)
    blocks = int(np.count_nonzero(counts.sum(axis=0)))
    if blocks < 2:
        return Estimate(value, nan, nan, nan)
    error = sqrt(blocks / (blocks - 1) * float(of_blocks @ of_blocks) * remaining)
    judged = judge(value, error, blocks - 1, 1.0, level, is_exact=remaining == 0)
    return Estimate(value, judged.low, judged.high, error)


# ---------------------------------------------------------------- places


@dataclass(frozen=True)
class Places:
    """In which rounds places were used: shares of games."""

    what: Things
    places: tuple[str, ...]  # ids, most used first
    names: tuple[str, ...]
    rounds: tuple[int, ...]
    used: tuple[tuple[float, ...], ...]  # [place][round]
    games: int

    @property
    def verdict(self) -> str:
        """What is taken most."""
        means = [sum(row) / len(row) for row in self.used]
        shown = [f"{name} ({percent(mean, 0)} of rounds)" for name, mean in zip(self.names, means, strict=True)][:3]
        return f"Most used {self.what.words}: {listed(shown)}."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every place, a column for every round."""
        return pl.DataFrame(
            {self.what.column: self.places} | {str(number): [row[index] for row in self.used] for index, number in enumerate(self.rounds)}
        )

    def plot(self, axes: Axes | None = None) -> Figure:
        """Places by rounds."""
        from caverna_sim.stats import figures

        return figures.places(self, axes)


def places(run: Run | Source) -> Places:
    """Shares of games in which places were used, by round."""
    source = opened(run).first(MOST_DESCRIBED_GAMES)
    what = _named_table(source.game.places, "places that seats choose")
    counted = source.blocks
    games = int(counted.select(pl.len()).collect().item())
    used = (
        needed(source.run, what.table).join(counted, on="game", how="semi").unique(["game", "round", what.column])
        .group_by(pl.col(what.column).cast(pl.String), "round").agg(pl.len().alias("often")).collect(engine="streaming")
    )  # fmt: skip
    often = {(place, number): count for place, number, count in used.iter_rows()}
    rounds = tuple(sorted(set(used["round"].to_list())))
    ids = sorted(set(used[what.column].to_list()))
    shares = {name: tuple(often.get((name, number), 0) / games for number in rounds) for name in ids}
    order = sorted(ids, key=lambda name: (-sum(shares[name]), name))
    names = named(order, source.game.names(source.facts))
    return Places(what, tuple(order), tuple(names), rounds, tuple(shares[name] for name in order), games)
