"""Kinds of harvest at the end of a round (R-HARV-1)."""

NONE = 0
FULL = 1
SPECIAL = 2  # 1 food per dwarf, nothing else (R-HARV-5)
SKIP = 3  # each player skips the field or the breeding step (R-HARV-4)
MARKER = 4  # decided by the marker of the round
EVENT = 5  # the next event of the expansion and the harvest of its board (F-HARV)
MINE_FEED = 6  # mine and feeding phase only (F-HARV-1)
FEED_ARMED = 7  # special feeding: armed dwarfs eat more (F-HARV-3)
CHOICE = 8  # each player: no field and mine phase, or no breeding (F-HARV-4)
NAMES = ("none", "full", "special", "skip", "marker", "event", "mine_feed", "feed_armed", "choice")

NO_MARKER = 0
LEAF = 1
QUESTION = 2
MARKERS = ("", "leaf", "question")

SKIP_FIELD = 1
SKIP_BREEDING = 2
