"""Seats of Caverna that play a recorded game: its copy of kit/planning/recorded.py, and what tapes are cut into."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.caverna.bots.policy import choose
from caverna_sim.games.caverna.course.core import legal
from caverna_sim.games.caverna.home.trades import is_trade
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.kit.planning import recorded


@njit
def block_of(state, seat):
    """Names the turn of a seat in a game, or the phase outside of turns."""
    taken = 0
    if state["phase"] == phase.WORK:
        for dwarf in range(seat["dwarfs"]):
            taken += 1 if seat["at"][dwarf] != AT_HOME and not seat["newborn"][dwarf] else 0
    return (int(state["round"]) * (phase.OVER + 1) + int(state["phase"])) * (int(seat["at"].shape[0]) + 1) + taken


_copy = own_copy(recorded, __name__, WORK=phase.WORK, BEGINS=step.PLACE, choose=choose, legal=legal, is_aside=is_trade, block_of=block_of)
forget, is_listed, of_other = _copy.forget, _copy.is_listed, _copy.of_other
