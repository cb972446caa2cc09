"""Place a twin tile (R-TILE)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.course.hooks import lay_into_new_mine
from caverna_sim.games.caverna.home.land import can_place_twin, list_twin, place_twin
from caverna_sim.games.caverna.ids import terrain
from caverna_sim.kit.records.codes import first_of, second_of, third_of

FINDS_OUT_BY_LISTING = True


@njit_merged
def possible(rules, seat, row):
    """Whether any tile of the part fits."""
    return can_place_twin(rules, seat, int(row["tiles"]))


@njit_merged
def list_choices(rules, seat, row, out, n):
    """Every tile, place and direction."""
    return list_twin(rules, seat, int(row["tiles"]), out, n)


@njit_merged
def is_choice(row, action):
    """Whether the part offers this tile."""
    return (row["tiles"] >> first_of(action)) & 1 == 1


@njit_merged
def carry_out(rules, seat, action):
    """Lay the tile; ore goes onto a new ore mine (F-ACT-2)."""
    place_twin(rules, seat, first_of(action), second_of(action), third_of(action))
    if (seat["terrain"][terrain.ORE_MINE] >> second_of(action)) & 1:
        lay_into_new_mine(rules, seat, second_of(action), False)
