"""Where animals fit (AG-ANM, AG-PRC-05). They move freely, so only their numbers matter (AG-ANM-08).

Every pasture holds one type; the pet and unfenced stables hold one animal of any type each. All ways of giving pastures to types are
tried: there are at most five pastures.
"""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import good, house_rule
from caverna_sim.games.agricola.shape.sizes import MOST_ANIMALS
from caverna_sim.kit.records.bits import count, first
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
    """The most cattle that fit beside so many sheep and wild boar; -1 when not even these fit (AG-PRC-05)."""
    singles, pastures, rooms = single_places(rules, seat), int(seat["num_pastures"]), 0
    for number in range(pastures):
        rooms |= pasture_room(rules, seat, number) << (BITS * number)
    best = -1
    for of_sheep in range(1 << pastures if sheep > 0 else 1):
        spare = singles - max(0, sheep - _room_in(rules, rooms, of_sheep))
        if spare < 0:
            continue
        rest = ((1 << pastures) - 1) & ~of_sheep
        of_boars = rest if boars > 0 else 0
        while of_boars >= 0:
            left = spare - max(0, boars - _room_in(rules, rooms, of_boars))
            if left >= 0:
                best = max(best, _room_in(rules, rooms, rest & ~of_boars) + left)
            of_boars = (of_boars - 1) & rest if of_boars else -1
    return best


@njit
def _room_in(rules, rooms, pastures):
    """What a set of pastures holds of one type; with HR2 that lives in the largest of them, and the others stay empty."""
    room = 0
    while pastures:
        here = animals_in(rooms, first(pastures))
        room = max(room, here) if rules["house_rules"] & house_rule.ONE_PASTURE_PER_TYPE else room + here
        pastures &= pastures - 1
    return room


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
