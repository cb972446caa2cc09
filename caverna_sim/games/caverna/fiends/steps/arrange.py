"""Where the animals stand before an event or the end (F-EVENT-12)."""

from __future__ import annotations

import numpy as np

from caverna_sim.compiling.jit import njit_counting, njit_merged
from caverna_sim.games.caverna.fiends.standing import arrange, arrange_rest, list_arrange, next_container
from caverna_sim.games.caverna.ids import argument
from caverna_sim.games.caverna.shape.layout import SEAT
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import second_of


@njit_counting
def list_choices(rules, seat, next_cell, out, n):
    """Ways to use the next container."""
    return list_arrange(rules, seat, np.zeros(1, SEAT), next_cell, out, n)


@njit_merged
def carry_out(rules, seat, row, action):
    """Animals onto one container."""
    arrange(rules, seat, action)
    row[argument.NEXT_CELL] = second_of(action) + 1


@njit_merged
def is_over(rules, seat, next_cell):
    """Whether every animal that can has found its place."""
    return next_container(rules, seat, next_cell - 1) < 0


@njit_counting
def end(state, rules, seat, next_cell):
    """The rest finds its places by itself."""
    arrange_rest(rules, seat, np.zeros(1, SEAT), next_cell)
    pop(state)
