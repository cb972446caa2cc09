"""Questions about one position: what to play here, what each turn of a game cost, and playing against bots."""
