"""Scenarios of Neanderthal: their keys, and what they make of a game."""
