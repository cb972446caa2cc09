"""What a run shows by itself: scores, wins, scoring parts, strength of the bots. Nothing here says what causes what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from caverna_sim.errors import CavernaError
from caverna_sim.games.facts import Careless, Yardstick
from caverna_sim.stats.counted import keep, looks_at
from caverna_sim.stats.equivalence import Judgement, Verdict, overall
from caverna_sim.stats.ratings import LEVEL, Estimate, Ratings, ratings, results
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES as MOST_DESCRIBED_GAMES
from caverna_sim.stats.source import Run, Source, open_run, table
from caverna_sim.stats.words import amount, interval, listed, number, percent, percent_with_interval, readable, with_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_RATED_GAMES = 20_000  # strengths of more games take long and are precise enough
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
    sums = source.sums(("bot",), ("score",))
    often = _often(source)
    found = []
    for (bot,), part in often.partition_by(["bot"], as_dict=True, maintain_order=True).items():
        points, counts = part["score"].to_numpy().astype(np.int64), part["often"].to_numpy().astype(np.int64)
        below = np.cumsum(counts)
        quantiles = tuple(int(points[np.searchsorted(below, share * below[-1])]) for share in QUANTILES)
        mean = sums[(bot,)].mean("score", source.sample.remaining, level)
        sd = sqrt(float(counts @ (points - points @ counts / below[-1]) ** 2) / below[-1])
        found.append(BotScores(str(bot), int(below[-1]), mean, sd, quantiles, tuple(points.tolist()), tuple(counts.tolist())))
    return Scores(tuple(sorted(found, key=lambda one: -one.mean.value)), level)


def _often(source: Source) -> pl.DataFrame:
    """How often each bot had each score."""
    if source.long is not None:
        return source.long.scores
    counted = source.seats.group_by("bot", "score").agg(pl.len().alias("often")).with_columns(pl.col("bot").cast(pl.String))
    return counted.collect(engine="streaming").sort("bot", "score")


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
            return f"Most wins: seat {best.seat} with {percent_with_interval(best.won)}; equal seats would win {percent(self.fair)}."
        best = max(self.by_bot, key=lambda share: share.won.value)
        return f"Most wins per seat: {best.bot} with {percent_with_interval(best.won)}; equal bots would win {percent(self.fair)}."

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
        found = source.sums(by, ("won",))
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
            return f"{what}does not matter: all are within {amount(self.smallest_effect, 'score')} of the mean of their table."
        return f"Whether the {self.by} matters is undecided: too few games to tell to within {amount(self.smallest_effect, 'score')}."

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
    ends = f" ({interval(judged.low, judged.high, 1, sign=True)})" if judged.low != judged.high else ""
    return f"{number(judged.value, 1, sign=True)}{ends}"


def edges(run: Run | Source, by: str = "seat", smallest_effect: float = EDGE, level: float = LEVEL) -> Edges:
    """How far every seat (or bot) is above the mean of its table; all of them are one family."""
    if by not in ("seat", "bot"):
        raise CavernaError(f"edges: by `{by}` is not possible; allowed: `seat`, `bot`")
    source = opened(run)
    sums = source.sums((by,), ("margin",))
    question, information = f"margin by {by}, {level:g}", source.sample.units / max(source.sample.remaining, 1e-9)
    looks = looks_at((source.run,), question, information)
    found: list[Edge] = []
    for (group,), one in sums.items():
        estimate = one.mean("margin", source.sample.remaining, level)
        name = f"seat {group}" if by == "seat" else str(group)
        judged = looks.judge(
            name, estimate.value, estimate.error, one.units - 1, smallest_effect, level, len(sums), source.sample.kind == "census"
        )  # fmt: skip
        found.append(Edge(name, judged))
    keep((source.run,), question, looks, {edge.name: edge.judged for edge in found})
    return Edges(by, tuple(found), smallest_effect, level)


# ---------------------------------------------------------------- scoring parts


@dataclass(frozen=True)
class Parts:
    """Where the points of every bot come from."""

    bots: tuple[str, ...]  # best score first
    parts: tuple[str, ...]
    means: tuple[tuple[Estimate, ...], ...]  # [bot][part]
    level: float
    groups: Mapping[str, tuple[str, ...]]  # of parts, shown in one colour each

    @property
    def verdict(self) -> str:
        """The largest parts of the best bot."""
        order = sorted(range(len(self.parts)), key=lambda part: -self.means[0][part].value)
        shown = [f"{self.parts[part].replace('_', ' ')} {number(self.means[0][part].value, 1)}" for part in order[:3]]
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
    sums = source.sums(("bot",), ("score", *columns))
    order = sorted(sums, key=lambda key: -float(sums[key].sums["score"].sum() / sums[key].counts.sum()))
    means = tuple(tuple(sums[key].mean(column, source.sample.remaining, level) for column in columns) for key in order)
    parts = tuple(column.removeprefix("part_") for column in columns)
    return Parts(tuple(str(key[0]) for key in order), parts, means, level, _groups(source.game.groups, parts))


def _groups(groups: Mapping[str, Sequence[str]], parts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The parts that were counted, in the groups of the game; the last group takes those it does not name."""
    if not groups:
        return {readable([part])[0]: (part,) for part in parts}
    grouped = {part for members in groups.values() for part in members}
    last = list(groups)[-1]
    found = {
        name: (*(part for part in members if part in parts), *(part for part in parts if name == last and part not in grouped))
        for name, members in groups.items()
    }
    return {name: members for name, members in found.items() if members}


# ---------------------------------------------------------------- strength


@dataclass(frozen=True)
class Strength:
    """How strong the bots of a run are, by what they did in it."""

    bots: tuple[str, ...]
    scores: tuple[Estimate, ...]
    careless: tuple[tuple[Careless, tuple[Estimate, ...]], ...]  # what good players avoid, by bot
    yardstick: Yardstick | None  # what people score
    ratings: Ratings | None  # None when one bot plays alone or against itself
    rated_games: int

    @property
    def verdict(self) -> str:
        """A sentence to read before all others."""
        mean = float(np.mean([score.value for score in self.scores]))
        told = f"; {_against_people(mean, self.yardstick)}" if self.yardstick else ""
        return " ".join([f"These are games of bots that score {number(mean, 0)} on average{told}.", *self._slips()])

    def _slips(self) -> list[str]:
        """What some bots do that no good player does."""
        worst = [(one, max(estimate.value for estimate in means)) for one, means in self.careless]
        return [one.sentence.format(value=number(value, 1)) for one, value in worst if one.often is not None and value >= one.often]

    @property
    def table(self) -> pl.DataFrame:
        """A row for every bot."""
        rows = []
        for bot, name in enumerate(self.bots):
            row: dict[str, object] = {"bot": name, "score": self.scores[bot].value, "error": self.scores[bot].error}
            row |= {one.label: means[bot].value for one, means in self.careless}
            if self.ratings is not None:
                strength = self.ratings.strengths[bot]
                row |= {"strength": strength.value, "low": strength.low, "high": strength.high}
            rows.append(row)
        return pl.DataFrame(rows)

    def plot(self, axes: Axes | None = None) -> Figure:
        """Strengths with intervals, or mean scores."""
        from caverna_sim.stats import figures

        return figures.strength(self, axes)


def _against_people(mean: float, people: Yardstick) -> str:
    if mean < people.soon:
        return (
            f"people soon score {people.soon:g}, and {people.experienced:g} with experience, so read what follows as being about weak play"
        )
    if mean < people.experienced:
        return f"people soon score {people.soon:g}, and {people.experienced:g} with experience, so this is fair play, but not expert play"
    return f"that is what experienced people score ({people.experienced:g})"


def strength(run: Run | Source, level: float = LEVEL, replicates: int = 500) -> Strength:
    """How strong the bots are: scores, carelessness, and Plackett-Luce strengths when several meet."""
    source = opened(run)
    names = source.seats.collect_schema().names()
    careless = [one for one in source.game.careless if one.column in names]
    columns = ["score", *(one.column for one in careless)]
    sums = source.sums(("bot",), columns)
    order = sorted(sums, key=lambda key: -float(sums[key].sums["score"].sum() / sums[key].counts.sum()))
    remaining = source.sample.remaining

    def means(column: str) -> tuple[Estimate, ...]:
        return tuple(sums[key].mean(column, remaining, level) for key in order)

    bots = tuple(str(key[0]) for key in order)
    rated, games = _rated(source, bots, level, replicates) if len(bots) > 1 and source.facts.players > 1 else (None, 0)
    slips = tuple((one, means(one.column)) for one in careless)
    return Strength(bots, means("score"), slips, source.game.yardstick, rated, games)


def _rated(source: Source, bots: Sequence[str], level: float, replicates: int) -> tuple[Ratings, int]:
    rows = (
        source.first(MOST_RATED_GAMES).seats.select("game", "seat", "block", pl.col("bot").cast(pl.String), "score", "rank")
        .collect(engine="streaming").sort("game", "seat")
    )  # fmt: skip
    players = source.facts.players
    number = {bot: index for index, bot in enumerate(bots)}
    who = np.array([number[bot] for bot in rows["bot"].to_list()], np.int64).reshape(-1, players)
    points, ranks = (rows[name].to_numpy().astype(np.float64).reshape(-1, players) for name in ("score", "rank"))
    blocks = rows["block"].to_numpy().reshape(-1, players)[:, 0]
    return ratings(results(who, points, blocks, len(bots), places=-ranks), level, replicates), len(who)


def has_table(run: Run | Source, name: str) -> bool:
    """Whether a table was recorded and has rows."""
    frame = table(run.run if isinstance(run, Source) else run, name)
    return frame is not None and bool(frame.head(1).select(pl.len()).collect().item())
