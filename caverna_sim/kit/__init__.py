"""What games are built from; names no game."""
