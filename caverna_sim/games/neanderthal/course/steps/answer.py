"""Yes or no to a deal (N-NEG-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.deals import end_offer
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, kind_of


@njit
def list_choices(out, n):
    out[n] = code(act.ACCEPT, 0, 0, 0)
    out[n + 1] = code(act.REFUSE, 0, 0, 0)
    return n + 2


@njit
def carry_out(state, seat_number, action):
    state["asked"] &= ~(1 << seat_number)
    if kind_of(action) == act.REFUSE:
        end_offer(state, False)
    return False
