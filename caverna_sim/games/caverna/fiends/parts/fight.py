"""Fight an orc, the last item of an expedition (F-LOOT-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit_merged
from caverna_sim.games.caverna.fiends.fight import can_fight
from caverna_sim.games.caverna.home.dwarfs import acting_weapon


@njit_merged
def possible(state, rules, seat):
    """Whether the dwarf that acts can beat any."""
    return state["dwarf"] >= 0 and can_fight(rules, seat, acting_weapon(state, seat))
