"""A home board with orcs as plain names: what lies where, who stands where, who lives where. No engine code.

Random ones are nothing play would lead to; they are there to compare rules on, so tiles need not be connected.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from caverna_sim.rules.catalog import catalog

FOREST = tuple(f"F{column}{row}" for row in (1, 2, 3, 4) for column in (1, 2, 3))
CAVE = tuple(f"M{column}{row}" for row in (1, 2, 3, 4) for column in (1, 2, 3))
ENTRY = "M14"
ORCS = ("A", "B", "C", "D")
FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")


def fiends_tables(players: int = 3, house_rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """The rules tables of the expansion."""
    return dict(catalog(players, house_rules, expansion="fiends").tables)


@dataclass
class Hostile:
    """An orc that is not gone."""

    cell: str
    strength: int
    held: bool = False


@dataclass
class Home:
    """Everything about a home board that orcs care for."""

    cells: dict[str, str]  # by cell: the words of the position format, "" for nothing
    stables: set[str] = field(default_factory=set)
    animals: dict[str, tuple[str, int]] = field(default_factory=dict)  # by cell: which farm animal and how many
    dogs: dict[str, int] = field(default_factory=dict)  # by cell, watching sheep
    dwarfs: list[tuple[int, str]] = field(default_factory=list)  # weapon and home
    friends: dict[str, str] = field(default_factory=dict)  # friendly orc: its room
    orcs: dict[str, Hostile] = field(default_factory=dict)

    def pasture(self, cell: str) -> list[str]:
        """All cells of the pasture a cell belongs to, or just the cell."""
        word = self.cells[cell]
        return [other for other in FOREST if self.cells[other] == word] if word.startswith("large_pasture:") else [cell]


# ---------------------------------------------------------------- random ones


def random_forest(chance: random.Random, traps: tuple[str, ...]) -> Home:
    """A forest with a bit of everything, and animals and dogs on it."""
    home = Home(dict.fromkeys(FOREST, ""))
    for cell in FOREST:
        kind = chance.random()
        if kind < 0.12:
            home.cells[cell] = "meadow"
        elif kind < 0.2:
            home.cells[cell] = "field"
        elif kind < 0.3:
            home.cells[cell] = f"field:grain*{chance.randint(1, 3)}"
        elif kind < 0.38:
            home.cells[cell] = f"field:vegetable*{chance.randint(1, 2)}"
        elif kind < 0.48:
            home.cells[cell] = "small_pasture"
        elif kind < 0.7 and traps:
            home.cells[cell] = f"trap:{chance.choice(traps)}" + (":inactive" if chance.random() < 0.2 else "")
    _lay_large_pastures(chance, home)
    for cell in FOREST:
        word = home.cells[cell].split(":")[0]
        if word in ("", "meadow", "small_pasture", "large_pasture") and len(home.stables) < 3 and chance.random() < 0.2:
            home.stables.add(cell)
    for cell in FOREST:
        _let_stand(chance, home, cell)
    return home


def _lay_large_pastures(chance: random.Random, home: Home) -> None:
    number = 0
    for cell in FOREST:
        column, row = int(cell[1]), int(cell[2])
        for near in (f"F{column + 1}{row}", f"F{column}{row + 1}"):
            if home.cells.get(near) == "" and home.cells[cell] == "" and chance.random() < 0.15:
                number += 1
                home.cells[cell] = home.cells[near] = f"large_pasture:{number}"


def _let_stand(chance: random.Random, home: Home, cell: str) -> None:
    """Animals of one kind in a pasture, a stable or, with dogs, on a meadow; a large pasture counts at its first cell."""
    group = home.pasture(cell)
    if group[0] != cell or chance.random() < 0.3:
        return
    word, stables = home.cells[cell].split(":")[0], sum(each in home.stables for each in group)
    most = {"small_pasture": 2, "large_pasture": 4, "meadow": 1 if stables else 0, "": 0}.get(word, 0) * 2**stables
    most = min(most, 1) if word == "meadow" else most
    if word == "" and stables:
        home.animals[cell] = ("wild_boar", 1)
    elif most and chance.random() < 0.7:
        home.animals[cell] = (chance.choice(FARM_ANIMALS), chance.randint(1, most))
    elif word in ("meadow", "small_pasture", "large_pasture"):
        home.dogs[cell] = chance.randint(1, 3)
        home.animals[cell] = ("sheep", chance.randint(1, home.dogs[cell] + 1))


def random_cave(chance: random.Random, tiles: tuple[str, ...], rooms: tuple[str, ...], orc_rooms: tuple[str, ...]) -> Home:
    """A cave of mines, tunnels and furnishings, inhabited; some hostile orcs are there already.

    `tiles` are unique furnishings, `rooms` those of them with room for a dwarf, `orc_rooms` for a friendly orc.
    """
    home = Home(dict.fromkeys(CAVE, "") | {ENTRY: "entry_level_dwelling"})
    left = list(tiles)
    chance.shuffle(left)
    rocky = chance.random()
    for cell in CAVE:
        if cell == ENTRY or (cell != "M13" and chance.random() < rocky):
            continue
        kind = chance.random()
        if cell == "M13":
            home.cells[cell] = chance.choice(["cavern", left.pop()])
        elif kind < 0.15:
            home.cells[cell] = "cavern"
        elif kind < 0.3:
            home.cells[cell] = chance.choice(["tunnel", "deep_tunnel"])
        elif kind < 0.42:
            home.cells[cell] = _with_goods("ore_mine", chance.choice([0, 0, 2, 3, 5]))
        elif kind < 0.52:
            home.cells[cell] = _with_goods("ruby_mine", chance.choice([0, 0, 1, 2]))
        else:
            home.cells[cell] = chance.choice(["dwelling", left.pop()]) if left else "dwelling"
    for cell in CAVE:
        if home.cells[cell].split("*")[0] in ("ore_mine", "ruby_mine") and chance.random() < 0.4:
            home.animals[cell] = ("donkey", 1)
    free = [ENTRY, ENTRY] + [cell for cell in CAVE if home.cells[cell] == "dwelling" or home.cells[cell] in rooms]
    chance.shuffle(free)
    home.dwarfs = [(chance.choice([0, 0, 3, 8]), cell) for cell in free[: chance.randint(1, 5)]]
    lairs = [cell for cell in CAVE if home.cells[cell] in orc_rooms and not any(cell == house for _, house in home.dwarfs)]
    for name, cell in zip(chance.sample(ORCS, min(3, len(lairs))), lairs, strict=False):
        if chance.random() < 0.7:
            home.friends[name] = cell
    open_cells = [cell for cell in CAVE if home.cells[cell] and cell != ENTRY]
    chance.shuffle(open_cells)
    for name in ORCS:
        if name not in home.friends and open_cells and chance.random() < 0.3:
            home.orcs[name] = Hostile(open_cells.pop(), chance.randint(1, 12))
    return home


def _with_goods(mine: str, number: int) -> str:
    return f"{mine}*{number}" if number else mine
