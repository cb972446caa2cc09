"""How the strength of orcs balances a game (Frantic Fiends): what becomes of them, what they cost, whom they hurt.

A study is a sweep: one scenario with one seed, played with several sides of start strengths. Every side deals the same cards, displays
and movement cards, so differences against the easiest side are paired block by block. Named estimands, all of a seat drawn at random:

- `gone`: the chance to end without a hostile orc;
- `score`, and `lost to orcs`: the mean score with the easiest side minus that with another one;
- `won`: the share of the win, by bot;
- fates: the way and the round in which each orc stops being hostile.

Blocks that share a display are kept together as one cluster: intervals then hold for what the box can deal, however much hangs on the
display. Where there are too few sets of display extensions for that, a display is the extensions with the bounty strips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan, sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.errors import CavernaError, shown
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.expansions import played
from caverna_sim.games.caverna.shape.sizes import LAST_ROUND
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import LEAST_BLOCKS, Judgement, Verdict, check_level, judge, overall
from caverna_sim.stats.ratings import LEVEL, Estimate, Floats, student_quantile
from caverna_sim.stats.source import BlockSums, Facts, Run, Source, block_sums, needed, open_run
from caverna_sim.stats.summary import Strength, strength
from caverna_sim.stats.words import listed, number, percent_with_interval, with_interval

ORCS = ("A", "B", "C", "D")
FATES = ("fought", "trapped", "bribed", "befriended", "left")
LOSSES = ("lost_crops", "lost_animals", "lost_goods")
DISPLAYS = ("extensions", "long_strips", "short_strips")
EVERYBODY = "all seats"
SMALLEST = {"gone": 0.05, "score": 1.0, "won": 0.05}  # less than that nobody would choose a side for
STEPS = 2_000  # of strength, when a strength is looked for
_SHARES = ("gone", "won")


# ---------------------------------------------------------------- clusters


@dataclass(frozen=True)
class Clusters:
    """Which blocks belong together."""

    kind: str  # in words
    of_block: Mapping[int, int]

    @property
    def units(self) -> int:
        """How many clusters there are."""
        return len(set(self.of_block.values()))

    def gather(self, sums: BlockSums) -> BlockSums:
        """Sums of blocks as sums of clusters."""
        numbers = np.array([self.of_block[int(block)] for block in sums.blocks], np.int64)
        units, place = np.unique(numbers, return_inverse=True)

        def added(values: Floats) -> Floats:
            return np.bincount(place, values, minlength=len(units)).astype(np.float64)

        return BlockSums(units, added(sums.counts), {name: added(values) for name, values in sums.sums.items()})


def _clusters(source: Source) -> dict[str, Clusters]:
    """Clusters by block, by display, and by set of display extensions."""
    columns = [name for name in DISPLAYS if name in source.run.games.collect_schema().names()]
    frame = (
        source.run.games.join(source.blocks.select("game"), on="game", how="semi")
        .group_by("block").agg(*(_words(name).first().list.sort().list.join("+") for name in columns)).collect().sort("block")
    )  # fmt: skip
    blocks = frame["block"].to_list()
    found = {"block": Clusters("block", {block: block for block in blocks})}
    if "extensions" in columns:
        found["extensions"] = Clusters("set of display extensions", dict(zip(blocks, _numbered(frame, ["extensions"]), strict=True)))
        found["display"] = Clusters(
            "set of display extensions and bounty strips", dict(zip(blocks, _numbered(frame, columns), strict=True))
        )
    return found


def _words(column: str) -> pl.Expr:
    """Names that stand in one text."""
    return pl.col(column).cast(pl.String).str.split(" ")


def _numbered(frame: pl.DataFrame, columns: Sequence[str]) -> list[int]:
    text = frame.select(pl.concat_str(columns, separator="|").rank("dense").cast(pl.Int64)).to_series()
    return text.to_list()


def _chosen(clusters: Mapping[str, Clusters]) -> Clusters:
    """The coarsest clusters that are enough for a claim."""
    for kind in ("extensions", "display"):
        if kind in clusters and clusters[kind].units >= LEAST_BLOCKS:
            return clusters[kind]
    return clusters["block"]


# ---------------------------------------------------------------- one side


@dataclass(frozen=True)
class _Side:
    """A run of the sweep, added up by block."""

    label: str
    strengths: tuple[float, ...]  # mean start strength by orc
    source: Source
    seats: Mapping[str, BlockSums]  # group of seats -> sums of score, won, gone, ...
    orcs: Mapping[str, BlockSums]  # orc -> sums of fates and rounds
    often: Mapping[tuple[str, str, int], int]  # (orc, fate, round) -> how often
    parts: tuple[str, ...]

    @property
    def level(self) -> float:
        """Mean strength of an orc."""
        return sum(self.strengths) / len(self.strengths)


def _side(run: Run) -> _Side:
    source = open_run(run)
    if source.facts.scenario.get("expansion") != "fiends":
        raise CavernaError(f'orcs: the run `{source.facts.name}` is played without orcs; give scenarios with `expansion = "fiends"`')
    orcs = needed(run, "orcs").join(source.blocks, on="game").with_columns(pl.col("orc").cast(pl.String), pl.col("fate").cast(pl.String))
    left = orcs.group_by("game", "seat").agg((pl.col("fate") == "left").sum().alias("orcs left"))
    seats = source.seats.join(left, on=["game", "seat"]).with_columns((pl.col("orcs left") == 0).alias("gone"))
    names = seats.collect_schema().names()
    parts = tuple(name for name in names if name.startswith("part_"))
    columns = ["score", "won", "gone", "orcs left", *parts, *(name for name in LOSSES if name in names)]
    groups = {EVERYBODY: block_sums(seats, (), columns)[()]}
    groups |= {f"seat {key[0]}": sums for key, sums in block_sums(seats, ("seat",), columns).items()}
    groups |= {str(key[0]): sums for key, sums in block_sums(seats, ("bot",), columns).items()}
    fates = orcs.with_columns(
        *((pl.col("fate") == fate).alias(fate) for fate in FATES),
        pl.when(pl.col("fate") != "left").then(pl.col("round")).otherwise(0).alias("round gone"),
    ).with_columns((pl.col("fate") != "left").alias("removed"))
    by_orc = block_sums(fates, ("orc",), (*FATES, "round gone", "removed"))
    counted = orcs.group_by("orc", "fate", "round").agg(pl.len().alias("often")).collect()
    often = {(orc, fate, int(round_)): count for orc, fate, round_, count in counted.iter_rows()}
    label, strengths = _strengths(orcs)
    return _Side(label, strengths, source, groups, {str(key[0]): sums for key, sums in by_orc.items()}, often, parts)


def _strengths(orcs: pl.LazyFrame) -> tuple[str, tuple[float, ...]]:
    """What the side is called, and the mean strength of each orc; a seat with other strengths is named."""
    found = orcs.group_by("seat", "orc").agg(pl.col("start_strength").first()).collect().sort("seat", "orc")
    by_seat = {seat[0]: tuple(part["start_strength"].to_list()) for seat, part in found.partition_by(["seat"], as_dict=True).items()}
    cards = list(by_seat.values())
    usual = max(cards, key=lambda card: (cards.count(card), -sum(card)))
    others = [f"seat {seat}: {_card(card)}" for seat, card in sorted(by_seat.items()) if card != usual]
    label = _card(usual) + (f" ({', '.join(others)})" if others else "")
    return label, tuple(float(np.mean([card[orc] for card in cards])) for orc in range(len(usual)))


def _card(strengths: Sequence[int]) -> str:
    return "/".join(str(strength) for strength in strengths)


# ---------------------------------------------------------------- what is known of clusters


def _mean(sums: BlockSums, column: str) -> float:
    return float(sums.sums[column].sum() / sums.counts.sum())


Contrast = Sequence[tuple[float, BlockSums, str]]  # weights of means of a column


def contrasts(several: Mapping[str, Contrast]) -> Effects:
    """Weighted sums of means by name, with the share of every cluster in their errors; clusters with the same number belong together."""
    units = np.unique(np.concatenate([sums.blocks for parts in several.values() for _, sums, _ in parts]))
    values, shares = np.zeros(len(several)), np.zeros((len(units), len(several)))
    for place, parts in enumerate(several.values()):
        for weight, sums, column in parts:
            mean = _mean(sums, column)
            values[place] += weight * mean
            own = weight * (sums.sums[column] - mean * sums.counts) / sums.counts.sum()
            shares[np.searchsorted(units, sums.blocks), place] += own
    return Effects(tuple(several), values, units, shares, float(max(1, len(units) - 1)))


def _contrast(parts: Contrast) -> tuple[float, float, int]:
    """A weighted sum of means with its standard error over clusters and their number."""
    found = contrasts({"": parts})
    return float(found.values[0]), float(found.errors[0]), len(found.blocks)


def _interval(value: float, error: float, units: int, level: float) -> Estimate:
    width = student_quantile((1 + level) / 2, units - 1) * error if units > 1 else nan
    return Estimate(value, value - width, value + width, error)


# ---------------------------------------------------------------- results


@dataclass(frozen=True)
class Sweep:
    """One measure over the sides, easiest first, for groups of seats."""

    measure: str  # gone, score or won
    sides: tuple[str, ...]
    strengths: tuple[float, ...]  # mean strength of an orc on each side
    groups: tuple[str, ...]
    means: tuple[tuple[Estimate, ...], ...]  # [group][side]
    changes: tuple[tuple[Judgement, ...], ...]  # [group][side after the first] against the easiest
    slopes: tuple[Estimate, ...]  # [group] for one more point of strength on every orc
    smallest_effect: float

    @property
    def overall(self) -> Verdict:
        """different if any side differs from the easiest for any group."""
        return overall([one.verdict for group in self.changes for one in group])

    @property
    def table(self) -> pl.DataFrame:
        """A row for every group and side."""
        rows = []
        for group, means, changes in zip(self.groups, self.means, self.changes, strict=True):
            for place, (side, mean) in enumerate(zip(self.sides, means, strict=True)):
                change = changes[place - 1] if place else None
                rows.append(
                    {
                        "group": group, "side": side, "mean": mean.value, "low": mean.low, "high": mean.high, "error": mean.error,
                        "change": change.value if change else 0.0, "change low": change.low if change else 0.0,
                        "change high": change.high if change else 0.0, "verdict": change.verdict if change else "easiest",
                    }
                )  # fmt: skip
        return pl.DataFrame(rows)

    def of(self, group: str) -> tuple[tuple[Estimate, ...], tuple[Judgement, ...], Estimate]:
        """Means, changes and slope of a group."""
        place = self.groups.index(group)
        return self.means[place], self.changes[place], self.slopes[place]


@dataclass(frozen=True)
class OrcFate:
    """What becomes of one orc on one side."""

    side: str
    orc: str
    shares: Mapping[str, Estimate]  # fate -> share of seats
    round: Estimate  # mean round of those that are gone
    hostile: tuple[float, ...]  # [round - 1] share of seats where it is hostile after that round


@dataclass(frozen=True)
class Fates:
    """The way and the round in which orcs stop being hostile."""

    sides: tuple[str, ...]
    rows: tuple[OrcFate, ...]  # by side, then by orc

    @property
    def table(self) -> pl.DataFrame:
        """A row for every side and orc."""
        return pl.DataFrame(
            [
                {"side": row.side, "orc": row.orc, **{fate: row.shares[fate].value for fate in FATES}, "mean round": row.round.value}
                for row in self.rows
            ]
        )


@dataclass(frozen=True)
class PartsLost:
    """Where points are lost: scoring parts of a seat on each side minus those on the easiest."""

    sides: tuple[str, ...]  # after the easiest
    parts: tuple[str, ...]
    changes: tuple[tuple[Estimate, ...], ...]  # [part][side]
    destroyed: Mapping[str, tuple[Estimate, ...]]  # crops, animals, goods of mines that orcs took: [side], the easiest included

    @property
    def table(self) -> pl.DataFrame:
        """A row for every part, a column for every side."""
        rows = zip(self.parts, self.changes, strict=True)
        return pl.DataFrame(
            [{"part": part, **{side: one.value for side, one in zip(self.sides, ones, strict=True)}} for part, ones in rows]
        )


@dataclass(frozen=True)
class OnDisplay:
    """What a display extension or bounty strip does when it is in the game instead of another; chance decides, so this is its effect."""

    name: str  # what it brings, in words
    id: str
    judged: Judgement  # change of the chance that all orcs are gone


@dataclass(frozen=True)
class DisplayErrors:
    """How certain a number is, by what counts as one observation."""

    what: str
    value: float
    errors: Mapping[str, float]  # kind of clusters -> standard error
    units: Mapping[str, int]


@dataclass(frozen=True)
class Displays:
    """How much hangs on the display that the box deals."""

    used: str  # kind of clusters behind the intervals of the study
    errors: tuple[DisplayErrors, ...]
    spread: float  # standard deviation between sets of extensions of the chance that all are gone; nan when not to be told
    effects: tuple[OnDisplay, ...]

    @property
    def table(self) -> pl.DataFrame:
        """A row for every extension and strip."""
        return pl.DataFrame(
            [
                {
                    "in the game": one.name,
                    "change": one.judged.value,
                    "change_low": one.judged.low,
                    "change_high": one.judged.high,
                    "verdict": one.judged.verdict,
                    "id": one.id,
                }
                for one in self.effects
            ]
        )

    @property
    def error_table(self) -> pl.DataFrame:
        """The standard error of each number, by what counts as one observation."""
        rows = [
            {"estimate": one.what, "value": one.value, **{f"error by {kind}": error for kind, error in one.errors.items()}}
            for one in self.errors
        ]
        return pl.DataFrame(rows, infer_schema_length=None)


@dataclass(frozen=True)
class Sides:
    """How the strength of orcs balances a game with so many players: several sides of start strengths, the same games."""

    name: str
    players: int
    sides: tuple[str, ...]  # easiest first
    games: int  # of each side
    blocks: int
    gone: Sweep
    score: Sweep
    won: Sweep | None  # None alone
    fates: Fates
    parts: PartsLost
    displays: Displays
    level: float
    measured: Mapping[str, Effects]  # measure, or measure and "change" -> all of `group | side`
    seats_apart: Effects | None  # by seat, on the easiest side: chance that all are gone, minus the mean of the other seats; None alone
    sources: tuple[Source, ...]  # the runs, easiest side first
    strength: Strength  # of the bots, on the easiest side

    @property
    def verdict(self) -> str:
        """The answer in a few sentences."""
        return " ".join(self.verdicts)

    @property
    def verdicts(self) -> tuple[str, ...]:
        """The answer, a sentence for every question."""
        return (self._gone_told(), self._lost_told(), *([self._won_told()] if self.won else []))

    @property
    def judged(self) -> tuple[Verdict, ...]:
        """In a word what each sentence of `verdicts` says of the hardest side against the easiest; nothing for a single side."""
        if len(self.sides) == 1:
            return ()
        words = [sweep.of(EVERYBODY)[1][-1].verdict for sweep in (self.gone, self.score)]
        if self.won:
            words.append(overall([self.won.of(group)[1][-1].verdict for group in self._competitors()[1]]))
        return tuple(words)

    def _competitors(self) -> tuple[str, list[str]]:
        """Between whom wins may shift: bots, or seats when all bots are alike."""
        assert self.won is not None
        bots = [group for group in self.won.groups if not group.startswith("seat ")]
        return ("bots", bots) if bots else ("seats", list(self.won.groups))

    def _gone_told(self) -> str:
        means, changes, slope = self.gone.of(EVERYBODY)
        easiest = f"With {self.sides[0]}, {percent_with_interval(means[0])} of the seats get rid of all four orcs"
        if len(self.sides) == 1:
            return easiest + "."
        others = [f"with {side} {percent_with_interval(mean)}" for side, mean in zip(self.sides[1:], means[1:], strict=True)]
        told = f"{easiest}, {listed(others)}"
        return f"{told}: {_judged(changes[-1], 100, 'percentage points')}; {_per_point(slope, 100, 'percentage points')}."

    def _lost_told(self) -> str:
        means, changes, slope = self.score.of(EVERYBODY)
        if len(self.sides) == 1:
            return f"The mean score is {with_interval(means[0])}."
        change = changes[-1]
        told = f"Orcs of {self.sides[-1]} instead of {self.sides[0]} change a score of {number(means[0].value, 1)} by"
        return f"{told} {_judged(change, 1, 'points')}; {_per_point(slope, 1, 'points')}."

    def _won_told(self) -> str:
        """Whom strength favours."""
        assert self.won is not None
        what, groups = self._competitors()
        if len(self.sides) == 1:
            best = max(groups, key=lambda group: self.won.of(group)[0][0].value if self.won else 0.0)
            return f"Most wins: {best} with {percent_with_interval(self.won.of(best)[0][0])}."
        apart = [(group, self.won.of(group)[1][-1]) for group in groups]
        told = [f"{group} {_judged(one, 100, 'percentage points')}" for group, one in apart if one.verdict == "different"]
        if told:
            return f"Stronger orcs shift wins between the {what} ({self.sides[-1]} against {self.sides[0]}): {'; '.join(told)}."
        if all(one.verdict == "equivalent" for _, one in apart):
            return f"Stronger orcs do not shift wins between the {what} by more than {100 * self.won.smallest_effect:g} percentage points."
        return f"Whether stronger orcs shift wins between the {what} is undecided."


def _judged(one: Judgement, scale: float, unit: str) -> str:
    low, high = number(scale * one.low, 1, sign=True), number(scale * one.high, 1, sign=True)
    return f"{number(scale * one.value, 1, sign=True)} {unit} ({low} to {high}; {one.verdict})"


def _per_point(slope: Estimate, scale: float, unit: str) -> str:
    """A slope in words."""
    low, high = number(scale * slope.low, 2, sign=True), number(scale * slope.high, 2, sign=True)
    return f"one more point of strength on every orc: {number(scale * slope.value, 2, sign=True)} {unit} ({low} to {high})"


# ---------------------------------------------------------------- the study


def sides_of(runs: Sequence[Run], level: float = LEVEL) -> Sides:
    """What runs say that differ in the strength of the orcs only; the easiest side is what others are compared with."""
    check_level(level)
    if not isinstance(runs, Sequence) or isinstance(runs, str) or not all(hasattr(run, "manifest") for run in runs):
        raise CavernaError(f"orcs: {shown(runs)} is not allowed; give a list of runs")
    if not runs:
        raise CavernaError("orcs: there is nothing to study; give at least one run")
    sides = sorted((_side(run) for run in runs), key=lambda side: side.level)
    _check_sides(sides)
    every = _clusters(sides[0].source)
    clusters = _chosen(every)
    players = sides[0].source.facts.players
    bots = [bot for bot in sides[0].source.bots if all(bot in side.seats for side in sides)]
    seats = [f"seat {seat}" for seat in range(players)] if players > 1 else []
    by_bot = bots if len(bots) > 1 else []
    groups = {
        "gone": [EVERYBODY, *seats, *by_bot],
        "score": [EVERYBODY, *seats, *by_bot],
        "won": [*seats, *by_bot],
    }
    first = sides[0].source
    return Sides(
        name=first.facts.name,
        players=players,
        sides=tuple(side.label for side in sides),
        games=first.sample.games,
        blocks=first.sample.blocks,
        gone=_sweep(sides, clusters, "gone", groups["gone"], level),
        score=_sweep(sides, clusters, "score", groups["score"], level),
        won=_sweep(sides, clusters, "won", groups["won"], level) if players > 1 else None,
        fates=_fates(sides, clusters, level),
        parts=_parts_lost(sides, clusters, level),
        displays=_displays(sides, every, clusters, level),
        level=level,
        measured={
            name: found for measure, named in groups.items() if named for name, found in _measured(sides, clusters, measure, named).items()
        },
        seats_apart=_seats_apart(sides[0], clusters, seats) if seats else None,
        sources=tuple(side.source for side in sides),
        strength=strength(first, level),
    )


CHANGE = "change"


def label(group: str, side: str) -> str:
    """The name of an estimate."""
    return f"{group} | {side}"


def _measured(sides: Sequence[_Side], clusters: Clusters, measure: str, groups: Sequence[str]) -> dict[str, Effects]:
    """A measure of every group on every side, and how it changes from the easiest."""
    means: dict[str, Contrast] = {}
    changes: dict[str, Contrast] = {}
    for group in groups:
        sums = [clusters.gather(side.seats[group]) for side in sides]
        for side, one in zip(sides, sums, strict=True):
            means[label(group, side.label)] = [(1.0, one, measure)]
            changes[label(group, side.label)] = [(1.0, one, measure), (-1.0, sums[0], measure)]
    return {measure: contrasts(means), f"{measure} {CHANGE}": contrasts(changes)}


def _seats_apart(side: _Side, clusters: Clusters, seats: Sequence[str]) -> Effects:
    sums = {seat: clusters.gather(side.seats[seat]) for seat in seats}
    others = -1.0 / (len(seats) - 1)
    return contrasts({seat: [(1.0 if one == seat else others, sums[one], "gone") for one in seats] for seat in seats})


def strength_for(found: Sides, share: float) -> Estimate:
    """The mean strength of an orc at which so many seats get rid of all orcs, between the sides that were played.

    The chance is taken to be straight between neighbouring sides. The interval holds every strength at which such a chance cannot be
    ruled out; an end beyond the sides that were played is infinite, and the value unknown where no side comes so far.
    """
    sides = [label(EVERYBODY, side) for side in found.sides]
    effects, strengths = found.measured["gone"].only(sides), np.array(found.gone.strengths)
    if len(sides) == 1 or np.ptp(strengths) == 0:
        return Estimate(nan, nan, nan, nan)
    grid = np.linspace(strengths[0], strengths[-1], STEPS + 1)
    weights = np.column_stack([np.interp(grid, strengths, one) for one in np.eye(len(sides))])
    apart = weights @ effects.values - share
    errors = np.sqrt(np.einsum("gi,ij,gj->g", weights, effects.covariance, weights))
    possible = np.abs(apart) <= student_quantile((1 + found.level) / 2, effects.degrees) * errors
    crossing = np.flatnonzero(np.diff(np.sign(apart)))
    value = float(np.interp(0.0, -apart[crossing[0] : crossing[0] + 2], grid[crossing[0] : crossing[0] + 2])) if len(crossing) else nan
    if not possible.any():
        low, high = (value, value) if isfinite(value) else (inf, inf) if apart[0] > 0 else (-inf, -inf)
    else:
        low = -inf if possible[0] else float(grid[possible][0])
        high = inf if possible[-1] else float(grid[possible][-1])
    return Estimate(value, low, high, nan)


def _check_sides(sides: Sequence[_Side]) -> None:
    """The same table, the same blocks, other strengths."""
    first = sides[0]
    for side in sides[1:]:
        a, b = first.source.facts, side.source.facts
        if a.players != b.players:
            raise CavernaError(f"orcs: one run has {a.players} players and another {b.players}; study each number of players by itself")
        if a.seed != b.seed or not np.array_equal(first.seats[EVERYBODY].blocks, side.seats[EVERYBODY].blocks):
            raise CavernaError("orcs: the runs are not of the same seed and games, so they cannot be paired; play them alike")
    labels = [side.label for side in sides]
    for label in labels:
        if labels.count(label) > 1:
            raise CavernaError(f"orcs: two runs have the strengths {label}; give each side once")


def _sweep(sides: Sequence[_Side], clusters: Clusters, measure: str, groups: Sequence[str], level: float) -> Sweep:
    smallest, family = SMALLEST[measure], max(1, len(sides) - 1)
    kinds = {"all": 1, "seat": sum(group.startswith("seat ") for group in groups)}
    kinds["bot"] = len(groups) - (EVERYBODY in groups) - kinds["seat"]
    strengths = np.array([side.level for side in sides])
    means, changes, slopes = [], [], []
    for group in groups:
        sums = [clusters.gather(side.seats[group]) for side in sides]
        means.append(tuple(one.share(measure, level=level) if measure in _SHARES else one.mean(measure, level=level) for one in sums))
        kind = "all" if group == EVERYBODY else "seat" if group.startswith("seat ") else "bot"
        judged = []
        for one in sums[1:]:
            value, error, units = _contrast([(1.0, one, measure), (-1.0, sums[0], measure)])
            judged.append(judge(value, error, units - 1, smallest, level, family * max(1, kinds[kind])))
        changes.append(tuple(judged))
        slopes.append(_slope(sums, strengths, measure, level))
    labels = tuple(side.label for side in sides)
    return Sweep(
        measure, labels, tuple(strengths.tolist()), tuple(groups), tuple(means), tuple(changes), tuple(slopes), smallest
    )  # fmt: skip


def _slope(sums: Sequence[BlockSums], strengths: Floats, measure: str, level: float) -> Estimate:
    """Least squares over the sides, paired by cluster."""
    apart = strengths - strengths.mean()
    spread = float(apart @ apart)
    if spread == 0:
        return Estimate(nan, nan, nan, nan)
    value, error, units = _contrast([(float(one / spread), of_side, measure) for one, of_side in zip(apart, sums, strict=True)])
    return _interval(value, error, units, level)


def _fates(sides: Sequence[_Side], clusters: Clusters, level: float) -> Fates:
    rows = []
    for side in sides:
        for orc in ORCS:
            if orc not in side.orcs:
                continue
            sums = clusters.gather(side.orcs[orc])
            shares = {fate: sums.share(fate, level=level) for fate in FATES}
            removed = BlockSums(sums.blocks, sums.sums["removed"], {"round": sums.sums["round gone"]})
            rows.append(OrcFate(side.label, orc, shares, removed.mean("round", level=level), _hostile(side, orc)))
    return Fates(tuple(side.label for side in sides), tuple(rows))


def _hostile(side: _Side, orc: str) -> tuple[float, ...]:
    """[round - 1] share of seats where an orc is not gone after a round."""
    gone = np.zeros(LAST_ROUND + 1)
    total = 0
    for (name, fate, round_), often in side.often.items():
        if name == orc:
            total += often
            if fate != "left":
                gone[min(max(round_, 0), LAST_ROUND)] += often
    return tuple((1 - np.cumsum(gone) / total)[1:].tolist()) if total else ()


def _parts_lost(sides: Sequence[_Side], clusters: Clusters, level: float) -> PartsLost:
    sums = [clusters.gather(side.seats[EVERYBODY]) for side in sides]
    parts = [part for part in sides[0].parts if all(part in one.sums for one in sums)]
    changes = [
        tuple(_interval(*_contrast([(1.0, one, part), (-1.0, sums[0], part)]), level) for one in sums[1:]) for part in parts
    ]  # fmt: skip
    destroyed = {
        name.removeprefix("lost_"): tuple(one.mean(name, level=level) for one in sums)
        for name in LOSSES
        if all(name in one.sums for one in sums)
    }
    return PartsLost(
        tuple(side.label for side in sides[1:]), tuple(part.removeprefix("part_") for part in parts), tuple(changes), destroyed
    )


# ---------------------------------------------------------------- displays


def _displays(sides: Sequence[_Side], every: Mapping[str, Clusters], used: Clusters, level: float) -> Displays:
    told = [("chance that all orcs are gone, ", "gone", 100.0), ("mean score, ", "score", 1.0)]
    errors = []
    for words, measure, scale in told:
        for side in (sides[0], *sides[-1:]) if len(sides) > 1 else sides:
            parts = [(scale, side.seats[EVERYBODY], measure)]
            errors.append(_errors(f"{words}{side.label}", parts, every))
        if len(sides) > 1:
            parts = [(scale, sides[-1].seats[EVERYBODY], measure), (-scale, sides[0].seats[EVERYBODY], measure)]
            errors.append(_errors(f"{words}{sides[-1].label} minus {sides[0].label}", parts, every))
    spread = _spread([side.seats[EVERYBODY] for side in sides], every["extensions"]) if "extensions" in every else nan
    return Displays(used.kind, tuple(errors), spread, _effects(sides, every, used, level))


def _errors(what: str, parts: Sequence[tuple[float, BlockSums, str]], every: Mapping[str, Clusters]) -> DisplayErrors:
    found = {one.kind: _contrast([(weight, one.gather(sums), column) for weight, sums, column in parts]) for one in every.values()}
    value = next(iter(found.values()))[0]
    return DisplayErrors(
        what, value, {kind: error for kind, (_, error, _) in found.items()}, {kind: n for kind, (_, _, n) in found.items()}
    )


def _pooled(every: Sequence[BlockSums], column: str) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Blocks, rows and sums of a column over all sides."""
    return every[0].blocks, np.sum([one.counts for one in every], axis=0), np.sum([one.sums[column] for one in every], axis=0)


def _spread(every: Sequence[BlockSums], clusters: Clusters) -> float:
    """The standard deviation between clusters of the chance that all are gone (one-way random effects, by moments)."""
    blocks, counts, sums = _pooled(every, "gone")
    means = sums / counts
    _, place, sizes = np.unique([clusters.of_block[int(block)] for block in blocks], return_inverse=True, return_counts=True)
    units, total = len(sizes), len(means)
    if units < 2 or total <= units:
        return nan
    of_unit = np.bincount(place, means) / sizes
    within = float(((means - of_unit[place]) ** 2).sum()) / (total - units)
    between = float((sizes * (of_unit - means.mean()) ** 2).sum()) / (units - 1)
    usual = (total - float((sizes**2).sum()) / total) / (units - 1)
    return sqrt(max(0.0, (between - within) / usual))


def _effects(sides: Sequence[_Side], every: Mapping[str, Clusters], used: Clusters, level: float) -> tuple[OnDisplay, ...]:
    """Every extension and strip that some blocks had and others had not, all sides together; they are one family."""
    source = sides[0].source
    names, brings = source.run.games.collect_schema().names(), display_contents(source.facts)
    blocks, counts, sums = _pooled([side.seats[EVERYBODY] for side in sides], "gone")
    found = []
    for column in (name for name in DISPLAYS if name in names):
        rows = source.run.games.group_by("block").agg(_words(column).first()).explode(column).collect()
        for name in sorted({str(one) for one in rows[column].to_list() if one is not None}):
            having = set(rows.filter(pl.col(column) == name)["block"].to_list())
            inside = np.array([int(block) in having for block in blocks])
            if min(int(inside.sum()), int((~inside).sum())) >= LEAST_BLOCKS:
                halves = [used.gather(BlockSums(blocks[half], counts[half], {"gone": sums[half]})) for half in (inside, ~inside)]
                found.append((name, _contrast([(1.0, halves[0], "gone"), (-1.0, halves[1], "gone")])))
    family = max(1, len(found))
    return tuple(
        OnDisplay(brings.get(name, name), name, judge(value, error, units - 1, SMALLEST["gone"], level, family))
        for name, (value, error, units) in found
    )


def display_contents(facts: Facts) -> dict[str, str]:
    """What every display extension and bounty strip brings, by the printed names."""
    tables = with_house_rules(flatten(facts.rules), played(facts.scenario))
    printed = {id_: str(row["name"]) for table in ("furnishing", "trap", "bounty") for id_, row in tables.get(table, {}).items()}
    found = {name: [row[place] for place in ("top", "middle", "bottom")] for name, row in tables.get("display_extension", {}).items()}
    found |= {name: list(row["tiles"]) for name, row in tables.get("bounty_short", {}).items()}
    for name, row in tables.get("bounty", {}).items():
        found.setdefault(row["strip"], []).append(name)
    return {name: ", ".join(printed.get(item, item) for item in items) for name, items in found.items()}
