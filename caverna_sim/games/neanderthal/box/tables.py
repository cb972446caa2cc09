"""Reads the tables and applies house rules by dotted path."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from caverna_sim.check import reading
from caverna_sim.errors import RulesError
from caverna_sim.games.neanderthal.box.schema import check_tables
from caverna_sim.games.neanderthal.ids.things import COLOURS
from caverna_sim.kit.tables.house import HouseRules, Tables, flattened

FILES = ("constants", "rulings", "synthetic_1")
AMOUNTS = ("mpi", "release", "vp")
NOT_RULES = ("cite", "name", "known", "identity", "source", "text", "level")


@cache
def printed_tables() -> Tables:
    """The tables as shipped, with the synthetic deck; callers must not change them."""
    tables: Tables = {}
    for name in FILES:
        path = resources.files("caverna_sim.games.neanderthal.box") / "base" / f"{name}.toml"
        tables |= tomllib.loads(path.read_text(encoding="utf-8"))
    with reading(RulesError, "rules"):
        check_tables(tables)
    return tables


def with_house_rules(overrides: Mapping[str, Any], printed: Tables | None = None) -> Tables:
    """Tables with values replaced by dotted path, `biome.horse.babies = 4` for example. Callers must not change them."""
    printed = printed_tables() if printed is None else printed
    tables = dict(printed)
    for path, value in overrides.items():
        HOUSE.replace(tables, path, value, printed)
    if overrides:
        with reading(RulesError, "rules"):
            check_tables(tables)
    return tables


def flatten(rules: Mapping[str, Any]) -> dict[str, Any]:
    """House rules as dotted paths, whether written with quotes ("a.b" = 1) or as nested tables (a.b = 1)."""
    return flattened(rules)


def _holds_amounts(_: Any, name: str) -> bool:
    return name in AMOUNTS[:2]


HOUSE = HouseRules(goods=COLOURS, holds_amounts=_holds_amounts, readings=("ruling",), unnamed=("cite", "assumed"), fixed=NOT_RULES)
