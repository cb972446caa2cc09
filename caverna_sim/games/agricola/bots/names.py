"""Names of tiers and weights of bots, by number. Loads nothing slow."""

RANDOM = 0  # any legal action
SCRIPTED = 1  # decides by worth alone
SWIFT = 2  # places by a net that says how appealing each space is
VALUE = 3  # looks one turn ahead and judges the outcome
SEARCH = 4  # plays promising placements on
TIERS = ("random", "scripted", "swift", "value", "search")
JUDGING = ("swift", "value", "search")  # those that have learned something
WEIGHTS = (  # points that a bot hopes for
    "wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "wild_boar", "cattle", "food",  # one more of it
    "goal",  # one more of what is missing for a room that the family waits for
    "hunger",  # food that is still missing for the next harvest: so much at the harvest,
    "patience",  # ... and the less for each round until then
    "growth", "room", "field", "sowing", "pasture", "stable", "renovation", "improvement", "cooking", "baking", "start_player",
    "noise",  # the most that lots add to a placement
)  # fmt: skip
