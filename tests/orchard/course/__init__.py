"""The course of a game: kernels."""
