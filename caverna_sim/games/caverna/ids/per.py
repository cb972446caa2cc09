"""Things that can be counted on a home board; 0 to 12 are the wares themselves (ids/good.py)."""

FARM_ANIMAL = 13
CROP_SET = 14  # sets of 1 grain and 1 vegetable, fields included
DWARF = 15
ARMED_DWARF = 16
YELLOW_FURNISHING = 17
ADJACENT_DWELLING = 18  # needs the cell of the tile that asks
ORE_MINE = 19
RUBY_MINE = 20
DONKEY_IN_ORE_MINE = 21
DONKEY_IN_MINE = 22
TRAP = 23  # in the own forest, triggered or not
FRIENDLY_ORC = 24  # not captive
NUM = 25
NAMES = (
    "wood", "stone", "ore", "ruby", "food", "gold", "grain", "vegetable", "dog", "sheep", "donkey", "wild_boar",
    "cattle", "farm_animal", "crop_set", "dwarf", "armed_dwarf", "yellow_furnishing", "adjacent_dwelling", "ore_mine",
    "ruby_mine", "donkey_in_ore_mine", "donkey_in_mine", "trap", "friendly_orc",
)  # fmt: skip
