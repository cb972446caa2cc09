"""Parameters of bots: files in data/, and those of one's own (kit/many/weights.py)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.kit.many.weights import Weights
from tests.orchard.bots.layout import BOT, TIERS, WEIGHTS

BOTS = Weights("tests.orchard.bots.data", TIERS, WEIGHTS, ("random", "picker", "grower"))
is_path, parameters_of = BOTS.is_path, BOTS.parameters_of


def packaged_bots() -> Mapping[str, dict[str, Any]]:
    """The bots that come along, the weakest first."""
    return BOTS.packaged


def bot_record(name: str | Path, more: Mapping[str, Any] | None = None) -> np.ndarray:
    """A BOT record (an array of length 1)."""
    record = np.zeros(1, BOT)
    record[0]["tier"], record[0]["weight"] = BOTS.numbers_of(name, more)
    return record
