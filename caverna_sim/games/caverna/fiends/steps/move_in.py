"""Room for an orc that turns friendly, for the extra orc, or for a friendly one that makes way (F-FRIEND-1, F-BOUNTY-10, C-3)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.fiends.hostile import list_move_in, may_decline_room, move_in, nobody_moves_in, only_way_in
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of, second_of


@njit
def list_choices(state, rules, seat, letter, out, n):
    """Every orc and every room for it, and to refuse where that is allowed."""
    n = list_move_in(state, rules, seat, letter, out, n)
    if n == 0 or may_decline_room(state, rules, seat, letter):
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit_merged
def carry_out(state, rules, seat_number, action):
    """It lives there."""
    move_in(state, rules, seat_number, first_of(action), second_of(action))


@njit_merged
def is_over(state, rules, seat, letter):
    """Whether nobody moves in any more, or there is nothing to choose."""
    return nobody_moves_in(state, rules, seat, letter) or only_way_in(state, rules, seat, letter) != 0


@njit
def end(state, rules, seat_number, seat, letter):
    """Where there is nothing to choose the orc moves in by itself."""
    action = only_way_in(state, rules, seat, letter)
    if action and not nobody_moves_in(state, rules, seat, letter):
        move_in(state, rules, seat_number, first_of(action), second_of(action))
        if nobody_moves_in(state, rules, seat, letter):
            pop(state)
    else:
        pop(state)
