"""Reads the rules tables and applies house rules by dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from caverna_sim.check import Wrong, reading
from caverna_sim.errors import RulesError
from caverna_sim.games.agricola.box.schema import TABLES
from caverna_sim.games.agricola.ids import good
from caverna_sim.games.agricola.shape.sizes import MAX_PLAYERS
from caverna_sim.kit.tables.house import HouseRules, Tables, tables_in
from caverna_sim.kit.tables.house import flattened as flatten

__all__ = ["HOUSE", "NOT_RULES", "check_tables", "flatten", "head_of", "printed_tables", "with_house_rules"]
FILES = ("constants", "spaces", "majors")
# tables of amounts, which may name goods that are not printed
AMOUNTS = ("cost", "gain", "accumulates", "cook", "goods", "stable_cost", "fence", "total", "per_room")
MAY_BE_ADDED = {"action_space": ("gain", "accumulates"), "major": ("cook",)}  # fields of rows that do not print them
NOT_RULES = ("cite", "name", "where", "do", "link", "shares", "family", "stage")  # fields that house rules leave alone


@cache
def printed_tables() -> Tables:
    """The tables as shipped; callers must not change them."""
    tables = tables_in("caverna_sim.games.agricola.box", FILES)
    check_tables(tables)
    return tables


def check_tables(tables: Tables) -> None:
    """RulesError with the first wrong value, and what is allowed there."""
    with reading(RulesError, "rules"):
        for name, check in TABLES.items():
            check(tables[name], name)
        _check_together(tables)


def _check_together(tables: Tables) -> None:
    lists = [(f"scoring.{name}", row) for name, row in tables["scoring"].items() if isinstance(row, dict)]
    lists += [(f"major.{name}.bonus", row["bonus"]) for name, row in tables["major"].items() if "bonus" in row]
    for where, row in lists:
        if len(row["at_least"]) != len(row["points"]) or sorted(set(row["at_least"])) != row["at_least"]:
            raise Wrong(where, "`at_least` and `points` need as many entries, those of `at_least` rising")
    rounds = tables["rounds"]
    if any(number > rounds["count"] for number in rounds["harvest_after"]):
        raise Wrong("rounds.harvest_after", f"there are {rounds['count']} rounds")
    cards = [[row for row in tables["action_space"].values() if row.get("stage") == stage] for stage in range(1, len(rounds["stages"]) + 1)]
    if [len(of_stage) for of_stage in cards] != rounds["stages"]:
        raise Wrong("rounds.stages", "every round has a card of its stage, so stages stay as long as they are (AG-RND-06)")
    if any(len(row["players"]) < MAX_PLAYERS for of_stage in cards for row in of_stage):
        raise Wrong("action_space", "every round has its card, whoever plays; leave the `players` of round cards alone (AG-RND-06)")
    if tables["start"]["people"] > tables["components"]["per_player_people"]:
        raise Wrong("start.people", f"a player has {tables['components']['per_player_people']} people")
    for name, major in tables["major"].items():
        if "returns" in major and sum(1 for amount in major["cost"].values() if amount) > 3:
            raise Wrong(f"major.{name}.cost", "an improvement that can be paid in two ways costs at most three kinds of goods")
    for name, space in tables["action_space"].items():
        heads = [head_of(option) for option in space.get("gain_one_of", ())]
        if len(set(heads)) < len(heads) or None in heads:
            raise Wrong(f"action_space.{name}.gain_one_of", "every entry needs a gain, and begins with another good")


def head_of(option: Mapping[str, int]) -> str | None:
    """The good that an option is called by: the first that it gives."""
    return next((name for name, amount in option.items() if amount > 0), None)


def with_house_rules(overrides: Mapping[str, Any]) -> Tables:
    """The printed tables with values replaced by dotted path, for example `major.well.cost.stone = 2`. Callers must not change them."""
    return HOUSE.applied(overrides, printed_tables(), check_tables)


HOUSE = HouseRules(
    goods=good.NAMES, holds_amounts=lambda _, name: name in AMOUNTS or name.endswith("_house"), unnamed=("cite",), fixed=NOT_RULES,
    may_get=MAY_BE_ADDED,
)  # fmt: skip
