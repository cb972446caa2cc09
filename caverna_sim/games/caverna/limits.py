"""What a seat may not do, in words and as the LIMITS record that kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from caverna_sim.errors import nearest
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.ids import orc

Limits = Mapping[str, Any]  # the words below, each only where it limits something
SETS = {"spaces_without": "spaces", "tiles_without": "tiles", "loot_without": "loot", "orcs_without": "orcs"}  # field of the record
_TABLES = {"spaces_without": "space", "tiles_without": "furnishing", "loot_without": "loot"}
NUMBERS = ("weapon_max", "weapon_from_round", "dwarfs_max")
MOST_STRENGTH = 30  # house rules may raise weapons so far
MOST_ROUND, MOST_FAMILY = 12, 6
FIGHT = "fight_orc"  # a loot item that is a way to be rid of orcs


def names_in(word: str) -> tuple[str, ...]:
    """What a set may hold, in the order of its bits."""
    return tuple(printed_tables("fiends")[_TABLES[word]]) if word in _TABLES else orc.WAYS


def put_limits(record: Any, limits: Limits) -> None:
    """Write limits into a LIMITS record."""
    for word, field in SETS.items():
        record[field] = sum(1 << names_in(word).index(name) for name in set(limits.get(word, ())))
    if FIGHT in limits.get("loot_without", ()):
        record["orcs"] |= 1 << orc.FIGHTS
    record["weapons_below"] = limits["weapon_max"] + 1 if "weapon_max" in limits else 0
    record["weapons_from"] = limits.get("weapon_from_round", 0)
    record["dwarfs"] = limits.get("dwarfs_max", 0)


def limits_of(record: Any) -> dict[str, Any]:
    """What a LIMITS record says in words."""
    limits: dict[str, Any] = {}
    for word, field in SETS.items():
        found = [name for bit, name in enumerate(names_in(word)) if int(record[field]) >> bit & 1] if record[field] else []
        if found:
            limits[word] = found
    if record["weapons_below"]:
        limits["weapon_max"] = int(record["weapons_below"]) - 1
    if record["weapons_from"]:
        limits["weapon_from_round"] = int(record["weapons_from"])
    if record["dwarfs"]:
        limits["dwarfs_max"] = int(record["dwarfs"])
    return limits


def together(several: Iterable[Limits]) -> dict[str, Any]:
    """All of several limits at once."""
    both: dict[str, Any] = {}
    for limits in several:
        for word, value in limits.items():
            if word not in both:
                both[word] = value
            elif word in SETS:
                both[word] = [*both[word], *(name for name in value if name not in both[word])]
            else:
                both[word] = max(both[word], value) if word == "weapon_from_round" else min(both[word], value)
    return both


def limits_record(several: Mapping[int, Limits], seats: int) -> np.ndarray:
    """The LIMITS records of so many seats."""
    from caverna_sim.games.caverna.shape.layout import LIMITS

    records = np.zeros(seats, LIMITS)
    for seat, limits in several.items():
        put_limits(records[seat], limits)
    return records


def faults_of(limits: Any, names: Mapping[str, Sequence[str]], first_dwarfs: int = 2) -> Iterator[tuple[str, str, Any]]:
    """Every fault of limits in words: the word, what is wrong with it, and the value; `names` are those each set may hold."""
    if not isinstance(limits, Mapping):
        yield "", f"{limits!r} is not allowed; give a table with any of {_quoted([*NUMBERS, *names])}", limits
        return
    for word, value in limits.items():
        if word in names:
            yield from ((word, *fault) for fault in _faults_of_names(value, names[word]))
        elif word in NUMBERS:
            between = {"weapon_max": (0, MOST_STRENGTH), "weapon_from_round": (1, MOST_ROUND), "dwarfs_max": (first_dwarfs, MOST_FAMILY)}
            low, high = between[word]
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                yield word, f"{value!r} is not allowed; give a whole number from {low} to {high}", value
        else:
            yield word, f"unknown key; {nearest(word, [*NUMBERS, *names])}", value


def _faults_of_names(value: Any, allowed: Sequence[str]) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        yield f"{value!r} is not allowed; give a list of names", value
        return
    for index, name in enumerate(value):
        if name not in allowed:
            yield f"unknown name `{name}`; {nearest(name, allowed)}", name
        elif name in value[:index]:
            yield f"`{name}` stands here twice", name


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
