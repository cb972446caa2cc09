"""Which of tied suitors courts first; the father says (N-WOO-6, ND-20)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.courting import is_next
from caverna_sim.games.neanderthal.ids import act, argument
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(state, rules, row, out, n):
    for other in range(state["players"]):
        if is_next(state, rules, int(row[argument.DAUGHTER]), int(state["seats"][other]["species"])):
            out[n] = code(act.FIRST_SUITOR, other, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, action):
    state["fighter"] = state["seats"][first_of(action)]["species"]
    return False
