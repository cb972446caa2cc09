"""One way in which the animals of a home board can stand: they may be moved at any time, so a position only counts them (R-ANIM-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from caverna_sim.games.caverna.show.boards import Cell

Standing = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Home:
    """Cells that hold animals of one type together."""

    cells: tuple[str, ...]
    capacity: int
    types: tuple[str, ...]
    is_ground: bool = False  # where dogs can watch sheep


def one_way_to_stand(seat: Mapping[str, Any], cells: Sequence[Cell], tables: Mapping[str, Any]) -> tuple[Standing, dict[str, int]]:
    """Animals by cell, and those without a place; dogs watch sheep on meadows and pastures, one on each but the first (R-DOG-2)."""
    homes, dogs, bonus = _homes(seat, cells, tables), seat["animals"].get("dog", 0), int(tables["room"]["dogs"]["bonus"])
    best = _filled(seat, homes)
    meadows = [Home((cell.name,), 0, (), True) for cell in cells if cell.word == "meadow" and not cell.has_stable]
    ground = meadows + sorted((home for home in homes if home.is_ground), key=lambda home: home.capacity)
    for number in range(1, min(dogs, len(ground)) + 1):
        if not sum(best[1].values()):
            break
        taken = {home.cells for home in ground[:number]}
        watching = [dogs - number + 1, *[1] * (number - 1)]
        watched = {home.cells[0]: {"sheep": one + bonus, "dog": one} for home, one in zip(ground, watching, strict=False)}
        found = _filled(seat, [home for home in homes if home.cells not in taken], watched)
        best = min(best, found, key=lambda one: sum(one[1].values()))
    standing, left = best
    left["dog"] = dogs - sum(one.get("dog", 0) for one in standing.values())
    return standing, {ware: amount for ware, amount in left.items() if amount > 0}


def _filled(seat: Mapping[str, Any], homes: Sequence[Home], watched: Standing | None = None) -> tuple[Standing, dict[str, int]]:
    """Homes of one type are filled first; then the largest goes to the type with most animals left, which is exact for printed homes."""
    left = {ware: amount for ware, amount in seat["animals"].items() if ware != "dog"}
    standing: Standing = {}
    for cell, animals in (watched or {}).items():
        here = min(animals["sheep"], left["sheep"])
        if here:
            standing[cell] = {"sheep": here, "dog": animals["dog"]}
            left["sheep"] -= here
    for home in sorted(homes, key=lambda home: (len(home.types) > 1, -home.capacity)):
        ware = max(home.types, key=lambda one: left[one])
        here = min(left[ware], home.capacity)
        if here:
            standing[home.cells[0]] = {ware: here}
            left[ware] -= here
    return standing, left


def _homes(seat: Mapping[str, Any], cells: Sequence[Cell], tables: Mapping[str, Any]) -> list[Home]:
    """All cells, or pairs of cells, that hold animals."""
    room, homes = tables["room"], []
    large: dict[str, list[Cell]] = {}
    for cell in cells:
        kind = cell.word.split("*")[0]
        stables = int(cell.has_stable)
        if kind.startswith("large_pasture:"):
            large.setdefault(kind, []).append(cell)
        elif kind in ("small_pasture", "meadow"):
            homes.append(Home((cell.name,), room[kind]["capacity"][stables], tuple(room[kind]["types"]), is_ground=True))
        elif kind == "." and stables:
            homes.append(Home((cell.name,), room["forest"]["capacity"][stables], tuple(room["forest"]["types"])))
        elif kind in ("ore_mine", "ruby_mine"):
            homes.append(Home((cell.name,), room[kind]["capacity"][0], tuple(room[kind]["types"])))
        elif kind in tables["furnishing"]:
            homes += _in_furnishing(seat, cell, tables["furnishing"][kind], cells)
    for pair in large.values():
        capacity = room["large_pasture"]["capacity"][sum(cell.has_stable for cell in pair)]
        homes.append(Home(tuple(cell.name for cell in pair), capacity, tuple(room["large_pasture"]["types"]), is_ground=True))
    return [home for home in homes if home.capacity]


def _in_furnishing(seat: Mapping[str, Any], cell: Cell, row: Mapping[str, Any], cells: Sequence[Cell]) -> list[Home]:
    homes = []
    for effect in row["effects"]:
        if effect["do"] == "animal_room":
            capacity = len(seat["dwarfs"]) if effect.get("capacity_per") == "dwarf" else effect["capacity"]
            homes.append(Home((cell.name,), capacity, tuple(effect["types"])))
        elif effect["do"] == "animal_room_per_empty_field":
            homes += [Home((one.name,), effect["capacity"], tuple(effect["types"])) for one in cells if one.word == "field"]
    return homes
