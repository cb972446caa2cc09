"""How many turns are added after the eighth (N-VAR-2, ND-23)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(state, rules, out, n):
    left = int(state["unused_end"]) - int(state["unused_next"])
    for amount in range(min(left, int(rules["most_extra"])) + 1):
        out[n] = code(act.EXTEND, amount, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, action):
    for _ in range(first_of(action)):
        state["event_deck"][state["event_end"]] = state["unused"][state["unused_next"]]
        state["event_end"] += 1
        state["unused_next"] += 1
    return False
