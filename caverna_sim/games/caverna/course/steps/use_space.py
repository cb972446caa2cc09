"""Forger or Herald: choose a space (F-BOUNTY-8)."""

from __future__ import annotations

from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.course.spaces import any_part_possible, begin_action
from caverna_sim.games.caverna.fiends.ids import ruling
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.ids import act, step
from caverna_sim.games.caverna.shape.agenda import pop
from caverna_sim.games.caverna.shape.codes import code, first_of
from caverna_sim.jit import njit


@njit
def _list_spaces(state, rules, seat_number, wants_occupied, out, n):
    """Spaces for Forger (occupied) or Herald (unoccupied) (F-BOUNTY-8)."""
    narrow = rules["orcs"]["ruling"][ruling.FORGER_ALLOWS_OWN_AND_START_SPACE] != 0
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        user = int(state["used_by"][space])
        if (user >= 0) != (wants_occupied != 0) or not may_use(state["seats"][seat_number], space):
            continue
        if wants_occupied and narrow and (user == seat_number or not rules["space"][space]["may_be_imitated"]):
            continue
        out[n] = code(act.USE_SPACE, space, 0, 0)
        n += 1
    return n


@njit
def list_choices(state, rules, seat_number, wants_occupied, out, n):
    """Spaces where at least one part can be carried out."""
    end = _list_spaces(state, rules, seat_number, wants_occupied, out, n)
    for index in range(n, end):
        if any_part_possible(state, rules, seat_number, first_of(out[index]), NOT_IMITATING):
            out[n] = out[index]
            n += 1
    return n


@njit
def carry_out(state, rules, seat_number, wants_occupied, action):
    """The actions of the space, without placing anybody."""
    space = first_of(action)
    pop(state)
    if not wants_occupied and rules["orcs"]["ruling"][ruling.HERALD_LEAVES_SPACE_FREE] != 0:
        state["used_by"][space] = seat_number
    begin_action(state, rules, seat_number, space, step.GRANT)
