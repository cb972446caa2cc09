"""What lots decided in a run, as studies estimate it: a limit on a focal seat, drawn for each block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import block_means
from caverna_sim.stats.effects import Design, Effects, drawn_design, least_squares
from caverna_sim.stats.source import needed

NO_LIMIT = "none"


def drawn_limits(run: Run) -> pl.DataFrame:
    """block, seat (the focal one), limit."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "limit")
    return rows.select("block", "seat", pl.col("limit").cast(pl.String)).collect().unique("block")


def limit_effects(
    run: Run, seats: pl.LazyFrame, measure: str, bot: str, seat: int | None = None, drawn: pl.DataFrame | None = None
) -> Effects:
    """Every limit against none, on the focal seat; all focal seats together unless one is named, all blocks unless `drawn` are some."""
    drawn = drawn_limits(run) if drawn is None else drawn
    drawn = drawn if seat is None else drawn.filter(pl.col("seat") == seat)
    blocks, means = block_means(seats, measure, bot, drawn.select("block", "seat").lazy())
    rows = drawn.select("block", "limit", pl.lit("limit").alias("item"))
    kept, design, names = drawn_design(rows, "item", "limit", NO_LIMIT, blocks)
    found = least_squares(means[np.searchsorted(blocks, kept)], *with_seats(design, names, drawn, kept)).only(names)
    return replace(found, names=tuple(sorted({*drawn["limit"].to_list()} - {NO_LIMIT})))  # bare, also where there is one limit only


def with_seats(design: Design, names: Sequence[str], drawn: pl.DataFrame, blocks: NDArray[np.int64]) -> tuple[Design, tuple[str, ...]]:
    """A design with a column for each focal seat but the first: seats score differently, and that is no error of an effect."""
    seat_of = drawn.unique("block").select("block", "seat").sort("block")
    seats = seat_of.filter(pl.col("block").is_in(blocks.tolist()))["seat"].to_numpy()
    others = np.unique(seats)[1:]
    return np.column_stack([design, *((seats == seat).astype(design.dtype) for seat in others)]), (
        *names,
        *(f"seat {seat}" for seat in others),
    )
