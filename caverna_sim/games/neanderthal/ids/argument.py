"""What a step of the agenda remembers: names of the four numbers of an agenda record, `row[argument.DISKS]`.

Doors (course/core.py) ask for them by name, and for the numbers of an action.
"""

FIELDS = ("a", "b", "c", "d")

# LOSE: why, and on which card (number of a contested one, or place)
CAUSE = "a"
AT = "b"
# PAY
DISKS = "a"
# STRIKE
CARD = "a"
ATTACKER = "b"  # his species
# NEXT_CARD: which part of the phase
PART = "a"
# CONVERT
THREES = "a"
# FIRST_SUITOR
DAUGHTER = "a"

OF_ACTION = (  # what the first, second and third number of an action are called
    ("side", "piece", "level", "card", "other", "disks", "orange", "amount", "colour", "named", "daughter"),
    ("white", "rank", "who", "give", "where", "spot", "whom"),
    ("black", "get", "place", "tint"),
)
DAUGHTERS = ("daughter", "whom")  # whose cards are numbered after biomes
