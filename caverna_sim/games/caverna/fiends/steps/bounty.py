"""A field of the bounty board, or gold (F-BOUNTY-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.bounties import take_bounty
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.shape import MAX_OPEN_STRIPS
from caverna_sim.games.caverna.home.wares import gain
from caverna_sim.games.caverna.ids import act, argument, good, step
from caverna_sim.games.caverna.shape.sizes import BOUNTY_COLUMNS
from caverna_sim.kit.records.agenda import pop, top_step
from caverna_sim.kit.records.codes import code, kind_of, second_of

_FREE = -1


@njit
def list_choices(state, rules, letter, out, n):
    """Free fields of the columns this orc may take, useful or not, and the gold on its back (F-BOUNTY-1 to F-BOUNTY-3, C-2)."""
    for place in range(MAX_OPEN_STRIPS):
        strip = int(state["long_strips"][place])
        if strip < 0:
            continue
        for column in range(rules["orcs"]["columns"][letter]):
            field = strip * BOUNTY_COLUMNS + column
            if state["bounty_token"][field] == _FREE:
                out[n] = code(act.BOUNTY, letter, field, 0)
                n += 1
    out[n] = code(act.TAKE_GOLD, letter, 0, 0)
    return n + 1


@njit
def carry_out(state, rules, seat_number, seat, letter, strength, action):
    """Take it; Outfitter arms the dwarf that just lost its weapon unless a ruling forbids it (F-BOUNTY-6)."""
    pop(state)
    if kind_of(action) == act.TAKE_GOLD:
        seat["orcs"][letter]["reward"] = orc.GOLD_REWARD
        gain(rules, seat, good.GOLD, int(rules["orcs"]["gold"][letter]))
        return
    take_bounty(state, rules, seat_number, letter, second_of(action), strength)
    row = top_step(state)
    if row["step"] == step.ARM and rules["orcs"]["ruling"][ruling.OUTFITTER_MAY_ARM_THE_FIGHTER] != 0:
        row[argument.BUT_THE_FIGHTER] = 1
