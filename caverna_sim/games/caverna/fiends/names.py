"""What is printed in Frantic Fiends, in the order of the numbers that stand in action ids and records: only ever appended to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.fiends.schema import EXPANSION
from caverna_sim.games.caverna.shape.sizes import BOUNTY_COLUMNS
from caverna_sim.kit.tables.house import Tables

_PRINTED = printed_tables(EXPANSION)
TRAPS: tuple[str, ...] = tuple(_PRINTED["trap"])
MOVEMENT_CARDS: tuple[str, ...] = tuple(_PRINTED["movement_card"])  # stack by stack
SHORT_STRIPS: tuple[str, ...] = tuple(_PRINTED["bounty_short"])
EXTENSIONS: tuple[str, ...] = tuple(_PRINTED["display_extension"])


def _bounty_rows(tables: Tables) -> Mapping[str, Any]:
    rows: Mapping[str, Any] = tables["bounty"] if "bounty" in tables else _PRINTED["bounty"]
    return rows


def long_strips_of(tables: Tables) -> tuple[str, ...]:
    """Long strips of the bounty board in the order of their first bounty."""
    return tuple(dict.fromkeys(str(row["strip"]) for row in _bounty_rows(tables).values()))


def place_of(row: Mapping[str, Any], strips: tuple[str, ...]) -> int:
    """Number of a field of the bounty board: four for each long strip."""
    return strips.index(row["strip"]) * BOUNTY_COLUMNS + int(row["column"]) - 1


def bounties_of(tables: Tables) -> tuple[str, ...]:
    """Bounties by the number of their field; a field without one is called by its strip and column (F-BOUNTY-9)."""
    strips = long_strips_of(tables)
    names = [f"{strip}/{column + 1}" for strip in strips for column in range(BOUNTY_COLUMNS)]
    for name, row in _bounty_rows(tables).items():
        names[place_of(row, strips)] = name
    return tuple(names)


LONG_STRIPS = long_strips_of(_PRINTED)
BOUNTIES = bounties_of(_PRINTED)
