"""Kinds of harvest at the end of a round (R-HARV-1)."""

NONE = 0
FULL = 1
SPECIAL = 2  # 1 food per dwarf, nothing else (R-HARV-5)
SKIP = 3  # each player skips the field or the breeding step (R-HARV-4)
MARKER = 4  # decided by the marker of the round
NAMES = ("none", "full", "special", "skip", "marker")

NO_MARKER = 0
LEAF = 1
QUESTION = 2
MARKERS = ("", "leaf", "question")

SKIP_FIELD = 1
SKIP_BREEDING = 2
