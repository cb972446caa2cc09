"""Scenarios of Agricola: their keys, and what they make of a game."""
