"""The tables of the game, and how they become the record that kernels read."""
