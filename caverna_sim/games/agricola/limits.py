"""What a seat may not do in an experiment: spaces, improvements, people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim.games.agricola.box.pack import MAJORS, SPACES


def put_limits(limits: Mapping[int, Mapping[str, Any]], seats: Any) -> None:
    """Put what seats may not do into their records."""
    for seat, found in limits.items():
        row = seats[seat]["limits"]
        row["spaces"] = sum(1 << SPACES.index(name) for name in found.get("spaces_without", ()))
        row["improvements"] = sum(1 << MAJORS.index(name) for name in found.get("improvements_without", ()))
        row["people"] = found.get("people_max", 0)
