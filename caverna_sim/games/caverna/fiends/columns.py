"""What becomes of orcs, as columns of a run; tables.py of the wing says what they mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from caverna_sim.dataset.schema import Rows
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.names import bounties_of
from caverna_sim.kit.tables.house import Tables

Columns = dict[str, NDArray[Any]]


def left(players: NDArray[Any]) -> NDArray[np.int32]:
    """[game, seat] hostile orcs at the end."""
    number: NDArray[np.int32] = (players["orcs"]["fate"] == orc.LEFT).sum(axis=2, dtype=np.int32)
    return number


def of_games(outcomes: NDArray[Any]) -> Rows:
    """Displays, bounty strips, bribes and the rounds of the events."""
    names = {"extensions": outcomes["extensions"], "long_strips": outcomes["long_strips"], "short_strips": outcomes["short_strips"]}
    dealt = {name: _lists(values, values >= 0) for name, values in names.items()}
    events = outcomes["bribe"][:, 1:], outcomes["event_round"][:, 1:]
    happened = events[1] > 0
    return {**dealt, "bribes": _lists(events[0], np.ones_like(happened)), "event_rounds": _lists(events[1], happened)}


def _lists(values: NDArray[Any], is_there: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Rows of an array as lists of those values that are there."""
    offsets = np.concatenate([[0], np.cumsum(is_there.sum(axis=1))]).astype(np.int32)
    return offsets, values[is_there]


def of_players(players: NDArray[Any]) -> Columns:
    """What the record of a seat does not say as it is."""
    return {"orcs_left": left(players).ravel().astype(np.int8)}


def own_tables(game: NDArray[np.int64], players: NDArray[Any], tables: Tables) -> dict[str, Rows]:
    """The table of what became of every orc."""
    seats, rows = players.shape[1], players["orcs"].ravel()
    fates: Columns = {
        "game": np.repeat(game, seats * orc.NUM_HOSTILE),
        "seat": np.tile(np.repeat(np.arange(seats, dtype=np.int8), orc.NUM_HOSTILE), len(game)),
        "orc": np.tile(np.arange(orc.NUM_HOSTILE, dtype=np.int8), len(game) * seats),
        **{name: rows[name] for name in ("start_strength", "fate", "round", "strength", "events")},
        "reward": np.minimum(rows["reward"], np.int8(len(bounties_of(tables)) + 1)),  # gold is the last one
        "cell": rows["cell"] + np.int8(1),  # 0 is nowhere
        "captives": rows["captives"],
    }
    return {"orcs": fates}
