"""The roster: bots by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from caverna_sim.errors import CavernaError, nearest

if TYPE_CHECKING:
    import numpy as np

    from caverna_sim.actions import Action
    from caverna_sim.game import Bot, View


@dataclass(frozen=True)
class BotInfo:
    """What the roster tells of a bot."""

    description: str
    parameters: dict[str, Any] = field(default_factory=dict)


def random_bot(view: View, legal: list[Action], rng: np.random.Generator) -> Action:
    """Chooses uniformly among all legal actions."""
    return legal[int(rng.integers(len(legal)))]


_BOTS: dict[str, tuple[BotInfo, Bot]] = {
    "random": (BotInfo("chooses uniformly among all legal actions; it exercises the rules and plays no strategy"), random_bot),
}


def bots() -> dict[str, BotInfo]:
    """All bots by name."""
    return {name: info for name, (info, _) in _BOTS.items()}


def bot_named(name: str) -> Bot:
    """The bot with a name."""
    if name not in _BOTS:
        raise CavernaError(f"unknown bot `{name}`; {nearest(name, _BOTS)}")
    return _BOTS[name][1]
