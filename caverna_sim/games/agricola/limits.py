"""What a seat may not do in an experiment: spaces, improvements, people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from caverna_sim.games.agricola.box.pack import MAJORS, SPACES
from caverna_sim.kit.tables.together import together as all_of

Limits = Mapping[str, Any]
SETS = {"spaces_without": ("spaces", SPACES), "improvements_without": ("improvements", MAJORS)}  # field of the record, names
PEOPLE = "people_max"


def put_limits(limits: Mapping[int, Limits], records: Any) -> None:
    """Put what seats may not do into their LIMITS records."""
    for seat, found in limits.items():
        for word, (field, names) in SETS.items():
            records[seat][field] = sum(1 << names.index(name) for name in found.get(word, ()))
        records[seat]["people"] = found.get(PEOPLE, 0)


def limits_of(record: Any) -> dict[str, Any]:
    """What a LIMITS record says in words."""
    found = {word: [name for bit, name in enumerate(names) if int(record[field]) >> bit & 1] for word, (field, names) in SETS.items()}
    return {word: value for word, value in {**found, PEOPLE: int(record["people"])}.items() if value}


def together(several: Iterable[Limits]) -> dict[str, Any]:
    """All of several limits at once."""
    return all_of(several, SETS)
