"""Baking bread (AG-CNV-04): each improvement up to its limit in one action. The step counts the grain of those that have a limit."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code

COUNT_BITS = 3  # for each improvement
MOST_COUNTED = (1 << COUNT_BITS) - 1


@njit
def _may_bake(rules, number, count):
    """Whether an improvement bakes, and is not at its limit."""
    major = rules["major"][number]
    baked = (int(count) >> (COUNT_BITS * number)) & MOST_COUNTED
    return major["bakes"] > 0 and (major["bake_most"] == 0 or baked < major["bake_most"])


@njit
def can_bake(rules, seat, count):
    """Whether any grain can be baked (AG-CNV-05)."""
    owned = int(seat["majors"]) if seat["goods"][good.GRAIN] > 0 else 0
    while owned:
        if _may_bake(rules, first(owned), count):
            return True
        owned &= owned - 1
    return False


@njit
def list_bake(rules, seat, count, out, n):
    """A grain in each improvement that may bake."""
    owned = int(seat["majors"]) if seat["goods"][good.GRAIN] > 0 else 0
    while owned:
        number = first(owned)
        owned &= owned - 1
        if _may_bake(rules, number, count):
            out[n] = code(act.BAKE, number, 0, 0)
            n += 1
    return n


@njit
def bake(rules, seat, number, count):
    """One grain; returns the new count."""
    seat["goods"][good.GRAIN] -= 1
    seat["goods"][good.FOOD] += rules["major"][number]["bakes"]
    return count + (1 << (COUNT_BITS * number)) if rules["major"][number]["bake_most"] else count
