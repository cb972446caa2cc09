"""Reads the rules tables and applies house rules by dotted path."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from caverna_sim.check import Wrong, reading, shown_name
from caverna_sim.errors import RulesError, nearest, shown
from caverna_sim.games.agricola.box.schema import TABLES
from caverna_sim.games.agricola.ids import good

FILES = ("constants", "spaces", "majors")
# tables of amounts, which may name goods that are not printed
AMOUNTS = ("cost", "gain", "accumulates", "cook", "goods", "stable_cost", "fence", "total", "per_room")
MAY_BE_ADDED = {"action_space": ("gain", "accumulates"), "major": ("cook",)}  # fields of rows that do not print them
NOT_RULES = ("cite", "name", "where", "do", "link", "shares", "family", "stage")  # fields that house rules leave alone

Tables = dict[str, Any]


@cache
def printed_tables() -> Tables:
    """The tables as shipped; callers must not change them."""
    tables: Tables = {}
    for name in FILES:
        path = resources.files("caverna_sim.games.agricola.box") / "base" / f"{name}.toml"
        tables |= tomllib.loads(path.read_text(encoding="utf-8"))
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
    if not overrides:
        return printed_tables()
    tables = copy.deepcopy(printed_tables())
    for path, value in overrides.items():
        _replace(tables, path, value)
    check_tables(tables)
    return tables


def flatten(rules: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """House rules as dotted paths, whether written with quotes ("a.b" = 1) or as nested tables (a.b = 1)."""
    flat: dict[str, Any] = {}
    for key, value in rules.items():
        path = f"{prefix}{key}"
        flat.update(flatten(value, f"{path}.") if isinstance(value, Mapping) else {path: value})
    return flat


def _replace(tables: Tables, path: str, value: Any) -> None:
    words = path.split(".") if path else [""]
    place: Any = tables
    for depth in range(len(words)):
        key: Any = _key(place, words, depth, ".".join(words[:depth]) or "the rules", path)
        if depth == len(words) - 1:
            _check_kind(path, place[key] if isinstance(place, list) else place.get(key), value)
            place[key] = value
        else:
            place = place[key] if isinstance(place, list) else place.setdefault(key, {})


def _key(place: Any, words: list[str], depth: int, here: str, path: str) -> str | int:
    """The key or index that a word of a path means."""
    word, is_last = words[depth], depth == len(words) - 1
    if isinstance(place, list):
        if not word.isdigit() or int(word) >= len(place):
            raise RulesError(f"house rule `{path}`: `{here}` is a list; give an entry from 0 to {len(place) - 1}")
        return int(word)
    if not isinstance(place, dict):
        raise RulesError(f"house rule `{path}`: `{here}` is a single value and has no part `{word}`")
    addable = MAY_BE_ADDED.get(words[0], ()) if depth == 2 else ()
    holds_amounts = depth > 0 and (words[depth - 1] in AMOUNTS or words[depth - 1].endswith("_house"))
    if holds_amounts and is_last and word in good.NAMES:
        return word
    known = [name for name in {**place, **dict.fromkeys(addable)} if name not in NOT_RULES or depth != 2]
    if word not in known:
        allowed = good.NAMES if holds_amounts else [name for name in known if name != "cite"]
        raise RulesError(f"house rule `{path}`: unknown name `{shown_name(word)}` in {here}; {nearest(word, allowed)}")
    return word


def _check_kind(path: str, old: Any, new: Any) -> None:
    """A house rule must be of the same kind as what it replaces; ranges are checked with the tables."""
    kinds = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "a table"}
    if old is not None and type(old) is not type(new):
        raise RulesError(
            f"house rule `{path}`: {shown(new)} is not allowed; give {kinds.get(type(old), 'another value')}, as in {shown(old)}"
        )
