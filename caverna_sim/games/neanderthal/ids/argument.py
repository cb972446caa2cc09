"""What a step of the agenda remembers: names of the four numbers of an agenda record, `row[argument.DISKS]`."""

FIELDS = ("a", "b", "c", "d")

# LOSE: why, and on which card (number of a contested one, or place)
CAUSE = "a"
SPOT = "b"
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
