"""Set a trap (F-TRAP)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.traps import can_set_trap, list_set_trap, set_trap
from caverna_sim.kit.records.codes import first_of, second_of

possible = can_set_trap
list_choices = list_set_trap


@njit_merged
def carry_out(state, rules, seat_number, row, action):
    """Pay and lay it."""
    set_trap(state, rules, seat_number, first_of(action), second_of(action), row["free"] == 1)
