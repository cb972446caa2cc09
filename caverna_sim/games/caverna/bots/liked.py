"""What tastes like of a position, by the inputs of judges."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from caverna_sim.games.caverna.bots.tastes import COUNTED
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING


def counted() -> dict[str, dict[str, float]]:
    """What each taste counts, by the names of the judge's inputs."""
    furnishings = {f"owned.{tile}": 1.0 for tile in printed_tables(EVERYTHING)["furnishing"]}
    return COUNTED | {"furnishings": furnishings}


def taste_of(likings: Mapping[str, float], places: Mapping[str, int], size: int) -> np.ndarray:
    """[feature] points that each is liked; `places` are the judge's inputs."""
    liked = np.zeros(size, np.float32)
    for name, things in counted().items():
        for feature, number in things.items():
            liked[places[feature]] += likings.get(name, 0.0) * number
    return liked
