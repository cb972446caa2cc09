"""Renovate the house by one step (AG-HSE-05, AG-HSE-06)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.house import can_renovate, renovate, renovated
from caverna_sim.games.agricola.ids import act
from caverna_sim.kit.records.codes import code


@njit
def possible(rules, seat):
    """Whether it can be paid."""
    return can_renovate(rules, seat)


@njit
def list_choices(rules, seat, out, n):
    """The next material."""
    if can_renovate(rules, seat):
        out[n] = code(act.RENOVATE, renovated(seat), 0, 0)
        n += 1
    return n


@njit
def carry_out(rules, seat, count):
    """All rooms at once."""
    renovate(rules, seat)
    return count + 1
