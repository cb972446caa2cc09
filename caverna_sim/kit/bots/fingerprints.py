"""What a bot is, by name: two bots have the same fingerprint exactly when they were told and taught the same.

It is made of names and values, not of the bytes of records. A record with more room, with a new field or in another order leaves every
fingerprint as it was, and so the runs and studies that go on with the same bots only. What counts for nothing is left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Axis = tuple[int, Mapping[str, int]]  # which one, and where on it what has a name lies


@dataclass(frozen=True)
class Named:
    """What the numbers of records mean."""

    tiers: tuple[str, ...]  # by their numbers in the field `tier`
    axes: Mapping[str, Axis]  # [field]
    neutral: Mapping[str, float]  # [field] what it was worth before anybody could say; of all others 0


def fingerprint(told: Mapping[str, Mapping[str, Any]]) -> str:
    """Names a bot by the contents of its records."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def contents(record: np.void, named: Named) -> dict[str, Any]:
    """Everything in a record that counts for something, by name."""
    return dict(_contents(record, named))


def numbered(names: Mapping[str, Any] | tuple[str, ...]) -> Axis:
    """The first axis, with names in their order."""
    return 0, {name: place for place, name in enumerate(names)}


def _contents(record: np.void, named: Named, path: str = "") -> Iterator[tuple[str, Any]]:
    for field in record.dtype.names or ():
        name, value = path + field, record[field]
        if name == "tier":
            yield name, named.tiers[value]
        elif value.dtype.names:
            yield from _contents(value, named, f"{name}.")
        elif name in named.axes:
            yield from _named(name, value, named)
        else:
            yield from _one(name, value, named.neutral.get(name, 0))


def _named(field: str, values: np.ndarray, named: Named) -> Iterator[tuple[str, Any]]:
    """An array by the names along one of its axes; what lies where no name is goes by its number."""
    axis, places = named.axes[field]
    names = {place: name for name, place in places.items()}
    for place, row in enumerate(np.moveaxis(values, axis, 0)):
        yield from _one(f"{field}.{names.get(place, place)}", row, named.neutral.get(field, 0))


def _one(name: str, value: np.ndarray, neutral: float) -> Iterator[tuple[str, Any]]:
    """A number, or a digest of the numbers of an array and of where they stand, unless neutral."""
    where = np.argwhere(value != neutral)
    if not len(where):
        return
    if value.ndim == 0:
        yield name, float(value)
    else:
        yield name, hashlib.sha256(where.astype("<i4").tobytes() + value[tuple(where.T)].astype("<f8").tobytes()).hexdigest()
