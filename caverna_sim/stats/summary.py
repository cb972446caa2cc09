"""What a run shows by itself: scores, wins, scoring parts, furnishings and action spaces. Every result names what it is of.

Nothing here says what causes what. `as_built` above all is a description: who builds a furnishing was doing well or badly before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError
from caverna_sim.stats.discoveries import RATE, adjusted
from caverna_sim.stats.equivalence import LEAST_BLOCKS, Judgement, Verdict, judge, overall
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats, Ratings, clustered_share, ratings, results
from caverna_sim.stats.source import BlockSums, Run, Source, block_sums, needed, open_run, shrunk, table
from caverna_sim.stats.words import listed, number, percent_with_interval, readable, with_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_RATED_GAMES = 20_000  # strengths of more games take long and are precise enough
MOST_DESCRIBED_GAMES = 100_000  # of the large tables; more would only make descriptions slower
EDGE = 1.0  # points above the table's mean that make a seat worth choosing


def opened(run: Run | Source) -> Source:
    """A run made ready, once."""
    return run if isinstance(run, Source) else open_run(run)


def _columns(estimate: Estimate) -> dict[str, float]:
    return {"mean": estimate.value, "low": estimate.low, "high": estimate.high, "error": estimate.error}


# ---------------------------------------------------------------- scores


@dataclass(frozen=True)
class BotScores:
    """How a bot scored."""

    bot: str
    seats: int  # rows
    mean: Estimate
    sd: float
    quantiles: tuple[int, ...]  # at QUANTILES
    points: tuple[int, ...]  # scores that occurred, in order
    counts: tuple[int, ...]  # how often


@dataclass(frozen=True)
class Scores:
    """Scores of every bot, best mean first."""

    bots: tuple[BotScores, ...]
    level: float

    @property
    def verdict(self) -> str:
        """Who scores how much."""
        best = self.bots[0]
        if len(self.bots) == 1:
            return f"The mean score of {best.bot} is {with_interval(best.mean)}; half of its scores lie between {_half(best)}."
        worst = self.bots[-1]
        return f"Highest mean score: {best.bot} with {with_interval(best.mean)}; lowest: {worst.bot} with {with_interval(worst.mean)}."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every bot."""
        return pl.DataFrame(
            [
                {"bot": one.bot, "seats": one.seats, **_columns(one.mean), "sd": one.sd}
                | {f"{share:.0%}": value for share, value in zip(QUANTILES, one.quantiles, strict=True)}
                for one in self.bots
            ]
        )

    def plot(self, axes: Axes | None = None) -> Figure:
        """Distributions, one above the other."""
        from caverna_sim.stats import figures

        return figures.scores(self, axes)


def _half(one: BotScores) -> str:
    return f"{number(one.quantiles[1], 0)} and {number(one.quantiles[3], 0)}"


def scores(run: Run | Source, level: float = LEVEL) -> Scores:
    """Scores by bot."""
    source = opened(run)
    sums = block_sums(source.seats, ("bot",), ("score",))
    often = (
        source.seats.group_by("bot", "score").agg(pl.len().alias("often")).with_columns(pl.col("bot").cast(pl.String))
        .collect(engine="streaming").sort("bot", "score")
    )  # fmt: skip
    found = []
    for (bot,), part in often.partition_by(["bot"], as_dict=True, maintain_order=True).items():
        points, counts = part["score"].to_numpy().astype(np.int64), part["often"].to_numpy().astype(np.int64)
        below = np.cumsum(counts)
        quantiles = tuple(int(points[np.searchsorted(below, share * below[-1])]) for share in QUANTILES)
        mean = sums[(bot,)].mean("score", source.sample.remaining, level)
        sd = sqrt(float(counts @ (points - points @ counts / below[-1]) ** 2) / below[-1])
        found.append(BotScores(str(bot), int(below[-1]), mean, sd, quantiles, tuple(points.tolist()), tuple(counts.tolist())))
    return Scores(tuple(sorted(found, key=lambda one: -one.mean.value)), level)


# ---------------------------------------------------------------- wins


@dataclass(frozen=True)
class Share:
    """A share of wins of a bot, of a seat, or of a bot in a seat."""

    bot: str | None
    seat: int | None
    rows: int
    won: Estimate

    @property
    def name(self) -> str:
        """In words."""
        return ", ".join([*([self.bot] if self.bot else []), *([f"seat {self.seat}"] if self.seat is not None else [])])


@dataclass(frozen=True)
class Wins:
    """Shares of wins; who ties for the first place shares the win."""

    players: int
    by_bot: tuple[Share, ...]
    by_seat: tuple[Share, ...]
    by_both: tuple[Share, ...]
    level: float

    @property
    def fair(self) -> float:
        """What everybody would win if all were equal."""
        return 1 / self.players

    @property
    def verdict(self) -> str:
        """Who wins how often."""
        if len(self.by_bot) == 1:
            best = max(self.by_seat, key=lambda share: share.won.value)
            return f"Most wins: seat {best.seat} with {percent_with_interval(best.won)}; equal seats would win {100 * self.fair:.1f} %."
        best = max(self.by_bot, key=lambda share: share.won.value)
        return f"Most wins per seat: {best.bot} with {percent_with_interval(best.won)}; equal bots would win {100 * self.fair:.1f} %."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every share."""
        return pl.DataFrame(
            [
                {"bot": share.bot, "seat": share.seat, "rows": share.rows, **_columns(share.won)}
                for share in (*self.by_bot, *self.by_seat, *self.by_both)
            ],
            schema_overrides={"bot": pl.String, "seat": pl.Int64},
        )

    def plot(self, axes: Axes | None = None) -> Figure:
        """Shares of bots and of seats with their intervals."""
        from caverna_sim.stats import figures

        return figures.wins(self, axes)


def wins(run: Run | Source, level: float = LEVEL) -> Wins:
    """Shares of wins by bot, by seat and by both."""
    source = opened(run)

    def shares(*by: str) -> tuple[Share, ...]:
        found = block_sums(source.seats, by, ("won",))
        return tuple(
            Share(
                bot=str(key[by.index("bot")]) if "bot" in by else None,
                seat=int(key[by.index("seat")]) if "seat" in by else None,
                rows=int(sums.counts.sum()),
                won=sums.share("won", source.sample.remaining, level),
            )
            for key, sums in found.items()
        )

    by_bot = tuple(sorted(shares("bot"), key=lambda share: -share.won.value))
    return Wins(source.facts.players, by_bot, shares("seat"), shares("bot", "seat"), level)


# ---------------------------------------------------------------- does the seat, does the bot matter


@dataclass(frozen=True)
class Edge:
    """How far a seat or bot is above the mean of its table."""

    name: str
    judged: Judgement


@dataclass(frozen=True)
class Edges:
    """Which seats, or which bots, score more than the table."""

    by: str
    edges: tuple[Edge, ...]
    smallest_effect: float
    level: float

    @property
    def overall(self) -> Verdict:
        """different if anybody is."""
        return overall([edge.judged.verdict for edge in self.edges])

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        what = f"The {self.by} "
        apart = sorted((edge for edge in self.edges if edge.judged.verdict == "different"), key=lambda edge: -edge.judged.value)
        if self.overall == "different":
            shown = [f"{edge.name} {_with_sign(edge.judged)}" for edge in apart]
            return f"{what}matters. Points above the mean of the table: {listed(shown)}."
        if self.overall == "equivalent":
            return f"{what}does not matter: all are within {self.smallest_effect:g} point of the mean of their table."
        return f"Whether the {self.by} matters is undecided: too few games to tell to within {self.smallest_effect:g} point."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every seat or bot."""
        return pl.DataFrame(
            [
                {
                    self.by: edge.name, "above table": edge.judged.value, "low": edge.judged.low, "high": edge.judged.high,
                    "error": edge.judged.error, "verdict": edge.judged.verdict,
                }
                for edge in self.edges
            ]
        )  # fmt: skip

    def plot(self, axes: Axes | None = None) -> Figure:
        """Differences with intervals."""
        from caverna_sim.stats import figures

        return figures.edges(self, axes)


def _with_sign(judged: Judgement) -> str:
    interval = f" ({number(judged.low, 1, sign=True)} to {number(judged.high, 1, sign=True)})" if judged.low != judged.high else ""
    return f"{number(judged.value, 1, sign=True)}{interval}"


def edges(run: Run | Source, by: str = "seat", smallest_effect: float = EDGE, level: float = LEVEL) -> Edges:
    """How far every seat (or bot) is above the mean of its table; all of them are one family."""
    if by not in ("seat", "bot"):
        raise CavernaError(f"edges: by `{by}` is not possible; allowed: `seat`, `bot`")
    source = opened(run)
    sums = block_sums(source.seats, (by,), ("margin",))
    found = []
    for (group,), one in sums.items():
        estimate = one.mean("margin", source.sample.remaining, level)
        judged = judge(
            estimate.value, estimate.error, one.units - 1, smallest_effect, level, len(sums), source.sample.kind == "census"
        )  # fmt: skip
        found.append(Edge(f"seat {group}" if by == "seat" else str(group), judged))
    return Edges(by, tuple(found), smallest_effect, level)


# ---------------------------------------------------------------- scoring parts


@dataclass(frozen=True)
class Parts:
    """Where the points of every bot come from."""

    bots: tuple[str, ...]  # best score first
    parts: tuple[str, ...]
    means: tuple[tuple[Estimate, ...], ...]  # [bot][part]
    level: float

    @property
    def verdict(self) -> str:
        """The largest parts of the best bot."""
        order = sorted(range(len(self.parts)), key=lambda part: -self.means[0][part].value)
        shown = [f"{self.parts[part].replace('_', ' ')} {self.means[0][part].value:.1f}" for part in order[:3]]
        return f"{self.bots[0]} gets most of its points from {listed(shown)}."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every bot and part."""
        rows = zip(self.bots, self.means, strict=True)
        return pl.DataFrame(
            [{"bot": bot, "part": part, **_columns(mean)} for bot, means in rows for part, mean in zip(self.parts, means, strict=True)]
        )

    def plot(self, axes: Axes | None = None) -> Figure:
        """Stacked points of every bot."""
        from caverna_sim.stats import figures

        return figures.parts(self, axes)


def score_parts(run: Run | Source, level: float = LEVEL) -> Parts:
    """Mean points by bot and scoring part."""
    source = opened(run)
    columns = [name for name in source.seats.collect_schema().names() if name.startswith("part_")]
    if not columns:
        raise CavernaError(f"run `{source.facts.name}`: the table `players` has no scoring parts")
    sums = block_sums(source.seats, ("bot",), ("score", *columns))
    order = sorted(sums, key=lambda key: -float(sums[key].sums["score"].sum() / sums[key].counts.sum()))
    means = tuple(tuple(sums[key].mean(column, source.sample.remaining, level) for column in columns) for key in order)
    return Parts(tuple(str(key[0]) for key in order), tuple(column.removeprefix("part_") for column in columns), means, level)


# ---------------------------------------------------------------- furnishings


@dataclass(frozen=True)
class Tile:
    """How a furnishing was used."""

    tile: str
    built: Estimate  # share of seats that built it at least once
    round: float  # mean round of building
    as_built: Estimate | None  # points of seats with it above seats of the same bot without it; None when there is nothing to compare
    is_beyond_chance: bool  # as_built differs from 0, with false discoveries controlled over all furnishings


@dataclass(frozen=True)
class Tiles:
    """How furnishings were used, most built first. Descriptive."""

    tiles: tuple[Tile, ...]
    games: int  # that were looked at
    level: float

    @property
    def verdict(self) -> str:
        """What is built most, and the warning."""
        names = readable([tile.tile for tile in self.tiles])
        shown = [f"{name} ({100 * tile.built.value:.0f} %)" for name, tile in zip(names, self.tiles, strict=True)][:3]
        return f"Most built: {listed(shown)}. What seats with a furnishing score more is a description, not its worth."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every furnishing."""
        rows = []
        for tile in self.tiles:
            difference = tile.as_built or Estimate(np.nan, np.nan, np.nan, np.nan)
            rows.append(
                {
                    "tile": tile.tile, "built": tile.built.value, "built low": tile.built.low, "built high": tile.built.high,
                    "mean round": tile.round, "as built": difference.value, "low": difference.low, "high": difference.high,
                    "beyond chance": tile.is_beyond_chance,
                }
            )  # fmt: skip
        return pl.DataFrame(rows)

    def plot(self, axes: Axes | None = None) -> Figure:
        """As-built differences with intervals."""
        from caverna_sim.stats import figures

        return figures.tiles(self, axes)


def tile_usage(run: Run | Source, level: float = LEVEL) -> Tiles:
    """How often furnishings were built, when, and what seats that built them scored more than seats of the same bot that did not.

    Blocks in which a furnishing was not to be had count for the share, but not for the difference.
    """
    source = opened(run)
    seats = _first_games(source.seats, source, MOST_DESCRIBED_GAMES).select("game", "seat", "block", "bot", "score")
    built = needed(source.run, "furnishings").group_by("game", "seat", "tile").agg(pl.col("round").cast(pl.Float64).min())
    everybody = block_sums(seats, ("bot",), ("score",))
    builders = block_sums(built.join(seats, on=["game", "seat"]), ("tile", "bot"), ("score", "round"))
    bots = [bot for (bot,) in everybody]
    blocks = np.unique(np.concatenate([sums.blocks for sums in everybody.values()]))
    counts, points = (_spread(blocks, [everybody[(bot,)] for bot in bots], column) for column in (None, "score"))
    games = int(seats.select(pl.col("game").n_unique()).collect().item())
    absent = _absent_blocks(source)
    found: list[tuple[str, Estimate, float, Estimate | None, float]] = []
    for name in sorted({str(tile) for tile, _ in builders}):
        of_tile = [builders.get((name, bot)) for bot in bots]
        with_it, their_points, rounds = (_spread(blocks, of_tile, column) for column in (None, "score", "round"))
        share = shrunk(clustered_share(with_it.sum(axis=0), counts.sum(axis=0), level), source.sample.remaining)
        there = ~np.isin(blocks, absent.get(name, []))
        of_all, of_builders = (counts[:, there], points[:, there]), (with_it[:, there], their_points[:, there])
        difference, p_value = _as_built(of_all, of_builders, source.sample.remaining, level)
        found.append((name, share, float(rounds.sum() / with_it.sum()), difference, p_value))
    passed = iter(adjusted([p_value for *_, difference, p_value in found if difference is not None]) <= RATE)
    tiles = [
        Tile(name, share, mean_round, difference, difference is not None and bool(next(passed)))
        for name, share, mean_round, difference, _ in found
    ]
    return Tiles(tuple(sorted(tiles, key=lambda tile: -tile.built.value)), games, level)


def _absent_blocks(source: Source) -> dict[str, list[int]]:
    """The blocks in which a furnishing was not in the supply, where that was left to chance."""
    supply = table(source.run, "supply")
    if supply is None:
        return {}
    rows = supply.filter(~pl.col("available")).select(pl.col("tile").cast(pl.String), "block").collect()
    return {str(tile): part["block"].to_list() for (tile,), part in rows.partition_by(["tile"], as_dict=True).items()}


def _first_games(frame: pl.LazyFrame, source: Source, most: int) -> pl.LazyFrame:
    """The rows of the first blocks, about `most` games of them; all when there are no more."""
    if source.sample.games <= most:
        return frame
    blocks = max(2, source.sample.blocks * most // source.sample.games)
    first = source.blocks.select(pl.col("block").unique().sort().head(blocks))
    return frame.join(first, on="block", how="semi")


def _spread(blocks: NDArray[np.int64], sums: Sequence[BlockSums | None], column: str | None) -> Floats:
    """[group, block] sums of a column, or numbers of rows; 0 where a group has no row."""
    wide = np.zeros((len(sums), len(blocks)))
    for group, one in enumerate(sums):
        if one is not None:
            wide[group, np.searchsorted(blocks, one.blocks)] = one.counts if column is None else one.sums[column]
    return wide


def _as_built(
    of_all: tuple[Floats, Floats], of_builders: tuple[Floats, Floats], remaining: float, level: float
) -> tuple[Estimate | None, float]:
    """Points of seats with a furnishing above those of the same bot without it, and the p-value of none.

    Both arguments are rows and points [bot, block]. Bots count by how often they built it; those that did, or did not, in too few
    blocks are left out. The error adds up what every block contributes to the deviation of either mean.
    """
    (counts, points), (with_it, their_points) = of_all, of_builders
    without, other_points = counts - with_it, points - their_points
    usable = ((with_it > 0).sum(axis=1) >= LEAST_BLOCKS) & ((without > 0).sum(axis=1) >= LEAST_BLOCKS)
    if not usable.any():
        return None, 1.0
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
        return Estimate(value, nan, nan, nan), 1.0
    error = sqrt(blocks / (blocks - 1) * float(of_blocks @ of_blocks) * remaining)
    judged = judge(value, error, blocks - 1, 1.0, level, is_exact=remaining == 0)
    return Estimate(value, judged.low, judged.high, error), judged.p_different


# ---------------------------------------------------------------- action spaces


@dataclass(frozen=True)
class Spaces:
    """In which rounds action spaces were used: shares of games."""

    spaces: tuple[str, ...]  # most used first
    rounds: tuple[int, ...]
    used: tuple[tuple[float, ...], ...]  # [space][round]
    games: int

    @property
    def verdict(self) -> str:
        """What is taken most and least."""
        means = [sum(row) / len(row) for row in self.used]
        shown = [f"{name} ({100 * mean:.0f} % of rounds)" for name, mean in zip(readable(self.spaces), means, strict=True)][:3]
        return f"Most used action spaces: {listed(shown)}."

    @property
    def table(self) -> pl.DataFrame:
        """A row for every space, a column for every round."""
        return pl.DataFrame(
            {"space": self.spaces} | {str(number): [row[index] for row in self.used] for index, number in enumerate(self.rounds)}
        )

    def plot(self, axes: Axes | None = None) -> Figure:
        """Spaces by rounds."""
        from caverna_sim.stats import figures

        return figures.spaces(self, axes)


def space_usage(run: Run | Source) -> Spaces:
    """Shares of games in which action spaces were used, by round."""
    source = opened(run)
    counted = _first_games(source.blocks, source, MOST_DESCRIBED_GAMES)
    games = int(counted.select(pl.len()).collect().item())
    used = (
        needed(source.run, "placements").join(counted, on="game", how="semi").unique(["game", "round", "space"])
        .group_by("space", "round").agg(pl.len().alias("often")).with_columns(pl.col("space").cast(pl.String))
        .collect(engine="streaming")
    )  # fmt: skip
    often = {(space, number): count for space, number, count in used.iter_rows()}
    rounds = tuple(sorted(set(used["round"].to_list())))
    names = sorted(set(used["space"].to_list()))
    shares = {name: tuple(often.get((name, number), 0) / games for number in rounds) for name in names}
    order = sorted(names, key=lambda name: (-sum(shares[name]), name))
    return Spaces(tuple(order), rounds, tuple(shares[name] for name in order), games)


# ---------------------------------------------------------------- strength


@dataclass(frozen=True)
class Strength:
    """How strong the bots of a run are, by what they did in it."""

    bots: tuple[str, ...]
    scores: tuple[Estimate, ...]
    begging: tuple[Estimate, ...]  # markers per seat
    unused: tuple[Estimate, ...]  # points lost by empty cells
    ratings: Ratings | None  # None when one bot plays alone or against itself
    rated_games: int

    @property
    def verdict(self) -> str:
        """A sentence to read before all others."""
        mean = float(np.mean([score.value for score in self.scores]))
        beg = max(estimate.value for estimate in self.begging)
        careless = f" Some beg ({beg:.1f} markers a game), which no good player does." if beg >= BEGS_OFTEN else ""
        return f"These are games of bots that score {mean:.0f} on average; {_yardstick(mean)}.{careless}"

    @property
    def table(self) -> pl.DataFrame:
        """A row for every bot."""
        rows = []
        for bot, name in enumerate(self.bots):
            row: dict[str, object] = {"bot": name, "score": self.scores[bot].value, "error": self.scores[bot].error}
            row |= {"begging": self.begging[bot].value, "unused cells": self.unused[bot].value}
            if self.ratings is not None:
                strength = self.ratings.strengths[bot]
                row |= {"strength": strength.value, "low": strength.low, "high": strength.high}
            rows.append(row)
        return pl.DataFrame(rows)

    def plot(self, axes: Axes | None = None) -> Figure:
        """Strengths with intervals, or mean scores."""
        from caverna_sim.stats import figures

        return figures.strength(self, axes)


BEGS_OFTEN = 0.3
REALISTIC, EXPERIENCED = 80, 100  # what the rulebook expects of people


def _yardstick(mean: float) -> str:
    if mean < REALISTIC:
        return f"people score {REALISTIC} soon and {EXPERIENCED} with experience, so take conclusions as about weak play"
    if mean < EXPERIENCED:
        return f"people score {REALISTIC} soon and {EXPERIENCED} with experience, so this is fair but not expert play"
    return f"that is what experienced people score ({EXPERIENCED})"


def strength(run: Run | Source, level: float = LEVEL, replicates: int = 500) -> Strength:
    """How strong the bots are: scores, carelessness, and Plackett-Luce strengths when several meet."""
    source = opened(run)
    names = source.seats.collect_schema().names()
    columns = [name for name in ("score", "begging", "part_unused_spaces") if name in names]
    sums = block_sums(source.seats, ("bot",), columns)
    order = sorted(sums, key=lambda key: -float(sums[key].sums["score"].sum() / sums[key].counts.sum()))
    remaining = source.sample.remaining

    def means(column: str) -> tuple[Estimate, ...]:
        if column not in columns:
            return tuple(Estimate(nan, nan, nan, nan) for _ in order)
        return tuple(sums[key].mean(column, remaining, level) for key in order)

    bots = tuple(str(key[0]) for key in order)
    rated, games = _rated(source, bots, level, replicates) if len(bots) > 1 and source.facts.players > 1 else (None, 0)
    return Strength(bots, means("score"), means("begging"), means("part_unused_spaces"), rated, games)


def _rated(source: Source, bots: Sequence[str], level: float, replicates: int) -> tuple[Ratings, int]:
    rows = (
        _first_games(source.seats, source, MOST_RATED_GAMES).select("game", "seat", "block", pl.col("bot").cast(pl.String), "score")
        .collect(engine="streaming").sort("game", "seat")
    )  # fmt: skip
    players = source.facts.players
    number = {bot: index for index, bot in enumerate(bots)}
    who = np.array([number[bot] for bot in rows["bot"].to_list()], np.int64).reshape(-1, players)
    points = rows["score"].to_numpy().astype(np.float64).reshape(-1, players)
    blocks = rows["block"].to_numpy().reshape(-1, players)[:, 0]
    return ratings(results(who, points, blocks, len(bots)), level, replicates), len(who)


def has_table(run: Run | Source, name: str) -> bool:
    """Whether a table was recorded and has rows."""
    frame = table(run.run if isinstance(run, Source) else run, name)
    return frame is not None and bool(frame.head(1).select(pl.len()).collect().item())
