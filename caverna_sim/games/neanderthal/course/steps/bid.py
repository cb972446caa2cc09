"""A bid, or no more of them (N-AUC-2, ND-07)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.auction import least_bid, media_of
from caverna_sim.games.neanderthal.ids import act, ruling
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_choices(state, rules, seat_number, seat, out, n):
    for disks in range(least_bid(state, rules, seat_number), media_of(state, rules, seat) + 1):
        out[n] = code(act.BID, disks, 0, 0)
        n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, rules, seat_number, action):
    bit = 1 << seat_number
    if kind_of(action) == act.PASS:
        state["passed"] |= bit
    else:
        state["bids"][seat_number] = first_of(action)
        state["acted"] = (state["acted"] | bit) if rules["ruling"][ruling.AUCTION] == 1 else bit
    return False
