"""The local search of the planner with Caverna's kernels: its copy of kit/planning/climb.py."""

from __future__ import annotations

from caverna_sim.compiling.jit import own_copy
from caverna_sim.games.caverna.planning.replay import placed_on as placed_on
from caverna_sim.games.caverna.planning.replay import recall, replay
from caverna_sim.games.caverna.planning.vary import copy_turns, vary
from caverna_sim.kit.planning import climb as shared

_copy = own_copy(shared, __name__, replay=replay, recall=recall, vary=vary, copy_turns=copy_turns, placed_on=placed_on)
attempt, begin, climb, divert, take_up = _copy.attempt, _copy.begin, _copy.climb, _copy.divert, _copy.take_up
