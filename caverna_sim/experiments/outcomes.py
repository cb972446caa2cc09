"""Block by block, what a study estimates from: mean outcomes of seats, and means of groups with every block's share in their error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.dataset.read import Run
from caverna_sim.errors import CavernaError
from caverna_sim.games import told_of
from caverna_sim.stats.effects import MOST_BLOCKS, Effects, mean_over, unit_width
from caverna_sim.stats.ratings import Floats
from caverna_sim.stats.source import block_sums, facts_of, needed

ALL = "all"  # in the column `bot`: whoever sits there


def names_of(run: Run) -> Mapping[str, str]:
    """Printed names by id, as the game tells them."""
    return told_of(run.manifest).names(facts_of(run))


def seats_of(run: Run) -> pl.LazyFrame:
    """The table `players` with the block of each game; bots as plain texts."""
    return needed(run, "players").join(run.games.select("game", "block"), on="game").with_columns(pl.col("bot").cast(pl.String))


def bots_of(run: Run) -> tuple[str, ...]:
    """The bots that played, in alphabetical order."""
    return tuple(seats_of(run).select(pl.col("bot").unique().sort()).collect()["bot"].to_list())


def judged_bots(run: Run) -> tuple[str, ...]:
    """All together, and each bot where several are judged; those who sit around a focal bot are not."""
    bots = bots_of(run)
    return (ALL,) if len(bots) == 1 or run.manifest["scenario"].get("focal_bot") is not None else (ALL, *bots)


def block_means(
    seats: pl.LazyFrame, measure: str = "score", bot: str = ALL, focal: pl.LazyFrame | None = None
) -> tuple[NDArray[np.int64], Floats]:
    """(blocks, means) of a measure over the seats of a block: all, those of a bot, those that `focal` names for it (block, seat)."""
    chosen = seats if bot == ALL else seats.filter(pl.col("bot") == bot)
    if focal is not None:
        chosen = chosen.join(focal.select("block", pl.col("seat").cast(pl.Int64)), on=["block", "seat"], how="semi")
    found = chosen.group_by("block").agg(pl.col(measure).cast(pl.Float64).mean().alias("mean")).sort("block").collect(engine="streaming")
    if not len(found):
        raise CavernaError(f"study: no seat of {'the table' if bot == ALL else f'`{bot}`'} has a result; play more games")
    return found["block"].to_numpy().astype(np.int64), found["mean"].to_numpy()


def in_slices(run: Run, estimate: Callable[[Run], Mapping[str, Effects]]) -> dict[str, Effects]:
    """Estimates of a run; of a long one the mean of those of its slices, so that the rows of one slice are held at a time.

    Slices are of tens of thousands of blocks, far more than a design has columns, so that a mean over them is as precise as one fit.
    """
    chunks = run.manifest.get("chunks", {}).values()
    if not chunks:  # rows that are in no folder
        return dict(estimate(run))
    size = int(run.manifest["block_games"])
    first, end = min(one["first_game"] for one in chunks), max(one["first_game"] + one["games"] for one in chunks)
    blocks = -(-(end - first) // size)
    if blocks < 2 * MOST_BLOCKS:
        return dict(estimate(run))
    number, width = blocks // MOST_BLOCKS, unit_width(blocks)
    ends = [first + size * (blocks * place // number) for place in range(number + 1)]
    found = []
    for start, stop in pairwise(ends):
        found.append({name: one.in_units(width) for name, one in estimate(run.between(start, stop)).items()})
    if any(one.names != found[0][name].names for part in found for name, one in part.items()):
        return dict(estimate(run))  # a column that a slice lacks
    return {name: mean_over([part[name] for part in found], width) for name in found[0]}


def group_means(frame: pl.LazyFrame, by: Sequence[str], measure: str) -> tuple[Effects, list[tuple[Any, ...]]]:
    """Means of groups of rows, blocks being what is independent; `frame` has a column `block`."""
    sums = block_sums(frame, by, (measure,))
    keys = list(sums)
    blocks = np.unique(np.concatenate([one.blocks for one in sums.values()]))
    values, shares = np.zeros(len(keys)), np.zeros((len(blocks), len(keys)))
    for place, one in enumerate(sums.values()):
        column, rows = one.sums[measure], one.counts.sum()
        values[place] = column.sum() / rows
        shares[np.searchsorted(blocks, one.blocks), place] = (column - values[place] * one.counts) / rows
    names = tuple(", ".join(map(str, key)) for key in keys)
    return Effects(names, values, blocks, shares, float(max(1, len(blocks) - 1))), keys
