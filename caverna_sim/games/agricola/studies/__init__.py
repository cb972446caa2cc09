"""What majors and people are worth: Agricola's rows for the studies of any game."""
