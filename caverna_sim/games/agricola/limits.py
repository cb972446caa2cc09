"""What a seat may not do in an experiment: spaces, improvements, people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from caverna_sim.games.agricola.box.pack import MAJORS, SPACES

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
    both: dict[str, Any] = {}
    for limits in several:
        for word, value in limits.items():
            if word not in both:
                both[word] = value
            elif word in SETS:
                both[word] = [*both[word], *(name for name in value if name not in both[word])]
            else:
                both[word] = min(both[word], value)
    return both
