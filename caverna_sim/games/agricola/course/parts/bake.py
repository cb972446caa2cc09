"""Bake bread, one grain at a time (AG-CNV-04)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.baking import bake, can_bake, list_bake
from caverna_sim.kit.records.codes import first_of

possible = can_bake
list_choices = list_bake


@njit
def carry_out(rules, seat, action, count):
    """One grain."""
    return bake(rules, seat, first_of(action), count)
