"""Triggers and effects of furnishing tiles."""

# when
PASSIVE = 0
ON_BUILD = 1
ON_FURNISH = 2
ON_FENCES = 3
ON_STABLE = 4
ON_FORGE = 5
START_OF_ROUND = 6
ON_GAIN = 7
ON_BREED = 8
ON_CONVERT_ANIMAL = 9
ANY_TIME = 10
FEEDING = 11
SCORING = 12
ON_OVERHANG = 13
NUM_TRIGGERS = 14
TRIGGERS = (
    "passive", "on_build", "on_furnish", "on_build_fences_action", "on_build_stable", "on_forge", "start_of_round",
    "on_gain", "on_breed", "on_convert_animal", "any_time", "feeding", "scoring", "on_overhang",
)  # fmt: skip

# do
GAIN = 0
GAIN_PER = 1
GAIN_BY_NEWBORNS = 2
PLACE_ON_FUTURE_ROUNDS = 3
DISCOUNT = 4
TRADE = 5
WEAPON_TO_FOOD = 6
FEED_ONE_DWARF = 7
REDUCE_NEED = 8
POINTS_PER = 9
POINTS_IF_ALL_ARMED = 10
POINTS_IF_NONE_ARMED = 11
POINTS_BY_DWARFS = 12
CANCEL_LOSSES = 13
DWARF_ROOM = 14
ANIMAL_ROOM = 15
ANIMAL_ROOM_PER_EMPTY_FIELD = 16
FURNISH_TARGETS_ADD = 17
EITHER_OR_BECOMES_AND_OR = 18
TWIN_TILE_OVERHANG = 19
RAISE_DWARF_LIMIT = 20
MAY_SUBSTITUTE = 21
# Frantic Fiends
ORC_ROOM = 22  # room for a friendly orc
COLLECTS_MORE = 23  # the orc living here gets one more of each building material it collects (F-TILE-1)
MINES_ORE = 24  # the orc living here empties an ore mine in the mine phase and gets more (F-TILE-9)
ORC_WORKS = 25  # the orc living here carries out actions like a dwarf (F-TILE-11)
DOG_STRENGTH = 26  # what a dog counts in a fight (F-TILE-7)
EARLY_ARMED = 27  # armed dwarfs up to this strength go before unarmed ones (F-TILE-13)
ARM_LIKE_STRONGEST = 28  # F-TILE-3
ARM_FOR_GOODS = 29  # F-TILE-8
FAMILY_GROWTH = 30  # F-TILE-10
EFFECTS = (
    "gain", "gain_per", "gain_by_newborns", "place_on_future_rounds", "discount", "trade", "weapon_to_food",
    "feed_one_dwarf", "reduce_need", "points_per", "points_if_all_armed", "points_if_none_armed", "points_by_dwarfs",
    "cancel_losses", "dwarf_room", "animal_room", "animal_room_per_empty_field", "furnish_targets_add",
    "either_or_becomes_and_or", "twin_tile_overhang", "raise_dwarf_limit", "may_substitute", "orc_room", "collects_more",
    "mines_ore", "orc_works", "dog_strength", "early_armed", "arm_like_strongest", "arm_for_goods", "family_growth",
)  # fmt: skip
HOLDS = ("passive",)
WHEN = {  # [effect] the triggers at which kernels carry it out; those that are not here hold all the time
    "gain": ("on_build", "start_of_round", "on_gain", "on_breed", "on_convert_animal", "on_overhang"),
    "gain_per": ("on_build", "start_of_round"),
    "gain_by_newborns": ("on_breed",),
    "place_on_future_rounds": ("on_build",),
    "discount": ("on_furnish", "on_build_fences_action", "on_build_stable", "on_forge"),
    "may_substitute": ("on_furnish",),
    "trade": ("any_time",),
    "weapon_to_food": ("any_time",),
    "feed_one_dwarf": ("feeding",),
    "reduce_need": ("feeding",),
    **dict.fromkeys(("points_per", "points_if_all_armed", "points_if_none_armed", "points_by_dwarfs", "cancel_losses"), ("scoring",)),
    **dict.fromkeys(("arm_like_strongest", "arm_for_goods", "family_growth"), ("on_build",)),
}


def triggers_of(name: str) -> tuple[str, ...]:
    """When an effect can happen."""
    return WHEN.get(name, HOLDS)
