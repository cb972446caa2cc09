"""Reads the tables and applies house rules by dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from caverna_sim.check import reading
from caverna_sim.errors import RulesError
from caverna_sim.games.neanderthal.box.schema import check_tables
from caverna_sim.games.neanderthal.ids.things import COLOURS
from caverna_sim.kit.tables.house import HouseRules, Tables, tables_in
from caverna_sim.kit.tables.house import flattened as flatten

__all__ = ["HOUSE", "flatten", "printed_tables", "with_house_rules"]

FILES = ("constants", "rulings", "synthetic_1")
AMOUNTS = ("mpi", "release")
NOT_RULES = ("cite", "name", "known", "identity", "source", "text", "level")


@cache
def printed_tables() -> Tables:
    """The tables as shipped, with the synthetic deck; callers must not change them."""
    tables = tables_in("caverna_sim.games.neanderthal.box", FILES)
    _check(tables)
    return tables


def _check(tables: Tables) -> None:
    with reading(RulesError, "rules"):
        check_tables(tables)


def with_house_rules(overrides: Mapping[str, Any], printed: Tables | None = None) -> Tables:
    """Tables with values replaced by dotted path, `biome.horse.babies = 4` for example. Callers must not change them."""
    return HOUSE.applied(overrides, printed_tables() if printed is None else printed, _check)


HOUSE = HouseRules(
    goods=COLOURS, holds_amounts=lambda _, name: name in AMOUNTS, readings=("ruling",), unnamed=("cite", "assumed"), fixed=NOT_RULES,
)  # fmt: skip
