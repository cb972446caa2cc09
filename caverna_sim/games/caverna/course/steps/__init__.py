"""Kinds of steps: a module for each, with its doors; course/core.py opens them."""
