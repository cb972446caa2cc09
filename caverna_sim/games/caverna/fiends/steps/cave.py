"""The owner chooses among the cells an orc may occupy (F-CAVE-3, F-END-3)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.fiends.cave import NO_CELL, candidates, settle_in
from caverna_sim.games.caverna.fiends.ending import dearest_cells
from caverna_sim.games.caverna.fiends.hostile import offer_rooms_left
from caverna_sim.games.caverna.home.land import list_cells
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import first_of, second_of


@njit
def list_choices(rules, seat, letter, at_the_end, out, n):
    """The dearest ones at the end of the game."""
    cells = dearest_cells(rules, seat) if at_the_end else candidates(rules, seat)
    return list_cells(act.OCCUPY, letter, cells, out, n)


@njit_merged
def carry_out(state, rules, seat_number, seat, at_the_end, action):
    """It stands there now."""
    number = first_of(action)
    pop(state)
    settle_in(state, rules, seat_number, number, NO_CELL if at_the_end else int(seat["orcs"][number]["cell"]), second_of(action))
    if not at_the_end:
        offer_rooms_left(state, rules, seat_number)
