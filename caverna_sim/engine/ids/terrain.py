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

NUM = 13
NAMES = (
    "empty", "meadow", "field", "field:grain", "field:vegetable", "small_pasture", "large_pasture",
    "cavern", "tunnel", "deep_tunnel", "ore_mine", "ruby_mine", "furnished",
)  # fmt: skip

# terrains that can be bought or won as a single tile
SINGLES = (MEADOW, FIELD, TUNNEL, CAVERN)
