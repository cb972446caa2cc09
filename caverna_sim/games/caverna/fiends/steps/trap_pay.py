"""Pay goods to weaken the orc: food trap, rockfall (F-TRAPKIND-5, F-TRAPKIND-12)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.hostile import weaken
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(rules, seat, letter, paid_trap, out, n):
    """How much may be thrown into a food trap or a rockfall; nothing is allowed (F-TRAPKIND-5, F-TRAPKIND-12)."""
    row = rules["orcs"]["trap"][paid_trap]
    most = min(int(seat["goods"][row["pay_ware"]]), min(int(row["pay_most"]), int(seat["orcs"][letter]["strength"])))
    for amount in range(most, -1, -1):
        out[n] = code(act.PAY_TRAP, amount, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, letter, paid_trap, action):
    """One strength for each good."""
    amount = first_of(action)
    pop(state)
    seat["goods"][rules["orcs"]["trap"][paid_trap]["pay_ware"]] -= amount
    if amount > 0:
        weaken(state, rules, seat_number, letter, amount, orc.TRAPPED)
