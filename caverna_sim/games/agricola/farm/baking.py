"""Baking bread (AG-CNV-04): each improvement up to its limit in one action. The step counts the grain of those that have a limit."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.ground import list_members
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.kit.records.bits import first

COUNT_BITS = 3  # for each improvement
MOST_COUNTED = (1 << COUNT_BITS) - 1


@njit
def bakers(rules, seat, count):
    """The own improvements that bake and are not at their limit, as a set; empty without grain (AG-CNV-05)."""
    owned, found = int(seat["majors"]) if seat["goods"][good.GRAIN] > 0 else 0, 0
    while owned:
        number = first(owned)
        owned &= owned - 1
        major, baked = rules["major"][number], (int(count) >> (COUNT_BITS * number)) & MOST_COUNTED
        if major["bakes"] > 0 and (major["bake_most"] == 0 or baked < major["bake_most"]):
            found |= 1 << number
    return found


@njit
def can_bake(rules, seat, count):
    """Whether any grain can be baked."""
    return bakers(rules, seat, count) != 0


@njit
def list_bake(rules, seat, count, out, n):
    """A grain in each of them."""
    return list_members(act.BAKE, bakers(rules, seat, count), out, n)


@njit
def bake(rules, seat, number, count):
    """One grain; returns the new count."""
    seat["goods"][good.GRAIN] -= 1
    seat["goods"][good.FOOD] += rules["major"][number]["bakes"]
    return count + (1 << (COUNT_BITS * number)) if rules["major"][number]["bake_most"] else count
