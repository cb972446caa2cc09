"""What a seat may not do, in words and as the LIMITS record that kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim import check
from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import CavernaError, nearest, shown
from caverna_sim.games.caverna.box.tables import ids_of
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.shape.sizes import MAX_LATE
from caverna_sim.kit.tables.house import Tables
from caverna_sim.kit.tables.together import together as all_of

Limits = Mapping[str, Any]  # the words below, each only where it limits something
TILES = "tiles_without"
SETS = {"spaces_without": "spaces", TILES: "tiles", "loot_without": "loot", "orcs_without": "orcs"}  # field of the record
OF_EXPANSIONS = ("orcs_without",)
_TABLES = {"spaces_without": "space", TILES: "furnishing", "loot_without": "loot"}
NUMBERS = ("weapon_max", "weapon_from_round", "dwarfs_max")
LATER, FIRST = (
    "tile_from_round",
    "tile_first",
)  # furnishing -> first round in which it may be built; the one before all others but dwellings
MOST_STRENGTH = 30  # house rules may raise weapons so far
MOST_ROUND, MOST_FAMILY = 12, 6
FIGHT = "fight_orc"  # a loot item that is a way to deal with orcs


def names_in(word: str, tables: Tables) -> tuple[str, ...]:
    """What a set may hold under some rules, in the order of its bits."""
    return ids_of(tables, _TABLES[word]) if word in _TABLES else orc.WAYS


def put_limits(record: Any, limits: Limits, tables: Tables) -> None:
    """Write limits into a LIMITS record."""
    from caverna_sim.games.caverna.shape.tiles import set_of

    for word, field in SETS.items():
        numbers = {names_in(word, tables).index(name) for name in limits.get(word, ())}
        record[field] = set_of(numbers) if field == "tiles" else sum(1 << number for number in numbers)
    if FIGHT in limits.get("loot_without", ()):
        record["orcs"] |= 1 << orc.FIGHTS
    numbers_of = {name: number for number, name in enumerate(names_in(TILES, tables))}
    record["late_tile"], record["late_from"] = 0, 0
    for number, (name, first_round) in enumerate(limits.get(LATER, {}).items()):
        record["late_tile"][number], record["late_from"][number] = 1 + numbers_of[name], first_round
    record["first_tile"] = 1 + numbers_of[limits[FIRST]] if FIRST in limits else 0
    record["weapons_below"] = limits["weapon_max"] + 1 if "weapon_max" in limits else 0
    record["weapons_from"] = limits.get("weapon_from_round", 0)
    record["dwarfs"] = limits.get("dwarfs_max", 0)


def limits_of(record: Any, tables: Tables) -> dict[str, Any]:
    """What a LIMITS record says in words."""
    from caverna_sim.games.caverna.shape.tiles import joined

    limits: dict[str, Any] = {}
    for word, field in SETS.items():
        bits = joined(record[field]) if field == "tiles" else int(record[field])
        found = [name for bit, name in enumerate(names_in(word, tables)) if bits >> bit & 1] if bits else []
        if found:
            limits[word] = found
    late = zip(record["late_tile"], record["late_from"], strict=True)
    later = {names_in(TILES, tables)[tile - 1]: int(first_round) for tile, first_round in late if tile}
    if later:
        limits[LATER] = later
    if record["first_tile"]:
        limits[FIRST] = names_in(TILES, tables)[record["first_tile"] - 1]
    if record["weapons_below"]:
        limits["weapon_max"] = int(record["weapons_below"]) - 1
    if record["weapons_from"]:
        limits["weapon_from_round"] = int(record["weapons_from"])
    if record["dwarfs"]:
        limits["dwarfs_max"] = int(record["dwarfs"])
    return limits


def together(several: Iterable[Limits]) -> dict[str, Any]:
    """All of several limits at once."""
    return all_of(several, SETS, {"weapon_from_round": max, LATER: _latest, FIRST: _same_first})


def _latest(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Both rounds hold, so the later one does."""
    both = {name: max(one.get(name, 0), other.get(name, 0)) for name in (*one, *other)}
    if len(both) > MAX_LATE:
        raise CavernaError(f"limits `{LATER}`: a seat has to wait for {len(both)} furnishings; give at most {MAX_LATE}")
    return both


def _same_first(one: str, other: str) -> str:
    if one != other:
        raise CavernaError(f"limits `{FIRST}`: `{one}` and `{other}` cannot both be the first of a seat; give one")
    return one


def limits_record(several: Mapping[int, Limits], seats: int, tables: Tables) -> np.ndarray:
    """The LIMITS records of so many seats."""
    from caverna_sim.games.caverna.shape.layout import LIMITS

    records = np.zeros(seats, LIMITS)
    for seat, limits in several.items():
        put_limits(records[seat], limits, tables)
    return records


def faults_of(limits: Any, names: Mapping[str, Sequence[str]], first_dwarfs: int = 2) -> Iterator[Wrong]:
    """Every fault of limits in words; its field is the word. `names` are those each set may hold."""
    words = [*NUMBERS, *names, *((LATER, FIRST) if TILES in names else ())]
    if not isinstance(limits, Mapping):
        yield Wrong("", f"{shown(limits)} is not allowed; give a table with any of {', '.join(f'`{word}`' for word in words)}", limits)
        return
    between = {"weapon_max": (0, MOST_STRENGTH), "weapon_from_round": (1, MOST_ROUND), "dwarfs_max": (first_dwarfs, MOST_FAMILY)}
    for word, value in limits.items():
        try:
            if word in names:
                yield from _faults_of_names(check.texts(value, word), word, names[word])
            elif word in NUMBERS:
                check.whole(value, word, *between[word])
            elif word == LATER and word in words:
                yield from _faults_of_rounds(value, names[TILES])
            elif word == FIRST and word in words:
                yield from _faults_of_names([check.text(value, word)], word, names[TILES])
            else:
                yield Wrong(shown_name(word), f"unknown key; {nearest(word, words)}", value)
        except Wrong as wrong:
            yield wrong


def _faults_of_rounds(given: Any, allowed: Sequence[str]) -> Iterator[Wrong]:
    if not isinstance(given, Mapping):
        yield Wrong(LATER, f"{shown(given)} is not allowed; give a round for each furnishing, such as {{ {allowed[-1]} = 6 }}", given)
        return
    if len(given) > MAX_LATE:
        yield Wrong(LATER, f"{len(given)} furnishings are too many; give at most {MAX_LATE}", given)
    for name, first_round in given.items():
        yield from _faults_of_names([name], LATER, allowed)
        try:
            check.whole(first_round, f"{LATER}.{shown_name(name)}", 1, MOST_ROUND)
        except Wrong as wrong:
            yield wrong


def _faults_of_names(given: Sequence[str], word: str, allowed: Sequence[str]) -> Iterator[Wrong]:
    for index, name in enumerate(given):
        if name not in allowed:
            yield Wrong(word, f"unknown name `{shown_name(name)}`; {nearest(name, allowed)}", name)
        elif name in given[:index]:
            yield Wrong(word, f"`{name}` stands here twice", name)
