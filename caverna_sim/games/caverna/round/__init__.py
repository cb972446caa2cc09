"""One step of a game, compiled: kernels over the records of games/caverna/shape/layout.py. No printed number of the game lives here."""
