"""How much room the records have for what stands in tables; nothing else knows these limits. Needs no compiler."""

MAX_PLAYERS = 7
MAX_DWARFS = 6
MAX_SPACES = 62  # 59 with the expansion; sets of spaces are 64-bit masks
MAX_FURNISHINGS = 96  # 62 are printed; sets of them: shape/tiles.py
MAX_LOOT = 30  # 26 are printed
MAX_ALIKE = 63  # numbers for parts with the same outcome; more than that are looked at each time
MAX_LOOT_STRENGTH = 15  # that a loot item may ask for
MAX_EFFECTS = 160
MAX_ROOMS = 24  # furnishings that hold animals
MAX_TRAPS = 24  # 12 are printed
BOUNTY_COLUMNS = 4
MAX_STRIPS = 12  # in the box, 7 of either kind printed
