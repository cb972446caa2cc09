"""A Bake Bread action that a new oven allows (AG-MAJ-04)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.baking import bake, can_bake, list_bake
from caverna_sim.games.agricola.ids import argument
from caverna_sim.kit.records.codes import first_of

list_choices = list_bake


@njit
def carry_out(rules, seat, row, count, action):
    """One grain."""
    row[argument.COUNT] = bake(rules, seat, first_of(action), count)


@njit
def is_over(rules, seat, count):
    """Whether no grain can be baked any more."""
    return not can_bake(rules, seat, count)
