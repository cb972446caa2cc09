"""House rules named in the appendix (AG-VAR-30), by their bits in RULES."""

HOUSE_BEFORE_COOKING = 1 << 0  # HR1
ONE_PASTURE_PER_TYPE = 1 << 1  # HR2
TAKE_WHAT_IS_USED = 1 << 2  # HR3
OPEN_FENCES = 1 << 3  # HR4
SCATTERED_PASTURES = 1 << 4  # HR5
REVERSE_SECOND_PEOPLE = 1 << 5  # HR6
EXTRA_COPSE = 1 << 6  # HR7: the extra tile, and nothing else
ADJACENT_TO_BUILT = 1 << 7  # HR8
NAMES = ("HR1", "HR2", "HR3", "HR4", "HR5", "HR6", "HR7", "HR8")
