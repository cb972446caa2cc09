"""Agricola, the revised edition of 2016, for 1 to 4 players."""
