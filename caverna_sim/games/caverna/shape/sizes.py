"""How much room the records have for what stands in tables; nothing else knows these limits. Needs no compiler."""

MAX_PLAYERS = 7
LAST_ROUND = 12  # as printed; house rules may say another one (rounds.toml)
MAX_DWARFS = 6
MAX_SPACES = 62  # 59 with the expansion; sets of spaces are 64-bit masks
MAX_FURNISHINGS = 96  # 62 are printed; sets of them: shape/tiles.py
MAX_LATE = 8  # furnishings of which a seat has to wait for a round of their own
MAX_LOOT = 30  # 26 are printed
MAX_ALIKE = 63  # numbers for parts with the same outcome; more than that are looked at each time
MAX_LOOT_STRENGTH = 15  # that a loot item may ask for
MAX_EFFECTS = 160
MAX_ROOMS = 24  # furnishings that hold animals
MAX_TRAPS = 24  # 12 are printed
BOUNTY_COLUMNS = 4
MOST_GOODS = 9_999  # of one ware that a seat keeps: no house rule makes a number wrap
MOST_COMING = 99  # of one good that suppliers lay on a round space
MOST_CHOICES = 30_000  # of a game: one of the printed rules has a thousand at most, only house rules can trade in circles
MOST_TRIED = 5_000  # of what a bot plays on in its mind
MAX_STRIPS = 12  # in the box, 7 of either kind printed
