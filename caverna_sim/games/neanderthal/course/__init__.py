"""The course of the game: phases as small automatic steps, and what is decided in them."""
