"""The catalog: the rules of one game, options and house rules applied, as tables for people and as a record for kernels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from caverna_sim.games.agricola.box.options import USUAL, Options
from caverna_sim.games.agricola.box.pack import MAJORS, SPACES, pack
from caverna_sim.games.agricola.box.tables import flatten, with_house_rules
from caverna_sim.games.agricola.shape.sizes import MAX_PLAYERS
from caverna_sim.kit.tables.catalog import as_text, checked_players, hash_of
from caverna_sim.kit.tables.house import Tables

__all__ = ["MAJORS", "SPACES", "Catalog", "catalog"]


@dataclass(frozen=True)
class Catalog:
    """Rules for one number of players. `record` is the array of length 1 that kernels take."""

    players: int
    overrides: Mapping[str, Any]
    options: Options
    tables: Tables
    record: np.ndarray

    @property
    def hash(self) -> str:
        """A name for exactly these rules, stored with every data set."""
        return hash_of(self.players, asdict(self.options), self.tables)


@lru_cache(maxsize=64)
def _catalog(players: int, overrides: str, options: Options) -> Catalog:
    flat = json.loads(overrides)
    tables = with_house_rules(flat)
    record = pack(tables, players, options)
    record.flags.writeable = False
    return Catalog(players, flat, options, tables, record)


def catalog(players: int, rules: Mapping[str, Any] | None = None, options: Options = USUAL) -> Catalog:
    """The rules for a number of players with house rules (dotted paths or nested tables) applied."""
    return _catalog(checked_players(players, MAX_PLAYERS), as_text(rules, flatten), options)
