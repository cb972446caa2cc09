"""Breeding, in the harvest and as loot (R-BREED)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.home.animals import numbers_fit
from caverna_sim.games.caverna.home.wares import gain, gain_all, owns
from caverna_sim.games.caverna.ids import act, effect, good
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import code

_ALL_TYPES = (1 << good.NUM_FARM_ANIMALS) - 1


@njit
def breeding_types(rules, seat):
    """The set of farm animals (bit 0 sheep ... bit 3 cattle) of which there are parents (R-BREED-1)."""
    types = 0
    for animal in range(good.NUM_FARM_ANIMALS):
        if seat["goods"][good.FIRST_FARM_ANIMAL + animal] >= rules["parents"]:
            types |= 1 << animal
    return types


@njit
def newborns_fit(rules, seat, types):
    """Whether one newborn of each type can be accommodated (R-BREED-2)."""
    goods = seat["goods"]
    return numbers_fit(
        rules,
        seat,
        int(goods[good.SHEEP]) + (types & 1),
        int(goods[good.DONKEY]) + ((types >> 1) & 1),
        int(goods[good.WILD_BOAR]) + ((types >> 2) & 1),
        int(goods[good.CATTLE]) + ((types >> 3) & 1),
    )


@njit
def can_breed(rules, seat, most_types):
    """Whether at least one type can breed."""
    types = breeding_types(rules, seat)
    for animal in range(good.NUM_FARM_ANIMALS):
        if (types >> animal) & 1 and most_types > 0 and newborns_fit(rules, seat, 1 << animal):
            return True
    return False


@njit
def list_breed(rules, seat, most_types, out, n):
    """Every set of types that can breed together; newborns may be declined (U-13)."""
    possible = breeding_types(rules, seat)
    for types in range(_ALL_TYPES, 0, -1):
        if types & ~possible or count(types) > most_types:
            continue
        if newborns_fit(rules, seat, types):
            out[n] = code(act.BREED, types, 0, 0)
            n += 1
    return n


@njit
def breed(rules, seat, types):
    """One newborn of each type, all at the same time; Quarry and Breeding cave react (R-INT-5)."""
    for animal in range(good.NUM_FARM_ANIMALS):
        if (types >> animal) & 1:
            gain(rules, seat, good.FIRST_FARM_ANIMAL + animal, 1)
    newborns = count(types)
    for index in range(rules["effect_start"][effect.ON_BREED], rules["effect_start"][effect.ON_BREED + 1]):
        row = rules["effect"][index]
        if not owns(seat, int(row["furnishing"])):
            continue
        if row["do"] == effect.GAIN_BY_NEWBORNS:
            gain(rules, seat, int(row["ware"]), int(row["table"][newborns]))
        elif (types >> (row["ware"] - good.FIRST_FARM_ANIMAL)) & 1:
            gain_all(rules, seat, row["get"], 1)
