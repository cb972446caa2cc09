"""Scoring parts (AG-PRC-09)."""

NAMES = (
    "fields", "pastures", "grain", "vegetables", "sheep", "wild_boar", "cattle", "unused_spaces", "stables", "rooms", "people",
    "improvements", "bonus", "begging",
)  # fmt: skip
NUM = len(NAMES)
FIELDS, PASTURES, GRAIN, VEGETABLES, SHEEP, WILD_BOAR, CATTLE = range(7)
UNUSED_SPACES, STABLES, ROOMS, PEOPLE, IMPROVEMENTS, BONUS, BEGGING = range(7, NUM)
NUM_BANDED = 7  # the first ones are scored by bands of a table,
BANDS = ("field_tiles", "pastures", "grain", "vegetable", "sheep", "wild_boar", "cattle")  # which is called so
