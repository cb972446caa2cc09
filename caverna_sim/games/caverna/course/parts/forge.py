"""Forge a weapon (R-WEAP)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.home.dwarfs import can_forge, forge, list_forge
from caverna_sim.kit.records.codes import first_of

possible = can_forge
list_choices = list_forge


@njit_merged
def carry_out(state, rules, seat, action):
    """Arm the dwarf that acts."""
    forge(rules, seat, int(state["dwarf"]), first_of(action))
