"""What the playing loop reads and fills: Agricola's share of kit/many/rows.py, and a row for everything that is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caverna_sim.games.agricola.ids import good, score
from caverna_sim.games.agricola.shape.layout import LIMITS
from caverna_sim.games.agricola.shape.sizes import MAX_PLAYERS
from caverna_sim.kit.many import rows

PLAN = np.dtype([*rows.plan_fields(MAX_PLAYERS, LIMITS), ("absent", np.int64)], align=True)  # absent: set of majors that are left out
TALLY = np.dtype(
    [
        *rows.tally_fields(MAX_PLAYERS, "built", "placed", "lessons", "examples"),
        ("seat_built", np.int64, (MAX_PLAYERS,)),
        ("parts", np.int32, (score.NUM,)),  # scratch for scoring
    ],
    align=True,
)
OUTCOME = np.dtype([*rows.OUTCOME, ("supply", np.int64)], align=True)
PLAYER = np.dtype(
    [
        *((name, np.int16) for name in ("score", "tie", "sown", "begging")),
        *((name, np.int8) for name in ("people", "rooms", "house", "fields", "pastures", "pasture_cells", "stables", "fences", "majors")),
        ("parts", np.int16, (score.NUM,)),
        ("goods", np.int16, (good.NUM,)),
    ],
    align=True,
)
ROUND = rows.round_record(np.int16, "people")
BUILT = np.dtype([*rows.WHO, ("card", np.int8), ("order", np.int8), ("returned", np.int8)], align=True)
PLACED = np.dtype([*rows.PLACED, ("newborn", np.bool_)], align=True)


class Kept(NamedTuple):
    """What is kept of games."""

    outcomes: Any
    players: Any  # [game, seat]
    opened: Any  # [game, seat, n] where the placements of openings went
    rounds: Any  # [game, seat, round - 1]
    built: Any
    placed: Any
    lessons: Any = None  # what a judge learns from
    examples: Any = None  # what a swift bot learns from
