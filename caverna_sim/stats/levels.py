"""One table at several levels of difficulty: runs of the same games, easiest first, each paired with the easiest block by block.

What makes a run hard is a number, its strength. For any measure of seats: means and changes for groups of seats, the change for one more
point of strength, and the strength at which so many seats come so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan

import numpy as np
import polars as pl

from caverna_sim.errors import CavernaError, shown
from caverna_sim.stats.clusters import Clusters, Contrast, contrast, contrasts, interval
from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import Judgement, Verdict, judge, overall
from caverna_sim.stats.ratings import Estimate, Floats, student_quantile
from caverna_sim.stats.source import BlockSums, Run, Source, block_sums
from caverna_sim.stats.words import number

EVERYBODY = "all seats"
CHANGE = "change"
STEPS = 2_000  # of strength, when a strength is looked for
_SEAT, _PART = "seat ", "part_"


@dataclass(frozen=True)
class Played:
    """A run at one level, added up by block."""

    label: str
    strength: float
    source: Source
    seats: Mapping[str, BlockSums]  # group of seats -> sums of score, won and whatever else is measured
    parts: tuple[str, ...]  # columns of scoring parts


def played_at(label: str, strength: float, source: Source, seats: pl.LazyFrame, measures: Sequence[str]) -> Played:
    """The seats of a run by group; `seats` is its table with a column for each measure, those that are missing left out."""
    names = seats.collect_schema().names()
    parts = tuple(name for name in names if name.startswith(_PART))
    columns = [*(name for name in measures if name in names), *parts]
    groups = {EVERYBODY: block_sums(seats, (), columns)[()]}
    groups |= {f"{_SEAT}{key[0]}": sums for key, sums in block_sums(seats, ("seat",), columns).items()}
    groups |= {str(key[0]): sums for key, sums in block_sums(seats, ("bot",), columns).items()}
    return Played(label, strength, source, groups, parts)


def check_runs(runs: Sequence[Run], study: str) -> None:
    """A list of runs, with one at least."""
    if not isinstance(runs, Sequence) or isinstance(runs, str) or not all(hasattr(run, "manifest") for run in runs):
        raise CavernaError(f"{study}: {shown(runs)} is not allowed; give a list of runs")
    if not runs:
        raise CavernaError(f"{study}: there is nothing to study; give at least one run")


def check_pairing(every: Sequence[Played], study: str) -> None:
    """The same table, the same blocks, other strengths."""
    first = every[0]
    for one in every[1:]:
        a, b = first.source.facts, one.source.facts
        if a.players != b.players:
            raise CavernaError(f"{study}: one run has {a.players} players and another {b.players}; study each number of players by itself")
        if a.seed != b.seed or not np.array_equal(first.seats[EVERYBODY].blocks, one.seats[EVERYBODY].blocks):
            raise CavernaError(f"{study}: the runs are not of the same seed and games, so they cannot be paired; play them alike")
    labels = [one.label for one in every]
    for label in labels:
        if labels.count(label) > 1:
            raise CavernaError(f"{study}: two runs have the strengths {label}; give each side once")


def groups_of(every: Sequence[Played], players: int) -> list[str]:
    """Seats, and bots where several play."""
    bots = [bot for bot in every[0].source.bots if all(bot in one.seats for one in every)]
    seats = [f"{_SEAT}{seat}" for seat in range(players)] if players > 1 else []
    return [*seats, *(bots if len(bots) > 1 else [])]


def is_seat(group: str) -> bool:
    """Whether a group is a seat, and no bot."""
    return group.startswith(_SEAT)


# ---------------------------------------------------------------- a measure over the levels


@dataclass(frozen=True)
class Curve:
    """One measure over the levels, easiest first, for groups of seats."""

    measure: str
    sides: tuple[str, ...]  # what each level is called
    strengths: tuple[float, ...]
    groups: tuple[str, ...]
    means: tuple[tuple[Estimate, ...], ...]  # [group][level]
    changes: tuple[tuple[Judgement, ...], ...]  # [group][level after the first] against the easiest
    slopes: tuple[Estimate, ...]  # [group] for one more point of strength
    smallest_effect: float

    @property
    def overall(self) -> Verdict:
        """different if any level differs from the easiest for any group."""
        return overall([one.verdict for group in self.changes for one in group])

    @property
    def table(self) -> pl.DataFrame:
        """A row for every group and level."""
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

    @property
    def competitors(self) -> tuple[str, list[str]]:
        """Between whom wins may shift: bots, or seats when all bots are alike."""
        bots = [group for group in self.groups if not is_seat(group)]
        return ("bots", bots) if bots else ("seats", list(self.groups))


def curve(
    every: Sequence[Played], clusters: Clusters, measure: str, groups: Sequence[str], level: float, smallest: float, is_share: bool
) -> Curve:
    """A measure over the levels; seats are judged together, and so are bots."""
    family = max(1, len(every) - 1)
    of_seats = sum(map(is_seat, groups))
    together = {True: of_seats, False: len(groups) - (EVERYBODY in groups) - of_seats}
    strengths = np.array([one.strength for one in every])
    means, changes, slopes = [], [], []
    for group in groups:
        sums = [clusters.gather(one.seats[group]) for one in every]
        means.append(tuple(one.share(measure, level=level) if is_share else one.mean(measure, level=level) for one in sums))
        alike = 1 if group == EVERYBODY else together[is_seat(group)]
        judged = []
        for one in sums[1:]:
            value, error, units = contrast([(1.0, one, measure), (-1.0, sums[0], measure)])
            judged.append(judge(value, error, units - 1, smallest, level, family * max(1, alike)))
        changes.append(tuple(judged))
        slopes.append(_slope(sums, strengths, measure, level))
    labels = tuple(one.label for one in every)
    return Curve(measure, labels, tuple(strengths.tolist()), tuple(groups), tuple(means), tuple(changes), tuple(slopes), smallest)


def _slope(sums: Sequence[BlockSums], strengths: Floats, measure: str, level: float) -> Estimate:
    """Least squares over the levels, paired by cluster."""
    apart = strengths - strengths.mean()
    spread = float(apart @ apart)
    if spread == 0:
        return Estimate(nan, nan, nan, nan)
    return interval([(float(one / spread), of_level, measure) for one, of_level in zip(apart, sums, strict=True)], level)


# ---------------------------------------------------------------- all of them together


def label_of(group: str, side: str) -> str:
    """The name of an estimate."""
    return f"{group} | {side}"


def measured(every: Sequence[Played], clusters: Clusters, measure: str, groups: Sequence[str]) -> dict[str, Effects]:
    """A measure of every group at every level, and how it changes from the easiest."""
    means: dict[str, Contrast] = {}
    changes: dict[str, Contrast] = {}
    for group in groups:
        sums = [clusters.gather(one.seats[group]) for one in every]
        for played, one in zip(every, sums, strict=True):
            means[label_of(group, played.label)] = [(1.0, one, measure)]
            changes[label_of(group, played.label)] = [(1.0, one, measure), (-1.0, sums[0], measure)]
    return {measure: contrasts(means), f"{measure} {CHANGE}": contrasts(changes)}


def seats_apart(one: Played, clusters: Clusters, measure: str, players: int) -> Effects:
    """Every seat against the mean of the others."""
    seats = [f"{_SEAT}{seat}" for seat in range(players)]
    sums = {seat: clusters.gather(one.seats[seat]) for seat in seats}
    others = -1.0 / (len(seats) - 1)
    return contrasts({seat: [(1.0 if one == seat else others, sums[one], measure) for one in seats] for seat in seats})


def strength_for(found: Curve, means: Effects, share: float, level: float) -> Estimate:
    """The strength at which so many of all seats come so far, between the levels that were played; `means` as `measured` names them.

    The chance is taken to be straight between neighbouring levels. The interval holds every strength at which such a chance cannot be
    ruled out; an end beyond the levels that were played is infinite, and the value unknown where no level comes so far.
    """
    effects, strengths = means.only([label_of(EVERYBODY, side) for side in found.sides]), np.array(found.strengths)
    if len(strengths) == 1 or np.ptp(strengths) == 0:
        return Estimate(nan, nan, nan, nan)
    grid = np.linspace(strengths[0], strengths[-1], STEPS + 1)
    weights = np.column_stack([np.interp(grid, strengths, one) for one in np.eye(len(strengths))])
    apart = weights @ effects.values - share
    errors = np.sqrt(np.einsum("gi,ij,gj->g", weights, effects.covariance, weights))
    possible = np.abs(apart) <= student_quantile((1 + level) / 2, effects.degrees) * errors
    crossing = np.flatnonzero(np.diff(np.sign(apart)))
    value = float(np.interp(0.0, -apart[crossing[0] : crossing[0] + 2], grid[crossing[0] : crossing[0] + 2])) if len(crossing) else nan
    if not possible.any():
        low, high = (value, value) if isfinite(value) else (inf, inf) if apart[0] > 0 else (-inf, -inf)
    else:
        low = -inf if possible[0] else float(grid[possible][0])
        high = inf if possible[-1] else float(grid[possible][-1])
    return Estimate(value, low, high, nan)


# ---------------------------------------------------------------- where the points go


@dataclass(frozen=True)
class PartsMoved:
    """Where points are lost: scoring parts of a seat at each level minus those at the easiest."""

    sides: tuple[str, ...]  # after the easiest
    parts: tuple[str, ...]
    changes: tuple[tuple[Estimate, ...], ...]  # [part][level]

    @property
    def table(self) -> pl.DataFrame:
        """A row for every part, a column for every level."""
        rows = zip(self.parts, self.changes, strict=True)
        return pl.DataFrame(
            [{"part": part, **{side: one.value for side, one in zip(self.sides, ones, strict=True)}} for part, ones in rows]
        )


def parts_moved(every: Sequence[Played], clusters: Clusters, level: float) -> PartsMoved:
    """What each scoring part of all seats loses."""
    sums = [clusters.gather(one.seats[EVERYBODY]) for one in every]
    parts = [part for part in every[0].parts if all(part in one.sums for one in sums)]
    changes = [tuple(interval([(1.0, one, part), (-1.0, sums[0], part)], level) for one in sums[1:]) for part in parts]
    return PartsMoved(tuple(one.label for one in every[1:]), tuple(part.removeprefix(_PART) for part in parts), tuple(changes))


def mean_losses(every: Sequence[Played], clusters: Clusters, level: float, prefix: str) -> dict[str, tuple[Estimate, ...]]:
    """For every column that begins so, its mean at every level."""
    sums = [clusters.gather(one.seats[EVERYBODY]) for one in every]
    names = [name for name in sums[0].sums if name.startswith(prefix) and all(name in one.sums for one in sums)]
    return {name.removeprefix(prefix): tuple(one.mean(name, level=level) for one in sums) for name in names}


# ---------------------------------------------------------------- in words


def judged_told(one: Judgement, scale: float, unit: str) -> str:
    """A change with its interval and what may be claimed."""
    low, high = number(scale * one.low, 1, sign=True), number(scale * one.high, 1, sign=True)
    return f"{number(scale * one.value, 1, sign=True)} {unit} ({low} to {high}; {one.verdict})"


def slope_told(what: str, slope: Estimate, scale: float, unit: str) -> str:
    """What one more point of strength does."""
    low, high = number(scale * slope.low, 2, sign=True), number(scale * slope.high, 2, sign=True)
    return f"{what}: {number(scale * slope.value, 2, sign=True)} {unit} ({low} to {high})"
