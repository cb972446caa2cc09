"""What Frantic Fiends lets one count on a home board (ids/per.py): home/wares.py asks here for what the base game does not have."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.ids import per, terrain
from caverna_sim.games.caverna.shape.layout import CAPTIVE
from caverna_sim.kit.records.bits import count


@njit
def friendly_orcs(seat, with_captives):
    """Friendly orcs, those held captive or not (F-TILE-4, F-SCORE-1)."""
    number = 0
    for index in range(orc.NUM):
        one = seat["orcs"][index]
        if one["status"] == orc.FRIENDLY and (with_captives or one["at"] != CAPTIVE):
            number += 1
    return number


@njit_hook(base_game="0")
def count_more(rules, seat, what):
    """How many of something a seat has."""
    return count(seat["terrain"][terrain.TRAP]) if what == per.TRAP else friendly_orcs(seat, False)
