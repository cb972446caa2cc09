"""Where animals stand while they may not be moved (F-EVENT-8, F-EVENT-12).

Otherwise a seat keeps only how many animals it has (see games/caverna/home/animals.py). Before the orcs come the owner says where
they stand, container by container in the order of cells; a large pasture is known by its first cell. Dogs have a place
only where they watch sheep, and always as few as are needed: other dogs are in no danger.
"""

from __future__ import annotations

import numpy as np

from caverna_sim.compiling.jit import njit, njit_counting, njit_hook
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.home.animals import FIRST_FURNISHING, animals_fit, capacity_of
from caverna_sim.games.caverna.home.furnish import cell_of_furnishing
from caverna_sim.games.caverna.home.wares import farm_animals, owns, owns_any
from caverna_sim.games.caverna.ids import act, good, phase, step, terrain
from caverna_sim.games.caverna.shape.board import COLUMNS, EAST, FOREST_AREA, NUM_CELLS, SOUTH, has_neighbour_in
from caverna_sim.games.caverna.shape.layout import SEAT
from caverna_sim.games.caverna.shape.tiles import WORDS, drop
from caverna_sim.kit.records.agenda import pop, push
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, second_of, third_of

NO_CELL = -1
NO_OPTION = -1
UNPLACED = 0  # third argument of a conversion: an animal without a place; no animal ever stands on cell 0
PAIR = 2  # donkeys that are eaten together
_LAST_OPTION = 1 << 30
_MOST = 127  # what a place in the record holds
_SMALL, _LARGE, _MEADOW, _FOREST, _ORE_MINE, _RUBY_MINE = 0, 1, 2, 3, 4, 5  # in rules["room_types"]


# ---------------------------------------------------------------- containers on cells


@njit
def anchor_of(seat, cell):
    """The cell by which a container is known: the first one of a large pasture."""
    if not (seat["terrain"][terrain.LARGE_PASTURE] >> cell) & 1 or ((seat["pasture_east"] | seat["pasture_south"]) >> cell) & 1:
        return cell
    return cell - 1 if (seat["pasture_east"] >> (cell - 1)) & 1 else cell - COLUMNS


@njit
def _pastures_barred(seat):
    """First cells of large pastures of which an orc keeps a cell from being used."""
    barred = seat["barred"]
    beside = (seat["pasture_east"] & has_neighbour_in(barred, EAST)) | (seat["pasture_south"] & has_neighbour_in(barred, SOUTH))
    return barred | beside


@njit
def _furnishings_with_room(rules, seat):
    """Cells of furnishings that hold animals; empty fields beside the Stubble room."""
    cells = 0
    if not owns_any(seat, rules["single_type_rooms"]) and not owns_any(seat, rules["any_type_rooms"]):
        return cells
    for index in range(rules["num_rooms"]):
        room = rules["room"][index]
        if not owns(seat, int(room["furnishing"])):
            continue
        if room["per_empty_field"]:
            cells |= seat["terrain"][terrain.FIELD] & rules["usable"]
            continue
        cell = cell_of_furnishing(seat, int(room["furnishing"]))
        if cell >= 0:
            cells |= 1 << cell
    return cells


@njit
def container_cells(rules, seat):
    """All containers of a home board, and meadows where dogs can watch sheep (R-ANIM-1, R-DOG-2)."""
    ground = seat["terrain"]
    cells = ground[terrain.SMALL_PASTURE] | seat["pasture_east"] | seat["pasture_south"]
    cells |= ground[terrain.MEADOW] & rules["usable"]
    cells |= ground[terrain.EMPTY] & seat["stables"] & FOREST_AREA
    cells |= (ground[terrain.ORE_MINE] | ground[terrain.RUBY_MINE]) & rules["usable"]
    return (cells | _furnishings_with_room(rules, seat)) & ~_pastures_barred(seat)


@njit
def _furnishing_room(rules, seat, cell, on_field):
    """The row of rules["room"] that makes a container of a cell, -1 none."""
    for index in range(rules["num_rooms"]):
        room = rules["room"][index]
        if (room["per_empty_field"] == 1) == on_field and owns(seat, int(room["furnishing"])):
            if on_field or seat["detail"][cell] == room["furnishing"]:
                return index
    return -1


@njit
def room_at(rules, seat, cell):
    """What a container holds: the set of types, how many of one of them, and whether dogs can watch sheep there."""
    ground = seat["terrain"]
    stable = (seat["stables"] >> cell) & 1
    if (ground[terrain.SMALL_PASTURE] >> cell) & 1:
        return int(rules["room_types"][_SMALL]), int(rules["small_pasture_room"][stable]), True
    if ((seat["pasture_east"] | seat["pasture_south"]) >> cell) & 1:
        other = cell + 1 if (seat["pasture_east"] >> cell) & 1 else cell + COLUMNS
        stable += (seat["stables"] >> other) & 1
        return int(rules["room_types"][_LARGE]), int(rules["large_pasture_room"][stable]), True
    if (ground[terrain.MEADOW] >> cell) & 1:
        return int(rules["room_types"][_MEADOW]), int(rules["meadow_room"][stable]), True
    if (ground[terrain.EMPTY] >> cell) & 1:
        return int(rules["room_types"][_FOREST]), int(rules["forest_room"][stable]), False
    if (ground[terrain.ORE_MINE] >> cell) & 1:
        return int(rules["room_types"][_ORE_MINE]), int(rules["ore_mine_room"]), False
    if (ground[terrain.RUBY_MINE] >> cell) & 1:
        return int(rules["room_types"][_RUBY_MINE]), int(rules["ruby_mine_room"]), False
    row = _furnishing_room(rules, seat, cell, (ground[terrain.FIELD] >> cell) & 1 == 1)
    if row < 0:
        return 0, 0, False
    return int(rules["room"][row]["types"]), capacity_of(rules, seat, FIRST_FURNISHING + row), False


@njit
def _dogs_for(rules, types, capacity, has_dogs, ware, number):
    """Dogs needed for so many animals on a container with this room; -1: they cannot stand there (R-DOG-2)."""
    if (types >> (ware - good.FIRST_FARM_ANIMAL)) & 1 and number <= capacity:
        return 0
    if ware == good.SHEEP and has_dogs:
        return max(1, number - int(rules["dog_bonus"]))
    return -1


@njit
def _dogs_needed(rules, seat, cell, ware, number):
    """Dogs needed for so many animals on a cell, -1 impossible."""
    types, capacity, has_dogs = room_at(rules, seat, cell)
    return _dogs_for(rules, types, capacity, has_dogs, ware, number)


# ---------------------------------------------------------------- what stands where


@njit
def clear_standing(seat):
    """Nothing stands anywhere certain."""
    cells = seat["standing_cells"]
    while cells:
        _put(seat, first(cells), 0, 0, 0)
        cells &= cells - 1


@njit
def standing_of(seat, ware):
    """How many animals of a type, or dogs that watch sheep, have a place."""
    number = 0
    cells = seat["standing_cells"]
    while cells:
        cell = first(cells)
        cells &= cells - 1
        if ware == good.DOG:
            number += int(seat["standing_dogs"][cell])
        elif seat["standing_animal"][cell] == ware:
            number += int(seat["standing"][cell])
    return number


@njit
def unplaced(seat, ware):
    """Animals of a type without a place; dogs that watch no sheep."""
    return int(seat["goods"][ware]) - standing_of(seat, ware)


@njit
def all_placed(seat):
    """Whether every farm animal has its place; none stands that is not owned."""
    number = farm_animals(seat)
    cells = seat["standing_cells"]
    while cells:
        number -= seat["standing"][first(cells)]
        cells &= cells - 1
    return number == 0


@njit
def _put(seat, cell, ware, number, dogs):
    """So many animals stand on a cell now; an empty cell says nothing."""
    if number > 0:
        seat["standing_cells"] |= 1 << cell
    else:
        seat["standing_cells"] &= ~(1 << cell)
    seat["standing_animal"][cell] = ware if number > 0 else 0
    seat["standing"][cell] = number
    seat["standing_dogs"][cell] = dogs if number > 0 else 0


# ---------------------------------------------------------------- finding places before the orcs come


@njit
def next_container(rules, seat, after_cell):
    """The next container where an animal without a place may stand, -1 none."""
    types = 0
    for animal in range(good.NUM_FARM_ANIMALS):
        ware = good.FIRST_FARM_ANIMAL + animal
        if seat["goods"][ware] > 0 and unplaced(seat, ware) > 0:
            types |= 1 << animal
    if types == 0:
        return NO_CELL
    watched = types & 1 == 1 and unplaced(seat, good.DOG) > 0
    cells = container_cells(rules, seat) & (-1 << (after_cell + 1))
    while cells:
        cell = first(cells)
        allowed, capacity, has_dogs = room_at(rules, seat, cell)
        if (capacity > 0 and allowed & types) or (has_dogs and watched):
            return cell
        cells &= cells - 1
    return NO_CELL


@njit
def _rest(rules, seat, scratch_seat, cell):
    """Make the scratch seat a board with only the containers after a cell and the animals without a place."""
    for kind in range(terrain.NUM):
        scratch_seat["terrain"][kind] = 0
    cells = container_cells(rules, seat) & (-1 << (cell + 1))
    for kind in (terrain.SMALL_PASTURE, terrain.MEADOW, terrain.EMPTY, terrain.ORE_MINE, terrain.RUBY_MINE, terrain.FIELD):
        scratch_seat["terrain"][kind] = seat["terrain"][kind] & cells
    scratch_seat["stables"] = seat["stables"]
    scratch_seat["pasture_east"] = seat["pasture_east"] & cells
    scratch_seat["pasture_south"] = seat["pasture_south"] & cells
    scratch_seat["barred"] = seat["barred"]
    scratch_seat["dwarfs"] = seat["dwarfs"]
    for word in range(WORDS):
        scratch_seat["owned"][word] = seat["owned"][word]
    for index in range(rules["num_rooms"]):
        furnishing = int(rules["room"][index]["furnishing"])
        if owns(seat, furnishing) and not rules["room"][index]["per_empty_field"]:
            here = cell_of_furnishing(seat, furnishing)
            if here < 0 or not (cells >> here) & 1:
                drop(scratch_seat["owned"], furnishing)
    for ware in range(good.DOG, good.NUM):
        scratch_seat["goods"][ware] = max(0, unplaced(seat, ware))


@njit
def _rest_fits(rest, rules, ware, number, dogs):
    """Whether the other animals fit into the other containers when so many stand here."""
    if rest["goods"][ware] < number or rest["goods"][good.DOG] < dogs:
        return False
    rest["goods"][ware] -= number
    rest["goods"][good.DOG] -= dogs
    fits = animals_fit(rules, rest)
    rest["goods"][ware] += number
    rest["goods"][good.DOG] += dogs
    return fits


@njit
def _orcs_in_forest(seat):
    """Whether an orc may enter cells of the forest."""
    for letter in range(orc.NUM_HOSTILE):
        if seat["orcs"][letter]["status"] == orc.FOREST:
            return True
    return False


@njit
def _fewest_first(seat, cell):
    """The default keeps animals away from orcs: low in the forest and in the cave, or out of the cave."""
    return ((FOREST_AREA >> cell) & 1 == 1) == _orcs_in_forest(seat)


@njit
def _most_here(rules, rest, types, capacity, has_dogs):
    """The most animals of any type that could stand here."""
    most = 0
    for animal in range(good.NUM_FARM_ANIMALS):
        if (types >> animal) & 1:
            most = max(most, min(int(rest["goods"][good.FIRST_FARM_ANIMAL + animal]), capacity))
    dogs = int(rest["goods"][good.DOG])
    if has_dogs and dogs > 0:
        most = max(most, min(int(rest["goods"][good.SHEEP]), dogs + int(rules["dog_bonus"])))
    return min(most, _MOST)


@njit
def _option(rules, rest, cell, types, capacity, has_dogs, fewest_first, index, most):
    """The index-th way to use a container with this room, -1 when the other animals would not fit any more."""
    number, animal = index // good.NUM_FARM_ANIMALS, index % good.NUM_FARM_ANIMALS
    if not fewest_first:
        number, animal = most - number, good.NUM_FARM_ANIMALS - 1 - animal
    if number == 0:
        if index % good.NUM_FARM_ANIMALS == 0 and animals_fit(rules, rest):
            return code(act.ARRANGE, 0, cell, 0)
        return NO_OPTION
    ware = good.FIRST_FARM_ANIMAL + animal
    dogs = _dogs_for(rules, types, capacity, has_dogs, ware, number)
    if dogs < 0 or not _rest_fits(rest, rules, ware, number, dogs):
        return NO_OPTION
    return code(act.ARRANGE, ware, cell, number)


@njit
def _next_option(rules, seat, rest, cell, start):
    """The first way to use a container from the start-th on, and its place; -1 none. `rest` is made by `_rest`."""
    types, capacity, has_dogs = room_at(rules, seat, cell)
    most = _most_here(rules, rest, types, capacity, has_dogs)
    fewest_first = _fewest_first(seat, cell)
    for index in range(start, (most + 1) * good.NUM_FARM_ANIMALS):
        action = _option(rules, rest, cell, types, capacity, has_dogs, fewest_first, index, most)
        if action >= 0:
            return action, index
    return NO_OPTION, NO_OPTION


@njit
def _fill(rules, seat, cell):
    """As many animals of one type as have room here without dogs: for boards that do not hold all (R-ANIM-4)."""
    types, capacity, _ = room_at(rules, seat, cell)
    best, number = 0, 0
    for animal in range(good.NUM_FARM_ANIMALS):
        here = min(unplaced(seat, good.FIRST_FARM_ANIMAL + animal), min(capacity, _MOST))
        if (types >> animal) & 1 and here > number:
            best, number = good.FIRST_FARM_ANIMAL + animal, here
    return code(act.ARRANGE, best, cell, number)


@njit
def list_arrange(rules, seat, scratch, first_cell, out, n):
    """Ways to use the next container after which the other animals still fit; the first one is the default."""
    scratch_seat = scratch[0]
    cell = next_container(rules, seat, first_cell - 1)
    if cell < 0:
        return n
    action, index = _default(rules, seat, scratch_seat, cell)
    while action >= 0:
        out[n] = action
        n += 1
        action, index = _next_option(rules, seat, scratch_seat, cell, index + 1)
    return n


@njit
def arrange(rules, seat, action):
    """Put animals on a container, with as few dogs as they need."""
    ware, cell, number = first_of(action), second_of(action), third_of(action)
    dogs = _dogs_needed(rules, seat, cell, ware, number) if number > 0 else 0
    _put(seat, cell, ware, number, dogs)


@njit
def _default(rules, seat, scratch_seat, cell):
    """What list_arrange lists first, and its place among the options."""
    _rest(rules, seat, scratch_seat, cell)
    action, index = _next_option(rules, seat, scratch_seat, cell, 0)
    return (action, index) if action >= 0 else (_fill(rules, seat, cell), _LAST_OPTION)


@njit
def arrange_rest(rules, seat, scratch, first_cell):
    """The default for all containers from a cell on."""
    scratch_seat = scratch[0]
    cell = next_container(rules, seat, first_cell - 1)
    while cell >= 0:
        arrange(rules, seat, _default(rules, seat, scratch_seat, cell)[0])
        cell = next_container(rules, seat, cell)


@njit_counting
def places_matter(rules, seat):
    """Whether the farm animals can stand in more than one way; where they cannot they stand there now. None has a place before."""
    if farm_animals(seat) == 0:
        return False
    scratch = np.zeros(1, SEAT)
    cell = next_container(rules, seat, NO_CELL)
    while cell >= 0:
        action, index = _default(rules, seat, scratch[0], cell)
        if _next_option(rules, seat, scratch[0], cell, index + 1)[0] >= 0:
            clear_standing(seat)
            return True
        arrange(rules, seat, action)
        cell = next_container(rules, seat, cell)
    return False


# ---------------------------------------------------------------- losses and changes while places are fixed


@njit
def lose_animals_on(seat, cell):
    """An orc has come: all animals of the container and the dogs there go to the supply (F-EVENT-8). How many."""
    here = anchor_of(seat, cell)
    number, dogs = int(seat["standing"][here]), int(seat["standing_dogs"][here])
    if number == 0:
        return 0
    seat["goods"][seat["standing_animal"][here]] -= number
    seat["goods"][good.DOG] -= dogs
    _put(seat, here, 0, 0, 0)
    return number + dogs


@njit
def _lose_room(rules, seat, containers, cell):
    """Animals that have no room any more on their cell lose their place; dogs that need not watch go."""
    number, dogs, ware = int(seat["standing"][cell]), int(seat["standing_dogs"][cell]), int(seat["standing_animal"][cell])
    if not (containers >> cell) & 1:
        number = 0
    while number > 0:
        needed = _dogs_needed(rules, seat, cell, ware, number)
        if 0 <= needed <= dogs:
            dogs = needed
            break
        number -= 1
    _put(seat, cell, ware, number, dogs)


@njit
def _move_to_anchor(seat, cell):
    """A meadow that became the second cell of a large pasture: its animals stand in the pasture now."""
    anchor = anchor_of(seat, cell)
    if anchor == cell:
        return
    ware, number, dogs = int(seat["standing_animal"][cell]), int(seat["standing"][cell]), int(seat["standing_dogs"][cell])
    _put(seat, cell, 0, 0, 0)
    if seat["standing"][anchor] == 0:
        _put(seat, anchor, ware, number, dogs)
    elif seat["standing_animal"][anchor] == ware:
        _put(seat, anchor, ware, number + int(seat["standing"][anchor]), dogs + int(seat["standing_dogs"][anchor]))


@njit
def _stand_well(rules, seat):
    """Whether everything that stands somewhere is owned and has room there, with as many dogs as it needs."""
    cells = seat["standing_cells"]
    if cells & ~container_cells(rules, seat) or unplaced(seat, good.DOG) < 0:
        return False
    while cells:
        cell = first(cells)
        cells &= cells - 1
        ware = int(seat["standing_animal"][cell])
        if unplaced(seat, ware) < 0 or _dogs_needed(rules, seat, cell, ware, int(seat["standing"][cell])) != seat["standing_dogs"][cell]:
            return False
    return True


@njit
def reconcile_standing(rules, seat):
    """After a change of goods or of the board: nothing stands that is not owned or has no room any more."""
    cells = seat["standing_cells"]
    while cells:
        _move_to_anchor(seat, first(cells))
        cells &= cells - 1
    _lose_rooms(rules, seat)
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        _take_missing(seat, ware)
    _lose_rooms(rules, seat)
    missing = -unplaced(seat, good.DOG)
    if missing <= 0:
        return
    for cell in range(NUM_CELLS - 1, -1, -1):
        if missing > 0 and seat["standing_dogs"][cell] > 0:
            gone = min(missing, int(seat["standing_dogs"][cell]))
            seat["standing_dogs"][cell] -= gone
            missing -= gone
    _lose_rooms(rules, seat)


@njit
def _lose_rooms(rules, seat):
    """Every animal has room for itself and the dogs it needs, or no place."""
    cells = seat["standing_cells"]
    containers = container_cells(rules, seat)
    while cells:
        _lose_room(rules, seat, containers, first(cells))
        cells &= cells - 1


@njit
def _take_missing(seat, ware):
    """Take animals away that are not owned any more, from the last cell on."""
    missing = -unplaced(seat, ware)
    if missing <= 0:
        return
    for cell in range(NUM_CELLS - 1, -1, -1):
        if missing > 0 and seat["standing"][cell] > 0 and seat["standing_animal"][cell] == ware:
            gone = min(missing, int(seat["standing"][cell]))
            _put(seat, cell, ware, int(seat["standing"][cell]) - gone, int(seat["standing_dogs"][cell]))
            missing -= gone


@njit
def list_new_animals(rules, seat, out, n):
    """Cells that can take one more animal without a place while no other animal moves (F-BOUNTY-5, F-EVENT-12)."""
    dogs = unplaced(seat, good.DOG)
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if unplaced(seat, ware) <= 0:
            continue
        cells = container_cells(rules, seat)
        while cells:
            cell = first(cells)
            cells &= cells - 1
            number = int(seat["standing"][cell])
            if number == _MOST or (number > 0 and seat["standing_animal"][cell] != ware):
                continue
            needed = _dogs_needed(rules, seat, cell, ware, number + 1)
            if 0 <= needed <= dogs + int(seat["standing_dogs"][cell]):
                out[n] = code(act.ARRANGE, ware, cell, 1)
                n += 1
    return n


@njit
def place_new(rules, seat, action):
    """Put animals beside those that stand on a cell already."""
    ware, cell = first_of(action), second_of(action)
    number = int(seat["standing"][cell]) + third_of(action)
    _put(seat, cell, ware, number, _dogs_needed(rules, seat, cell, ware, number))


@njit
def list_meals_from(rules, seat, out, n):
    """Farm animals that can be turned into food, by the cell they are taken from; those without a place always can."""
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        has_pair = ware == good.DONKEY and rules["donkey_pair_food"] > 0 and seat["goods"][ware] >= PAIR
        free = unplaced(seat, ware)
        if free > 0:
            out[n] = code(act.CONVERT, ware, 1, UNPLACED)
            n += 1
        if has_pair and free >= PAIR:  # one of them and one from a cell is listed with the cell
            out[n] = code(act.CONVERT, ware, PAIR, UNPLACED)
            n += 1
        cells = seat["standing_cells"]
        while cells:
            cell = first(cells)
            cells &= cells - 1
            if seat["standing_animal"][cell] != ware:
                continue
            if rules["food_value"][ware]:
                out[n] = code(act.CONVERT, ware, 1, cell)
                n += 1
            if has_pair:
                out[n] = code(act.CONVERT, ware, PAIR, cell)
                n += 1
    return n


@njit
def _next_with(seat, ware, after_cell):
    """The next cell where an animal of a type stands, from the start again after the last one; -1 none."""
    for further in range(1, NUM_CELLS + 1):
        cell = (after_cell + further) % NUM_CELLS
        if seat["standing"][cell] > 0 and seat["standing_animal"][cell] == ware:
            return cell
    return NO_CELL


@njit
def take_from(seat, ware, amount, cell):
    """Animals leave: from the cell, then those without a place, then the next cell. Before the goods are reduced."""
    free = unplaced(seat, ware)
    for _ in range(amount):
        here = cell
        if seat["standing"][here] == 0 or seat["standing_animal"][here] != ware:
            if free > 0:
                free -= 1
                continue
            here = _next_with(seat, ware, cell)
        if here >= 0:
            _put(seat, here, ware, int(seat["standing"][here]) - 1, int(seat["standing_dogs"][here]))


@njit_hook(base_game="False, False")
def settle_in_event(state, rules, seat_number, seat, now):
    """While places are fixed: animals gained come first. Whether the agenda changed, and whether a choice waits."""
    if now == step.ARRANGE or now == step.HOUSE or state["phase"] == phase.REPLACEMENT:
        return False, False
    if seat["standing_cells"] and not _stand_well(rules, seat):
        reconcile_standing(rules, seat)
    placed = all_placed(seat)
    if now == step.NEW_ANIMALS:
        if placed:
            pop(state)
        return placed, not placed
    if not placed:
        push(state, step.NEW_ANIMALS, seat_number)
    return not placed, False
