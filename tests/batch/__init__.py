"""What the tests of the batch share: small scenarios, and a digest of all rows of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl

from caverna_sim.dataset.read import Run, load
from caverna_sim.games.caverna.source import CavernaSource
from caverna_sim.scenario.scenario import read_scenario

BOTS = ["balanced", "peaceful", "adventurer", "ruby_miner"]


def scenario_of(players: int = 4, **more: Any) -> dict[str, Any]:
    """A small scenario."""
    return {"name": "small", "players": players, "bots": (BOTS + BOTS)[:players], "games": 24, "seed": 11, **more}


def compile_loops() -> None:
    """Compile the playing loop with and without bots that look ahead, for both games."""
    for bots in (["balanced"] * 2, ["value"] * 2):
        for game in ({}, {"expansion": "fiends"}):
            CavernaSource(read_scenario(scenario_of(2, bots=bots, **game))).warm_up()


def digests(run: Run | Path, tables: Iterable[str] = ()) -> dict[str, str]:
    """A digest of the sorted rows of every table."""
    opened = load(run)
    found = {}
    for table in tables or opened.tables:
        frame = opened.table(table).collect()
        frame = frame.with_columns(pl.col(pl.Categorical).cast(pl.String))
        found[table] = hashlib.sha256(frame.sort(frame.columns).write_ndjson().encode()).hexdigest()
    return found
