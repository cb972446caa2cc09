"""Kinds of parts: a module for each, with its doors; course/doors.py says which there are."""
