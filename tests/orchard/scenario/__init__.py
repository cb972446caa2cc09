"""Scenarios: what is to be played."""
