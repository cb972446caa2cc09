"""The names of `cs.orchard`."""

from __future__ import annotations

from caverna_sim.public import lazily

HOMES = {"bots": "bots.roster", "play": "game"}  # those that `cs` has, too, as verbs of any game

__getattr__ = lazily("tests.orchard", {**HOMES, "Action": "game", "Game": "game", "View": "game"})
