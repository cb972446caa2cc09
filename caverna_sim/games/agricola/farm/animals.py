"""Where animals fit (AG-ANM, AG-PRC-05). They move freely, so only their numbers matter (AG-ANM-08).

Every pasture holds one type; the pet and unfenced stables hold one animal of any type each. All ways of giving pastures to types are
tried: there are at most five pastures.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import good, house_rule
from caverna_sim.games.agricola.shape.sizes import MOST_ANIMALS
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import code

BITS = 8  # of each number in a herd
MOST_BITS = (1 << BITS) - 1


@njit
def herd(sheep, boars, cattle):
    """Three numbers of animals in one."""
    return (min(int(cattle), MOST_BITS) << (2 * BITS)) | (min(int(boars), MOST_BITS) << BITS) | min(int(sheep), MOST_BITS)


@njit
def herd_of(seat):
    """The animals of a seat, as many as can be kept at most."""
    sheep, boars = min(seat["goods"][good.SHEEP], MOST_ANIMALS), min(seat["goods"][good.WILD_BOAR], MOST_ANIMALS)
    return herd(sheep, boars, min(seat["goods"][good.CATTLE], MOST_ANIMALS))


@njit
def animals_in(herd, kind):
    """How many of a type, counted from sheep, are in a herd."""
    return (int(herd) >> (BITS * int(kind))) & MOST_BITS


# ---------------------------------------------------------------- room


@njit
def single_places(rules, seat):
    """Places for one animal of any type: the pet, and unfenced stables (AG-ANM-02, AG-STB-03)."""
    unfenced = count(int(seat["stables"]) & ~int(seat["fenced"]))
    return int(rules["pet_room"]) + int(rules["stable_room"]) * unfenced


@njit
def pasture_room(rules, seat, number):
    """What a pasture holds: so many for each cell, doubled by every stable (AG-ANM-03)."""
    cells = int(seat["pastures"][number])
    room = int(rules["pasture_room"]) * count(cells)
    for _ in range(count(cells & int(seat["stables"]))):
        room *= int(rules["stable_factor"])
    return min(room, MOST_ANIMALS)


@njit
def animals_fit(rules, seat):
    """Whether the animals of a seat can all stand somewhere."""
    goods = seat["goods"]
    sheep, boars, cattle = int(goods[good.SHEEP]), int(goods[good.WILD_BOAR]), int(goods[good.CATTLE])
    if sheep + boars + cattle <= single_places(rules, seat):
        return sheep <= MOST_ANIMALS and boars <= MOST_ANIMALS and cattle <= MOST_ANIMALS
    return max(sheep, boars, cattle) <= MOST_ANIMALS and most_cattle(rules, seat, sheep, boars) >= cattle


@njit
def most_cattle(rules, seat, sheep, boars):
    """The most cattle that fit beside so many sheep and wild boar; -1 when not even these fit (AG-PRC-05).

    With HR2 a type lives in the largest of the pastures that a way gives it, and the others stay empty.
    """
    singles = single_places(rules, seat)
    pastures = int(seat["num_pastures"])
    one_each = rules["house_rules"] & house_rule.ONE_PASTURE_PER_TYPE != 0
    ways = 1
    for _ in range(pastures):
        ways *= 3
    best = -1
    for way in range(ways):
        room_of_sheep, room_of_boars, room_of_cattle = 0, 0, 0
        left = way
        for number in range(pastures):
            kind = left % 3
            left //= 3
            room = pasture_room(rules, seat, number)
            if kind == 0:
                room_of_sheep = max(room_of_sheep, room) if one_each else room_of_sheep + room
            elif kind == 1:
                room_of_boars = max(room_of_boars, room) if one_each else room_of_boars + room
            else:
                room_of_cattle = max(room_of_cattle, room) if one_each else room_of_cattle + room
        spare = singles - max(0, sheep - room_of_sheep) - max(0, boars - room_of_boars)
        if spare >= 0:
            best = max(best, room_of_cattle + spare)
    return best


# ---------------------------------------------------------------- herds that cannot be made larger


@njit
def list_herds(rules, seat, kind, most, least, out, n):
    """Every herd of at most and at least these numbers that fits and to which no animal can be added."""
    most_sheep, most_boars, cattle = animals_in(most, 0), animals_in(most, 1), animals_in(most, 2)
    for sheep in range(most_sheep, animals_in(least, 0) - 1, -1):
        for boars in range(most_boars, animals_in(least, 1) - 1, -1):
            kept = min(cattle, most_cattle(rules, seat, sheep, boars))
            if kept < animals_in(least, 2):
                continue
            if sheep < most_sheep and most_cattle(rules, seat, sheep + 1, boars) >= kept:
                continue
            if boars < most_boars and most_cattle(rules, seat, sheep, boars + 1) >= kept:
                continue
            out[n] = code(kind, sheep, boars, kept)
            n += 1
    return n


@njit
def grown_herd(rules, seat):
    """The herd with all newborns, whether they fit or not (AG-HRV-07)."""
    now = herd_of(seat)
    for kind in range(good.NUM_ANIMALS):
        number = animals_in(now, kind)
        if number >= rules["parents"] and number < MOST_ANIMALS:
            now += 1 << (BITS * kind)
    return now
