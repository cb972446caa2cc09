"""What lots decided in a run, as studies estimate it: a limit on a focal seat, drawn for each block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from caverna_sim.dataset.read import Run
from caverna_sim.experiments.outcomes import block_means
from caverna_sim.stats.effects import Effects, drawn_design, least_squares
from caverna_sim.stats.source import needed

if TYPE_CHECKING:
    from caverna_sim.scenario.scenario import Scenario

NO_LIMIT = "none"


def least_blocks(scenario: Scenario) -> int:
    """Blocks without which the effects of what a scenario draws cannot be told apart."""
    from caverna_sim.games.caverna.scenario.design import Design
    from caverna_sim.games.caverna.scenario.reading import caverna_scenario

    return Design(caverna_scenario(scenario), scenario.seed, scenario.all_rules).least_blocks


def drawn_limits(run: Run) -> pl.DataFrame:
    """block, seat (the focal one), limit."""
    rows = needed(run, "assigned").filter(pl.col("kind").cast(pl.String) == "limit")
    return rows.select("block", "seat", pl.col("limit").cast(pl.String)).collect().unique("block")


def limit_effects(run: Run, seats: pl.LazyFrame, measure: str, bot: str, seat: int | None = None) -> Effects:
    """Every limit against none, on the focal seat; all focal seats together unless one is named."""
    drawn = drawn_limits(run)
    drawn = drawn if seat is None else drawn.filter(pl.col("seat") == seat)
    blocks, means = block_means(seats, measure, bot, drawn.select("block", "seat").lazy())
    rows = drawn.select("block", "limit", pl.lit("limit").alias("item"))
    kept, design, names = drawn_design(rows, "item", "limit", NO_LIMIT, blocks)
    found = least_squares(means[np.searchsorted(blocks, kept)], design, names)
    plain = tuple(name.removeprefix("limit: ") for name in names)
    return Effects(plain, found.values, found.blocks, found.shares, found.degrees, found.remaining)
