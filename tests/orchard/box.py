"""What is printed: values that house rules replace by their dotted path, and the record that kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from caverna_sim.check import reading, whole
from caverna_sim.errors import RulesError
from caverna_sim.kit.tables.catalog import checked_players, hash_of
from caverna_sim.kit.tables.house import HouseRules, Tables

MOST_PLAYERS = 4
PRINTED: Tables = {
    "round": {"last": 6, "highest_price": 4},
    "tree": {"growth": 2},
    "well": {"wage": 1},
    "score": {"fruit_per_point": 3},
}  # fmt: skip
_BOUNDS = {"last": (1, 12), "highest_price": (1, 20), "growth": (0, 10), "wage": (0, 20), "fruit_per_point": (1, 100)}
_HOUSE = HouseRules(goods=(), holds_amounts=lambda place, name: False)


def with_house_rules(rules: Mapping[str, Any]) -> Tables:
    """The tables with values replaced, `tree.growth = 3` for example."""
    tables = dict(PRINTED)
    for path, value in rules.items():
        _HOUSE.replace(tables, path, value, PRINTED)
    with reading(RulesError, "rules"):
        for name, row in tables.items():
            for key, value in row.items():
                whole(value, f"{name}.{key}", *_BOUNDS[key])
    return tables


@dataclass(frozen=True)
class Catalog:
    """Rules for so many players."""

    players: int
    overrides: Mapping[str, Any]

    @property
    def tables(self) -> Tables:
        """House rules applied."""
        return with_house_rules(self.overrides)

    @property
    def hash(self) -> str:
        """Names exactly these rules."""
        return hash_of(self.players, self.tables)

    @cached_property
    def record(self) -> np.ndarray:
        """The array of length 1 that kernels take."""
        from tests.orchard.shape.layout import RULES

        record = np.zeros(1, RULES)
        for row in self.tables.values():
            for key, value in row.items():
                record[0]["last_round" if key == "last" else key] = value
        record[0]["players"] = self.players
        return record


def catalog(players: Any, rules: Mapping[str, Any]) -> Catalog:
    """The rules; RulesError when they cannot be played."""
    found = Catalog(checked_players(players, MOST_PLAYERS), rules)
    _ = found.tables
    return found
