"""Choose orcs for the reductions of darts or blast (F-TRAPKIND-6, F-TRAPKIND-11)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.hostile import is_hostile, weaken_again
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.traps import HITS, HITS_SHIFT
from caverna_sim.games.caverna.ids import act, argument
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(seat, out, n):
    """Orcs on the home board that darts or a blast may hit (F-TRAPKIND-6, F-TRAPKIND-11)."""
    for number in range(orc.NUM_HOSTILE):
        if is_hostile(seat, number):
            out[n] = code(act.REDUCE, number, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, rules, seat_number, row, reducing_trap, action):
    """One reduction; the trap goes on until all are used."""
    number = first_of(action)
    amount = int(rules["orcs"]["trap"][reducing_trap]["amount"])
    earlier = amount * ((int(row[argument.HITS]) >> (number * HITS_SHIFT)) & HITS)
    row[argument.HITS] += 1 << (number * HITS_SHIFT)
    row[argument.REDUCTIONS_LEFT] -= 1
    if row[argument.REDUCTIONS_LEFT] == 0:
        pop(state)
    weaken_again(state, rules, seat_number, number, amount, orc.TRAPPED, earlier)


@njit
def is_over(seat):
    """Whether no orc is left on the home board."""
    for number in range(orc.NUM_HOSTILE):
        if is_hostile(seat, number):
            return False
    return True
