"""Reads the rules tables and applies house rules by dotted path."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from caverna_sim.check import Check, reading, shown_name
from caverna_sim.errors import RulesError, nearest, shown
from caverna_sim.games.caverna.box.schema import TABLES, TWIN_TILES, check_tables
from caverna_sim.games.caverna.expansions import EVERYTHING, TITLES, module_of, which
from caverna_sim.games.caverna.ids import good, terrain
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS, MAX_STRIPS, MAX_TRAPS
from caverna_sim.kit.tables.house import HouseRules, Tables, flattened
from caverna_sim.kit.tables.owner import KEY, read_box

FILES = ("constants", "board", "rounds", "spaces", "furnishings", "loot", "toggles")
# values that a house rule may replace as a whole, or give a good they do not name yet
AMOUNT_TABLES = ("cost", "goods", "give", "get", "prices")
# tables that house rules may add rows to: what such a row must say, and how many rows have room, printed ones included
GROWING = {"furnishing": ("colour",), "trap": ("kind",), "bounty": ("strip", "column", "do")}
_ROOM = {"furnishing": MAX_FURNISHINGS, "trap": MAX_TRAPS}
_LEFT_OUT: dict[str, dict[str, Any]] = {  # what it may leave out
    "furnishing": {"category": "house", "introductory": True, "cost": {}, "points": 0, "effects": []},
    "trap": {"cost": {}, "copies": 7, "source": "house"},
    "bounty": {"source": "house"},
}


def _read(names: tuple[str, ...], folder: str = "base") -> Tables:
    tables: Tables = {}
    for name in names:
        path = resources.files("caverna_sim.games.caverna.box") / folder / f"{name}.toml"
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if key in tables:
                raise RulesError(f"rules: the table `{key}` stands in two files")
            tables[key] = value
    return tables


@cache
def printed_tables(expansion: str | None = None) -> Tables:
    """The tables as shipped, with those of the expansion laid over them; callers must not change them."""
    tables = _read(FILES)
    if expansion in TITLES:
        _lay_over(tables, _read(module_of(expansion, "schema").FILES, expansion))
    elif expansion is not None:
        raise RulesError(f"expansion: {shown(expansion)} is not known; {which()}")
    for table, ids in order_of_ids().items():
        if table in tables:
            tables[table] = _in_order(tables[table], table, ids)
    _check(tables, expansion, {})
    return tables


@cache
def order_of_ids() -> Mapping[str, tuple[str, ...]]:
    """The one order of every table that numbers come from, over all editions (order.toml)."""
    text = (resources.files("caverna_sim.games.caverna.box") / "order.toml").read_text(encoding="utf-8")
    return {table: tuple(ids.split()) for table, ids in tomllib.loads(text).items()}


def _in_order(rows: Mapping[str, Any], table: str, ids: tuple[str, ...]) -> Tables:
    """Rows by their numbers; one that has none would take that of another."""
    for name in rows:
        if name not in ids:
            raise RulesError(f"rules `{table}.{name}`: no number is kept for this row; append its id to `{table}` in order.toml")
    return {name: rows[name] for name in ids if name in rows}


def _lay_over(tables: Tables, changes: Tables) -> None:
    """Put changes over tables value by value; amounts and programs are replaced as a whole."""
    for key, value in changes.items():
        old = tables.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and key not in ("flow", "effect", *AMOUNT_TABLES):
            _lay_over(old, value)
        else:
            tables[key] = value


def _check(tables: Tables, expansion: str | None, sound: Tables) -> None:
    """Each table by itself, unless it is one of those that are known to be sound, and all of them together."""
    changed = {name: table for name, table in tables.items() if name not in sound or table is not sound[name]}
    check_tables(changed, {name: check for name, check in _known_tables(expansion).items() if name in changed or name not in sound})
    if expansion is None:
        module_of(EVERYTHING, "schema").check_base_only(tables)
    else:
        module_of(expansion, "schema").check_together(tables)
    _check_names(tables)


def _known_tables(expansion: str | None) -> Mapping[str, Check]:
    tables: Mapping[str, Check] = TABLES if expansion is None else module_of(expansion, "schema").TABLES_OF_ALL
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


def ids_of(tables: Tables, table: str) -> tuple[str, ...]:
    """Ids of a table in the order of their numbers: what is printed, expansions included, then what house rules add."""
    printed = printed_tables(EVERYTHING)[table]
    return (*printed, *(name for name in tables.get(table, ()) if name not in printed))


def ids_so_far(tables: Tables, table: str) -> tuple[str, ...]:
    """Ids in the order of their numbers, up to the last row that these tables have."""
    ids = ids_of(tables, table)
    return ids[: 1 + max(number for number, name in enumerate(ids) if name in tables[table])]


def with_house_rules(overrides: Mapping[str, Any], expansion: str | None = None) -> Tables:
    """The printed tables with values replaced by dotted path, for example `loot.cattle.strength = 12`; whole rows of one's own come
    first, in the order of their names, so that their numbers depend on nothing else. Callers must not change them: tables without a change
    are the printed ones."""
    printed = printed_tables(expansion)
    tables = dict(printed)
    added = sorted(path for path, value in overrides.items() if is_new_row(path, value))
    for path in (*added, *(path for path in overrides if path not in added)):
        _apply(tables, path, overrides[path], expansion)
    if overrides:
        _check(tables, expansion, printed)
        _check_room(tables)
    return tables


def is_new_row(path: str, value: Any) -> bool:
    """Whether a house rule adds a row that is not printed, such as a furnishing of one's own."""
    words = path.split(".")
    return len(words) == 2 and words[0] in GROWING and isinstance(value, Mapping) and words[1] not in printed_tables(EVERYTHING)[words[0]]


def _apply(tables: Tables, path: str, value: Any, expansion: str | None) -> None:
    """Put the value of a house rule into tables of an expansion, or of the base game."""
    if expansion is None and _needs_expansion(path):
        raise RulesError(
            f'house rule `{path}`: this belongs to {TITLES[EVERYTHING]}; set expansion = "{EVERYTHING}" to use it, or leave it out'
        )
    printed = printed_tables(expansion)
    if is_new_row(path, value):
        table, name = path.split(".")
        for changing in (table, "bounty_board"):
            HOUSE.own(tables, changing, printed)
        _add_row(tables, table, name, value)
    else:
        HOUSE.replace(tables, path, value, printed)


def _add_row(tables: Tables, table: str, name: str, value: Mapping[str, Any]) -> None:
    """A row of one's own, with what it leaves out."""
    where, missing = f"house rule `{table}.{name}`", [field for field in GROWING[table] if field not in value]
    if missing:
        needed, hint = " and ".join(f"`{field}`" for field in missing), nearest(name, tables[table])
        raise RulesError(f"{where}: unknown name `{shown_name(name)}` in {table}; {hint}; a row of your own needs {needed} too")
    if re.fullmatch("[a-z][a-z0-9_]{0,39}", name) is None:
        raise RulesError(f"{where}: the name of a new row has up to 40 small letters, digits and _, and begins with a letter")
    taken = {*terrain.NAMES, *(key for other in (*GROWING, "space", "loot") for key in tables.get(other, ()))}
    if name in taken:
        raise RulesError(f"{where}: something else is called `{name}` already; give the row another name")
    words = name.replace("_", " ").capitalize()
    told = {"name": words, "text": "Added by a house rule.", "cite": "house rule"}
    tables[table][name] = {**told, **copy.deepcopy(_LEFT_OUT[table]), **copy.deepcopy(dict(value))}
    strips = tables.get("bounty_board", {}).get("long", [])
    printed_strips = {row["strip"] for row in printed_tables(EVERYTHING)["bounty"].values()}
    if table == "bounty" and value["strip"] not in (*strips, *printed_strips):
        strips.append(value["strip"])  # a strip of one's own is among those to draw from


def _check_room(tables: Tables) -> None:
    """The records of a game have room for so many things only."""
    for table, most in _ROOM.items():
        number, printed = len(ids_of(tables, table)), len(printed_tables(EVERYTHING)[table])
        if number > most:
            raise RulesError(f"rules `{table}`: {number - printed} rows are added, there is room for {most - printed} beside those printed")
    strips = {str(row["strip"]) for row in tables.get("bounty", {}).values()}
    if len(strips) > MAX_STRIPS:
        raise RulesError(f"rules `bounty`: {len(strips)} long strips; there is room for {MAX_STRIPS} with up to four bounties each")


def check_value(path: str, value: Any, expansion: str | None = None) -> None:
    """Raise RulesError when one house rule is wrong in itself, whatever it does together with others."""
    tables, table = dict(printed_tables(expansion)), path.split(".")[0]
    _apply(tables, path, value, expansion)
    with reading(RulesError, "rules"):
        _known_tables(expansion)[table](tables[table], table)


def _needs_expansion(path: str) -> bool:
    """Whether a path leads nowhere in the base game, but into a table or row of the expansion."""
    words = path.split(".")[:2]
    base: Any = printed_tables()
    whole: Any = printed_tables(EVERYTHING)
    for word in words:
        if not isinstance(whole, Mapping) or word not in whole:
            return False
        if word not in base:
            return True
        base, whole = base[word], whole[word]
    return False


def flatten(rules: Mapping[str, Any]) -> dict[str, Any]:
    """House rules as dotted paths, whether written with quotes ("a.b" = 1) or as nested tables (a.b = 1).

    `overrides` names a file with more of them, which gives way to what stands beside it.
    """
    printed = printed_tables(EVERYTHING)
    box = flatten(read_box(rules[KEY])) if KEY in rules else {}
    return {**box, **flattened({path: value for path, value in rules.items() if path != KEY}, lambda path: _is_value(printed, path))}


def _is_value(tables: Tables, path: str) -> bool:
    """Whether a dotted path names something that is replaced as a whole, such as a cost or a flow."""
    words = path.split(".")
    if len(words) == 2 and words[0] in GROWING and words[1] not in tables[words[0]]:
        return True
    place: Any = tables
    for word in words:
        place = place.get(word) if isinstance(place, Mapping) else None
    return _is_amounts(place, path.rsplit(".", 1)[-1]) or path.rsplit(".", 1)[-1] in ("flow", "effect", "first_round")


def _is_amounts(place: Any, name: str) -> bool:
    """Whether a table holds amounts of wares."""
    if name in AMOUNT_TABLES:
        return True
    return isinstance(place, Mapping) and bool(place) and all(key in good.NAMES and isinstance(place[key], int) for key in place)


HOUSE = HouseRules(
    goods=good.NAMES,
    holds_amounts=_is_amounts,
    readings=("toggle", "ruling"),
    may_get={"start": ("gold",)},  # by seat, as food; nobody has any in the printed game
    single=("start",),
)
