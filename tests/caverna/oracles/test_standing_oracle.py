"""Where animals can stand before an orc event, against an exhaustive search on small random boards."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numba
import numpy as np
import pytest

from caverna_sim.games.caverna.box.catalog import catalog
from caverna_sim.games.caverna.fiends import standing
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import good
from caverna_sim.games.caverna.shape import board, layout
from caverna_sim.kit.records.codes import second_of
from tests.caverna.oracles.brute_rooms import containers, fits
from tests.caverna.oracles.brute_standing import Arrangement, arrangements, dogs_needed, places
from tests.caverna.oracles.printed import FARM_ANIMALS, Tables, tables
from tests.caverna.oracles.random_play import random_seat
from tests.caverna.oracles.test_rooms_oracle import FURNISHED_WITH_ROOM, ODD, crowded_seat, record_of
from tests.caverna.table import rule

PLACES = rule("F-EVENT-12")
MOST = 300  # arrangements of a board that are compared
OUT = np.zeros((board.NUM_CELLS + 1, 512), np.int32)  # choices, container by container
ENDS = np.zeros((2 * MOST, 3, board.NUM_CELLS), np.int64)
SCRATCH = np.zeros(1, layout.SEAT)


def small_seat(chance: random.Random, rules: Tables) -> dict[str, Any]:
    """A seat with few animals."""
    unique = list(FURNISHED_WITH_ROOM)
    chance.shuffle(unique)
    seat = random_seat(chance, rules, unique)
    seat["animals"] = dict.fromkeys(FARM_ANIMALS, 0) | {"dog": chance.choice([0, 0, 1, 2, 3])}
    room = chance.sample(containers(seat, rules), 1) if chance.random() < 0.3 else []
    for place in room:  # one type in number
        seat["animals"][chance.choice(place.types)] += min(5, place.capacity)
    for _ in range(chance.randint(1, 4)):
        seat["animals"][chance.choice(FARM_ANIMALS)] += 1
    return seat


def with_orcs(chance: random.Random, record: Any) -> frozenset[str]:
    """An orc in the forest or not, which turns the order of the list; some cells are barred."""
    record["orcs"][0]["status"] = chance.choice([orc.FOREST, orc.DEFEATED])
    barred = frozenset(chance.sample(board.CELL_NAMES, 3)) if chance.random() < 0.3 else frozenset()
    for name in barred:
        record["barred"] |= 1 << board.CELL_OF_NAME[name]
    return barred


def arrangement_of(numbers: list[int], animals: list[int], dogs: list[int]) -> Arrangement:
    """What stands on which cell, in words."""
    return frozenset(
        (board.CELL_NAMES[cell], good.NAMES[animals[cell]], number, dogs[cell]) for cell, number in enumerate(numbers) if number
    )


def standing_now(record: Any) -> Arrangement:
    """What the record says about places."""
    return arrangement_of(*(record[field].tolist() for field in ("standing", "standing_animal", "standing_dogs")))


@numba.njit
def _walk(rules, seat, scratch, out, ends):  # type: ignore[no-untyped-def]
    """All ways through the listed choices, container by container: what stands on every cell at the end of each; how many ways, and how
    many choices a container had at most."""
    depth, found = 0, 0
    listed, taken = np.zeros(len(out), np.int64), np.zeros(len(out), np.int64)
    listed[0] = standing.list_arrange(rules, seat, scratch, 0, out[0], 0)
    most = listed[0]
    while depth >= 0 and found < len(ends) and most <= out.shape[1]:
        if listed[depth] == 0:
            ends[found, 0], ends[found, 1], ends[found, 2] = seat["standing"], seat["standing_animal"], seat["standing_dogs"]
            found += 1
            depth -= 1
            continue
        if taken[depth] > 0:
            cell = second_of(out[depth, taken[depth] - 1])
            seat["standing"][cell] = seat["standing_animal"][cell] = seat["standing_dogs"][cell] = 0
        if taken[depth] == listed[depth]:
            depth -= 1
            continue
        action = int(out[depth, taken[depth]])
        taken[depth] += 1
        standing.arrange(rules, seat, action)
        depth += 1
        listed[depth], taken[depth] = standing.list_arrange(rules, seat, scratch, second_of(action) + 1, out[depth], 0), 0
        most = max(most, listed[depth])
    return found, most


def reached(packed: Any, record: Any) -> list[Arrangement]:
    """Every arrangement that the listed choices lead to, as often as they do."""
    number, most = _walk(packed, record, SCRATCH, OUT, ENDS)
    assert most <= OUT.shape[1], f"a container has {most} choices, with room for {OUT.shape[1]}: rows of OUT ran into one another"
    return [arrangement_of(*end) for end in ENDS[:number].tolist()]


def compare(boards: int, house_rules: dict[str, Any], seed: int) -> None:
    """The listed choices reach every legal arrangement, once, and nothing else; the default is one of them."""
    chance, read, packed = random.Random(seed), tables(house_rules), catalog(3, house_rules).record[0]
    compared, with_dogs, with_choice = 0, 0, 0
    while compared < boards:
        seat = small_seat(chance, read)
        record = record_of(seat, read)
        animals = {name: seat["animals"][name] for name in FARM_ANIMALS}
        free = places(seat, read, with_orcs(chance, record))
        legal = list(islice(arrangements(free, animals, seat["animals"]["dog"], read["room"]["dogs"]["bonus"]), MOST))
        if not 0 < len(legal) < MOST:
            continue
        compared += 1
        expected = set(legal)
        assert standing.places_matter(packed, record) == (len(expected) > 1)
        assert standing_now(record) == (frozenset() if len(expected) > 1 else legal[0])
        standing.clear_standing(record)
        found = reached(packed, record)
        assert len(found) == len(set(found)), seat
        assert set(found) == expected, seat
        standing.arrange_rest(packed, record, SCRATCH, 0)
        assert standing_now(record) == found[0]
        assert standing.all_placed(record)
        with_dogs += any(dogs for arrangement in expected for *_, dogs in arrangement)
        with_choice += len(expected) > 1
    assert min(with_dogs, with_choice) > boards // 10
    assert with_choice < boards


@PLACES
def test_the_choices_are_all_legal_arrangements() -> None:
    compare(1_000, {}, seed=1)


@PLACES
@pytest.mark.parametrize("name", ODD)
def test_the_choices_are_all_legal_arrangements_with_odd_capacities(name: str) -> None:
    compare(60, ODD[name], seed=2)


def legal(arrangement: Arrangement, seat: dict[str, Any], rules: Tables) -> bool:
    """Whether every animal stands where it has room, with its dogs."""
    by_cell = {place.cell: place for place in places(seat, rules)}
    bonus = rules["room"]["dogs"]["bonus"]
    stands = dict.fromkeys(FARM_ANIMALS, 0)
    watching = 0
    for cell, animal, number, dogs in arrangement:
        if dogs_needed(by_cell[cell], animal, number, bonus) != dogs:
            return False
        stands[animal] += number
        watching += dogs
    return watching <= seat["animals"]["dog"] and all(stands[name] == seat["animals"][name] for name in FARM_ANIMALS)


@PLACES
@pytest.mark.parametrize("name", ["printed", *ODD])
def test_the_default_places_the_animals_of_every_board_that_holds_them(name: str) -> None:
    house_rules = ODD.get(name, {})
    chance, read, packed = random.Random(3), tables(house_rules), catalog(3, house_rules).record[0]
    placed = 0
    for _ in range(300 if name == "printed" else 100):
        seat = crowded_seat(chance, read)
        record = record_of(seat, read)
        with_orcs(chance, record)
        record["barred"] = 0
        standing.arrange_rest(packed, record, SCRATCH, 0)
        assert legal(standing_now(record), seat, read) == fits(seat, read), seat
        placed += standing.all_placed(record)
    assert placed > 20


@PLACES
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 12))
def test_the_choices_are_all_legal_arrangements_of_many_boards(seed: int) -> None:
    compare(5_000, {}, seed)
