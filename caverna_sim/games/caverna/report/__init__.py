"""What pages tell of Caverna beside what they tell of every game."""
