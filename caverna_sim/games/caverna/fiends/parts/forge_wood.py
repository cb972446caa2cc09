"""Forge a wooden weapon (F-ACT-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.prices import can_forge_wood, forge_wood, list_forge_wood
from caverna_sim.kit.records.codes import first_of

possible = can_forge_wood
list_choices = list_forge_wood


@njit_merged
def carry_out(state, rules, seat, action):
    """Arm the dwarf that acts."""
    forge_wood(rules, seat, int(state["dwarf"]), first_of(action))
