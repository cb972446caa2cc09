"""How strong a bot is that learns."""

from __future__ import annotations

from collections.abc import Mapping

from caverna_sim.match.play import Match, play
from caverna_sim.match.protocol import GameSource

CHECK_BLOCK = 2**50  # games that nobody learned from


def mean_points(sources: Mapping[int, GameSource], games: int, workers: int) -> dict[str, float]:
    """Mean points by number of players, in games that nobody learned from: for more players, fewer games."""
    means = {}
    for players, source in sources.items():
        played = play([Match(source, games // players, CHECK_BLOCK)], {"players": ("score",)}, workers)[0]
        means[f"{players}_players"] = round(float(played["players", "score"].mean()), 2)
    return means
