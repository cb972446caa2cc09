"""How choices are listed."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act, things
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code


@njit
def put(out, n, kind, first, second, third):
    """List a choice; returns how many there are now."""
    out[n] = code(kind, first, second, third)
    return n + 1


@njit
def put_each(out, n, kind, members):
    """List a choice for each member of a set."""
    left = int(members)
    while left:
        n = put(out, n, kind, first(left), 0, 0)
        left &= left - 1
    return n


@njit
def put_elders(out, n, seat):
    """List the elders of a seat as those that may be lost."""
    for level in range(things.CHIEF, things.NUM_LEVELS):
        if seat["elder"][level]:
            n = put(out, n, act.LOSE_ELDER, level, 0, 0)
    return n
