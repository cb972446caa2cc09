"""Place a single tile."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.home.land import list_cells, place_single, single_cells
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import first_of, second_of


@njit_merged
def possible(rules, seat, row):
    """Whether there is a place for it."""
    return single_cells(rules, seat, first(int(row["tiles"]))) != 0


@njit_merged
def list_choices(rules, seat, row, out, n):
    """Every cell."""
    kind = first(int(row["tiles"]))
    return list_cells(act.SINGLE_TILE, kind, single_cells(rules, seat, kind), out, n)


@njit_merged
def carry_out(rules, seat, action):
    """Lay the tile."""
    place_single(rules, seat, first_of(action), second_of(action))
