"""Every way to put the animals of a home board on its cells (F-EVENT-12), found by trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.caverna.oracles.naive_board import PRINTED, Board, is_forest
from tests.caverna.oracles.printed import FARM_ANIMALS, Tables, effects

Arrangement = frozenset[tuple[str, str, int, int]]  # cell, animal, number, dogs that watch


class Place(NamedTuple):
    """A cell, or a large pasture by its upper or left cell, where so many animals of one of these types can stand."""

    cell: str
    capacity: int
    types: tuple[str, ...]
    dogs_can_watch: bool


def places(seat: dict[str, Any], rules: Tables, barred: frozenset[str] = frozenset()) -> list[Place]:
    """Everything on a home board that animals can stand in; a pasture with a barred cell holds nothing."""
    board, room = Board(seat, rules), rules["room"]
    found = []

    def add(cell: str, kind: str, stables: int, dogs_can_watch: bool) -> None:
        found.append(Place(cell, room[kind]["capacity"][stables], tuple(room[kind]["types"]), dogs_can_watch))

    for cell in board.cells_with("small_pasture"):
        add(cell, "small_pasture", int(cell in board.stables), True)
    for pair in board.large_pastures():
        if not barred & set(pair):
            anchor = min(pair, key=lambda cell: (cell[2], cell[1]))
            add(anchor, "large_pasture", sum(cell in board.stables for cell in pair), True)
    for cell in board.cells_with("meadow"):
        add(cell, "meadow", int(cell in board.stables), True)
    for cell in PRINTED:
        if is_forest(cell) and not board.cells[cell] and cell in board.stables:
            add(cell, "forest", 1, False)
    for mine in ("ore_mine", "ruby_mine"):
        for cell in board.cells_with(mine):
            add(cell, mine, 0, False)
    for tile, effect in effects(rules, board.owned(), "animal_room"):
        capacity = effect["capacity"] if "capacity" in effect else len(seat["dwarfs"])
        found.append(Place(board.cell_of(tile), capacity, tuple(effect["types"]), False))
    for _, effect in effects(rules, board.owned(), "animal_room_per_empty_field"):
        found.extend(Place(cell, effect["capacity"], tuple(effect["types"]), False) for cell in board.cells_with("field"))
    return [place for place in found if place.cell not in barred]


def dogs_needed(place: Place, animal: str, number: int, bonus: int) -> int | None:
    """The fewest dogs with which so many animals can stand in a place (R-DOG-2)."""
    if animal in place.types and number <= place.capacity:
        return 0
    if animal == "sheep" and place.dogs_can_watch:
        return next(dogs for dogs in range(1, number + 1) if dogs + bonus >= number)
    return None


def arrangements(free: list[Place], animals: dict[str, int], dogs: int, bonus: int) -> Iterator[Arrangement]:
    """Every legal arrangement of all the animals."""
    most = [max(place.capacity, dogs + bonus if place.dogs_can_watch else 0) for place in free]
    room = [sum(most[first:]) for first in range(len(free) + 1)]  # places from a number on hold no more than this

    def from_place(first: int, animals: dict[str, int], left: int, dogs: int) -> Iterator[Arrangement]:
        if not left:
            yield frozenset()
        if not 0 < left <= room[first]:
            return
        place = free[first]
        yield from from_place(first + 1, animals, left, dogs)
        for animal in FARM_ANIMALS:
            for number in range(1, animals[animal] + 1):
                watching = dogs_needed(place, animal, number, bonus)
                if watching is None or watching > dogs:
                    continue
                others = animals | {animal: animals[animal] - number}
                for rest in from_place(first + 1, others, left - number, dogs - watching):
                    yield rest | {(place.cell, animal, number, watching)}

    yield from from_place(0, animals, sum(animals.values()), dogs)
