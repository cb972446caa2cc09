"""The tables of Caverna: what is kept of every game, and what each column means; their rows stand in tables.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from caverna_sim.dataset.schema import Column, Table
from caverna_sim.errors import CavernaError
from caverna_sim.games.caverna.box.tables import ids_so_far, printed_tables
from caverna_sim.games.caverna.expansions import module_of
from caverna_sim.games.caverna.ids import score
from caverna_sim.games.caverna.shape.board import CELL_NAMES
from caverna_sim.kit.design.assigned import Assigning
from caverna_sim.kit.many.columns import GAME, SEAT, columns_of, games_table, result_columns, rounds_table
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import read_toml

_ROWS = read_toml(Path(__file__).with_suffix(".toml"), "tables", CavernaError)
_BLOCK = Column("block", "int64", f"{_ROWS['shared']}; the unit of replication")
_KNOWN = {"game": GAME, "seat": SEAT, "block": _BLOCK, **_ROWS["known"]}
assert tuple(_ROWS["parts"]) == score.NAMES[: score.NUM_BASE]


PLENTY = 20  # no printed row of these gives as much of anything at once, nor as many points
GIVING = ("scoring", "building", "furnishing", "space", "loot", "ruby", "start", "bounty", "mine", "restock")


def points_type(rules: Tables) -> str:
    """How wide points are kept: 16 bits, unless a house rule gives so much that a seat may end beyond them."""
    return "int32" if any(_most(rules.get(name, 0)) > PLENTY for name in GIVING) else "int16"


def _most(value: Any) -> int:
    """The number that is farthest from 0 in a piece of the rules."""
    if isinstance(value, Mapping):
        return max(map(_most, value.values()), default=0)
    if isinstance(value, list | tuple):
        return max(map(_most, value), default=0)
    return abs(value) if isinstance(value, int) else 0


def tables_of(
    record: tuple[str, ...],
    bots: tuple[str, ...],
    with_supply: bool,
    expansion: str | None = None,
    assigning: Assigning | None = None,
    rules: Tables | None = None,
) -> tuple[Table, ...]:
    """The tables that a scenario records, in a fixed order; those of the base game are as if there were no expansion.

    `rules` are the tables of its rules, where house rules add rows.

    What was assigned is kept whether asked for or not: without it nobody could tell what has happened.
    """
    rules = printed_tables(expansion) if rules is None else rules
    printed, points, wing = printed_tables(expansion), points_type(rules), module_of(expansion, "tables") if expansion else None
    lists = {
        "tiles": ids_so_far(rules, "furnishing"), "cells": tuple(CELL_NAMES), "spaces": ids_so_far(printed, "space"),
        "loot": ids_so_far(printed, "loot"), **(wing.lists_of(rules) if wing else {}),
    }  # fmt: skip
    more = wing.ROWS if wing else {"parts": {}, "more": {}, "tables": {}}
    first = {"players": (GAME, SEAT, *result_columns(bots, points, _ROWS["rank"], _ROWS["won"], {**_ROWS["parts"], **more["parts"]}))}
    tables = [games_table(_ROWS["shared"], _ROWS["setup"], _ROWS["winners"], *(wing.dealt(rules) if wing else ()))]
    for name, one in {**_ROWS["tables"], **more["tables"]}.items():
        columns = columns_of([*one["columns"], *more["more"].get(name, ())], lists, _KNOWN)
        tables.append(Table(name, one["about"], (*first.get(name, ()), *columns)))
    (round_,) = columns_of(["round"], lists, _KNOWN)
    tables.append(rounds_table(GAME, SEAT, round_, points, "dwarfs"))
    kept = [table for table in tables if table.name in record and (with_supply or table.name != "supply")]
    return tuple([*kept, assigning.table(_BLOCK)] if assigning else kept)
