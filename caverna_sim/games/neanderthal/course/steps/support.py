"""Which dependent is given up in the blizzard (N-EVT-5, ND-05)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.events import is_dependent
from caverna_sim.games.neanderthal.ids import act, ruling
from caverna_sim.games.neanderthal.ids.things import CHIEF, NUM_BIOMES, NUM_LEVELS
from caverna_sim.games.neanderthal.tribe.cards import lose_biome_card, lose_daughter
from caverna_sim.games.neanderthal.tribe.people import remove_elder, remove_husband
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_choices(state, rules, seat, out, n):
    for level in range(CHIEF, NUM_LEVELS):
        if seat["elder"][level]:
            out[n] = code(act.LOSE_ELDER, level, 0, 0)
            n += 1
    left = int(seat["animals"])
    while left:
        out[n] = code(act.LOSE_CARD, first(left), 0, 0)
        left &= left - 1
        n += 1
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        if is_dependent(rules, state["daughters"][daughter]):
            out[n] = code(act.LOSE_CARD, NUM_BIOMES + daughter, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    seat["lost"][3 if kind_of(action) == act.LOSE_ELDER else 4] += 1
    if kind_of(action) == act.LOSE_ELDER:
        remove_elder(state, seat_number, seat, first_of(action), True, 3)
    elif first_of(action) < NUM_BIOMES:
        lose_biome_card(state, seat, first_of(action))
    else:
        daughter = first_of(action) - NUM_BIOMES
        remove_husband(state, daughter, rules["ruling"][ruling.BLIZZ_HUSBAND] == 1, -1)
        lose_daughter(state, daughter)
    return False
