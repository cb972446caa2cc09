"""Tastes that searches begin with: what plans are liked for, beside their points, until only points are left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from caverna_sim.errors import CavernaError
from caverna_sim.toml import read_toml

SPREAD = (0.5, 1.3)  # of what a plan of the file likes
TURN = (0.5, 2.0)  # of a taste by chance
TILES, LIKED = 4, (2.0, 7.0)
MOST = 2.0, 0.4, 0.5  # points for a mine, a strength, an animal


@dataclass(frozen=True)
class Taste:
    """Points for each turn, mine, strength of a weapon and farm animal, and for furnishings by number."""

    turn: float = 0.0
    mine: float = 0.0
    weapon: float = 0.0
    animal: float = 0.0
    tiles: Mapping[int, float] = field(default_factory=dict)


@lru_cache(maxsize=1)
def known_tastes() -> tuple[Mapping[str, Any], ...]:
    """The rows of tastes.toml."""
    return tuple(read_toml(Path(__file__).with_name("tastes.toml"), "tastes", CavernaError).values())


def any_taste(furnishings: Mapping[str, int], random: np.random.Generator) -> Taste:
    """A taste that people have, more or less, or one time in three any. `furnishings` are those that there are, with their numbers."""
    if random.random() < 1 / 3:
        chosen = random.permutation(list(furnishings.values()))[: int(random.integers(0, TILES + 1))]
        tiles = {int(tile): float(random.uniform(*LIKED)) for tile in chosen}
        mine, weapon, animal = (float(random.choice((0.0, 0.0, most))) for most in MOST)
        return Taste(float(random.uniform(*TURN)), mine, weapon, animal, tiles)
    known = known_tastes()
    row = known[int(random.integers(len(known)))]
    tiles = {furnishings[name]: points * random.uniform(*SPREAD) for name, points in row["tiles"].items() if name in furnishings}
    turn, mine, weapon, animal = (float(row.get(name, 0.0) * random.uniform(*SPREAD)) for name in ("turn", "mine", "weapon", "animal"))
    return Taste(turn, mine, weapon, animal, tiles)
