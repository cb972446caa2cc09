"""Scoring parts (AG-PRC-09)."""

FIELDS = 0
PASTURES = 1
GRAIN = 2
VEGETABLES = 3
SHEEP = 4
WILD_BOAR = 5
CATTLE = 6
UNUSED_SPACES = 7
STABLES = 8
ROOMS = 9
PEOPLE = 10
IMPROVEMENTS = 11
BONUS = 12
BEGGING = 13
NUM = 14
NAMES = (
    "fields", "pastures", "grain", "vegetables", "sheep", "wild_boar", "cattle", "unused_spaces", "stables", "rooms", "people",
    "improvements", "bonus", "begging",
)  # fmt: skip
NUM_BANDED = 7  # the first ones are scored by bands of a table,
BANDS = ("field_tiles", "pastures", "grain", "vegetable", "sheep", "wild_boar", "cattle")  # which is called so
