"""The course of a game: rounds, what players decide, what spaces offer."""
