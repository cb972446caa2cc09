"""Records of the engine: STATE, one whole game, and RULES, the tables it is played by. Every field with its axes in brackets."""

import numpy as np

from caverna_sim.games.agricola.ids import good, score
from caverna_sim.games.agricola.shape import sizes
from caverna_sim.games.agricola.shape.board import NUM_CELLS
from caverna_sim.kit.records.steps import AGENDA_STEP

AT_HOME = -1  # where a person may be instead of on a space
PASSED = -2  # at home, and not placed any more in this round (AG-WRK-07)
NOT_IN_PLAY = -3
NOBODY = -1
NO_GOOD = -1

MAX_AGENDA = 12
MAX_LEGAL = 12_000  # two farmyards of pastures are 2,464; herds to keep, where house rules give much room, are more
WARES = (np.int16, (good.NUM,))  # amounts by good
AMOUNTS = (np.int8, (good.NUM,))

LIMITS = np.dtype(  # what a seat may not do (experiments)
    [
        ("spaces", np.int64),  # set of spaces
        ("improvements", np.int64),  # set of majors
        ("people", np.int8),  # its family grows to so many, 0 no limit
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("goods", *WARES),  # [good] in the supply; animals on the farm, wherever they stand (AG-ANM-08)
        ("begging", np.int16),
        ("bonus", np.int16),  # points scored for good
        ("people", np.int8),  # in play, newborns included
        ("at", np.int8, (sizes.MAX_PEOPLE,)),  # [person] AT_HOME, ... or a space
        ("newborn", np.int8, (sizes.MAX_PEOPLE,)),  # [person] born this round
        ("house", np.int8),  # ids/house.py
        ("rooms", np.int16),  # set of cells
        ("fields", np.int16),
        ("grain_fields", np.int16),
        ("vegetable_fields", np.int16),
        ("crops", np.int8, (NUM_CELLS,)),  # [cell] left on a field
        ("stables", np.int16),
        ("fences", np.int64),  # set of fence spaces
        ("fenced", np.int16),  # cells of all pastures; kept, as the next field follows from the fences
        ("num_pastures", np.int8),
        ("pastures", np.int16, (sizes.MAX_PASTURES,)),  # [pasture] set of cells, by their first cells
        ("majors", np.int64),  # set of improvements in front of the seat
        ("order", np.int8, (sizes.MAX_MAJORS,)),  # the same in the order in which they came, -1 ends
        ("crafts_used", np.int64),  # set of improvements that have converted in this harvest (AG-MAJ-05)
        ("promised", np.int8, (sizes.MAX_ROUNDS, good.NUM)),  # [round, good] laid on round spaces (AG-GDS-06)
        ("limits", LIMITS),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("players", np.int8),
        ("round", np.int8),
        ("phase", np.int8),
        ("start_player", np.int8),
        ("round_start", np.int8),  # who was starting player as the work phase began
        ("turn", np.int8),  # seat that places next
        ("phase_seat", np.int8),  # how many seats have done the present phase, from the starting player
        ("depth", np.int8),  # number of agenda steps
        ("setup", np.int32),  # number of the order of cards
        ("choices", np.int32),  # made so far
        ("hash", np.int64),  # of the actions taken so far
        ("supply", np.int64),  # set of majors on the supply board
        ("cards", np.int8, (sizes.MAX_ROUNDS,)),  # [round] space of the card
        ("open", np.int64),  # set of spaces in play now
        ("occupied", np.int64),  # ... with a person on them
        ("stocked", np.int64),  # ... that hold any goods
        ("used_by", np.int8, (sizes.MAX_SPACES,)),  # [space] seat that came first, or NOBODY
        ("space_goods", np.int16, (sizes.MAX_SPACES, good.NUM)),  # [space, good] accumulated
        ("draws", np.int32, (sizes.MAX_PLAYERS + 2,)),  # [stream] random numbers used
        ("game_key", np.int64),  # keys the chances of this game (block)
        ("seed", np.int64),
        ("agenda", AGENDA_STEP, (MAX_AGENDA,)),
        ("seats", SEAT, (sizes.MAX_PLAYERS,)),
    ],
    align=True,
)

PART = np.dtype(  # one half of an action space
    [
        ("do", np.int8),  # ids/part.py
        ("needs", np.int8),  # set of parts that must have begun
        ("most", np.int8),  # how often in one action, 0 any number
        ("cost", *WARES),  # of a stable
        ("partner_cost", *WARES),
    ],
    align=True,
)

SPACE = np.dtype(
    [
        ("accumulates", *WARES),
        ("gain", *WARES),  # received whatever else is done
        ("start_player", np.int8),
        ("grows", np.int8),  # 0 no, 1 with room, 2 even without
        ("first_round", np.int8),  # may be used from this round on
        ("shares", np.int64),  # set of spaces of which one person uses one (AG-TIL-02)
        ("num_parts", np.int8),
        ("parts", PART, (sizes.MAX_PARTS,)),
        ("num_options", np.int8),
        ("options", np.int16, (sizes.MAX_OPTIONS, good.NUM)),  # [option, good] of which one is taken; below 0 it is paid
        ("option_good", np.int8, (sizes.MAX_OPTIONS,)),  # what an option is called
    ],
    align=True,
)

MAJOR = np.dtype(
    [
        ("cost", *WARES),
        ("returns", np.int64),  # set of improvements of which an own one may be given back instead
        ("points", np.int8),
        ("cook", *AMOUNTS),  # food for one piece at any time
        ("bakes", np.int8),  # food for a grain, 0 it bakes not
        ("bake_most", np.int8),  # grain in one action, 0 any number
        ("bakes_when_built", np.int8),
        ("coming_rounds", np.int8),  # that it lays goods on
        ("coming", *AMOUNTS),
        ("craft_good", np.int8),  # turned into food once a harvest, or NO_GOOD
        ("craft_food", np.int8),
        ("bonus_good", np.int8),
        ("bonus_least", np.int8, (sizes.MAX_BANDS,)),  # 0 ends
        ("bonus_points", np.int8, (sizes.MAX_BANDS,)),
    ],
    align=True,
)

BAND = np.dtype(
    [("below", np.int8), ("least", np.int8, (sizes.MAX_BANDS,)), ("points", np.int8, (sizes.MAX_BANDS,))], align=True
)  # points by number

PASTURE = np.dtype(  # a connected set of cells that a player's fences suffice for
    [
        ("cells", np.int16),
        ("beside", np.int16),  # cells that share an edge with it
        ("size", np.int8),  # fences of its outline
        ("outline", np.int64),
    ],
    align=True,
)
NUM_OUTLINES = 1232  # connected sets of cells with an outline of at most MAX_FENCES

RULES = np.dtype(
    [
        ("players", np.int8),
        ("last_round", np.int8),
        ("has_harvest", np.int8, (sizes.MAX_ROUNDS,)),  # [round]
        ("house_rules", np.int64),  # ids/house_rule.py
        ("team_play", np.int8),
        ("force_conversion", np.int8),
        ("discard_when_breeding", np.int8),
        ("start_player", np.int8),
        ("start_food", np.int16, (sizes.MAX_PLAYERS,)),  # [seat]
        ("start_people", np.int8),
        ("most_people", np.int8),
        ("stables", np.int8),
        ("fences", np.int8),
        ("start_rooms", np.int16),
        ("start_house", np.int8),
        ("start_spaces", np.int64),  # set of spaces in play from the beginning
        ("stage_cards", np.int8, (sizes.MAX_STAGES, sizes.MAX_STAGE_CARDS)),  # [stage, n] spaces, -1 ends
        ("given_cards", np.int8, (sizes.MAX_ROUNDS,)),  # [round] space, where the order is chosen; -1 shuffled
        ("room_cost", np.int16, (3, good.NUM)),  # [house]
        ("partner_room_cost", np.int16, (3, good.NUM)),
        ("renovate_once", np.int16, (3, good.NUM)),  # [house that it becomes] in all
        ("renovate_per_room", np.int16, (3, good.NUM)),
        ("fence_cost", *WARES),
        ("fence_group", np.int8),  # for the partner: so many fences, the last group begun,
        ("fence_surcharge", *WARES),  # cost this more
        ("transfer_price", np.int8),  # goods for a type that is moved between partners
        ("pet_room", np.int16),
        ("stable_room", np.int16),
        ("pasture_room", np.int16),  # for each cell
        ("stable_factor", np.int16),
        ("grain_seed", np.int8),
        ("grain_on_field", np.int8),
        ("vegetable_seed", np.int8),
        ("vegetable_on_field", np.int8),
        ("parents", np.int8),
        ("adult_food", np.int8),
        ("newborn_food", np.int8),
        ("raw_food", *AMOUNTS),  # [good] food for one piece at any time, with nothing to cook in
        ("begging_per_food", np.int8),
        ("band", BAND, (score.NUM_BANDED,)),
        ("unused_points", np.int8),
        ("stable_points", np.int8),
        ("stable_most", np.int8),
        ("room_points", np.int8, (3,)),  # [house]
        ("person_points", np.int8),
        ("begging_points", np.int8),
        ("food_points", np.int8),
        ("supply", np.int64),  # set of majors
        ("major", MAJOR, (sizes.MAX_MAJORS,)),
        ("gives_always", np.int64),  # set of spaces that anybody can use
        ("gives_stock", np.int64),  # ... that give what lies there
        ("not_always", np.int64),  # ... that others or the round may close: those of tiles
        ("space", SPACE, (sizes.MAX_SPACES,)),
        ("outlines", PASTURE, (NUM_OUTLINES,)),  # those with fewer fences first
    ],
    align=True,
)
