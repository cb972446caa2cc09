"""Reads the rules tables and applies house rules by dotted path."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from caverna_sim.engine.ids import good
from caverna_sim.errors import RulesError, nearest
from caverna_sim.rules.schema import TWIN_TILES, check_tables

FILES = ("constants", "board", "rounds", "spaces", "furnishings", "loot", "toggles")
# values that a house rule may replace as a whole, or give a good they do not name yet
AMOUNT_TABLES = ("cost", "goods", "give", "get", "prices")

Tables = dict[str, Any]


@cache
def printed_tables() -> Tables:
    """The tables as shipped; callers must not change them."""
    tables: Tables = {}
    for name in FILES:
        path = resources.files("caverna_sim.rules") / "data" / f"{name}.toml"
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if key in tables:
                raise RulesError(f"rules: the table `{key}` stands in two files")
            tables[key] = value
    check_tables(tables)
    _check_names(tables)
    return tables


def _check_names(tables: Tables) -> None:
    """Names that one table uses and another defines."""
    toggles, furnishings, spaces = tables["toggle"], tables["furnishing"], tables["space"]
    for key, tile in furnishings.items():
        other = tile.get("overbuilds")
        if other is not None and other not in furnishings:
            raise RulesError(f"rules `furnishing.{key}.overbuilds`: unknown furnishing `{other}`; {nearest(other, furnishings)}")
    for key, space in spaces.items():
        for field, known in (("guest_room_toggle", toggles), ("connective_toggle", toggles), ("reverse_of", spaces), ("turned_by", spaces)):
            if field in space and space[field] not in known:
                raise RulesError(f"rules `space.{key}.{field}`: unknown name `{space[field]}`; {nearest(space[field], known)}")
    for name in tables["start"]["without"]:
        if name not in furnishings:
            raise RulesError(f"rules `start.without`: unknown furnishing `{name}`; {nearest(name, furnishings)}")
        if furnishings[name].get("copies", 1) != 1:
            raise RulesError(f"rules `start.without`: `{name}` is not a unique furnishing and cannot be left out")
    if tuple(tables["terrain_tile"]) != TWIN_TILES:
        raise RulesError("rules `terrain_tile`: the twin tiles do not match the schema")


def with_house_rules(overrides: Mapping[str, Any]) -> Tables:
    """The printed tables with values replaced by dotted path, for example `loot.cattle.strength = 12`."""
    if not overrides:
        return printed_tables()
    tables = copy.deepcopy(printed_tables())
    for path, value in overrides.items():
        _replace(tables, path, value)
    check_tables(tables)
    _check_names(tables)
    return tables


def flatten(rules: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """House rules as dotted paths, whether written with quotes ("a.b" = 1) or as nested tables (a.b = 1)."""
    printed = printed_tables()
    flat: dict[str, Any] = {}
    for key, value in rules.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and not _is_value(printed, path):
            flat.update(flatten(value, path + "."))
        else:
            flat[path] = value
    return flat


def _is_value(tables: Tables, path: str) -> bool:
    """Whether a dotted path names something that is replaced as a whole, such as a cost or a flow."""
    place: Any = tables
    for word in path.split("."):
        place = place.get(word) if isinstance(place, Mapping) else None
    return _is_amounts(place, path.rsplit(".", 1)[-1]) or path.rsplit(".", 1)[-1] in ("flow", "effect", "first_round")


def _is_amounts(place: Any, name: str) -> bool:
    """Whether a table holds amounts of wares."""
    if name in AMOUNT_TABLES:
        return True
    return isinstance(place, Mapping) and bool(place) and all(key in good.NAMES and isinstance(place[key], int) for key in place)


def _replace(tables: Tables, path: str, value: Any) -> None:
    words = path.split(".") if path else [""]
    if words[0] == "toggle" and len(words) == 2:
        return _set_toggle(tables, words[1], value)
    place: Any = tables
    for depth, word in enumerate(words):
        last = depth == len(words) - 1
        here = ".".join(words[:depth]) or "the rules"
        if isinstance(place, list):
            if not word.isdigit() or int(word) >= len(place):
                raise RulesError(f"house rule `{path}`: `{here}` is a list; give an entry from 0 to {len(place) - 1}")
            key: Any = int(word)
        elif isinstance(place, dict):
            holds_amounts = depth > 0 and _is_amounts(place, words[depth - 1])
            if word not in place and not (last and holds_amounts and word in good.NAMES):
                allowed = list(good.NAMES) if holds_amounts else [name for name in place if name not in ("cite", "source")]
                raise RulesError(f"house rule `{path}`: unknown name `{word}` in {here}; {nearest(word, allowed)}")
            key = word
        else:
            raise RulesError(f"house rule `{path}`: `{here}` is a single value and has no part `{word}`")
        if last:
            _check_kind(path, place.get(key) if isinstance(place, dict) else place[key], value)
            place[key] = value
        else:
            place = place[key]
    return None


def _check_kind(path: str, old: Any, new: Any) -> None:
    """A house rule must be of the same kind as what it replaces; ranges are checked with the tables."""
    if old is None:
        return
    kinds = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "a table"}
    if type(old) is not type(new):
        raise RulesError(f"house rule `{path}`: {new!r} is not allowed; give {kinds.get(type(old), 'another value')}, as in {old!r}")


def _set_toggle(tables: Tables, name: str, value: Any) -> None:
    toggles = tables["toggle"]
    if name not in toggles:
        raise RulesError(f"house rule `toggle.{name}`: unknown toggle `{name}`; {nearest(name, toggles)}")
    printed = printed_tables()["toggle"][name]
    allowed = [printed["value"], *printed["alternatives"]]
    if not any(value == word and type(value) is type(word) for word in allowed):
        shown = ", ".join(repr(word) for word in allowed)
        raise RulesError(f"house rule `toggle.{name}`: {value!r} is not allowed; allowed: {shown}")
    toggles[name]["value"] = value
