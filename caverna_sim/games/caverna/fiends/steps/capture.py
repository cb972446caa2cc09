"""Which of equally weak dwarfs is captured (F-CAVE-5)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.cave import capture
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, second_of


@njit_merged
def list_choices(letter, out, n):
    """A grown one or a newborn one."""
    out[n] = code(act.CAPTURE, letter, 0, 0)
    out[n + 1] = code(act.CAPTURE, letter, 1, 0)
    return n + 2


@njit_merged
def carry_out(state, seat, cell, action):
    """It is gone."""
    pop(state)
    capture(seat, cell, second_of(action))
