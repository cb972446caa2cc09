"""Restock mines: the first as a part, others as a step of its own (F-MINE-3)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.fiends.mines import bit_of, can_restock, list_restock, restock
from caverna_sim.games.caverna.ids import argument, step, terrain
from caverna_sim.kit.records.agenda import push, top_step
from caverna_sim.kit.records.codes import second_of


@njit_merged
def possible(rules, seat):
    """Whether there is a mine to stock."""
    table = rules["orcs"]
    return can_restock(rules, seat, int(table["restock_ore_mines"]), int(table["restock_ruby_mines"]), 0)


@njit_merged
def list_choices(rules, seat, out, n):
    """Every mine."""
    table = rules["orcs"]
    return list_restock(rules, seat, int(table["restock_ore_mines"]), int(table["restock_ruby_mines"]), 0, out, n)


@njit_merged
def carry_out(state, rules, seat_number, seat, action):
    """Stock one; others may follow."""
    table = rules["orcs"]
    pushed = push(state, step.RESTOCK, seat_number)
    pushed[argument.ORE_MINES_LEFT], pushed[argument.RUBY_MINES_LEFT] = int(table["restock_ore_mines"]), int(table["restock_ruby_mines"])
    restock_one(state, rules, seat, second_of(action))


@njit
def restock_one(state, rules, seat, cell):
    """Goods into one mine; the RESTOCK step on top remembers it."""
    row = top_step(state)
    if (seat["terrain"][terrain.ORE_MINE] >> cell) & 1:
        row[argument.ORE_MINES_LEFT] -= 1
    else:
        row[argument.RUBY_MINES_LEFT] -= 1
    row[argument.MINES_DONE] |= bit_of(cell)
    restock(rules, seat, cell)
