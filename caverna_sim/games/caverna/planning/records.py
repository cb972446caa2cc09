"""The records of the planner's kernels (kit/planning/records.py) with what is Caverna's own, and what lines are liked for."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.shape.layout import MAX_ROUNDS
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS
from caverna_sim.games.caverna.shape.tiles import SET
from caverna_sim.kit.planning import records

NUM_TRAITS = 4
LINE = records.line_of(MAX_ROUNDS, NUM_TRAITS, [("owned", *SET)])  # set of furnishings in the end
PLAN = records.plan_of([("cells", np.int32, (2,))])  # furnishings change places; -1 none

LIKING = np.dtype(  # what plans are liked for while a search begins, in points
    [
        ("turn", np.float64),  # each turn: early dwarfs
        ("mine", np.float64),  # each mine
        ("weapon", np.float64),  # each strength of all weapons
        ("animal", np.float64),
        ("tile", np.float64, (MAX_FURNISHINGS,)),
    ],
    align=True,
)
