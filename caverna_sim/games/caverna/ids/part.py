"""What a part of an action space or a loot item does."""

NONE = 0
COLLECT = 1  # take accumulated goods and receive fixed ones
TWIN_TILE = 2
SINGLE_TILE = 3
FURNISH = 4
GROW = 5
SOW = 6
FORGE = 7
EXPEDITION = 8
SMALL_PASTURE = 9
LARGE_PASTURE = 10
STABLE = 11
RUBY_MINE = 12
BUY = 13
TRADE = 14
IMITATE = 15
BREED = 16
ALL_WEAPONS = 17
# Frantic Fiends
FORGE_WOOD = 18
SET_TRAP = 19
RESTOCK = 20
FIGHT = 21

NUM = 22
