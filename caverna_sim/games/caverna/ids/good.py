"""Wares: goods of the personal supply, then animals (R-COMP-1, R-COMP-2)."""

WOOD = 0
STONE = 1
ORE = 2
RUBY = 3
FOOD = 4
GOLD = 5
GRAIN = 6
VEGETABLE = 7
DOG = 8
SHEEP = 9
DONKEY = 10
WILD_BOAR = 11
CATTLE = 12

NUM = 13
NUM_GOODS = 8  # kept in the personal supply
FIRST_FARM_ANIMAL = SHEEP
NUM_FARM_ANIMALS = 4

NAMES = (
    "wood", "stone", "ore", "ruby", "food", "gold", "grain", "vegetable",
    "dog", "sheep", "donkey", "wild_boar", "cattle",
)  # fmt: skip
GOODS = NAMES[:NUM_GOODS]
ANIMALS = NAMES[NUM_GOODS:]
FARM_ANIMALS = NAMES[FIRST_FARM_ANIMAL:]
