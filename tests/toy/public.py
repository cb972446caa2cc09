"""The public names of the toy; `bots` and `opening_study` are also those of Caverna."""

from __future__ import annotations

from caverna_sim.public import lazily

HOMES = {"bots": "people", "dice_study": "people", "opening_study": "people", "play": "game"}

__getattr__ = lazily("tests.toy", {**HOMES, "Game": "game", "Action": "game"})
