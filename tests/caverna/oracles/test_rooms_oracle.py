"""Room for animals against an exhaustive search, on random boards with almost as many animals as they can hold."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from caverna_sim import Game
from caverna_sim.errors import PositionError
from caverna_sim.games.caverna.box.catalog import FURNISHINGS, catalog
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.ids import good, terrain
from caverna_sim.games.caverna.shape import board, layout
from caverna_sim.games.caverna.shape.tiles import put
from tests.caverna.oracles.brute_rooms import containers, fits
from tests.caverna.oracles.naive_board import Board
from tests.caverna.oracles.printed import FARM_ANIMALS, Tables, tables
from tests.caverna.oracles.random_play import random_position, random_seat
from tests.caverna.table import rule

ROOM_RULES = rule("R-ANIM-1", "R-ANIM-2", "R-ANIM-3", "R-DOG-1", "R-DOG-2", "R-DOG-3", "R-DOG-4", "R-MINE-3")
FURNISHED_WITH_ROOM = ("mixed_dwelling", "breakfast_room", "cuddle_room", "stubble_room", "office_room")
FAST, FULL = 5_000, 100_000

ODD = {  # capacities that do not divide one another: the slower, exact way must be taken
    "uneven pastures": {"room.small_pasture.capacity": [3, 5], "room.large_pasture.capacity": [5, 7, 11]},
    "big mixed dwelling": {"furnishing.mixed_dwelling.effects.1.capacity": 3},
    "generous meadows and fields": {"room.meadow.capacity": [0, 3], "furnishing.stubble_room.effects.0.capacity": 2},
    "many dogs' sheep": {"room.dogs.bonus": 3, "room.small_pasture.capacity": [2, 3]},
    "mines for more": {"room.ore_mine.capacity": [3], "room.ruby_mine.types": ["sheep"], "room.forest.types": ["cattle"]},
    "no bonus of dogs": {"room.dogs.bonus": 0},
    "nothing on the rim": {"toggle.office_room_tiles_usable_outside": False},
}


def crowded_seat(chance: random.Random, rules: Tables) -> dict[str, Any]:
    """A seat whose animals fill most of its room, or a little more than that."""
    unique = (
        list(FURNISHED_WITH_ROOM)
        if chance.random() < 0.7
        else [name for name in rules["furnishing"] if rules["furnishing"][name].get("copies", 1) == 1]
    )
    chance.shuffle(unique)
    seat = random_seat(chance, rules, unique)
    seat["animals"] = dict.fromkeys(FARM_ANIMALS, 0) | {"dog": chance.choice([0, 0, 1, 2, 3, 5])}
    for room in containers(seat, rules):
        name = chance.choice(room.types) if chance.random() < 0.9 else "sheep"
        if room.capacity:
            seat["animals"][name] += chance.choice([room.capacity, room.capacity, chance.randint(0, room.capacity)])
    seat["animals"]["sheep"] += chance.randint(0, seat["animals"]["dog"] + 1)
    for name in FARM_ANIMALS:
        seat["animals"][name] = max(0, seat["animals"][name] + chance.choice([-1, 0, 0, 0, 1]))
    return seat


def record_of(seat: dict[str, Any], rules: Tables) -> Any:
    """A SEAT record with the same board, family and animals; quicker than reading a whole position."""
    record = np.zeros(1, layout.SEAT)[0]
    laid = Board(seat, rules)
    for name, content in laid.cells.items():
        cell = board.CELL_OF_NAME[name]
        kind = terrain.EMPTY
        if content in FURNISHINGS:
            kind = terrain.FURNISHED
            record["detail"][cell] = FURNISHINGS.index(content)
            put(record["owned"], FURNISHINGS.index(content))
        elif content:
            kind = terrain.NAMES.index(content.split("*")[0].split(":1")[0] if not content.startswith("large") else "large_pasture")
        record["terrain"][kind] |= 1 << cell
    for first, second in laid.large_pastures():
        low, high = sorted((board.CELL_OF_NAME[first], board.CELL_OF_NAME[second]))
        record["pasture_east" if high - low == 1 else "pasture_south"] |= 1 << low
    for name in seat["stables"]:
        record["stables"] |= 1 << board.CELL_OF_NAME[name]
    record["dwarfs"] = len(seat["dwarfs"])
    for name, amount in seat["animals"].items():
        record["goods"][good.NAMES.index(name)] = amount
    return record


def compare(cases: int, house_rules: dict[str, Any], seed: int) -> None:
    """The kernel and the search agree on random cases, and both answers occur often enough to mean something."""
    chance = random.Random(seed)
    read, packed = tables(house_rules), catalog(2, house_rules).record[0]
    answers = {True: 0, False: 0}
    board_now: dict[str, Any] = {}
    for case in range(cases):
        if case % 3 == 0:  # the same board with a few animals more or less
            board_now = crowded_seat(chance, read)
        else:
            name = chance.choice(FARM_ANIMALS)
            board_now["animals"][name] = max(0, board_now["animals"][name] + chance.choice([-1, 1]))
        expected = fits(board_now, read)
        answers[expected] += 1
        assert bool(animals_fit(packed, record_of(board_now, read))) == expected, board_now
    assert min(answers.values()) > cases // 10, answers


@ROOM_RULES
def test_room_for_animals_is_what_an_exhaustive_search_finds() -> None:
    compare(FAST, {}, seed=1)


@ROOM_RULES
@pytest.mark.parametrize("name", ODD)
def test_room_for_animals_with_odd_capacities(name: str) -> None:
    compare(300, ODD[name], seed=2)


@pytest.mark.parametrize("name", ["uneven pastures", "big mixed dwelling", "generous meadows and fields"])
def test_odd_capacities_need_the_exact_way(name: str) -> None:
    assert catalog(2).record[0]["greedy_rooms"]
    assert not catalog(2, ODD[name]).record[0]["greedy_rooms"]


@rule("R-ANIM-4")
def test_a_position_is_read_only_if_its_animals_have_room() -> None:
    chance = random.Random(3)
    refused = 0
    for _ in range(120):
        position = random_position(chance, players=1)
        seat = position["seats"][0] = crowded_seat(chance, tables())
        if fits(seat, tables()):
            assert not Game.from_dict(position).over
        else:
            refused += 1
            with pytest.raises(PositionError, match=r"seats\.0\.animals"):
                Game.from_dict(position)
    assert 20 < refused < 100


@ROOM_RULES
@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_room_for_animals_on_a_hundred_thousand_boards(part: int) -> None:
    compare(FULL // 5, {}, seed=10 + part)


@ROOM_RULES
@pytest.mark.slow
@pytest.mark.parametrize("name", ODD)
def test_room_for_animals_with_odd_capacities_on_many_boards(name: str) -> None:
    compare(FULL // 10, ODD[name], seed=20)
