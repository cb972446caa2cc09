"""Records that the playing loop reads and fills: one PLAN a game, and a row for everything that is kept."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.neanderthal.ids import note, score
from caverna_sim.games.neanderthal.ids.things import MAX_SEATS
from caverna_sim.games.neanderthal.shape.layout import LIMITS, MOST_SAID

PLAN = np.dtype(
    [
        ("block", np.int64),  # keys the chances of the game
        ("seating", np.int16),  # which of the games that share them
        ("rules", np.int32),  # number of its rules: species and deck
        ("bots", np.int16, (MAX_SEATS,)),  # [seat] number of the bot
        ("limits", LIMITS, (MAX_SEATS,)),
    ],
    align=True,
)
OUTCOME = np.dtype(
    [
        ("setup", np.int32), ("rounds", np.int8), ("choices", np.int32), ("hash", np.int64), ("ice", np.int8), ("by_ice", np.bool_),
        ("won", np.bool_),
    ],
    align=True,
)  # fmt: skip
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
