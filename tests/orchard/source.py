"""The games of a scenario for the batch (kit/batch/source.py), and the tables that are kept of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import NAMES, Column, Table
from caverna_sim.kit.batch.source import LoopSource
from caverna_sim.kit.many.columns import GAME, SEAT, games_table, result_columns
from tests.orchard.box import Catalog, catalog
from tests.orchard.ids import FRUIT, PARTS, SPACES

TABLES = ("games", "players", "placements")
ROWS_PER_SEAT = {"placed": 12}
EVENTS = {"placements": "placed"}
LISTS = {"parts": tuple(f"part_{name}" for name in PARTS), "goods": FRUIT}


def tables_of(record: Sequence[str], bots: Sequence[str]) -> tuple[Table, ...]:
    """The tables that a scenario keeps; a column that is called like a field of playing/rows.py is filled from it."""
    points = {"coins": "points for coins", "fruit": "points for fruit that is left"}
    players = (
        GAME, SEAT, *result_columns(bots, "int16", "first; equal scores share a rank", "rank first", points),
        Column("coins", "int16", "coins at the end"), *(Column(name, "int16", f"{name}s that are left") for name in FRUIT),
    )  # fmt: skip
    placements = (
        GAME, SEAT, Column("round", "int8", "number of the round, from 1"), Column("turn", "int8", "placements in it so far, from 1"),
        Column("space", NAMES, "where the picker went", SPACES),
    )  # fmt: skip
    every = (
        games_table("games of a block share prices", "the prices as one number", "that rank first"),
        Table("players", "One row a seat of each game.", players),
        Table("placements", "One row for every picker sent.", placements),
    )
    return tuple(table for table in every if table.name in record)


class OrchardSource(LoopSource):
    """The games of a scenario."""

    game = "orchard"
    kinds = ("placed",)
    rows_per_seat, events, lists = ROWS_PER_SEAT, EVENTS, LISTS

    def __init__(self, scenario: Any) -> None:
        super().__init__(scenario)
        self.tables = tables_of(scenario.record, self.names)

    def record_of(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """A BOT record; nobody has learned anything."""
        from tests.orchard.bots.parameters import bot_record

        return bot_record(*self.own_of(name)), np.zeros(0)

    def told_of(self, name: str, number: int) -> dict[str, Any]:
        """What a manifest says of a bot."""
        from tests.orchard.bots.parameters import BOTS

        return BOTS.told(*self.own_of(name), hashlib.sha256(self.record_of(name)[0].tobytes()).hexdigest()[:16])

    @property
    def catalog(self) -> Catalog:
        """The rules, house rules applied."""
        return catalog(self.scenario.players, self.scenario.all_rules)

    def places_of(self, players: NDArray[Any]) -> NDArray[Any]:
        """The score decides who wins."""
        scores: NDArray[Any] = players["score"]
        return scores
