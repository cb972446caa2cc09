"""Positions: a whole game as data that people can read and write."""

from __future__ import annotations

from caverna_sim.games.neanderthal.position.read import from_dict
from caverna_sim.games.neanderthal.position.write import to_dict

__all__ = ["from_dict", "to_dict"]
