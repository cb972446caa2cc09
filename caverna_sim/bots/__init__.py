"""Who decides: bots, and the roster of their names."""
