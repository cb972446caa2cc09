"""The forest as orcs walk it: eight directions, blocked steps, the way into the cave (F-EVENT-4, F-EVENT-7)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.shape.board import COLUMNS

EAST = 2
SOUTH = 4
NUM_DIRECTIONS = 8
DELTAS = (-COLUMNS, 1 - COLUMNS, 1, 1 + COLUMNS, COLUMNS, COLUMNS - 1, -1, -COLUMNS - 1)

INTO_CAVE = -1
NOWHERE = -2


@njit
def neighbour_of(rules, cell, direction):
    """The cell one step away, INTO_CAVE through the entrance, NOWHERE off the forest."""
    if cell == rules["orcs"]["gate"] and direction == EAST:
        return INTO_CAVE
    other = cell + DELTAS[direction]
    return other if (rules["orcs"]["forest"] >> other) & 1 else NOWHERE


@njit
def target_of(rules, cell, direction):
    """Where a step leads: a blocked one goes south, in the last row east (F-EVENT-7)."""
    other = neighbour_of(rules, cell, direction)
    if other == NOWHERE:
        other = neighbour_of(rules, cell, SOUTH)
    if other == NOWHERE:
        other = neighbour_of(rules, cell, EAST)
    return other


@njit
def bar_cells(rules, seat):
    """Under the ruling orc_cell_usable_for_tiles_and_animals = false nothing may be put where an orc stands."""
    if rules["orcs"]["ruling"][ruling.ORC_CELL_USABLE_FOR_TILES_AND_ANIMALS] == 0:
        return
    cells = 0
    for number in range(orc.NUM_HOSTILE):
        if seat["orcs"][number]["status"] == orc.FOREST:
            cells |= 1 << int(seat["orcs"][number]["cell"])
    seat["barred"] = cells
