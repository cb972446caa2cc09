"""Which unmarried daughter makes room for the new one (N-VAR-2, ND-23)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.games.neanderthal.ids.things import NUM_BIOMES
from caverna_sim.games.neanderthal.tribe.cards import lose_daughter
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def list_choices(state, seat, out, n):
    for number in range(seat["daughters"]):
        daughter = int(seat["tableau"][number])
        if state["daughters"][daughter]["husband"] == 0:
            out[n] = code(act.REPLACE, NUM_BIOMES + daughter, 0, 0)
            n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, action):
    if kind_of(action) == act.REPLACE:
        lose_daughter(state, first_of(action) - NUM_BIOMES)
    return False
