"""Whole games in a compiled loop."""
