"""What a field of the bounty board does (F-BOUNTY-9)."""

GAIN = 0
EXPEDITION = 1
PROGRAM = 2  # a small program of its own: Casanova, Mine foreman, Trapper
USE_OCCUPIED = 3  # Forger
USE_FREE = 4  # Herald
ARM = 5
BEGGAR = 6
SWAP = 7
EXTRA_ORC = 8
FOOD_PER_PERSON = 9
NAMES = ("gain", "expedition", "program", "use_occupied", "use_free", "arm", "beggar", "swap", "extra_orc", "food_per_person")
