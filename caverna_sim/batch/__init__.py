"""Many games: scenarios and what each game of one is."""
