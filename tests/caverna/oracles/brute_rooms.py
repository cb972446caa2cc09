"""Can the animals of a home board be accommodated? Every way to use every container is tried.

A container that takes a type takes as many of it as fit: leaving room unused never helps. Where dogs watch sheep on a
meadow or pasture, any number of the dogs that are left may stand there, and nothing but sheep does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.caverna.oracles.naive_board import PRINTED, Board, is_forest
from tests.caverna.oracles.printed import FARM_ANIMALS, Tables, effects


class Container(NamedTuple):
    """Room for so many animals of one of these types; dogs can watch sheep on meadows and pastures."""

    capacity: int
    types: tuple[str, ...]
    dogs_can_watch: bool


def containers(seat: dict[str, Any], rules: Tables) -> list[Container]:
    """Everything on a home board that animals can stand in (R-ANIM-1, R-DOG-2)."""
    board, room = Board(seat, rules), rules["room"]
    found = []

    def add(kind: str, stables: int, dogs_can_watch: bool) -> None:
        found.append(Container(room[kind]["capacity"][stables], tuple(room[kind]["types"]), dogs_can_watch))

    for cell in board.cells_with("small_pasture"):
        add("small_pasture", int(cell in board.stables), True)
    for pair in board.large_pastures():
        add("large_pasture", sum(cell in board.stables for cell in pair), True)
    for cell in board.cells_with("meadow"):
        add("meadow", int(cell in board.stables), True)
    for cell in PRINTED:
        if is_forest(cell) and not board.cells[cell] and cell in board.stables:
            add("forest", 1, False)
    for mine in ("ore_mine", "ruby_mine"):
        for _ in board.cells_with(mine):
            add(mine, 0, False)
    for _, effect in effects(rules, board.owned(), "animal_room"):
        capacity = effect["capacity"] if "capacity" in effect else len(seat["dwarfs"])
        found.append(Container(capacity, tuple(effect["types"]), False))
    for _, effect in effects(rules, board.owned(), "animal_room_per_empty_field"):
        found.extend(Container(effect["capacity"], tuple(effect["types"]), False) for _ in board.cells_with("field"))
    return found


def fits(seat: dict[str, Any], rules: Tables) -> bool:
    """Whether all farm animals of a seat have room."""
    animals = tuple(seat["animals"].get(name, 0) for name in FARM_ANIMALS)
    rooms = sorted(containers(seat, rules), reverse=True)
    return _Search(rooms, rules["room"]["dogs"]["bonus"]).holds(0, animals, seat["animals"].get("dog", 0))


class _Search:
    """Depth first through the containers; remembers what it has found out."""

    def __init__(self, rooms: list[Container], bonus: int) -> None:
        self.rooms = rooms
        self.bonus = bonus
        self.known: dict[tuple[Any, ...], bool] = {}
        # no use of the containers from a number on can hold more than this, dogs not counted
        most = [room.capacity + (bonus if room.dogs_can_watch else 0) for room in rooms]
        self.most_from = [sum(most[number:]) for number in range(len(rooms) + 1)]

    def holds(self, number: int, left: tuple[int, ...], dogs: int) -> bool:
        """Whether the containers from a number on hold the animals that are left."""
        if not any(left):
            return True
        if number == len(self.rooms) or sum(left) > self.most_from[number] + dogs:
            return False
        key = (number, left, dogs)
        if key not in self.known:
            ways = self.uses(self.rooms[number], left, dogs)
            self.known[key] = any(self.holds(number + 1, after, dogs_left) for after, dogs_left in ways)
        return self.known[key]

    def uses(self, room: Container, left: tuple[int, ...], dogs: int) -> list[tuple[tuple[int, ...], int]]:
        """Every way to use one container that helps: animals and dogs that are left then."""
        ways = []
        for index, name in enumerate(FARM_ANIMALS):
            if name in room.types and left[index] and room.capacity:
                ways.append((_less(left, index, room.capacity), dogs))
        if not ways:
            ways.append((left, dogs))  # stays empty
        if room.dogs_can_watch and left[0]:
            useful = max(1, left[0] - self.bonus)  # more dogs than that would watch nobody
            ways += [(_less(left, 0, watching + self.bonus), dogs - watching) for watching in range(1, min(dogs, useful) + 1)]
        return ways


def _less(left: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    return (*left[:index], max(0, left[index] - number), *left[index + 1 :])
