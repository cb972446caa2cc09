"""Newborn animals in the harvest (R-BREED)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.home.breeding import breed, list_breed
from caverna_sim.games.caverna.ids import good
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import first_of


@njit_merged
def list_choices(rules, seat, out, n):
    """Every set of types; beside it nothing is eaten (R-BREED-3)."""
    return list_breed(rules, seat, good.NUM_FARM_ANIMALS, out, n)


@njit_merged
def carry_out(state, rules, seat, action):
    """All newborns at once."""
    pop(state)
    breed(rules, seat, first_of(action))
