"""An exchange between two species (N-VAR-1, ND-24)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.deals import COLOUR_ITEM, TABLE, begin_offer, kind_of_card
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.games.neanderthal.ids.things import CARD_ITEM, NUM_BIOMES
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of


@njit
def list_choices(state, seat_number, seat, out, n):
    for partner in range(state["players"]):
        if partner == seat_number:
            continue
        other = state["seats"][partner]
        for give in range(3):
            for get in range(3):
                if give != get and seat["vocabulary"][give] and other["vocabulary"][get]:
                    out[n] = code(act.EXCHANGE, partner, COLOUR_ITEM + give, COLOUR_ITEM + get)
                    n += 1
        for give in range(NUM_BIOMES):
            if kind_of_card(state, seat_number, give) == TABLE:
                for get in range(NUM_BIOMES):
                    if kind_of_card(state, partner, get) == TABLE:
                        out[n] = code(act.EXCHANGE, partner, CARD_ITEM + give, CARD_ITEM + get)
                        n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, seat_number, action):
    if kind_of(action) == act.EXCHANGE:
        begin_offer(state, seat_number, first_of(action), second_of(action), third_of(action))
        state["exchanged"] = 2
    return False
