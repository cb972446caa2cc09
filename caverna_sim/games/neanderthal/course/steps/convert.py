"""How many threes count as ones (N-HUNT-4, ND-16)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.hunt import convert
from caverna_sim.games.neanderthal.ids import act, argument
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(row, out, n):
    for amount in range(int(row[argument.THREES]) + 1):
        out[n] = code(act.CONVERT, amount, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, action):
    convert(state, rules, first_of(action))
    return False
