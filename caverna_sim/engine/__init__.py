"""One step of a game, compiled: kernels over the records of engine/layout.py. No printed number of the game lives here."""
