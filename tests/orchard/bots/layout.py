"""Records of bots."""

from __future__ import annotations

import numpy as np

RANDOM, SCRIPTED = range(2)
TIERS = ("random", "scripted")
WEIGHTS = ("fruit", "patience")  # what a fruit is worth that is picked; what selling must bring beyond that, per fruit
BOT = np.dtype([("tier", np.int8), ("weight", np.float64, (len(WEIGHTS),))], align=True)
MIND = np.dtype([("stopped", np.int8)])  # what a bot thinks of: nothing that lasts
