"""Which card is resolved next (N-ORDER-4, ND-14)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.courting import begin_courtship
from caverna_sim.games.neanderthal.course.hunt import begin_card, may_name_daughter, may_name_place
from caverna_sim.games.neanderthal.ids import act, argument
from caverna_sim.games.neanderthal.ids.things import NUM_BIOMES, NUM_DAUGHTERS, NUM_PLACES
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_choices(state, rules, seat_number, row, out, n):
    for place in range(NUM_PLACES):
        if may_name_place(state, rules, seat_number, int(row[argument.PART]), place):
            out[n] = code(act.HUNT, place, 0, 0)
            n += 1
    for daughter in range(NUM_DAUGHTERS):
        if may_name_daughter(state, seat_number, int(row[argument.PART]), daughter):
            out[n] = code(act.COURT, NUM_BIOMES + daughter, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, action):
    if kind_of(action) == act.HUNT:
        begin_card(state, first_of(action))
    else:
        begin_courtship(state, first_of(action) - NUM_BIOMES)
    return False
