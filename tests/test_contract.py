"""What the record of a game and the tables of a run must have is written down once, and games keep to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from caverna_sim.games import plays, told_of
from caverna_sim.games.caverna.shape.layout import STATE
from caverna_sim.kit.contract import missing_in_state, missing_in_tables
from caverna_sim.scenario.scenario import read_scenario
from tests.toy import TOY, ToySource

EVERYTHING: dict[str, Any] = {
    "name": "all", "players": 3, "bots": ["random"] * 3,
    "supply": {"random_absence": 0.5}, "opening": {"drawn": {"seat": 0, "length": 1, "pool": "all"}},
}  # fmt: skip


@pytest.mark.parametrize("expansion", [None, "fiends"])
def test_caverna_keeps_to_it(expansion: str | None) -> None:
    assert missing_in_state(STATE) == []
    played = plays("caverna")
    record = [*played.recorded({"expansion": expansion}).usual, "rounds"]
    scenario = read_scenario({**EVERYTHING, "record": record, **({"expansion": expansion} if expansion else {})})
    tables = played.source(scenario).tables
    assert {"games", "players", "rounds", "supply", "assigned"} <= {table.name for table in tables}
    assert missing_in_tables(tables, told_of({})) == []


def test_what_is_missing_is_told_with_who_counts_on_it() -> None:
    fields = [(name, np.int8) for name in STATE.names or () if name not in ("draws", "agenda")]
    assert missing_in_state(np.dtype([*fields, ("agenda", np.int8)])) == [
        "`agenda` of the state is no records",
        "the state has no `draws`: [stream] random numbers used; streams 0 to players + 1 at least (chance/philox)",
        "`seats` of the state is no records",
    ]


def test_a_table_without_a_column_is_told() -> None:
    from caverna_sim import games

    games.register(TOY)
    try:
        data = {"name": "dice", "game": "toy", "players": 3, "bots": ["bold", "careful", "lazy"]}
        source = plays("toy").source(read_scenario(data))
    finally:
        games._REGISTERED.pop("toy")
    assert isinstance(source, ToySource)
    assert missing_in_tables(source.tables, TOY) == []
    players = next(table for table in source.tables if table.name == "players")
    poor = replace(players, columns=tuple(one for one in players.columns if one.name != "won" and not one.name.startswith("part_")))
    assert missing_in_tables([poor], TOY) == [
        "table `players`: there is no column `won`: share of the win (stats)",
        "table `players`: there is no column `part_*`: a column for each scoring part; they add up to the score (stats/summary, pages)",
    ]
