"""Goods: building resources, crops, animals, food (AG-GDS-01)."""

WOOD, CLAY, REED, STONE, GRAIN, VEGETABLE, SHEEP, WILD_BOAR, CATTLE, FOOD = range(10)
NUM = 10
NUM_BUILDING = 4  # building resources come first
FIRST_ANIMAL = SHEEP
NUM_ANIMALS = 3
NAMES = ("wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "wild_boar", "cattle", "food")
BUILDING = NAMES[:NUM_BUILDING]
CROPS = NAMES[GRAIN : VEGETABLE + 1]
ANIMALS = NAMES[FIRST_ANIMAL : FIRST_ANIMAL + NUM_ANIMALS]
SUPPLY = (*NAMES[:FIRST_ANIMAL], NAMES[FOOD])  # kept in the personal supply; animals live on the farm
