"""Forger or Herald: choose a space (F-BOUNTY-8)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.hooks import list_use_space, occupy_by_herald
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.course.spaces import any_part_possible, begin_action
from caverna_sim.games.caverna.ids import step
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import first_of


@njit
def list_choices(state, rules, seat_number, wants_occupied, out, n):
    """Spaces where at least one part can be carried out."""
    end = list_use_space(state, rules, seat_number, wants_occupied, out, n)
    for index in range(n, end):
        if any_part_possible(state, rules, seat_number, first_of(out[index]), NOT_IMITATING):
            out[n] = out[index]
            n += 1
    return n


@njit_merged
def carry_out(state, rules, seat_number, wants_occupied, action):
    """The actions of the space, without placing anybody."""
    space = first_of(action)
    pop(state)
    occupy_by_herald(state, rules, seat_number, space, wants_occupied)
    begin_action(state, rules, seat_number, space, step.GRANT)
