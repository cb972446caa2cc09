"""Studies that only this game has."""
