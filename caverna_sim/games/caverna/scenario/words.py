"""What a scenario of Caverna draws, forbids and forces, in words (kit/design/words.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.kit.design import words

_NUMBERS = {
    "weapon_max": lambda value: f"no weapon stronger than {value}" if value else "no weapons",
    "weapon_from_round": lambda value: f"no weapons before round {value}",
    "tile_from_round": lambda value: ", ".join(f"{tile} not before round {first}" for tile, first in value.items()),
    "tile_first": lambda value: f"{value} before any other furnishing but dwellings",
    "dwarfs_max": lambda value: f"at most {value} dwarfs",
}


def experiments_in_words(data: Mapping[str, Any]) -> list[str]:
    """What a scenario, as its file could hold it, draws, forbids and forces, in phrases."""
    return words.experiments_in_words(data, "unique furnishing", limits_in_words, {"random_loot_absence": "loot item"})


def limits_in_words(limits: Mapping[str, Any]) -> str:
    """Limits as phrases."""
    return words.limits_in_words(limits, _NUMBERS)
