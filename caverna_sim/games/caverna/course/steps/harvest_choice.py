"""Third question mark: skip the field step or the breeding step (R-HARV-4)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.ids import act, harvest
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of


@njit_merged
def list_choices(out, n):
    """One of the two."""
    out[n] = code(act.SKIP_STEP, harvest.SKIP_FIELD, 0, 0)
    out[n + 1] = code(act.SKIP_STEP, harvest.SKIP_BREEDING, 0, 0)
    return n + 2


@njit_merged
def carry_out(state, seat_number, action):
    """The course of the round asks for it."""
    state["skip_step"][seat_number] = first_of(action)
    pop(state)
