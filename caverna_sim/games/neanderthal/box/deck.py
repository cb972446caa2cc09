"""Decks: the made-up one, others drawn within what is known, and an owner's file."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from caverna_sim.check import MOST_NUMBER, Wrong, flag, name, one_of, reading, row, shown_name, table
from caverna_sim.errors import CavernaError, RulesError, nearest, shown
from caverna_sim.games.neanderthal.box.drawn import drawn_tables
from caverna_sim.games.neanderthal.box.schema import (
    ABOUT,
    BIOME_FIELDS,
    DAUGHTER_FIELDS,
    MAY_HAVE,
    card_id,
    check_tables,
    is_whole_card,
    mpi,
    portal,
)
from caverna_sim.games.neanderthal.box.tables import printed_tables
from caverna_sim.games.neanderthal.ids import things
from caverna_sim.kit.tables.house import Tables
from caverna_sim.toml import read_toml

USUAL = "synthetic-1"
DRAWN = "random:"
PER_BLOCK = "random"  # of scenarios: another one for each block
WORDS = "made-up cards"
_TOP = ("deck", "biome", "daughter", "mating", "mating_card", "placard", "dice")


@dataclass(frozen=True, eq=False)
class Deck:
    """The tables of a deck, and how many of its cards are made up."""

    id: str
    tables: Tables
    made_up: int
    given: str = USUAL  # as `deck=` names it

    @property
    def hash(self) -> str:
        """A name for exactly these cards."""
        return hashlib.sha256(json.dumps(self.tables, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def banner(self) -> str:
        """What every page says of it."""
        if not self.made_up:
            return f"deck {self.id}"
        return f"deck {self.id}: {self.made_up} of {things.NUM_CARDS} cards are {WORDS}, not those of the published game"

    def told(self) -> dict[str, Any]:
        """For manifests."""
        return {
            "id": self.id,
            "synthetic": self.made_up == things.NUM_CARDS,
            "made_up": self.made_up,
            "of": things.NUM_CARDS,
            "hash": self.hash,
        }


@cache
def _synthetic() -> Deck:
    return Deck(USUAL, printed_tables(), things.NUM_CARDS)


@cache
def _drawn(number: int) -> Deck:
    tables = {**printed_tables(), **drawn_tables(number)}
    with reading(RulesError, f"deck {DRAWN}{number}:"):
        check_tables(tables)
    return Deck(f"{DRAWN}{number}", tables, things.NUM_CARDS, f"{DRAWN}{number}")


def deck_of(given: Any, error: type[CavernaError] = RulesError) -> Deck:
    """The deck that is named: `synthetic-1`, `random:N`, or the path of an owner's file."""
    if given is None or given == USUAL:
        return _synthetic()
    if isinstance(given, str | Path) and str(given).endswith(".toml"):
        return read_deck(Path(given), error)
    if isinstance(given, str) and given.startswith(DRAWN):
        number = given.removeprefix(DRAWN)
        if number.isascii() and number.isdigit() and int(number[:30]) <= MOST_NUMBER:
            return _drawn(int(number))
    raise error(f"deck: {shown(given)} is not allowed; give `{USUAL}`, `{DRAWN}N` or the path of a file that ends with .toml")


def read_deck(path: Path, error: type[CavernaError] = RulesError) -> Deck:
    """An owner's file; one sentence says what is wrong with it."""
    subject = f"deck `{path.name}`"
    data = read_toml(path, subject, error, "", "give an owner's file, as `caverna-sim rules --game neanderthal box` prints it")
    with reading(error, f"{subject}:"):
        return merged(data, str(path))


# ---------------------------------------------------------------- an owner's file

_ROWS: dict[str, Mapping[str, Any]] = {
    "biome": {**BIOME_FIELDS, **MAY_HAVE, **ABOUT},
    "daughter": {**DAUGHTER_FIELDS, **ABOUT},
}


def merged(data: Any, given: str) -> Deck:
    """The printed tables with what a file gives; Wrong with the field and the rule."""
    table(data, "", _TOP)
    about = table(data.get("deck", {}), "deck", ("id", "replace"))
    replaces = flag(about.get("replace", False), "deck.replace")
    tables, owned = copy.deepcopy(dict(printed_tables())), 0
    for kind, fields in _ROWS.items():
        known = {} if replaces else tables[kind]
        tables[kind], found = _merge_rows(kind, fields, data.get(kind, []), known)
        owned += found
    _merge_constants(tables, data)
    check_tables(tables)
    return Deck(name(about.get("id", "owner"), "deck.id"), tables, things.NUM_CARDS - owned, given)


def _merge_rows(kind: str, fields: Mapping[str, Any], given: Any, known: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """The cards by id, and how many are the owner's."""
    if not isinstance(given, list):
        raise Wrong(kind, f"give rows that begin with [[{kind}]]")
    found, seen, owned = dict(known), set(), 0
    for place, entry in enumerate(given):
        where = f"{kind}.{place}"
        if not isinstance(entry, Mapping) or "id" not in entry:
            raise Wrong(where, "the field `id` is missing")
        card_id(entry["id"], f"{where}.id")
        which = entry["id"]
        if which in seen:
            raise Wrong(f"{kind}.{which}", "this id stands in the file twice (schema)")
        seen.add(which)
        values = {key: value for key, value in entry.items() if key != "id"}
        row({}, fields)(values, f"{kind}.{which}")
        owned += values.get("source") == "owner" or is_whole_card(kind, values)
        before = dict(known.get(which, {}))
        for key in MAY_HAVE if is_whole_card(kind, values) else ():  # a card that is given whole shows no icons but those of the file
            before.pop(key, None)
        found[which] = {**before, **values}
    return found, owned


def _merge_constants(tables: Tables, data: Mapping[str, Any]) -> None:
    for which, value in table(data.get("mating", {}), "mating", things.MATINGS).items():
        given = table(value, f"mating.{which}", ("mpi",)).get("mpi", {})
        mpi(given, f"mating.{which}.mpi")
        tables["mating"][which]["mpi"] |= given
    dice = table(data.get("dice", {}), "dice", [key for key in tables["dice"] if key not in ("cite", "assumed")])
    tables["dice"] |= dice
    for kind, key, fields, known in (
        ("mating_card", "id", {"sides": None}, tuple(tables["mating_card"])),
        ("placard", "species", {"starting_portal": portal}, things.SPECIES),
    ):
        entries = data.get(kind, [])
        if not isinstance(entries, list):
            raise Wrong(kind, f"give rows that begin with [[{kind}]]")
        seen: set[str] = set()
        for place, entry in enumerate(entries):
            where = f"{kind}.{place}"
            table(entry, where, (key, *fields, "source"))
            if entry.get(key) not in known:
                raise Wrong(f"{where}.{key}", f"unknown name `{shown_name(entry.get(key))}`; {nearest(str(entry.get(key)), known)}")
            one_of(known)(entry[key], f"{where}.{key}")
            if entry[key] in seen:
                raise Wrong(f"{kind}.{entry[key]}", "it stands in the file twice (schema)")
            seen.add(entry[key])
            tables[kind][entry[key]] |= {field: entry[field] for field in fields if field in entry}
