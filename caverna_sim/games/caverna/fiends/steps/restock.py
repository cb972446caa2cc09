"""Go on restocking mines (F-MINE-3)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.mines import can_restock, list_restock
from caverna_sim.games.caverna.fiends.parts.restock import restock_one
from caverna_sim.kit.records.codes import second_of


@njit_merged
def list_choices(rules, seat, ore_mines_left, ruby_mines_left, mines_done, out, n):
    """Every mine that is left."""
    return list_restock(rules, seat, ore_mines_left, ruby_mines_left, mines_done, out, n)


@njit_merged
def carry_out(state, rules, seat, action):
    """One more."""
    restock_one(state, rules, seat, second_of(action))


@njit_merged
def is_over(rules, seat, ore_mines_left, ruby_mines_left, mines_done):
    """Whether no mine is left."""
    return not can_restock(rules, seat, ore_mines_left, ruby_mines_left, mines_done)
