"""What a house is built of (AG-HSE-01, AG-HSE-05)."""

WOOD = 0
CLAY = 1
STONE = 2
NUM = 3
NAMES = ("wood", "clay", "stone")
