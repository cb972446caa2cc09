"""Whether the alpha counts without a die (N-ALPHA-3, ND-15)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, kind_of


@njit
def list_choices(out, n):
    out[n] = code(act.ALPHA_POWER, 0, 0, 0)
    out[n + 1] = code(act.PASS, 0, 0, 0)
    return n + 2


@njit
def carry_out(state, action):
    state["virtual"] = 1 if kind_of(action) == act.ALPHA_POWER else 0
    return False
