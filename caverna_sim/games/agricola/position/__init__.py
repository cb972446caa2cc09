"""Positions as plain dicts (interface: "Position"), written out and read back with every field checked."""

from caverna_sim.games.agricola.position.read import from_dict
from caverna_sim.games.agricola.position.write import to_dict

__all__ = ["from_dict", "to_dict"]
