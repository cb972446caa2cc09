"""What lies on a cell. A planted field is a terrain of its own, so that empty fields are one mask."""

EMPTY = 0  # forest or rock without a tile
MEADOW = 1
FIELD = 2
GRAIN_FIELD = 3
VEGETABLE_FIELD = 4
SMALL_PASTURE = 5
LARGE_PASTURE = 6
CAVERN = 7
TUNNEL = 8
DEEP_TUNNEL = 9
ORE_MINE = 10
RUBY_MINE = 11
FURNISHED = 12
# of the expansion
TRAP = 13  # the detail of the cell is the trap, plus INACTIVE once it has worked
OCCUPIED = 14  # somebody hostile sits here; what lies beneath is kept in its row, and works no more (F-CAVE-8)
INACTIVE = 64  # more than there can be traps

NUM = 15
NAMES = (
    "empty", "meadow", "field", "field:grain", "field:vegetable", "small_pasture", "large_pasture",
    "cavern", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine", "furnished", "trap", "occupied",
)  # fmt: skip

# terrains that can be bought or won as a single tile
SINGLES = (MEADOW, FIELD, TUNNEL, CAVERN)
