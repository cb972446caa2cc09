"""Family growth (R-FAM)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.hooks import newborn_moves_in
from caverna_sim.games.caverna.home.dwarfs import NOT_A_DWARF, can_grow, grow
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.codes import code


@njit_merged
def possible(rules, seat, weapon):
    """Whether there is room for a child of the dwarf that acts."""
    return weapon != NOT_A_DWARF and can_grow(rules, seat)


@njit_merged
def list_choices(out, n):
    """There is nothing to choose."""
    out[n] = code(act.GROW, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, rules, seat_number):
    """A newborn on the dwarf that acts (R-FAM-2, F-TILE-10)."""
    grow(state["seats"][seat_number], int(state["dwarf"]))
    newborn_moves_in(state, rules, seat_number)
