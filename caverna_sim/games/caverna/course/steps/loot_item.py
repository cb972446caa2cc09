"""Carry out the loot item just chosen (R-EXP-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.course.spaces import carry_out_part, list_part
from caverna_sim.games.caverna.home.dwarfs import acting_weapon
from caverna_sim.games.caverna.ids import part
from caverna_sim.kit.records.agenda import pop


@njit_merged
def list_choices(state, rules, seat_number, seat, loot, out, n):
    """It has to be carried out now."""
    item = rules["loot"][loot]["part"]
    return list_part(state, rules, seat_number, part.NO_SPACE, 0, item, acting_weapon(state, seat), NOT_IMITATING, out, n)


@njit_merged
def carry_out(state, rules, seat_number, loot, action):
    """The item is a single part."""
    item = rules["loot"][loot]["part"]
    pop(state)
    carry_out_part(state, rules, seat_number, part.NO_SPACE, 0, 0, item, NOT_IMITATING, action)
