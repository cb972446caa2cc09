"""Tables of Agricola's bots."""

from __future__ import annotations

from typing import Any

import numpy as np

from caverna_sim.games.agricola.bots.parameters import bot_record
from caverna_sim.games.agricola.scenario.reading import AgricolaScenario
from caverna_sim.games.agricola.source import AgricolaSource

SEED = 19


def played(bots: tuple[str, ...], games: int, more: dict[str, dict[str, Any]] | None = None, **fields: Any) -> Any:
    """Games of a table of bots, some of them with other parameters."""
    records = {name: bot_record(name, (more or {}).get(name)) for name in dict.fromkeys(bots)}
    players = fields.pop("players", len(bots))
    source = AgricolaSource(AgricolaScenario("table", players, bots, **{"seed": SEED, "record": ("players",), **fields}), records)
    return source.play(0, -(-games // source.block_games) * source.block_games, np.zeros(1, np.int8))


def scores(bots: tuple[str, ...], games: int, more: dict[str, dict[str, Any]] | None = None, **fields: Any) -> np.ndarray:
    """[game, bot of the table in its order] points; every bot is at the table once."""
    rows = played(bots, games, more, **fields).rows["players"]
    points, names = np.asarray(rows["score"]).reshape(-1, len(bots)), np.asarray(rows["bot"]).reshape(-1, len(bots))
    found: np.ndarray = np.take_along_axis(points, names.argsort(axis=1), axis=1)
    return found
