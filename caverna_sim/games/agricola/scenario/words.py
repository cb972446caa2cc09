"""What a scenario of Agricola draws, forbids and forces, in words (kit/design/words.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.kit.design import words


def experiments_in_words(data: Mapping[str, Any]) -> list[str]:
    """What a scenario, as its file could hold it, draws, forbids and forces, in phrases."""
    return words.experiments_in_words(data, "major improvement", limits_in_words)


def limits_in_words(limits: Mapping[str, Any]) -> str:
    """Limits as phrases."""
    return words.limits_in_words(limits, {"people_max": lambda value: f"at most {value} people"})
