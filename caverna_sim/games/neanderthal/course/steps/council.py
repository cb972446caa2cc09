"""Another order of the turn, in which another player comes first (N-ORDER-2, ND-02)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import act, ruling
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of

NOBODY = 3


@njit
def list_choices(state, rules, out, n):
    players, order = int(state["players"]), state["order"]
    for one in range(players):
        for two in range(players):
            if one == two or one == order[0]:
                continue
            if players == 2:
                out[n] = code(act.COUNCIL, one, two, NOBODY)
                n += 1
                continue
            # who is only named first goes before the others, who keep their order (NR-WAR-COUNCIL)
            three = 3 - one - two
            keeps = (order[0] == two) or (order[1] == two and order[2] == three)
            if rules["ruling"][ruling.WAR_COUNCIL] == 0 or keeps:
                out[n] = code(act.COUNCIL, one, two, three)
                n += 1
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def carry_out(state, action):
    if kind_of(action) == act.COUNCIL:
        state["order"][0], state["order"][1] = first_of(action), second_of(action)
        if third_of(action) != NOBODY:
            state["order"][2] = third_of(action)
    return False
