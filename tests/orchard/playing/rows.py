"""What the playing loop reads and fills (kit/many/rows.py)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caverna_sim.kit.many import rows
from tests.orchard.box import MOST_PLAYERS
from tests.orchard.ids import FRUIT, PARTS
from tests.orchard.shape.layout import LIMITS

PLAN = np.dtype(rows.plan_fields(MOST_PLAYERS, LIMITS), align=True)
TALLY = np.dtype([*rows.tally_fields(MOST_PLAYERS, "placed"), ("parts", np.int32, (len(PARTS),))], align=True)
OUTCOME = np.dtype(rows.OUTCOME, align=True)
PLAYER = np.dtype(
    [("score", np.int16), ("parts", np.int16, (len(PARTS),)), ("coins", np.int16), ("goods", np.int16, (len(FRUIT),))], align=True
)
PLACED = np.dtype(rows.PLACED, align=True)


class Kept(NamedTuple):
    """What is kept of games."""

    outcomes: Any
    players: Any  # [game, seat]
    opened: Any
    rounds: Any
    placed: Any
