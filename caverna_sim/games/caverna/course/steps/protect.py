"""Solo: keep overfull spaces from being emptied (R-SOLO-7)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.rounds import overfull
from caverna_sim.games.caverna.ids import act, good
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(state, rules, seat, out, n):
    """Every overfull space, for a ruby."""
    if seat["goods"][good.RUBY] < rules["protection_rubies"]:
        return n
    for index in range(state["num_open"]):
        if overfull(state, rules, int(state["open_spaces"][index])):
            out[n] = code(act.PROTECT, int(state["open_spaces"][index]), 0, 0)
            n += 1
    return n


@njit_merged
def carry_out(state, rules, seat, action):
    """Pay; its goods stay."""
    seat["goods"][good.RUBY] -= rules["protection_rubies"]
    state["protected"][first_of(action)] = 1


@njit
def is_over(state, rules, seat):
    """Whether no ruby or no overfull space is left."""
    if seat["goods"][good.RUBY] >= rules["protection_rubies"]:
        for index in range(state["num_open"]):
            if overfull(state, rules, int(state["open_spaces"][index])):
                return False
    return True
