"""STATE, one whole game, and RULES; docs/reference/contract.md says which fields every game has."""

from __future__ import annotations

import numpy as np

from caverna_sim.kit.records.steps import AGENDA_STEP
from tests.orchard.box import MOST_PLAYERS
from tests.orchard.ids import FRUIT, SPACES

MAX_ROUNDS, MAX_LEGAL = 12, len(SPACES)
NOBODY = -1

SEAT = np.dtype([("coins", np.int16), ("goods", np.int16, (len(FRUIT),))], align=True)
LIMITS = np.dtype([("none", np.int8)])  # what a seat may not do: nothing is forbidden here
STATE = np.dtype(
    [
        *((name, np.int8) for name in ("players", "round", "phase", "phase_seat", "start_player", "depth")),
        ("setup", np.int32),  # the prices as one number
        ("choices", np.int32),
        ("hash", np.int64),
        ("price", np.int8, (MAX_ROUNDS + 1,)),  # [round] face down until it begins
        ("used_by", np.int8, (len(SPACES),)),  # [place] seat of the picker there
        ("stocked", np.int64),  # set of places where fruit hangs
        ("space_goods", np.int16, (len(SPACES), len(FRUIT))),
        ("draws", np.int32, (MOST_PLAYERS + 2,)),
        ("game_key", np.int64),
        ("seed", np.int64),
        ("agenda", AGENDA_STEP, (2,)),
        ("seats", SEAT, (MOST_PLAYERS,)),
    ],
    align=True,
)
RULES = np.dtype([(name, np.int16) for name in ("players", "last_round", "highest_price", "growth", "wage", "fruit_per_point")], align=True)
