"""Room for animals (R-ANIM-1 to R-DOG-4): can the animals of a home board all be accommodated?

The owner may rearrange animals at any time (R-ANIM-3), so a seat keeps only their numbers, and this module decides
exactly whether an arrangement exists. Containers of one type (mines, forest stables, Breakfast room, Cuddle room) are
filled first: nothing else may stand there. What is left goes into containers that hold any one type.

While the capacities divide one another, as printed (1, 2, 4, 8, 16), giving the largest container that is left to the
type with most animals left is exact: either it is filled, and smaller containers could only have done the same, or
it removes the worst case. House rules with other capacities are solved by a full table, which is slower.
"""

from __future__ import annotations

import numpy as np

from caverna_sim.compiling.jit import njit, njit_counting, njit_inline
from caverna_sim.games.caverna.home.wares import owns, owns_any
from caverna_sim.games.caverna.ids import good, terrain
from caverna_sim.games.caverna.shape.board import EAST, SOUTH, has_neighbour_in
from caverna_sim.games.caverna.shape.tiles import BITS, WORDS
from caverna_sim.kit.records.bits import count, first

# classes of containers that hold any one type, in rules["room_order"]
LARGE_2_STABLES = 0
LARGE_1_STABLE = 1
LARGE = 2
SMALL_1_STABLE = 3
SMALL = 4
MEADOW_STABLE = 5
FIRST_FURNISHING = 6  # plus the row in rules["room"]
NUM_GROUND = 6  # classes where dogs can watch (R-DOG-2)
# rows of rules["room_types"]; the first three are small pastures, large ones and meadows
ON_GROUND = 0b111
FOREST, IN_ORE_MINE, IN_RUBY_MINE = 3, 4, 5


@njit
def _large_pastures(seat, stables_wanted):
    """How many large pastures have exactly so many stables."""
    if not seat["pasture_east"] | seat["pasture_south"]:
        return 0
    here = seat["stables"]
    barred = seat["barred"]
    east = seat["pasture_east"] & ~(barred | has_neighbour_in(barred, EAST))
    south = seat["pasture_south"] & ~(barred | has_neighbour_in(barred, SOUTH))
    on_second_east, on_second_south = has_neighbour_in(here, EAST), has_neighbour_in(here, SOUTH)
    both = count(east & here & on_second_east) + count(south & here & on_second_south)
    if stables_wanted == 2:
        return both
    any_stable = count(east & (here | on_second_east)) + count(south & (here | on_second_south))
    if stables_wanted == 1:
        return any_stable - both
    return count(east) + count(south) - any_stable


@njit_inline
def containers_of(rules, seat, kind):
    """How many containers of a class a home board has."""
    if kind <= LARGE:
        return _large_pastures(seat, 2 - kind)
    if kind == SMALL_1_STABLE:
        return count(seat["terrain"][terrain.SMALL_PASTURE] & seat["stables"] & ~seat["barred"])
    if kind == SMALL:
        return count(seat["terrain"][terrain.SMALL_PASTURE] & ~seat["stables"] & ~seat["barred"])
    if kind == MEADOW_STABLE:
        return count(seat["terrain"][terrain.MEADOW] & seat["stables"] & ~seat["barred"])
    room = rules["room"][kind - FIRST_FURNISHING]
    if not owns(seat, int(room["furnishing"])):
        return 0
    if room["per_empty_field"]:
        return count(seat["terrain"][terrain.FIELD] & rules["usable"] & ~seat["barred"])
    return 1


@njit_inline
def capacity_of(rules, seat, kind):
    """How many animals of one type a container of a class holds."""
    if kind <= LARGE:
        return int(rules["large_pasture_room"][2 - kind])
    if kind == SMALL_1_STABLE:
        return int(rules["small_pasture_room"][1])
    if kind == SMALL:
        return int(rules["small_pasture_room"][0])
    if kind == MEADOW_STABLE:
        return int(rules["meadow_room"][1])
    capacity = int(rules["room"][kind - FIRST_FURNISHING]["capacity"])
    return int(seat["dwarfs"]) if capacity < 0 else capacity


@njit_inline
def types_of(rules, kind):
    """The set of farm animals that a class of containers may hold, one type at a time."""
    if kind <= LARGE:
        return int(rules["room_types"][1])
    if kind <= SMALL:
        return int(rules["room_types"][0])
    if kind == MEADOW_STABLE:
        return int(rules["room_types"][2])
    return int(rules["room"][kind - FIRST_FURNISHING]["types"])


@njit_inline
def _single_type_room(rules, seat, animal, in_rooms):
    """Places that only one farm animal (0 sheep ... 3 cattle) may use; `in_rooms` says whether any furnishing may have some."""
    only_for = int(rules["only_for"][animal])
    if only_for == 0 and not in_rooms:
        return 0
    places = 0
    if (only_for >> FOREST) & 1:
        stables = seat["terrain"][terrain.EMPTY] & seat["stables"] & ~seat["barred"]
        places += count(stables) * rules["forest_room"][1]
    if (only_for >> IN_ORE_MINE) & 1:
        places += count(seat["terrain"][terrain.ORE_MINE] & rules["usable"]) * rules["ore_mine_room"]
    if (only_for >> IN_RUBY_MINE) & 1:
        places += count(seat["terrain"][terrain.RUBY_MINE] & rules["usable"]) * rules["ruby_mine_room"]
    on_ground = only_for & ON_GROUND  # on pastures and meadows by house rules only
    if on_ground or in_rooms:
        start = 0 if on_ground else FIRST_FURNISHING
        end = FIRST_FURNISHING + (int(rules["num_rooms"]) if in_rooms else 0)
        places += _room_in_classes(rules, seat, 1 << animal, start, end)
    return places


@njit
def _room_in_classes(rules, seat, bit, start, end):
    """Places in containers of some classes that hold this type only."""
    places = 0
    for kind in range(start, end):
        if types_of(rules, kind) == bit:
            places += containers_of(rules, seat, kind) * capacity_of(rules, seat, kind)
    return places


@njit
def _bare_meadows(rules, seat):
    """Meadows without a stable: no room of their own, but dogs can watch sheep there."""
    return count(seat["terrain"][terrain.MEADOW] & ~seat["stables"] & ~seat["barred"] & rules["usable"])


@njit
def _places_to_look_at(rules, seat):
    """The set of places in rules["room_order"] of containers that there may be."""
    places = 0
    if seat["pasture_east"] | seat["pasture_south"]:
        places |= rules["room_places"][0]
    if seat["terrain"][terrain.SMALL_PASTURE]:
        places |= rules["room_places"][1]
    if seat["terrain"][terrain.MEADOW] & seat["stables"]:
        places |= rules["room_places"][2]
    for word in range(WORDS):
        rooms = seat["owned"][word] & rules["any_type_rooms"][word]
        while rooms:
            places |= rules["furnishing"][word * BITS + first(rooms)]["room_places"]
            rooms &= rooms - 1
    return places


@njit
def _fits_greedily(rules, seat, sheep, donkeys, boars, cattle, reserved):
    """Largest container first to the type with most left; one container of class `reserved` (or none: -1) is taken."""
    places = _places_to_look_at(rules, seat)
    while places and (sheep > 0 or donkeys > 0 or boars > 0 or cattle > 0):
        kind = int(rules["room_order"][first(places)])
        places &= places - 1
        number = containers_of(rules, seat, kind)
        if kind == reserved:
            number -= 1
        if number <= 0:
            continue
        capacity = capacity_of(rules, seat, kind)
        while number > 0:
            number -= 1
            most = max(max(sheep, donkeys), max(boars, cattle))
            if most <= 0:
                return True
            if sheep == most:
                sheep -= capacity
            elif donkeys == most:
                donkeys -= capacity
            elif boars == most:
                boars -= capacity
            else:
                cattle -= capacity
    return sheep <= 0 and donkeys <= 0 and boars <= 0 and cattle <= 0


@njit
def _smallest_ground(rules, seat):
    """The class of the smallest pasture or meadow with a stable, -1 without any: where dogs would stand."""
    best = -1
    for kind in range(NUM_GROUND):
        if containers_of(rules, seat, kind) > 0:
            if best < 0 or capacity_of(rules, seat, kind) < capacity_of(rules, seat, best):
                best = kind
    return best


@njit
def _fits_by_search(rules, seat, sheep, donkeys, boars, cattle, dogs):
    """Exact for any capacities: for each number of places where dogs watch, a table of what the rest can hold."""
    if donkeys <= 0 and boars <= 0 and cattle <= 0 and sheep <= 0:
        return True
    bare = min(_bare_meadows(rules, seat), dogs)
    ground = 0
    for kind in range(NUM_GROUND):
        ground += containers_of(rules, seat, kind)
    for watching in range(bare, min(dogs, bare + ground) + 1):
        watched = dogs + watching * rules["dog_bonus"] if watching > 0 else 0
        if _rest_fits(rules, seat, sheep - watched, donkeys, boars, cattle, watching - bare):
            return True
    return False


@njit_counting
def _rest_fits(rules, seat, sheep, donkeys, boars, cattle, taken):
    """Whether the containers left hold the animals; the `taken` smallest on the ground are kept for dogs.

    most_cattle[s, d, b] is the most cattle that can stand beside s sheep, d donkeys and b boars; -1: impossible.
    """
    sheep, donkeys, boars, cattle = max(sheep, 0), max(donkeys, 0), max(boars, 0), max(cattle, 0)
    most_cattle = np.full((sheep + 1, donkeys + 1, boars + 1), -1, np.int64)
    most_cattle[0, 0, 0] = 0
    for position in range(FIRST_FURNISHING + rules["num_rooms"] - 1, -1, -1):  # smallest first
        kind = int(rules["room_order"][position])
        if kind < 0:
            continue
        number = containers_of(rules, seat, kind)
        if kind < NUM_GROUND:
            kept = min(taken, number)
            taken -= kept
            number -= kept
        capacity = capacity_of(rules, seat, kind)
        for _ in range(number):
            _use_container(most_cattle, capacity)
    return most_cattle[sheep, donkeys, boars] >= cattle


@njit
def _use_container(most_cattle, capacity):
    """One more container for any type. Going down, an entry is read before anything new is written to it."""
    sheep, donkeys, boars = most_cattle.shape
    for s in range(sheep - 1, -1, -1):
        for d in range(donkeys - 1, -1, -1):
            for b in range(boars - 1, -1, -1):
                held = most_cattle[s, d, b]
                if held < 0:
                    continue
                most_cattle[s, d, b] = held + capacity
                more_s, more_d, more_b = min(s + capacity, sheep - 1), min(d + capacity, donkeys - 1), min(b + capacity, boars - 1)
                most_cattle[more_s, d, b] = max(most_cattle[more_s, d, b], held)
                most_cattle[s, more_d, b] = max(most_cattle[s, more_d, b], held)
                most_cattle[s, d, more_b] = max(most_cattle[s, d, more_b], held)


@njit
def numbers_fit(rules, seat, sheep, donkeys, boars, cattle):
    """Whether so many farm animals can be accommodated on this home board with its dogs."""
    if sheep + donkeys + boars + cattle == 0:
        return True
    in_rooms = owns_any(seat, rules["single_type_rooms"])
    if sheep > 0:
        sheep -= _single_type_room(rules, seat, 0, in_rooms)
    if donkeys > 0:
        donkeys -= _single_type_room(rules, seat, 1, in_rooms)
    if boars > 0:
        boars -= _single_type_room(rules, seat, 2, in_rooms)
    if cattle > 0:
        cattle -= _single_type_room(rules, seat, 3, in_rooms)
    if sheep <= 0 and donkeys <= 0 and boars <= 0 and cattle <= 0:
        return True
    dogs = int(seat["goods"][good.DOG])
    if not rules["greedy_rooms"]:
        return _fits_by_search(rules, seat, sheep, donkeys, boars, cattle, dogs)
    if sheep > 0 and dogs > 0:
        bare = min(_bare_meadows(rules, seat), dogs)
        if bare > 0:  # another tile would add only the bonus, and holds at least as many without dogs
            return _fits_greedily(rules, seat, sheep - dogs - bare * rules["dog_bonus"], donkeys, boars, cattle, -1)
        ground = _smallest_ground(rules, seat)
        if ground >= 0 and dogs + rules["dog_bonus"] > capacity_of(rules, seat, ground):
            watched = dogs + rules["dog_bonus"]
            if _fits_greedily(rules, seat, sheep - watched, donkeys, boars, cattle, ground):
                return True
    return _fits_greedily(rules, seat, sheep, donkeys, boars, cattle, -1)


@njit
def animals_fit(rules, seat):
    """Whether the animals a seat owns can be accommodated (R-ANIM-4)."""
    goods = seat["goods"]
    return numbers_fit(rules, seat, int(goods[good.SHEEP]), int(goods[good.DONKEY]), int(goods[good.WILD_BOAR]), int(goods[good.CATTLE]))
