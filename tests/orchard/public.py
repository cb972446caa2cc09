"""The names of `cs.orchard`."""

from __future__ import annotations

from caverna_sim.public import lazily

__getattr__ = lazily("tests.orchard", {"Action": "game", "Game": "game", "View": "game", "bots": "bots.roster", "play": "game"})
