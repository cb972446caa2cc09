"""Where the round stands. Each phase is one automatic step; players act inside WORK and the harvest phases."""

START_OF_ROUND = 0  # suppliers and the Miner pay (R-ROUND-4)
ADD_SPACE = 1  # phase 1
REPLENISH = 2  # phase 2
WORK = 3  # phase 3
RETURN_HOME = 4  # phase 4
HARVEST = 5  # what the round's harvest is
HARVEST_CHOICE = 6
FIELD = 7
FEEDING = 8
BREEDING = 9
END_OF_ROUND = 10
FINAL = 11  # trades before scoring
OVER = 12
LATE_START = 13  # start-of-round effects after phase 2 (toggle start_of_round_effects_before_replenish)
# Frantic Fiends
HOUSING = 14  # residents and, before an event, animals find their places (F-CAVE-7)
EVENT = 15  # one orc after the other: draw, bribe or displace, move (F-EVENT-1)
AFTER_ORCS = 16  # orc D appears, breakthrough (F-EVENT-9, F-EVENT-10)
MINE = 17  # mine phase of the harvest (F-MINE-4)
REPLACEMENT = 18  # hostile orcs left take the dearest tiles before scoring (F-END-1)

NUM = 19
NAMES = (
    "start_of_round", "add_space", "replenish", "work", "return_home", "harvest", "harvest_choice", "field", "feeding",
    "breeding", "end_of_round", "final", "over", "late_start", "housing", "event", "after_orcs", "mine", "replacement",
)  # fmt: skip
