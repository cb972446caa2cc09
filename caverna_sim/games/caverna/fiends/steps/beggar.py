"""Beggar king: return a begging marker and/or take gold (F-BOUNTY-5)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.home.wares import gain_all
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(seat, out, n):
    """Beggar king: a begging marker and/or gold."""
    for option in range(3):
        if option == 2 or seat["begging"] > 0:
            out[n] = code(act.BEGGAR, option, 0, 0)
            n += 1
    return n


@njit_merged
def carry_out(state, rules, seat, bounty, action):
    """0 both, 1 the marker only, 2 the gold only."""
    pop(state)
    option = first_of(action)
    row = rules["orcs"]["bounty"][bounty]
    if option != 2:
        seat["begging"] = max(0, int(seat["begging"]) - int(row["markers"]))
    if option != 1:
        gain_all(rules, seat, row["gain"], 1)
