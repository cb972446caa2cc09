"""The fingerprints of Agricola's bots (kit/bots/fingerprints.py)."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.agricola.bots.names import TIERS, WEIGHTS
from caverna_sim.games.agricola.bots.parameters import input_places
from caverna_sim.games.agricola.box.pack import SPACES
from caverna_sim.kit.bots import fingerprints
from caverna_sim.kit.bots.fingerprints import Named, contents, numbered


def fingerprint(bot: np.void, judge: np.void) -> str:
    """Names a bot by its BOT and JUDGE records."""
    spaces = numbered(SPACES)[1]
    of_bot = Named(TIERS, {"weight": numbered(WEIGHTS)}, {})
    of_judge = Named(TIERS, {
        "layer_1": (0, input_places()), "appeal.layer_1": (0, input_places()), "appeal.layer_2": (1, spaces), "appeal.bias_2": (0, spaces),
    }, {})  # fmt: skip
    return fingerprints.fingerprint({"bot": contents(bot, of_bot), "judge": contents(judge, of_judge)})
