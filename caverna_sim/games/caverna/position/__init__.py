"""Positions as plain dicts (interface: "Position"), written out and read back with every field checked."""

from caverna_sim.games.caverna.position.read import from_dict
from caverna_sim.games.caverna.position.write import contents, to_dict

__all__ = ["contents", "from_dict", "to_dict"]
