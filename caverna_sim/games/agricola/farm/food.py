"""Turning goods into food (AG-CNV, AG-MAJ-05)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code


@njit
def food_for(rules, seat, ware):
    """Food for one piece at any time, at the best rate owned; 0 it cannot be eaten (AG-CNV-01, AG-CNV-02, AG-CNV-03)."""
    best = int(rules["raw_food"][ware])
    owned = int(seat["majors"])
    while owned:
        best = max(best, int(rules["major"][first(owned)]["cook"][ware]))
        owned &= owned - 1
    return best


@njit
def craft_for(rules, seat, ware):
    """An own improvement that turns such a good into food and has not in this harvest, -1 none (AG-MAJ-05)."""
    owned = int(seat["majors"]) & ~int(seat["crafts_used"])
    while owned:
        number = first(owned)
        owned &= owned - 1
        if rules["major"][number]["craft_good"] == ware:
            return number
    return -1


@njit
def list_converts(rules, seat, feeding, cooking, out, n):
    """Every good that can be turned into food; while feeding what crafts convert too, animals only where they may be cooked."""
    for ware in range(good.NUM):
        if seat["goods"][ware] <= 0 or ware == good.FOOD:
            continue
        is_animal = good.FIRST_ANIMAL <= ware < good.FIRST_ANIMAL + good.NUM_ANIMALS
        if is_animal and not cooking:
            continue
        if food_for(rules, seat, ware) > 0 or (feeding and craft_for(rules, seat, ware) >= 0):
            out[n] = code(act.CONVERT, ware, 0, 0)
            n += 1
    return n


@njit
def convert(rules, seat, ware, feeding):
    """One piece into food."""
    food = food_for(rules, seat, ware)
    craft = craft_for(rules, seat, ware) if feeding else -1
    if craft >= 0 and rules["major"][craft]["craft_food"] > food:
        food = int(rules["major"][craft]["craft_food"])
        seat["crafts_used"] |= 1 << craft
    seat["goods"][ware] -= 1
    seat["goods"][good.FOOD] += food
