"""A farmyard as a position tells it: its cells, its pastures, and one way in which its animals can stand.

Animals may be moved at any time, so a position only counts them (AG-ANM-08).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from caverna_sim.games.agricola.box.catalog import Catalog
from caverna_sim.games.agricola.ids import good, house_rule
from caverna_sim.games.agricola.shape.board import CELL_NAMES, CELLS, COLUMNS, EDGE_NAMES, open_to_outside, reached

ONE_PASTURE_PER_TYPE = house_rule.NAMES[house_rule.ONE_PASTURE_PER_TYPE.bit_length() - 1]
Herd = dict[str, int]


class Place(NamedTuple):
    """A cell by row and column."""

    row: int
    column: int

    def sides(self) -> tuple[str, str, str, str]:
        """The fences above, below, to the left and to the right."""
        row, column = self
        return f"h{row}{column}", f"h{row + 1}{column}", f"v{row}{column}", f"v{row}{column + 1}"


PLACES = {name: Place(*divmod(number, COLUMNS)) for number, name in enumerate(CELL_NAMES)}


@dataclass(frozen=True)
class Farm:
    """What a farmyard shows."""

    words: Mapping[str, str]  # cell -> what stands there, as positions write it
    fences: frozenset[str]
    pastures: tuple[tuple[str, ...], ...]
    standing: Mapping[str, Herd]  # cell -> animals that stand there
    elsewhere: Herd  # animals that have found no place

    @property
    def fenced(self) -> frozenset[str]:
        """Cells in pastures."""
        return frozenset(cell for pasture in self.pastures for cell in pasture)


def farm_of(seat: Mapping[str, Any], rules: Catalog) -> Farm:
    """The farmyard of a seat."""
    words = {name: str(seat["board"][place.row][place.column]) for name, place in PLACES.items()}
    fences = frozenset(seat["fences"])
    pastures = tuple(_pastures(fences, words))
    standing, elsewhere = _stand(seat["animals"], words, pastures, rules)
    return Farm(words, fences, pastures, standing, elsewhere)


def _pastures(fences: frozenset[str], words: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """What fences enclose, but for rooms and fields (AG-FNC-01)."""
    edges = sum(1 << EDGE_NAMES.index(fence) for fence in fences)
    left = CELLS & ~int(reached(open_to_outside(edges), edges))
    while left:
        region = int(reached(left & -left, edges))
        left &= ~region
        cells = tuple(name for number, name in enumerate(CELL_NAMES) if region >> number & 1)
        if all(words[cell] in (".", "stable") for cell in cells):
            yield cells


def _stand(
    animals: Mapping[str, int], words: Mapping[str, str], pastures: Sequence[tuple[str, ...]], rules: Catalog
) -> tuple[dict[str, Herd], Herd]:
    """The way to give pastures to types that leaves the fewest animals over; the rest in stables and the house (AG-ANM-02, AG-ANM-03).

    With HR2 a type lives in the largest of the pastures that a way gives it, and the others stay empty.
    """
    capacity = rules.tables["capacity"]
    rooms = [_room(pasture, words, capacity) for pasture in pastures]
    best: tuple[int, tuple[str, ...]] = (sum(animals.values()) + 1, ())
    joined = max if ONE_PASTURE_PER_TYPE in rules.options.house_rules else sum
    for ways in product(good.ANIMALS, repeat=len(pastures)):
        room_of = {ware: [room for room, way in zip(rooms, ways, strict=True) if way == ware] or [0] for ware in animals}
        best = min(best, (sum(max(0, amount - joined(room_of[ware])) for ware, amount in animals.items()), ways))
    left, standing, housed = dict(animals), dict[str, Herd](), set[str]()
    for room, pasture, ware in sorted(zip(rooms, pastures, best[1], strict=False), key=lambda one: -one[0]):
        here = 0 if joined is max and ware in housed else min(room, left[ware])
        housed.add(ware)
        if here:
            standing[pasture[0]] = {ware: here}
            left[ware] -= here
    fenced = {cell for pasture in pastures for cell in pasture}
    stables = [cell for cell, word in words.items() if word == "stable" and cell not in fenced]
    homes = [(cell, capacity["unfenced_stable"]) for cell in stables]
    homes += [(next(cell for cell, word in words.items() if word == "room"), capacity["house_pet"])]
    for cell, room in homes:
        for _ in range(room):
            ware = max(left, key=lambda one: left[one])
            if left[ware]:
                standing.setdefault(cell, {})
                standing[cell][ware] = standing[cell].get(ware, 0) + 1
                left[ware] -= 1
    return standing, {ware: amount for ware, amount in left.items() if amount}


def _room(pasture: Sequence[str], words: Mapping[str, str], capacity: Mapping[str, int]) -> int:
    """What a pasture holds."""
    stables = sum(words[cell] == "stable" for cell in pasture)
    return int(capacity["pasture_per_cell"] * len(pasture) * capacity["pasture_stable_factor"] ** stables)
