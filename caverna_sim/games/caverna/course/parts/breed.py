"""Breed, as loot (R-BREED)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.home.breeding import breed, can_breed, list_breed
from caverna_sim.kit.records.codes import first_of


@njit_merged
def possible(rules, seat, row):
    """Whether any type can breed."""
    return can_breed(rules, seat, int(row["level"]))


@njit_merged
def list_choices(rules, seat, row, out, n):
    """Every set of types that can breed together."""
    return list_breed(rules, seat, int(row["level"]), out, n)


@njit_merged
def carry_out(rules, seat, action):
    """Newborn animals."""
    breed(rules, seat, first_of(action))
