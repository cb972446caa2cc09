"""Scoring parts, and the values of the tables that score them (R-SCORE-2)."""

ANIMALS = 0
MISSING_ANIMALS = 1
GRAIN = 2
VEGETABLES = 3
RUBIES = 4
DWARFS = 5
UNUSED_SPACES = 6
FURNISHINGS = 7
PASTURES = 8
MINES = 9
BONUS = 10
GOLD = 11
BEGGING = 12
WRITING_CHAMBER = 13
TRAPS = 14  # Frantic Fiends
ORCS = 15  # friendly ones
NUM = 16
NUM_BASE = 14  # parts of the base game
NAMES = (
    "animals", "missing_animals", "grain", "vegetables", "rubies", "dwarfs", "unused_spaces", "furnishings",
    "pastures", "mines", "bonus", "gold", "begging", "writing_chamber", "traps", "orcs",
)  # fmt: skip

# index into RULES["points"], in the order of the table `scoring`
POINTS_FARM_ANIMAL = 0
POINTS_DOG = 1
POINTS_MISSING = 2
GRAIN_PER_POINT = 3
POINTS_VEGETABLE = 4
POINTS_RUBY = 5
POINTS_DWARF = 6
POINTS_UNUSED = 7
POINTS_GOLD = 8
POINTS_BEGGING = 9
POINTS_TRAP = 10
POINTS_ORC = 11
TABLE_FIELDS = (
    "farm_animal", "dog", "missing_farm_animal", "grain_per_point", "vegetable", "ruby", "dwarf", "unused_cell",
    "gold", "begging_marker", "inactive_trap", "friendly_orc",
)  # fmt: skip
