"""Records and sets: what a game is made of."""
