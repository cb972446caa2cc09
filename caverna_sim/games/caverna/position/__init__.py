"""Positions as plain dicts (interface: "Position"), written out and read back with every field checked."""

from caverna_sim.games.caverna.position.read import from_dict
from caverna_sim.games.caverna.position.write import cell_text, large_pastures, to_dict, to_move

__all__ = ["cell_text", "from_dict", "large_pastures", "to_dict", "to_move"]
