"""Rooms, renovation, stables and people (AG-HSE, AG-STB, AG-PPL)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.ground import cells_touching_built, unused_cells
from caverna_sim.games.agricola.ids import good, house
from caverna_sim.games.agricola.shape.board import CELLS, beside
from caverna_sim.games.agricola.shape.layout import AT_HOME
from caverna_sim.kit.records.bits import count


@njit
def num_rooms(seat):
    """Rooms of the house."""
    return count(int(seat["rooms"]))


@njit
def room_cells(seat):
    """Where a room can be added: beside a room, on an unused space (AG-HSE-03, AG-HSE-04)."""
    return beside(seat["rooms"]) & unused_cells(seat)


@njit
def stable_cells(rules, seat):
    """Where a stable can be built: on a space without tile and stable (AG-STB-02), while there is one (AG-SET-02)."""
    if count(int(seat["stables"])) >= rules["stables"]:
        return 0
    taken = int(seat["rooms"]) | int(seat["fields"]) | int(seat["stables"])
    return CELLS & ~taken & cells_touching_built(rules, seat)


@njit
def renovated(seat):
    """What the house becomes when it is renovated, one step at a time (AG-HSE-05)."""
    return int(seat["house"]) + 1


@njit
def can_renovate(rules, seat):
    """Whether the house is not of stone yet (AG-HSE-06), and all rooms can be paid at once (AG-HSE-05)."""
    if seat["house"] >= house.STONE:
        return False
    once, each, rooms = rules["renovate_once"][renovated(seat)], rules["renovate_per_room"][renovated(seat)], num_rooms(seat)
    for ware in range(good.NUM):
        if seat["goods"][ware] < once[ware] + each[ware] * rooms:
            return False
    return True


@njit
def renovate(rules, seat):
    """All rooms at once."""
    once, each, rooms = rules["renovate_once"][renovated(seat)], rules["renovate_per_room"][renovated(seat)], num_rooms(seat)
    for ware in range(good.NUM):
        seat["goods"][ware] -= once[ware] + each[ware] * rooms
    seat["house"] += 1


@njit
def can_grow(rules, seat, with_room):
    """Whether there is an offspring left (AG-PPL-03), and a room for it where one is needed (AG-PPL-01)."""
    most = int(rules["most_people"])
    if seat["limits"]["people"] > 0:
        most = min(most, int(seat["limits"]["people"]))
    return seat["people"] < most and (not with_room or num_rooms(seat) > seat["people"])


@njit
def grow(seat, space):
    """The newborn stands beside the parent (AG-PPL-02)."""
    seat["at"][seat["people"]] = space
    seat["newborn"][seat["people"]] = 1
    seat["people"] += 1


@njit
def person_at_home(seat):
    """The first person who can still be placed, -1 none."""
    for person in range(seat["people"]):
        if seat["at"][person] == AT_HOME:
            return person
    return -1


@njit
def people_placed(seat):
    """People who were placed in this round, or passed."""
    placed = 0
    for person in range(seat["people"]):
        if seat["at"][person] != AT_HOME and not seat["newborn"][person]:
            placed += 1
    return placed


@njit
def newborns(seat):
    """People born this round."""
    number = 0
    for person in range(seat["people"]):
        number += seat["newborn"][person]
    return number
