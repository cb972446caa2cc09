"""Studies of Caverna: what furnishings, openings, weapons and seats are worth, each with its design, estimates, words and pictures."""
