"""What the playing loop reads and fills: Neanderthal's share of kit/many/rows.py, and a row for everything that is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caverna_sim.games.neanderthal.ids import note, score
from caverna_sim.games.neanderthal.ids.things import MAX_SEATS
from caverna_sim.games.neanderthal.shape.layout import LIMITS, MOST_SAID
from caverna_sim.kit.many import rows

PLAN = np.dtype(rows.plan_fields(MAX_SEATS, LIMITS), align=True)
TALLY = np.dtype(rows.tally_fields(MAX_SEATS, "noted"), align=True)
OUTCOME = np.dtype([*rows.OUTCOME, ("ice", np.int8), ("by_ice", np.bool_), ("won", np.bool_)], align=True)
PLAYER = np.dtype(
    [
        ("score", np.int16),
        ("parts", np.int16, (score.NUM,)),
        ("tie", np.int16),
        ("count", np.int16, (len(note.COUNTS),)),
        *((name, np.int8) for name in (
            "species", "side", "mating", "tribesmen", "wanderers", "daughters", "husbands", "elders", "trophies", "animals", "inventions",
            "portals",
        )),
    ],
    align=True,
)  # fmt: skip
NOTED = np.dtype([("game", np.int32), ("turn", np.int8), ("kind", np.int8), ("said", np.int16, (MOST_SAID,))], align=True)


class Kept(NamedTuple):
    """What is kept of games."""

    outcomes: Any
    players: Any  # [game, seat]
    opened: Any  # nothing: there are no openings
    rounds: Any  # nothing
    noted: Any
