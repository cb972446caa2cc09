"""A deal that a chief offers (N-NEG-1, ND-12)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.deals import NUM_ITEMS, begin_offer, can_give, fits_together, is_item, together
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of

MOST = 8000


@njit
def list_choices(state, seat_number, out, n):
    for partner in range(state["players"]):
        if partner == seat_number or not together(state, seat_number, partner):
            continue
        for give in range(NUM_ITEMS):
            if not (is_item(give) and can_give(state, seat_number, partner, give)):
                continue
            for get in range(NUM_ITEMS):
                if is_item(get) and can_give(state, partner, seat_number, get) and fits_together(state, seat_number, partner, give, get):
                    if (partner << 16 | give << 8 | get) != state["refused"] and n < MOST:
                        out[n] = code(act.OFFER, partner, give, get)
                        n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, seat_number, action):
    if kind_of(action) == act.PASS:
        state["turn"] += 1
        state["offers"], state["refused"] = 0, 0
        return False
    state["offers"] += 1
    begin_offer(state, seat_number, first_of(action), second_of(action), third_of(action))
    return False
