"""A family growth that a tile grants (F-TILE-10)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.course.parts import grow
from caverna_sim.games.caverna.home.dwarfs import can_grow
from caverna_sim.kit.records.agenda import pop


@njit_merged
def list_choices(rules, seat, out, n):
    """If there is room."""
    return grow.list_choices(out, n) if can_grow(rules, seat) else n


@njit_merged
def carry_out(state, rules, seat_number):
    """As on a space."""
    pop(state)
    grow.carry_out(state, rules, seat_number)
