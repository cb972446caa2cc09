"""Which disks are paid for the daughter (N-AUC-5, ND-07)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act, argument
from caverna_sim.kit.records.codes import code, first_of, second_of, third_of


@njit
def list_choices(state, rules, seat, row, out, n):
    most, disks = seat["vocabulary"], int(row[argument.DISKS])
    media = rules["woman"][state["event"]]["media"]
    for orange in range(disks + 1):
        for white in range(disks - orange + 1):
            black = disks - orange - white
            if (orange == 0 or (media[0] and orange <= most[0])) and (white == 0 or (media[1] and white <= most[1])):
                if black == 0 or (media[2] and black <= most[2]):
                    out[n] = code(act.PAY, orange, white, black)
                    n += 1
    return n


@njit
def carry_out(state, seat, action):
    woman = state["daughters"][state["event"]]
    paid = (first_of(action), second_of(action), third_of(action))
    for colour in range(3):
        seat["vocabulary"][colour] -= paid[colour]
        woman["disks"][colour] += paid[colour]
    return False
