"""Which mines are emptied (F-MINE-4)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.mines import donkey_mines, list_mine, may_leave_goods, mine_with, orc_mines
from caverna_sim.games.caverna.ids import act, argument
from caverna_sim.kit.records.codes import code, first_of, second_of


@njit_merged
def list_choices(rules, seat, donkeys_left, mine_orc_left, mines_done, out, n):
    """Every mine, and to leave the rest where it lies unless donkeys have to stand there."""
    n = list_mine(rules, seat, donkeys_left, mine_orc_left, mines_done, out, n)
    if donkeys_left <= 0 or may_leave_goods(rules, seat, mines_done):
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit_merged
def carry_out(rules, seat, row, action):
    """One mine by a donkey, or by the mine orc."""
    worker = first_of(action)
    mine_with(rules, seat, worker, second_of(action))
    if worker:
        row[argument.MINE_ORC_LEFT] = 0
    else:
        row[argument.DONKEYS_LEFT] -= 1


@njit_merged
def is_over(rules, seat, donkeys_left, mine_orc_left, mines_done):
    """Whether nobody can empty anything any more."""
    if donkeys_left > 0 and donkey_mines(rules, seat, mines_done) != 0:
        return False
    return mine_orc_left == 0 or orc_mines(rules, seat, mines_done) == 0
