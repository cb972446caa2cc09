"""docs/dataset.md names every column that Frantic Fiends adds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caverna_sim.games.caverna.scenario.reading import ALL_TABLES
from caverna_sim.games.caverna.tables import tables_of

PAGE = (Path(__file__).parents[3] / "docs" / "dataset.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `?(\w+)`? \|(.*)\|$", PAGE[PAGE.index("### Frantic Fiends") :], re.MULTILINE))


@pytest.mark.parametrize("name", ["orcs", "games", "players", "placements"])
def test_every_column_of_the_expansion_is_named(name: str) -> None:
    of = [{table.name: table for table in tables_of(ALL_TABLES, ("random",), True, expansion)} for expansion in (None, "fiends")]
    before = {column.name for column in of[0][name].columns} if name in of[0] else set()
    added = {column.name for column in of[1][name].columns} - before
    assert added
    assert set(re.findall(r"`(\w+)`", ROWS[name])) == added
