"""What becomes of things that every seat has: in which way each stops being there, and in which round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from caverna_sim.stats.clusters import Clusters
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.source import BlockSums, block_sums

LEFT = "left"  # the fate of what is there to the end
_ROUND, _GONE = "round gone", "removed"


@dataclass(frozen=True)
class Fate:
    """What becomes of one thing at one level."""

    side: str  # what the level is called
    thing: str
    shares: Mapping[str, Estimate]  # fate -> share of seats
    round: Estimate  # mean round of those that are gone
    there: tuple[float, ...]  # [round - 1] share of seats where it is there after that round


@dataclass(frozen=True)
class Fates:
    """The way and the round in which things go."""

    sides: tuple[str, ...]
    rows: tuple[Fate, ...]  # by level, then by thing

    @property
    def table(self) -> pl.DataFrame:
        """A row for every level and thing."""
        return pl.DataFrame([
            {"side": row.side, "thing": row.thing, **{fate: one.value for fate, one in row.shares.items()}, "mean round": row.round.value}
            for row in self.rows
        ])  # fmt: skip


def fates_at(
    side: str, rows: pl.LazyFrame, column: str, fates: Sequence[str], clusters: Clusters, last_round: int, level: float
) -> list[Fate]:
    """Every thing of `column` at one level; `rows` has a row for every thing of every seat, with its block, fate and round."""
    added = rows.with_columns(
        *((pl.col("fate") == fate).alias(fate) for fate in fates),
        pl.when(pl.col("fate") != LEFT).then(pl.col("round")).otherwise(0).alias(_ROUND), (pl.col("fate") != LEFT).alias(_GONE),
    )  # fmt: skip
    counted = rows.group_by(column, "fate", "round").agg(pl.len().alias("often")).collect()
    found = []
    for (thing,), of_blocks in block_sums(added, (column,), (*fates, _ROUND, _GONE)).items():
        sums = clusters.gather(of_blocks)
        shares = {fate: sums.share(fate, level=level) for fate in fates}
        gone = BlockSums(sums.blocks, sums.sums[_GONE], {"round": sums.sums[_ROUND]})
        there = _there(counted.filter(pl.col(column) == thing), last_round)
        found.append(Fate(side, str(thing), shares, gone.mean("round", level=level), there))
    return found


def _there(counted: pl.DataFrame, last_round: int) -> tuple[float, ...]:
    """[round - 1] share of seats where a thing is not gone after a round."""
    gone, total = np.zeros(last_round + 1), 0
    for fate, round_, often in counted.select("fate", "round", "often").iter_rows():
        total += often
        if fate != LEFT:
            gone[min(max(int(round_), 0), last_round)] += often
    return tuple((1 - np.cumsum(gone) / total)[1:].tolist()) if total else ()
