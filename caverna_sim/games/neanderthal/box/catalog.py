"""The catalog: the rules of one game, deck, variant and house rules applied, as tables for people and as a record for kernels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from caverna_sim.check import reading
from caverna_sim.errors import RulesError, nearest, shown
from caverna_sim.games.neanderthal.box.deck import USUAL, Deck, deck_of
from caverna_sim.games.neanderthal.box.pack import pack
from caverna_sim.games.neanderthal.box.tables import flatten, with_house_rules
from caverna_sim.games.neanderthal.ids import things
from caverna_sim.kit.tables.catalog import as_text, checked_players, hash_of
from caverna_sim.kit.tables.house import Tables


@dataclass(frozen=True, eq=False)
class Names:
    """What the cards of a deck are called, by number: biomes first."""

    cards: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Catalog:
    """Rules of a game. `record` is the array of length 1 that kernels take."""

    people: int
    variant: str  # empty: the ordinary game
    species: tuple[int, ...]  # by seat
    overrides: Mapping[str, Any]
    deck: Deck
    tables: Tables
    names: Names
    record: np.ndarray

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.species)

    @property
    def hash(self) -> str:
        """A name for exactly these rules, whoever sits where."""
        return hash_of(self.people, self.variant, self.tables)


@lru_cache(maxsize=64)
def _names(cards: tuple[str, ...]) -> Names:
    return Names(cards)


@lru_cache(maxsize=256)
def _tables(overrides: str, deck: Deck) -> Tables:
    return with_house_rules(json.loads(overrides), deck.tables)


@lru_cache(maxsize=512)
def _catalog(people: int, variant: str, species: tuple[int, ...], overrides: str, deck: Deck) -> Catalog:
    tables = _tables(overrides, deck)
    record = pack(tables, deck.tables, people, things.VARIANTS.index(variant), species)
    record.flags.writeable = False
    names = _names((*tables["biome"], *tables["daughter"]))
    return Catalog(people, variant, species, json.loads(overrides), deck, tables, names, record)


def seats_of(people: int, variant: str) -> int:
    """A seat is a species in play (N-SETUP-6, N-VAR-1, N-VAR-2)."""
    return 1 if variant == "one_species" else things.MAX_SEATS if variant == "all_species" else people


def read_variant(value: Any, people: int) -> str:
    """The variant of a game; alone it is all species unless one is named."""
    allowed = {1: ("all_species", "one_species"), 2: (), 3: ("all_species",)}[people]
    if value is None:
        return "all_species" if people == 1 else things.VARIANTS[things.ORDINARY]
    if value not in allowed:
        told = nearest(str(value), allowed) if allowed else "leave it out"
        raise RulesError(f"variant: {shown(value)} is not for {people} player{'s' if people > 1 else ''}; {told}")
    return str(value)


def read_species(value: Any, seats: int) -> tuple[int, ...] | None:
    """Species by seat; None when they are drawn."""
    if value is None or value == "random":
        return None
    if not isinstance(value, list | tuple) or len(value) != seats or len({str(one) for one in value}) < seats:
        raise RulesError(f"species: {shown(value)} is not allowed; give `random` or a list of {seats} different species, one a seat")
    for one in value:
        if one not in things.SPECIES:
            raise RulesError(f"species: unknown species {shown(one)}; {nearest(str(one), things.SPECIES)}")
    return tuple(things.SPECIES.index(one) for one in value)


def catalog(people: int, variant: str, species: Sequence[int], rules: Mapping[str, Any] | None = None, deck: Deck | str = USUAL) -> Catalog:
    """The rules of a game with house rules (dotted paths or nested tables) applied."""
    found = deck if isinstance(deck, Deck) else deck_of(deck)
    with reading(RulesError, "rules"):
        return _catalog(checked_players(people, things.MAX_SEATS), variant, tuple(species), as_text(rules, flatten), found)
