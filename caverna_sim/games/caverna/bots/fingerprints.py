"""What a bot is, by name: two bots have the same fingerprint exactly when they were told and taught the same.

It is made of names and values, not of the bytes of records. A record with more room, with a new field or in another order leaves every
fingerprint as it was, and so the runs and studies that go on with the same bots only. What counts for nothing is left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from caverna_sim.games.caverna.bots.layout import TIERS
from caverna_sim.games.caverna.bots.parameters import APPEAL_AXES, appeal_places, input_places
from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.games.caverna.ids.good import NAMES as WARES

NEUTRAL = {  # [field] what it was worth before anybody could say; of all others 0. A default may change later, a row here never
    "candidates": 8, "options": 1, "rehearsed": 1, "playouts": 64, "finalists": 6, "playout_candidates": 3, "foreseen": 1, "horizon": 1,
    "played_options": 1, "enough": 100,
}  # fmt: skip
Axis = tuple[int, Mapping[str, int]]  # which one, and where on it what has a name lies


def fingerprint(bot: np.void, judge: np.void) -> str:
    """Names a bot by its BOT and JUDGE records."""
    told = {"bot": contents(bot, _axes_of_bot()), "judge": contents(judge, _axes_of_judge())}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def contents(record: np.void, axes: Mapping[str, Axis]) -> dict[str, Any]:
    """Everything in a record that counts for something, by name."""
    return dict(_contents(record, axes))


def _contents(record: np.void, axes: Mapping[str, Axis], path: str = "") -> Iterator[tuple[str, Any]]:
    for field in record.dtype.names or ():
        name, value = path + field, record[field]
        if name == "tier":
            yield name, TIERS[value]
        elif value.dtype.names:
            yield from _contents(value, axes, f"{name}.")
        elif name in axes:
            yield from _named(name, value, axes[name])
        else:
            yield from _one(name, value, NEUTRAL.get(name, 0))


def _named(field: str, values: np.ndarray, axis: Axis) -> Iterator[tuple[str, Any]]:
    """An array by the names along one of its axes; what lies where no name is goes by its number."""
    names = {place: name for name, place in axis[1].items()}
    for place, row in enumerate(np.moveaxis(values, axis[0], 0)):
        yield from _one(f"{field}.{names.get(place, place)}", row, NEUTRAL.get(field, 0))


def _one(name: str, value: np.ndarray, neutral: float) -> Iterator[tuple[str, Any]]:
    """A number, or a digest of the numbers of an array and of where they stand, unless neutral."""
    where = np.argwhere(value != neutral)
    if not len(where):
        return
    if value.ndim == 0:
        yield name, float(value)
    else:
        yield name, hashlib.sha256(where.astype("<i4").tobytes() + value[tuple(where.T)].astype("<f8").tobytes()).hexdigest()


def _numbered(names: Mapping[str, Any] | tuple[str, ...]) -> Axis:
    return 0, {name: place for place, name in enumerate(names)}


def _axes_of_bot() -> dict[str, Axis]:
    tables = printed_tables(EVERYTHING)
    furnishings = _numbered(tables["furnishing"])
    return {
        **dict.fromkeys(("worth_early", "worth_late", "enough"), _numbered(WARES)),
        **dict.fromkeys(("furnishing", "furnishing_per_round"), furnishings), "space": _numbered(tables["space"]),
    }  # fmt: skip


def _axes_of_judge() -> dict[str, Axis]:
    places = appeal_places()
    named = ((field, number, axis) for field, axes in APPEAL_AXES.items() for number, axis in enumerate(axes) if axis)
    taught = {f"appeal.{field}": (number, places[axis]) for field, number, axis in named}
    return {**dict.fromkeys(("layer_1", "taste"), (0, input_places())), **taught}
