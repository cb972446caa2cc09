"""Parameters of bots: what is packaged, and files of one's own (kit/many/weights.py)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.games.neanderthal.bots.layout import BOT, TIERS, WEIGHTS
from caverna_sim.games.neanderthal.ids.things import ORDINARY, VARIANTS
from caverna_sim.kit.many.weights import Weights

ORDER = ("random", "settled", "forager", "big_game", "talker", "suitor", "warrior", "keeper", "value", "search")
BY_VARIANT = {
    variant: Weights("caverna_sim.games.neanderthal.bots.data", TIERS, WEIGHTS, ORDER, variants=VARIANTS[1:], variant=variant)
    for variant in VARIANTS
}
BOTS = BY_VARIANT[VARIANTS[ORDINARY]]
is_path, parameters_of = BOTS.is_path, BOTS.parameters_of


def packaged_bots() -> Mapping[str, dict[str, Any]]:
    """The bots that come along, the weakest first."""
    return BOTS.packaged


def bot_record(name: str | Path, more: Mapping[str, Any] | None = None, variant: str = VARIANTS[ORDINARY]) -> np.ndarray:
    """A BOT record (an array of length 1): what the bot is in a variant."""
    record = np.zeros(1, BOT)
    record[0]["tier"], record[0]["weight"] = BY_VARIANT[variant].numbers_of(name, more)
    return record
