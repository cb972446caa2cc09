"""Barterer: one building material into another (F-BOUNTY-5)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.home.wares import gain
from caverna_sim.games.caverna.ids import act, good
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of, second_of, third_of


@njit
def list_choices(seat, out, n):
    """Barterer: any number of one building material into another one."""
    for paid in range(good.ORE + 1):
        for wanted in range(good.ORE + 1):
            if wanted != paid:
                for amount in range(1, min(int(seat["goods"][paid]), 255) + 1):
                    out[n] = code(act.SWAP, paid, wanted, amount)
                    n += 1
    return n


@njit_merged
def carry_out(state, rules, seat, action):
    """Once."""
    pop(state)
    seat["goods"][first_of(action)] -= third_of(action)
    gain(rules, seat, second_of(action), third_of(action))
