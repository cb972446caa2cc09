"""A home board with orcs as plain names: what lies where, who stands where, who lives where. No engine code.

Random ones are nothing play would lead to; they are there to compare rules on, so tiles need not be connected.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from tests.caverna.oracles.printed import GOODS, Tables, tables

FOREST = tuple(f"F{column}{row}" for row in (1, 2, 3, 4) for column in (1, 2, 3))
CAVE = tuple(f"M{column}{row}" for row in (1, 2, 3, 4) for column in (1, 2, 3))
ENTRY = "M14"
ORCS = ("A", "B", "C", "D")
FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")


def fiends_tables(house_rules: dict[str, Any] | None = None) -> Tables:
    """The rules tables of the expansion."""
    return tables(house_rules, "fiends")


@dataclass(frozen=True)
class Tiles:
    """Furnishings and traps of the expansion, sorted by what they are to an orc."""

    unique: tuple[str, ...]
    rooms: dict[str, int]  # with room for so many dwarfs
    orc_rooms: tuple[str, ...]
    traps: tuple[str, ...]


def tiles_in_play(rules: Tables) -> Tiles:
    """Everything that may lie on a display or a bounty strip."""
    boards = [rules["display_base"], *rules["display_extension"].values()]
    shown = {tile for board in boards for row in ("top", "middle") for tile in _names(board[row])}
    shown |= {tile for strip in rules["bounty_short"].values() for tile in strip["tiles"]}

    def having(what: str) -> dict[str, int]:
        found = {}
        for tile in sorted(shown):
            amounts = [effect["amount"] for effect in rules["furnishing"][tile]["effects"] if effect["do"] == what]
            if amounts:
                found[tile] = sum(amounts)
        return found

    traps = {trap for board in boards for trap in _names(board["bottom"])}
    rooms = having("dwarf_room")
    return Tiles(tuple(sorted(shown - {"dwelling"})), rooms, tuple(having("orc_room")), tuple(sorted(traps)))


def _names(cell: str | list[str]) -> list[str]:
    return [cell] if isinstance(cell, str) else list(cell)


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
    captives: set[int] = field(default_factory=set)  # dwarfs by number
    captive_friends: set[str] = field(default_factory=set)
    goods: dict[str, int] = field(default_factory=dict)
    begging: int = 0

    def copy(self) -> Home:
        """Another home that is like this one."""
        return replace(
            self, cells=dict(self.cells), stables=set(self.stables), animals=dict(self.animals), dogs=dict(self.dogs),
            dwarfs=list(self.dwarfs), friends=dict(self.friends), orcs={name: replace(one) for name, one in self.orcs.items()},
            captives=set(self.captives), captive_friends=set(self.captive_friends), goods=dict(self.goods),
        )  # fmt: skip

    def pasture(self, cell: str) -> list[str]:
        """All cells of the pasture a cell belongs to, or just the cell."""
        word = self.cells[cell]
        return [other for other in FOREST if self.cells[other] == word] if word.startswith("large_pasture:") else [cell]

    def owned_animals(self) -> dict[str, int]:
        """Animals and dogs by kind."""
        owned = dict.fromkeys(FARM_ANIMALS, 0) | {"dog": sum(self.dogs.values())}
        for animal, number in self.animals.values():
            owned[animal] += number
        return owned

    def as_seat(self) -> dict[str, Any]:
        """The same as a seat of the position format."""
        rows = (1, 2, 3, 4)
        board = [[self.cells.get(f"{area}{column}{row}", "") or ".^"[area == "M"] for area in "FM" for column in (1, 2, 3)] for row in rows]
        dwarfs = [
            {"weapon": weapon, "at": "captive" if number in self.captives else "home", "home": house}
            for number, (weapon, house) in enumerate(self.dwarfs)
        ]
        orcs: dict[str, dict[str, Any]] = {name: {"at": "defeated"} for name in ORCS}
        for name, one in self.orcs.items():
            orcs[name] = {"at": one.cell, "strength": one.strength, "held": one.held}
        for name, room in self.friends.items():
            orcs[name] = {"at": "friendly", "room": room, "works": "captive" if name in self.captive_friends else "home"}
        return {
            "goods": dict.fromkeys(GOODS, 0) | self.goods,
            "animals": self.owned_animals(),
            "begging": self.begging,
            "dwarfs": dwarfs,
            "board": board,
            "overhang": [],
            "stables": sorted(self.stables),
            "orcs": orcs,
        }


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
        home.dogs[cell] = max(most, chance.randint(1, 3))  # as many as are needed, and no more
        home.animals[cell] = ("sheep", home.dogs[cell] + 1)


def random_cave(chance: random.Random, tiles: Tiles, empty: bool = False) -> Home:
    """A cave of mines, tunnels and furnishings, inhabited; without `empty` some hostile orcs are there already."""
    home = Home(dict.fromkeys(CAVE, "") | {ENTRY: "entry_level_dwelling"})
    left = chance.sample(tiles.unique, len(CAVE))
    rocky, furnished = chance.random(), chance.random()
    for cell in CAVE:
        if cell != ENTRY and (cell == "M13" or chance.random() > rocky):
            home.cells[cell] = _room(chance, left, furnished, cell == "M13")
    for cell in CAVE:
        if home.cells[cell].split("*")[0] in ("ore_mine", "ruby_mine") and chance.random() < 0.4:
            home.animals[cell] = ("donkey", 1)
        elif home.cells[cell] == "mixed_dwelling" and chance.random() < 0.5:
            home.animals[cell] = (chance.choice(FARM_ANIMALS), chance.randint(1, 2))
    _let_live(chance, home, tiles)
    if not empty:
        _let_orcs_sit(chance, home)
    return home


def _room(chance: random.Random, left: list[str], furnished: float, printed: bool) -> str:
    """What was dug or built on a cell; the printed cavern can only be furnished."""
    if chance.random() < furnished:
        return "dwelling" if chance.random() < 0.2 else left.pop()
    if printed:
        return "cavern"
    kind = chance.random()
    if kind < 0.3:
        return "cavern"
    if kind < 0.6:
        return chance.choice(["tunnel", "deep_tunnel"])
    if kind < 0.85:
        return _with_goods("ore_mine", chance.choice([0, 0, 2, 3, 5]))
    return _with_goods("ruby_mine", chance.choice([0, 0, 1, 2]))


def _let_live(chance: random.Random, home: Home, tiles: Tiles) -> None:
    """Dwarfs and friendly orcs in rooms that take them."""
    beds = [ENTRY, ENTRY]
    for cell in CAVE:
        beds += [cell] * (1 if home.cells[cell] == "dwelling" else tiles.rooms.get(home.cells[cell], 0))
    chance.shuffle(beds)
    home.dwarfs = [(chance.choice([0, 0, 3, 8]), cell) for cell in beds[: chance.randint(1, 5)]]
    lairs = [cell for cell in CAVE if home.cells[cell] in tiles.orc_rooms and not any(cell == house for _, house in home.dwarfs)]
    for name, cell in zip(chance.sample(ORCS, min(3, len(lairs))), lairs, strict=False):
        if chance.random() < 0.7:
            home.friends[name] = cell


def _let_orcs_sit(chance: random.Random, home: Home) -> None:
    """Hostile orcs on some cells; mines there are empty, and somebody who lives there is captive."""
    from tests.caverna.oracles.fiends_cave import captured

    cells = [cell for cell in CAVE if home.cells[cell] and cell != ENTRY]
    chance.shuffle(cells)
    for name in ORCS:
        if name in home.friends or not cells or chance.random() < 0.6:
            continue
        cell = cells.pop()
        who, equals = captured(home, cell)
        home.orcs[name] = Hostile(cell, chance.randint(1, 12))
        home.cells[cell] = home.cells[cell].split("*")[0]
        home.animals.pop(cell, None)
        if who == "dwarf":
            home.captives.add(min(equals))
        elif who == "orc":
            home.captive_friends |= {friend for friend, room in home.friends.items() if room == cell}


def random_home(chance: random.Random, tiles: Tiles) -> Home:
    """Forest and cave together, and things in the supply."""
    home, forest = random_cave(chance, tiles), random_forest(chance, tiles.traps)
    home.cells |= forest.cells
    home.animals |= forest.animals
    home.dogs, home.stables = forest.dogs, forest.stables
    home.goods = {name: chance.choice([0, 1, 2, 3, 5, 8, 13]) for name in GOODS}
    home.begging = chance.choice([0, 0, 0, 1, 3])
    return home


def _with_goods(mine: str, number: int) -> str:
    return f"{mine}*{number}" if number else mine
