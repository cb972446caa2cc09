"""House rules by dotted path: any value of the tables of a game can be replaced, `major.well.cost.stone = 2` for example.

A game says what its tables are like (`HouseRules`): which hold amounts of goods, which values are replaced as a whole. Whether what comes
out can be played, its own checks say.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from caverna_sim.check import shown_name
from caverna_sim.errors import RulesError, nearest, shown

Tables = dict[str, Any]
KINDS = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "a table"}


@dataclass(frozen=True)
class HouseRules:
    """How the tables of a game may be changed."""

    goods: Collection[str]  # that a table of amounts may name, printed or not
    holds_amounts: Callable[[Any, str], bool]  # whether what lies under a name is such a table
    readings: Collection[str] = ()  # tables whose rows offer readings of an open point: one of them is chosen
    unnamed: Collection[str] = ("cite", "source", "assumed")  # what nobody is told to change
    fixed: Collection[str] = ()  # fields of rows that are no rules, such as names
    may_get: Mapping[str, Collection[str]] = field(default_factory=dict)  # table -> fields that rows may get beside those they print
    single: Collection[str] = ()  # tables that are one such row

    def applied(self, overrides: Mapping[str, Any], printed: Tables, check: Callable[[Tables], None]) -> Tables:
        """Tables with values replaced by dotted path, checked anew; those without a change are the printed ones, so leave them alone."""
        tables = dict(printed)
        for path, value in overrides.items():
            self.replace(tables, path, value, printed)
        if overrides:
            check(tables)
        return tables

    def own(self, tables: Tables, name: str, printed: Tables) -> None:
        """A table that is about to be changed is no longer the printed one."""
        if name in printed and tables.get(name) is printed[name]:
            tables[name] = copy.deepcopy(printed[name])

    def replace(self, tables: Tables, path: str, value: Any, printed: Tables) -> None:
        """Put a value at its path; RulesError when it leads nowhere, or when the value is of another kind than what it replaces."""
        words = path.split(".") if path else [""]
        if words[0] in self.readings and len(words) > 1:
            return self.choose(tables, words[0], words[1], words[2:], value, printed)
        self.own(tables, words[0], printed)
        place: Any = tables
        for depth in range(len(words)):
            key = self._key(place, path, words, depth)
            if depth == len(words) - 1:
                _check_kind(path, place.get(key) if isinstance(place, dict) else place[key], value)
                place[key] = value
            else:
                place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
        return _confirm(tables, words)

    def _key(self, place: Any, path: str, words: list[str], depth: int) -> Any:
        """The key or index that a word of a path means."""
        word, here = words[depth], ".".join(words[:depth]) or "the rules"
        if isinstance(place, list):
            if not word.isdigit() or int(word) >= len(place):
                raise RulesError(f"house rule `{path}`: `{here}` is a list; give an entry from 0 to {len(place) - 1}")
            return int(word)
        if not isinstance(place, dict):
            raise RulesError(f"house rule `{path}`: `{here}` is a single value and has no part `{word}`")
        holds_amounts = depth > 0 and self.holds_amounts(place, words[depth - 1])
        if holds_amounts and depth == len(words) - 1 and word in self.goods:
            return word
        known = [*place, *(self.may_get.get(words[0], ()) if depth == (1 if words[0] in self.single else 2) else ())]
        known = [name for name in known if not (depth == 2 and name in self.fixed)]
        if word not in known:
            allowed = list(self.goods) if holds_amounts else [name for name in known if name not in self.unnamed]
            raise RulesError(f"house rule `{path}`: unknown name `{shown_name(word)}` in {here}; {nearest(word, allowed)}")
        return word

    def choose(self, tables: Tables, table: str, name: str, part: list[str], value: Any, printed: Tables) -> None:
        """Choose one of the readings of a point that is left open; one may carry a number of another table along."""
        self.own(tables, table, printed)
        rows = tables.get(table, {})
        if name not in rows:
            raise RulesError(f"house rule `{table}.{name}`: unknown {table} `{name}`; {nearest(name, rows)}")
        if part not in ([], ["value"]):
            raise RulesError(f"house rule `{'.'.join((table, name, *part))}`: only its reading can be chosen; give `{table}.{name}`")
        allowed = [printed[table][name]["value"], *printed[table][name]["alternatives"]]
        which = next((number for number, word in enumerate(allowed) if value == word and type(value) is type(word)), -1)
        if which < 0:
            readings = ", ".join(repr(word) for word in allowed)
            raise RulesError(f"house rule `{table}.{name}`: {shown(value)} is not allowed; allowed: {readings}")
        rows[name]["value"] = value
        if "sets" in rows[name]:
            self.replace(tables, rows[name]["sets"], rows[name]["numbers"][which], printed)


def tables_in(package: str, names: Collection[str]) -> Tables:
    """What is printed: the tables of some files in the folder `base` of a package."""
    tables: Tables = {}
    for name in names:
        tables |= tomllib.loads((resources.files(package) / "base" / f"{name}.toml").read_text(encoding="utf-8"))
    return tables


def _confirm(tables: Tables, words: list[str]) -> None:
    """What is given is no longer assumed: the marks of the rows that hold it go."""
    place: Any = tables
    for depth, word in enumerate(words):
        if isinstance(place, Mapping) and "assumed" in place:
            given = ".".join(words[depth:])
            place["assumed"][:] = [
                mark for mark in place["assumed"] if not (f"{mark}.".startswith(f"{given}.") or f"{given}.".startswith(f"{mark}."))
            ]
        place = place[int(word)] if isinstance(place, list) else place[word] if isinstance(place, Mapping) else None


def _check_kind(path: str, old: Any, new: Any) -> None:
    """A house rule must be of the same kind as what it replaces; ranges are checked with the tables."""
    if old is not None and type(old) is not type(new):
        raise RulesError(
            f"house rule `{path}`: {shown(new)} is not allowed; give {KINDS.get(type(old), 'another value')}, as in {shown(old)}"
        )


def flattened(rules: Mapping[str, Any], is_whole: Callable[[str], bool] = lambda path: False, prefix: str = "") -> dict[str, Any]:
    """House rules as dotted paths, whether written with quotes ("a.b" = 1) or as nested tables (a.b = 1).

    `is_whole` says of a path whether a table there is a value, and not a place with others.
    """
    flat: dict[str, Any] = {}
    for key, value in rules.items():
        path = f"{prefix}{key}"
        flat.update(flattened(value, is_whole, f"{path}.") if isinstance(value, Mapping) and not is_whole(path) else {path: value})
    return flat


def marked_values(tables: Tables) -> list[tuple[str, Any]]:
    """Dotted path and value of everything that is still assumed; what a house rule or a file of values gives is not."""
    return list(_marked("", tables))


def _marked(path: str, place: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(place, Mapping):
        return
    for mark in place.get("assumed", ()):
        value: Any = place
        for word in mark.split("."):
            value = value[word]
        yield f"{path}.{mark}", value
    for key, inner in place.items():
        yield from _marked(f"{path}.{key}" if path else key, inner)
