"""The catalog: the rules of one game, house rules applied, as tables for people and as a record for kernels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from caverna_sim.games.caverna.box.names import PRINTED, Names, names_of
from caverna_sim.games.caverna.box.pack import FURNISHINGS, LOOT, SPACES, pack
from caverna_sim.games.caverna.box.tables import flatten, with_house_rules
from caverna_sim.games.caverna.expansions import module_of
from caverna_sim.games.caverna.shape.sizes import MAX_PLAYERS
from caverna_sim.kit.tables.catalog import as_text, checked_players, hash_of
from caverna_sim.kit.tables.house import Tables

__all__ = ["FURNISHINGS", "LOOT", "SPACES", "Catalog", "catalog"]


@dataclass(frozen=True)
class Catalog:
    """Rules for one number of players. `record` is the array of length 1 that kernels take."""

    players: int
    overrides: Mapping[str, Any]
    tables: Tables
    record: np.ndarray
    expansion: str | None = None
    names: Names = PRINTED

    @property
    def hash(self) -> str:
        """A name for exactly these rules, stored with every data set."""
        return hash_of(self.players, self.tables if self.expansion is None else _without_marks(self.tables))


def _without_marks(value: Any) -> Any:
    """Tables without the marks of assumed values: confirming one changes no rule."""
    if isinstance(value, Mapping):
        return {key: _without_marks(entry) for key, entry in value.items() if key != "assumed"}
    return value


@lru_cache(maxsize=64)
def _catalog(players: int, overrides: str, expansion: str | None) -> Catalog:
    flat = json.loads(overrides)
    tables = with_house_rules(flat, expansion)
    record = pack(tables, players)
    if expansion is not None:
        module_of(expansion, "pack").pack(record[0], tables, players)
    record.flags.writeable = False
    return Catalog(players, flat, tables, record, expansion, names_of(tables) if flat else PRINTED)


def catalog(players: int, rules: Mapping[str, Any] | None = None, expansion: str | None = None) -> Catalog:
    """The rules for a number of players with house rules (dotted paths or nested tables) applied."""
    return _catalog(checked_players(players, MAX_PLAYERS), as_text(rules, flatten), expansion)
