"""Records of bots: their parameters."""

from __future__ import annotations

import numpy as np

RANDOM = 0
SCRIPTED = 1
TIERS = ("random", "scripted")
WEIGHTS = (  # points that a bot hopes for
    "wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "wild_boar", "cattle", "food",  # one more of it
    "goal",  # one more of what is missing for a room that the family waits for
    "hunger",  # food that is still missing for the next harvest
    "growth", "room", "field", "sowing", "pasture", "stable", "renovation", "improvement", "cooking", "baking", "start_player",
    "noise",  # the most that lots add to a placement
)  # fmt: skip
PLACE_OF = {name: number for number, name in enumerate(WEIGHTS)}

BOT = np.dtype([("tier", np.int8), ("weight", np.float64, (len(WEIGHTS),))], align=True)
