"""What Frantic Fiends adds to the records of a game, of bots and of what is noted, and how much room its own have."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.shape.board import AREA_CELLS, NUM_CELLS
from caverna_sim.games.caverna.shape.sizes import (
    BOUNTY_COLUMNS,
    MAX_DWARFS,
    MAX_FURNISHINGS,
    MAX_PLAYERS,
    MAX_STRIPS,
    MAX_TRAPS,
)  # fmt: skip
from caverna_sim.games.caverna.shape.tiles import SET, WARES

MAX_CARDS = 27  # movement cards, nine of each stack
CARDS_PER_STACK = 9
MAX_STEPS = 3
MAX_OPEN_STRIPS = 5
MAX_BOUNTIES = MAX_STRIPS * BOUNTY_COLUMNS
MAX_EXTENSIONS = 9
MAX_BRIBE_MARKERS = 6
NUM_EVENTS = 4
NUM_STACKS = 3  # of movement cards
NUM_PATHS = (1 + NUM_STACKS) * AREA_CELLS  # ways of orcs: a stack of cards, 0 none, and the cell where they begin

ORC = np.dtype(
    [
        ("status", np.int8),  # fiends/ids/orc.py
        ("strength", np.int8),  # now; 0 once the marker is gone
        ("start_strength", np.int8),
        ("cell", np.int8),  # in the forest or in the cave; the room of a friendly orc; -1 none
        ("held", np.int8),  # 1: in the holding trap of its cell until it moves
        ("under", np.int8),  # terrain beneath the orc in the cave
        ("at", np.int8),  # a friendly orc: AT_HOME, STAYS_HOME, CAPTIVE or an action space
        ("fate", np.int8),
        ("fate_round", np.int8),
        ("reward", np.int8),  # 0 none, 1 + bounty, or orc.GOLD_REWARD
    ],
    align=True,
)

ORC_EVENT = np.dtype(
    [
        ("stacks", np.int8, (orc.NUM_HOSTILE,)),  # [orc] movement stack 1 to 3, 0: not active
        ("displace_cost", *WARES),
        ("displace_wares", np.int16),  # set of wares in it
        ("brings_last_orc", np.int8),
        ("breakthrough", np.int8),
        ("harvest", np.int8),  # kind of harvest that follows, see ids/harvest.py
    ],
    align=True,
)

BOUNTY = np.dtype(
    [
        ("is_printed", np.int8),  # a strip may have empty fields
        ("strip", np.int8),
        ("column", np.int8),  # 0 to 3
        ("do", np.int8),  # fiends/ids/bounty.py
        ("gain", *WARES),
        ("level", np.int8),  # of an expedition
        ("program", np.int8),  # space that holds the program
        ("strength", np.int8),  # of a weapon
        ("per_person", np.int8, (3,)),  # food for an adult, a newborn, a friendly orc
        ("markers", np.int8),  # begging markers returned
    ],
    align=True,
)

TRAP = np.dtype(
    [
        ("kind", np.int8),  # fiends/ids/trap.py
        ("cost", *WARES),
        ("cost_wares", np.int16),  # set of wares in `cost`
        ("copies", np.int8),  # with this number of players, when it is on display
        ("limit", np.int8),  # strongest orc that it stops or defeats
        ("weakens", np.int8),  # fiends/ids/trap.py
        ("amount", np.int8),  # of a reduction
        ("times", np.int8),  # reductions to spread
        ("pay_ware", np.int8),
        ("pay_most", np.int16),
        ("stays_active", np.int8),
    ],
    align=True,
)

FIENDS = np.dtype(  # rules of the expansion
    [
        ("ruling", np.int8, (ruling.NUM,)),  # 0 the default reading, 1 the first alternative, 2 the second
        ("strength", np.int8, (MAX_PLAYERS, orc.NUM_HOSTILE)),  # [seat, orc]
        ("start_cell", np.int8, (orc.NUM_HOSTILE,)),
        ("waits", np.int8, (orc.NUM_HOSTILE,)),  # 1: appears at the end of an event
        ("gold", np.int8, (orc.NUM_HOSTILE,)),  # on the back of the token
        ("columns", np.int8, (orc.NUM_HOSTILE,)),  # bounty columns allowed, counted from the first
        ("event", ORC_EVENT, (NUM_EVENTS + 1,)),
        (
            "card",
            np.int8,
            (MAX_CARDS, MAX_STEPS),
        ),  # [card, step] direction (games/caverna/fiends/forest.py), -1 none; stack n: cards 9(n-1) ...
        ("card_column", np.int8, (MAX_CARDS,)),  # [card] column 0 to 2 where the last orc appears
        ("last_orc_cell", np.int8, (3,)),  # [column]
        ("last_orc_stack", np.int8),
        ("forest", np.int64),  # cells orcs walk on
        ("paths", np.int64),  # names forest, gate and cards: where these are the same, so are the ways of orcs
        ("bonus_wares", np.int16, (AREA_CELLS,)),  # [forest cell] set of wares in its printed bonus
        ("gate", np.int8),  # the forest cell from which the cave is entered by a step east
        ("entry_cell", np.int8),  # of the entry-level dwelling
        ("bribe_wares", np.int8, (MAX_BRIBE_MARKERS,)),
        ("num_bribe_wares", np.int8),
        ("displacements", np.int8),  # most per orc and event
        ("num_strips", np.int8),  # on the board with this number of players
        ("num_long", np.int8),
        ("long_pool", np.int8, (MAX_STRIPS,)),  # strips to draw from
        ("num_short", np.int8),
        ("short_pool", np.int8, (MAX_STRIPS,)),
        ("short_tiles", np.int64, (MAX_STRIPS, *SET[1])),  # [short strip] its yellow furnishings
        ("bounty", BOUNTY, (MAX_BOUNTIES,)),
        ("num_extensions", np.int8),  # in the game
        ("extension_pool", np.int8, (MAX_EXTENSIONS,)),
        ("extension_pool_size", np.int8),
        ("extension_tiles", np.int64, (MAX_EXTENSIONS, *SET[1])),
        ("extension_traps", np.int32, (MAX_EXTENSIONS,)),
        ("base_tiles", *SET),
        ("base_traps", np.int32),
        ("copies", np.int8, (MAX_FURNISHINGS,)),  # of furnishings that exist several times; 0: one, or no end of them
        ("num_traps", np.int8),
        ("trap", TRAP, (MAX_TRAPS,)),
        ("restock_ore", np.int8),
        ("restock_ore_mines", np.int8),
        ("restock_rubies", np.int8),
        ("restock_ruby_mines", np.int8),
        ("construction_ore", np.int8),  # laid into a new ore mine
        ("construction_rubies", np.int8),  # laid into a new ruby mine on a deep tunnel
        ("wood_weapon_most", np.int8),
        ("wood_per_strength", np.int8),
        ("fight_dog", np.int8),  # what a dog counts without the Fighting dog school
        ("armed_food", np.int8),  # special feeding of event 3 (F-HARV-3)
        ("unarmed_food", np.int8),
        ("special_newborn_food", np.int8),
        ("orc_food", np.int8),
        ("orc_rooms", *SET),  # set of furnishings with room for a friendly orc
        ("extra_orc_rooms", *SET),  # those that take the extra orc
    ],
    align=True,
)

ORC_END = np.dtype(  # how an orc ends
    [
        ("start_strength", np.int8),
        ("strength", np.int8),
        ("fate", np.int8),
        ("round", np.int8),
        ("reward", np.int8),  # 0 none, 1 + bounty, or GOLD_REWARD
        ("events", np.int8),
        ("cell", np.int8),
        ("captives", np.int8),
    ],
    align=True,
)

ORC_WEIGHTS = (  # what bots think of orcs; weights.toml says what they mean
    "rid", "last", "reward", "effort", "cave", "friend", "room", "hold", "trap", "fight", "blade", "arm", "dog", "save", "push", "begun",
)  # fmt: skip
FEATURE_GROUPS = {"orcs": 41}  # what learned judges see beside the features of the base game: fiends/bots/seeing.py

FIELDS = {  # record of the base game -> what it has more; they lie in the records of a base game too, empty
    "LIMITS": (
        ("orcs", np.int8),  # set of ways to be rid of orcs, see fiends/ids/orc.py
    ),
    "SEAT": (
        ("barred", np.int64),  # cells that an orc keeps from being used (ruling orc_cell_usable_for_tiles_and_animals)
        ("standing_cells", np.int64),  # set of cells where any animal stands while places are fixed
        ("orcs", ORC, (orc.NUM,)),
        ("home", np.int8, (MAX_DWARFS,)),  # [dwarf] cell of its dwelling, -1 none yet
        ("standing_animal", np.int8, (NUM_CELLS,)),  # [cell] which farm animal stands here while places are fixed
        ("standing", np.int8, (NUM_CELLS,)),  # [cell] how many; a large pasture counts at its first cell
        ("standing_dogs", np.int8, (NUM_CELLS,)),  # [cell] dogs that watch the sheep here
        ("lost_crops", np.int16),  # what orcs destroyed in this game
        ("lost_animals", np.int16),
        ("lost_goods", np.int16),  # ore and rubies lying in mines
    ),
    "STATE": (
        ("event", np.int8),  # the orc event that is going on, or the last one
        ("event_orc", np.int8),  # the orc whose turn it is in the event
        ("places_fixed", np.int8),  # 1 while animals may not be moved (F-EVENT-12)
        ("orc_acts", np.int8),  # 1 + the friendly orc that acts now, 0 none
        ("movement", np.int8, (MAX_PLAYERS,)),  # [seat] movement card drawn for the present orc, -1 none
        ("bribe", np.int8, (NUM_EVENTS + 1,)),  # [event] ware of the bribe marker
        ("extensions", np.int8, (MAX_PLAYERS,)),  # display extensions in the game, -1 ends
        ("long_strips", np.int8, (MAX_OPEN_STRIPS,)),  # bounty strips on the board, -1 ends
        ("short_strips", np.int8, (MAX_OPEN_STRIPS,)),
        ("bounty_token", np.int8, (MAX_BOUNTIES,)),  # [bounty] seat * 8 + orc, -1 free, -2 not on the board
        ("copies", np.int8, (MAX_FURNISHINGS,)),  # [furnishing] copies left of what exists several times
        ("traps_left", np.int8, (MAX_TRAPS,)),
        ("extra_orc_taken", np.int8),
    ),
    "FURNISHING": (
        ("orc_room", np.int8),  # room for friendly orcs
        ("room_shared", np.int8),  # room for a dwarf or a friendly orc, not both
    ),
    "RULES": (("orcs", FIENDS),),
    "BOT": tuple((f"orc_{name}", np.float32) for name in ORC_WEIGHTS),
    "MIND": (
        ("hostile", np.int64),  # orcs that are left, the one that waits included
        ("hostile_strength", np.int64),  # of all of them
        ("orc_strength", np.int64, (orc.NUM_HOSTILE,)),  # 0 when it is gone
        ("rid", np.float64),  # worth of defeating one
        ("friend", np.float64),  # worth of a friendly orc from now on
        ("dog", np.float64),  # worth of a dog apart from orcs
        ("orc_rooms", np.int64),  # set of cells with a free room for an orc
        ("paths_known", np.int8),
        ("path", np.int64, (orc.NUM_HOSTILE,)),  # [orc] row of `catch` for its way
        ("catch", np.float64, (NUM_PATHS, AREA_CELLS)),  # [way, forest cell] chance that an orc comes there
        ("caught", np.int64, (NUM_PATHS,)),  # [way] what its chances were worked out for: they hold from one decision to the next
        ("most_caught", np.float64, (NUM_PATHS,)),  # [way] the greatest of its chances
        ("traps_known", np.int8),
        ("taken", np.int64),  # set of orcs that a trap is meant for
        ("orc_then", np.int64, (orc.NUM_HOSTILE,)),  # strength when weakening traps have worked
        ("best_trap_known", np.int64),  # set: 1 paid, 2 free
        ("prey", np.int64),  # set of orcs for which that is more than nothing
        ("trapped", np.float64, (orc.NUM_HOSTILE,)),  # [orc] worth of its stepping into the trap that is looked at
        ("trap_worth", np.float64, (2,)),  # [free] of the best trap
        ("trap_action", np.int32, (2,)),
        ("fight_action", np.int32),
    ),
    "TALLY": (
        ("event", np.int64),  # orc events that are over
        ("event_round", np.int8, (NUM_EVENTS + 1,)),  # [event] its round
        ("survived", np.int8, (MAX_PLAYERS, orc.NUM_HOSTILE)),  # [seat, orc] events that the orc came through as hostile
    ),
    "OUTCOME": (
        ("event_round", np.int8, (NUM_EVENTS + 1,)),  # [event]
        ("bribe", np.int8, (NUM_EVENTS + 1,)),  # [event] ware
        ("extensions", np.int8, (MAX_PLAYERS,)),  # -1 ends
        ("long_strips", np.int8, (MAX_OPEN_STRIPS,)),
        ("short_strips", np.int8, (MAX_OPEN_STRIPS,)),
    ),
    "PLAYER": (
        ("orcs", ORC_END, (orc.NUM_HOSTILE,)),
        ("friendly_orcs", np.int8),
        ("captives", np.int8),
        ("lost_crops", np.int16),
        ("lost_animals", np.int16),
        ("lost_goods", np.int16),
    ),
}
