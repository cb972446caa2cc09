"""What a seat may not do in an experiment: spaces, improvements, people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.kit.tables.together import together as all_of

Limits = Mapping[str, Any]
SETS = {"spaces_without": SPACES, "improvements_without": MAJORS}
PEOPLE = "people_max"


def put_limits(limits: Mapping[int, Limits], records: Any) -> None:
    """Put what seats may not do into their LIMITS records."""
    for seat, found in limits.items():
        row = records[seat]
        row["spaces"] = sum(1 << SPACES.index(name) for name in found.get("spaces_without", ()))
        row["improvements"] = sum(1 << MAJORS.index(name) for name in found.get("improvements_without", ()))
        row["people"] = found.get(PEOPLE, 0)


def together(several: Iterable[Limits]) -> dict[str, Any]:
    """All of several limits at once."""
    return all_of(several, SETS)
