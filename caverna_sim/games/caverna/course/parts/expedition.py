"""Set out on an expedition; a step goes on with it (R-EXP)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.ids import act, argument, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import code, first_of


@njit_merged
def possible(weapon):
    """Only armed dwarfs set out (R-EXP-1)."""
    return weapon > 0


@njit_merged
def list_choices(row, out, n):
    """There is nothing to choose yet."""
    out[n] = code(act.EXPEDITION, int(row["level"]), 0, 0)
    return n + 1


@njit_merged
def is_choice(row, action):
    """Expeditions differ in their level."""
    return row["level"] == first_of(action)


@njit_merged
def carry_out(state, seat_number, seat, row):
    """Loot is taken item by item."""
    pushed = push(state, step.EXPEDITION, seat_number)
    pushed[argument.ITEMS_LEFT], pushed[argument.STRENGTH] = int(row["level"]), int(seat["weapon"][state["dwarf"]])
