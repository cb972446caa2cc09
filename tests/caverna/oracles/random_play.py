"""Random games and random positions for the oracles: quick games without a log, and rich hand-made boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from caverna_sim import Action
from caverna_sim.games.caverna.course import core
from caverna_sim.games.caverna.game import Game
from tests.caverna.oracles.brute_rooms import fits
from tests.caverna.oracles.naive_board import PRINTED, Board, is_forest, neighbours, outer_places
from tests.caverna.oracles.printed import FARM_ANIMALS, GOODS, Tables, tables, toggle

TILE_SETS = ("full", "introductory")
# an eager player seldom stops or eats what it has, and likes what changes the board
WEIGHTS = {
    "pass": 0.3,
    "convert": 0.2,
    "exchange": 0.5,
    "buy_tile": 0.7,
    "use_tile": 0.5,
    "disarm": 0.2,
    "furnish": 3.0,
    "expedition": 3.0,
    "forge": 3.0,
    # Frantic Fiends: what brings orcs closer to their fates
    "set_trap": 3.0,
    "fight": 5.0,
    "bounty": 4.0,
    "arm": 3.0,
    "place_orc": 2.0,
}


class QuietGame(Game):
    """A game that writes no log and takes every choice for a legal one: the same choices, far quicker."""

    def play(self, action: Action) -> QuietGame:  # type: ignore[override]
        """Carry out one of the legal actions."""
        self._take(action)
        return self

    def _take(self, action: Action) -> None:
        core.apply_here(self._states, self._rules.record, action.id)
        core.advance(self._states[0], self._rules.record[0])
        self._legal = None

    def after(self, action: Action) -> QuietGame:
        """Another game in which the action was played; this one stays as it is."""
        other = QuietGame.__new__(QuietGame)
        other._start(self._rules, self._index, False)
        other._states = self._states.copy()
        other._openings = {}
        other.play(action)
        return other


def choose(chance: random.Random, legal: list[Action], eager: bool) -> Action:
    """Uniformly, or a kind of action first and then one of that kind."""
    if not eager:
        return chance.choice(legal)
    kinds = sorted({action.kind for action in legal})
    kind = chance.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])[0]
    if kind == "feed":  # pays what it can
        return max((action for action in legal if action.kind == "feed"), key=lambda action: action.food)
    return chance.choice([action for action in legal if action.kind == kind])


def decisions(
    game: Game, chance: random.Random, eager: bool = False, most: int = 10_000, spaces: tuple[str, ...] = ()
) -> Iterator[tuple[Game, list[Action]]]:
    """Play at random, on certain spaces where possible; yields the game with its legal actions before every choice."""
    for _ in range(most):
        if game.over:
            return
        legal = game.legal()
        yield game, legal
        preferred = [action for action in legal if action.kind == "place" and action.space.startswith(spaces)] if spaces else []
        game.play(choose(chance, preferred or legal, eager))


def random_game(players: int, tiles: str, seed: int) -> QuietGame:
    """A new game without a log."""
    return QuietGame(players=players, seed=seed, tiles=tiles)


def random_fiends_game(players: int, seed: int, rules: dict[str, Any] | None = None) -> QuietGame:
    """A new game with orcs, without a log."""
    return QuietGame(players=players, seed=seed, expansion="fiends", rules=rules)


# ---------------------------------------------------------------- positions nobody would reach by chance


def random_position(
    chance: random.Random, players: int, rules: dict[str, Any] | None = None, wanted: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A legal position in the work phase with well-developed seats and every dwarf at home; seat 0 moves.

    Seat 0 gets the wanted furnishings if it has caverns for them.
    """
    house_rules = rules or {}
    read = tables(house_rules)
    unique = [name for name, tile in read["furnishing"].items() if tile.get("copies", 1) == 1]
    chance.shuffle(unique)
    unique.sort(key=lambda name: name in wanted)  # tiles are taken from the end
    seats = [random_seat(chance, read, unique) for _ in range(players)]
    number = chance.choice([number for number in range(1, 13) if players > 2 or number != 9])
    return {
        "format": 1, "players": players, "rules": house_rules, "seed": chance.randrange(10**6), "round": number,
        "phase": "work", "to_move": 0, "seats": seats,
    }  # fmt: skip


def random_seat(chance: random.Random, rules: Tables, unique: list[str]) -> dict[str, Any]:
    """A seat whose unique furnishings are taken off a common list."""
    cells = dict.fromkeys(PRINTED, "") | {"M13": "cavern", "M14": "entry_level_dwelling"}
    _grow(chance, cells, ["F34"], chance.randint(0, 12))
    _grow(chance, cells, [], chance.randint(0, 10))
    covered = _furnish(chance, cells, unique)
    outside: dict[str, str] = {}
    if "office_room" in cells.values():
        _stick_out(chance, cells, outside, rules)
    usable = outside if toggle(rules, "office_room_tiles_usable_outside") else {}
    _pair_pastures(chance, cells | usable, cells, outside)
    seat = _seat(chance, cells, outside)
    if covered:
        seat["covered"] = covered
    _fill_stables(chance, seat, rules)
    _fill_family(chance, seat, rules)
    _fill_animals(chance, seat, rules)
    return seat


def _content(chance: random.Random, cell: str) -> str:
    if is_forest(cell):
        crop, most = chance.choice([("grain", 3), ("vegetable", 2)])
        planted = f"field:{crop}*{chance.randint(1, most)}"
        return chance.choice(["meadow", "meadow", "field", "field", planted, "small_pasture"])
    return chance.choice(["cavern", "cavern", "cavern", "tunnel", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine"])


def _grow(chance: random.Random, cells: dict[str, str], start: list[str], number: int) -> None:
    """Cover so many more cells, each beside another one."""
    area = "F" if start else "M"
    for _ in range(number):
        mine = [cell for cell, content in cells.items() if content and cell[0] == area]
        open_cells = [near for cell in mine for near in neighbours(cell) if cells.get(near) == ""] or [c for c in start if not cells[c]]
        if open_cells:
            cell = chance.choice(sorted(set(open_cells)))
            cells[cell] = _content(chance, cell)


def _furnish(chance: random.Random, cells: dict[str, str], unique: list[str]) -> list[str]:
    """Turn some caverns into furnishings; returns tiles that lie under another one."""
    covered = []
    for cell in [cell for cell, content in cells.items() if content == "cavern"]:
        kind = chance.random()
        if kind < 0.2:
            cells[cell] = "dwelling"
        elif kind < 0.8 and unique:
            tile = unique.pop()
            other = {"trader": "spare_part_storage", "spare_part_storage": "trader"}.get(tile)
            if other in cells.values():
                unique.insert(0, tile)  # it would have to lie on the other one
                continue
            cells[cell] = tile
            if other in unique and chance.random() < 0.3:
                unique.remove(other)
                covered.append(other)
    return covered


def _stick_out(chance: random.Random, cells: dict[str, str], outside: dict[str, str], rules: Tables) -> None:
    bare = {"F": ["meadow", "field"], "M": ["cavern", "tunnel"]}
    for place in outer_places():
        beside = [cell for cell in neighbours(place) if cells.get(cell)]
        if beside and chance.random() < 0.3:
            usable = toggle(rules, "office_room_tiles_usable_outside")
            outside[place] = _content(chance, place) if usable else chance.choice(bare[place[0]])


def _pair_pastures(chance: random.Random, everything: dict[str, str], cells: dict[str, str], outside: dict[str, str]) -> None:
    """Some pairs of meadows become large pastures."""
    number = 0
    for cell in sorted(everything):
        for near in neighbours(cell):
            if everything[cell] == "meadow" and everything.get(near) == "meadow" and chance.random() < 0.2:
                number += 1
                for half in (cell, near):
                    everything[half] = f"large_pasture:{number}"
                    (outside if half in outside else cells)[half] = everything[half]


def _seat(chance: random.Random, cells: dict[str, str], outside: dict[str, str]) -> dict[str, Any]:
    board = [[cells[f"{area}{column}{row}"] or ".^"[area == "M"] for area in "FM" for column in (1, 2, 3)] for row in (1, 2, 3, 4)]
    shift = {"F": -1, "M": 2}
    return {
        "goods": {name: chance.choice([0, 1, 2, 3, 5, 8]) for name in GOODS},
        "animals": {},
        "begging": chance.choice([0, 0, 0, 1, 3]),
        "board": board,
        "overhang": [[int(place[2]) - 1, int(place[1]) + shift[place[0]], content] for place, content in outside.items()],
    }


def _fill_stables(chance: random.Random, seat: dict[str, Any], rules: Tables) -> None:
    board = Board(seat, rules)
    ground = board.cells_with("meadow", "small_pasture", "large_pasture")
    ground += [cell for cell in PRINTED if is_forest(cell) and not board.cells[cell]]
    seat["stables"] = chance.sample(ground, min(len(ground), chance.randint(0, 3)))


def _fill_family(chance: random.Random, seat: dict[str, Any], rules: Tables) -> None:
    tiles = Board(seat, rules).furnishings()
    room = sum(effect["amount"] for tile in tiles for effect in rules["furnishing"][tile]["effects"] if effect["do"] == "dwarf_room")
    number = chance.randint(1, min(5, room))
    if number == 5 and "additional_dwelling" in tiles:
        number = 6
    seat["dwarfs"] = [{"weapon": chance.choice([0, chance.randint(1, 14), chance.randint(8, 14)]), "at": "home"} for _ in range(number)]


def _fill_animals(chance: random.Random, seat: dict[str, Any], rules: Tables) -> None:
    animals = {name: chance.choice([0, 0, 1, 2, 3, 5]) for name in FARM_ANIMALS}
    seat["animals"] = animals | {"dog": chance.choice([0, 0, 1, 2, 4])}
    while not fits(seat, rules):
        name = chance.choice([name for name in FARM_ANIMALS if seat["animals"][name]])
        seat["animals"][name] -= 1
