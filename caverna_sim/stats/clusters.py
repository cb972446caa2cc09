"""Blocks that belong together: what blocks share that chance deals once for several of them, such as the same cards.

Kept together as one cluster, blocks say how certain a number is for whatever can be dealt, however much hangs on what was dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.stats.effects import Effects
from caverna_sim.stats.equivalence import LEAST_BLOCKS, Judgement, judge
from caverna_sim.stats.ratings import Estimate, Floats, student_quantile
from caverna_sim.stats.source import BlockSums, Source

BLOCK = "block"
Contrast = Sequence[tuple[float, BlockSums, str]]  # weights of means of a column


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


def dealt_columns(source: Source, columns: Sequence[str]) -> list[str]:
    """Columns of the table `games` that are there; each holds the names of what was dealt."""
    return [name for name in columns if name in source.run.games.collect_schema().names()]


def clusters_of(source: Source, kinds: Mapping[str, Sequence[str]]) -> tuple[Clusters, ...]:
    """Clusters by block, and for each kind, coarsest first, of blocks that were dealt the same in its columns."""
    columns = dealt_columns(source, list(dict.fromkeys(column for every in kinds.values() for column in every)))
    frame = (
        source.run.games.join(source.blocks.select("game"), on="game", how="semi")
        .group_by("block").agg(*(_names(name).first().list.sort().list.join("+") for name in columns)).collect().sort("block")
    )  # fmt: skip
    blocks = frame["block"].to_list()
    found = [Clusters(BLOCK, {block: block for block in blocks})]
    for kind, wanted in kinds.items():
        known = [name for name in wanted if name in columns]
        if wanted[0] in columns:
            numbers = frame.select(pl.concat_str(known, separator="|").rank("dense").cast(pl.Int64)).to_series().to_list()
            found.append(Clusters(kind, dict(zip(blocks, numbers, strict=True))))
    return tuple(found)


def _names(column: str) -> pl.Expr:
    """Names that stand in one text."""
    return pl.col(column).cast(pl.String).str.split(" ")


def coarsest(every: Sequence[Clusters]) -> Clusters:
    """The coarsest clusters that are enough for a claim; blocks where none are."""
    return next((one for one in every[1:] if one.units >= LEAST_BLOCKS), every[0])


# ---------------------------------------------------------------- what is known of clusters


def contrasts(several: Mapping[str, Contrast]) -> Effects:
    """Weighted sums of means by name, with the share of every cluster in their errors; clusters with the same number belong together."""
    units = np.unique(np.concatenate([sums.blocks for parts in several.values() for _, sums, _ in parts]))
    values, shares = np.zeros(len(several)), np.zeros((len(units), len(several)))
    for place, parts in enumerate(several.values()):
        for weight, sums, column in parts:
            mean = float(sums.sums[column].sum() / sums.counts.sum())
            values[place] += weight * mean
            own = weight * (sums.sums[column] - mean * sums.counts) / sums.counts.sum()
            shares[np.searchsorted(units, sums.blocks), place] += own
    return Effects(tuple(several), values, units, shares, float(max(1, len(units) - 1)))


def contrast(parts: Contrast) -> tuple[float, float, int]:
    """A weighted sum of means with its standard error over clusters and their number."""
    found = contrasts({"": parts})
    return float(found.values[0]), float(found.errors[0]), len(found.blocks)


def interval(parts: Contrast, level: float) -> Estimate:
    """A weighted sum of means with its interval."""
    value, error, units = contrast(parts)
    width = student_quantile((1 + level) / 2, units - 1) * error if units > 1 else nan
    return Estimate(value, value - width, value + width, error)


# ---------------------------------------------------------------- what hangs on what was dealt


@dataclass(frozen=True)
class Dealt:
    """What a dealt thing does when it is in the game instead of another; chance decides, so this is its effect."""

    name: str  # what it brings, in words
    id: str
    judged: Judgement


@dataclass(frozen=True)
class ErrorsByCluster:
    """How certain a number is, by what counts as one observation."""

    what: str
    value: float
    errors: Mapping[str, float]  # kind of clusters -> standard error
    units: Mapping[str, int]


@dataclass(frozen=True)
class HangsOnDeal:
    """How much hangs on what the box deals."""

    used: str  # kind of clusters behind the intervals of the study
    errors: tuple[ErrorsByCluster, ...]
    spread: float  # standard deviation of the measure between the coarsest clusters; nan when not to be told
    effects: tuple[Dealt, ...]

    @property
    def table(self) -> pl.DataFrame:
        """A row for every thing that was dealt."""
        return pl.DataFrame([
            {
                "in the game": one.name, "change": one.judged.value, "change_low": one.judged.low, "change_high": one.judged.high,
                "verdict": one.judged.verdict, "id": one.id,
            }
            for one in self.effects
        ])  # fmt: skip

    @property
    def error_table(self) -> pl.DataFrame:
        """The standard error of each number, by what counts as one observation."""
        rows = [
            {"estimate": one.what, "value": one.value, **{f"error by {kind}": error for kind, error in one.errors.items()}}
            for one in self.errors
        ]
        return pl.DataFrame(rows, infer_schema_length=None)


def errors_by(what: str, parts: Contrast, every: Sequence[Clusters]) -> ErrorsByCluster:
    """A weighted sum of means with its standard error for each kind of clusters."""
    found = {one.kind: contrast([(weight, one.gather(sums), column) for weight, sums, column in parts]) for one in every}
    value = found[every[0].kind][0]
    return ErrorsByCluster(
        what, value, {kind: error for kind, (_, error, _) in found.items()}, {kind: n for kind, (_, _, n) in found.items()}
    )


def _pooled(every: Sequence[BlockSums], column: str) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Blocks, rows and sums of a column over all runs of the same blocks."""
    return every[0].blocks, np.sum([one.counts for one in every], axis=0), np.sum([one.sums[column] for one in every], axis=0)


def spread(every: Sequence[BlockSums], column: str, clusters: Clusters) -> float:
    """The standard deviation of a mean between clusters (one-way random effects, by moments)."""
    blocks, counts, sums = _pooled(every, column)
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


def effects_of_dealt(
    source: Source, columns: Sequence[str], every: Sequence[BlockSums], measure: str, used: Clusters, smallest: float, level: float,
    brings: Mapping[str, str],
) -> tuple[Dealt, ...]:  # fmt: skip
    """Every thing that some blocks were dealt and others were not, all runs of these blocks together; they are one family."""
    blocks, counts, sums = _pooled(every, measure)
    found = []
    for column in dealt_columns(source, columns):
        rows = source.run.games.group_by("block").agg(_names(column).first()).explode(column).collect()
        for name in sorted({str(one) for one in rows[column].to_list() if one is not None}):
            having = set(rows.filter(pl.col(column) == name)["block"].to_list())
            inside = np.array([int(block) in having for block in blocks])
            if min(int(inside.sum()), int((~inside).sum())) >= LEAST_BLOCKS:
                halves = [used.gather(BlockSums(blocks[half], counts[half], {measure: sums[half]})) for half in (inside, ~inside)]
                found.append((name, contrast([(1.0, halves[0], measure), (-1.0, halves[1], measure)])))
    family = max(1, len(found))
    judged = {name: judge(value, error, units - 1, smallest, level, family) for name, (value, error, units) in found}
    return tuple(Dealt(brings.get(name, name), name, one) for name, one in judged.items())
