"""What a house is built of (AG-HSE-01, AG-HSE-05)."""

WOOD, CLAY, STONE = range(3)
NAMES = ("wood", "clay", "stone")
