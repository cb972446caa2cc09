"""The two records every kernel works on: STATE, one whole game, and RULES, one set of tables.

A state is copied by one assignment. Axes in brackets; integers are small but wide enough that no legal game wraps.
What expansions add to a record stands in FIELDS of their `shape`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caverna_sim.games.caverna.expansions import modules
from caverna_sim.games.caverna.ids import effect, good, phase, terrain
from caverna_sim.games.caverna.shape.board import NUM_CELLS
from caverna_sim.games.caverna.shape.sizes import (
    MAX_DWARFS,
    MAX_EFFECTS,
    MAX_FURNISHINGS,
    MAX_LATE,
    MAX_LOOT,
    MAX_LOOT_STRENGTH,
    MAX_PLAYERS,
    MAX_ROOMS,
    MAX_SPACES,
)
from caverna_sim.games.caverna.shape.tiles import SET, WARES
from caverna_sim.kit.records.steps import AGENDA_STEP

MAX_ROUNDS = 13  # index 0 is unused: rounds are numbered from 1
MAX_PARTS = 6
MAX_TILES = 6  # twin tiles
MAX_AGENDA = 24  # a reward may grant a space, which may grant an expedition, a fight, and another reward
MAX_LEGAL = 24576  # 96 furnishings x 50 cells x 4 ways to pay, and every trade, stay below
TABLE = 8
MOST_COST = 40  # more of one ware at hand makes no difference to what can be furnished

# where a dwarf is; a number >= 0 is the action space it stands on
AT_HOME = -1
STAYS_HOME = -2  # found no usable space this round (U-19)
NOT_IN_PLAY = -3
CAPTIVE = -4  # held in its dwelling (F-CAVE-5)


def added(record: str) -> list[tuple[Any, ...]]:
    """The fields that expansions add to a record."""
    return [field for share in modules("shape") for field in share.FIELDS.get(record, ())]


LIMITS = np.dtype(  # what a seat may not do in an experiment; all zeros: no limit
    [
        ("spaces", np.int64),  # set of action spaces that it may not use
        ("tiles", *SET),  # set of furnishings that it may not build
        ("late_tile", np.int8, (MAX_LATE,)),  # [n] 1 + a furnishing that it may build only later, 0 none ...
        ("late_from", np.int8, (MAX_LATE,)),  # [n] ... from this round on
        ("first_tile", np.int8),  # 1 + the furnishing that must be its first beside dwellings; 0 none
        ("loot", np.int64),  # set of loot that it may not take
        ("weapons_below", np.int8),  # its weapons stay below this strength
        ("weapons_from", np.int8),  # first round in which it may arm a dwarf
        ("dwarfs", np.int8),  # its family grows no further
        *added("LIMITS"),
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("goods", np.int16, (good.NUM,)),  # [ware] in the supply, animals on the home board
        ("begging", np.int16),
        ("dwarfs", np.int8),  # in play, newborns included
        ("weapon", np.int8, (MAX_DWARFS,)),  # [dwarf] strength, 0 = unarmed
        ("at", np.int8, (MAX_DWARFS,)),  # [dwarf] AT_HOME, ... or an action space
        ("newborn", np.int8, (MAX_DWARFS,)),  # [dwarf] born this round
        ("room", np.int16),  # regular room for dwarfs; kept, because it is asked for at every placement
        ("stables_left", np.int8),
        ("guest_room_used", np.int8),  # on a space where it works once per game (U-11)
        ("spilled", np.int8),  # 1 once it was to receive more than a seat or a round space keeps (MOST_GOODS, MOST_COMING)
        ("owned", *SET),  # set of furnishings that work
        ("covered", *SET),  # set of furnishings that were built over (R-INT-1)
        ("terrain", np.int64, (terrain.NUM,)),  # [terrain] set of cells; EMPTY holds only printed cells
        ("stables", np.int64),  # set of cells
        ("pasture_east", np.int64),  # first cells of large pastures that go on to the east
        ("pasture_south", np.int64),  # ... to the south
        ("detail", np.int16, (NUM_CELLS,)),  # [cell] crops left on a field, the furnishing, the trap, or goods in a mine
        ("round_goods", np.int8, (MAX_ROUNDS, good.NUM_GOODS)),  # [round, good] laid out by suppliers
        ("limits", LIMITS),
        *added("SEAT"),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("players", np.int8),
        ("round", np.int8),
        ("phase", np.int8),
        ("start_player", np.int8),
        ("next_start_player", np.int8),
        ("turn", np.int8),  # seat that places next
        ("phase_seat", np.int8),  # how many seats have done the present harvest phase, in player order
        ("questions", np.int8),  # question marks seen so far (R-HARV-1)
        ("harvest", np.int8),  # kind of harvest of this round
        ("dwarf", np.int8),  # dwarf that acts now
        ("depth", np.int8),  # number of agenda steps
        ("setup", np.int32),  # number of the card and marker layout
        ("choices", np.int32),  # choices made so far
        ("hash", np.int64),  # of the actions taken so far
        ("supply", *SET),  # set of unique furnishings still to be had
        ("cards", np.int8, (MAX_ROUNDS,)),  # [round] space of the card, -1 none
        ("markers", np.int8, (MAX_ROUNDS,)),  # [round] 0 none, 1 leaf, 2 question mark
        ("open_spaces", np.int8, (MAX_SPACES,)),  # spaces in play now, in order of appearance
        ("num_open", np.int8),
        ("used_by", np.int8, (MAX_SPACES,)),  # [space] seat or -1
        ("protected", np.int8, (MAX_SPACES,)),  # [space] solo: not to be emptied (R-SOLO-7)
        ("space_goods", np.int16, (MAX_SPACES, good.NUM)),  # [space, ware] accumulated
        ("stocked", np.int64),  # set of spaces that hold any goods; kept, because every placement asks for it
        ("skip_step", np.int8, (MAX_PLAYERS,)),  # [seat] third question mark: 1 field, 2 breeding
        ("draws", np.int32, (MAX_PLAYERS + 2,)),  # [stream] random numbers used
        ("game_key", np.int64),  # number that keys the chances of this game (block)
        ("seed", np.int64),
        ("agenda", AGENDA_STEP, (MAX_AGENDA,)),
        *added("STATE"),
        ("seats", SEAT, (MAX_PLAYERS,)),
    ],
    align=True,
)

PART = np.dtype(  # one part of an action space's program, or what a loot item does
    [
        ("do", np.int16),
        ("blocked_by", np.int32),  # set of parts: none of them may be done yet
        ("blocked_by_guest", np.int32),  # the same for the owner of a Guest room
        ("is_alternative", np.int8),  # 1 when it shuts out another part, or an earlier one shuts it out (either/or)
        ("is_alternative_for_guest", np.int8),
        ("needs", np.int32),  # set of parts that must be done before
        ("take", np.int8),  # takes the accumulated goods
        ("start_player", np.int8),
        ("always_gives", np.int8),  # gives something whatever lies on the space
        ("gain", *WARES),  # received with the part
        ("gain_wares", np.int16),  # set of wares in `gain`
        ("gain_per", np.int8),  # received once per thing counted, see ids/per.py; -1 none
        ("per_goods", *WARES),
        ("at_least", np.int8),  # bonus when so many are counted; then not once per thing
        ("pay", *WARES),  # price that comes first
        ("tiles", np.int64),  # set of twin tiles, of terrains, or of traps
        ("furnishings", *SET),  # that can be built here
        ("free", np.int8),  # a trap that costs nothing
        ("has_price", np.int8),  # `cost` replaces the printed one
        ("cost", *WARES),
        ("level", np.int8),  # of an expedition; most trades, most types to breed
        ("get", *WARES),  # of a trade
        ("is_loot", np.int8),
        ("alike", np.int8),  # number that it modules with parts whose outcome is the same for a seat; -1 where that depends on more
    ],
    align=True,
)

SPACE = np.dtype(
    [
        ("preprinted", np.int8),  # in play from the start with this number of players
        ("accumulates", np.int8),
        ("first", *WARES),  # arrives on an empty space
        ("later", *WARES),  # arrives on one that holds anything (R-REPL-2)
        ("wares", np.int16),  # set of wares that arrive here
        ("first_round", np.int8),  # replenished from this round on (R-2P-3)
        ("may_be_imitated", np.int8),
        ("is_imitation", np.int8),
        ("guest_room", np.int8),  # 0 has no effect here, 1 always, 2 once per game
        ("turns_over", np.int8),  # appearing, it replaces this space ... (R-ROUND-3)
        ("turns_into", np.int8),  # ... by this one
        ("num_parts", np.int8),
        ("parts", PART, (MAX_PARTS,)),
    ],
    align=True,
)

FURNISHING = np.dtype(
    [
        ("cost", *WARES),
        ("cost_wares", np.int16),  # set of wares in `cost`
        ("points", np.int8),
        ("copies", np.int8),
        ("dwarf_room", np.int8),
        *added("FURNISHING"),
        ("any_material", np.int8),  # price: so many building materials of any kind, at least `cost` of each; 0 none
        ("dearer", np.int16),  # goods by which a house rule has raised the printed price; negative: lowered
        ("overbuilds", np.int8),  # furnishing that must be built over when owned, -1 none
        ("build_rows", np.int16, (2,)),  # first and end of its rows in `effect` for the moment it is built
        ("score_rows", np.int16, (2,)),  # ... for scoring
        ("room_places", np.int64),  # set of places in `room_order`, if it has room for animals of any type
    ],
    align=True,
)

EFFECT = np.dtype(
    [
        ("furnishing", np.int8),
        ("do", np.int8),
        ("ware", np.int8),
        ("per", np.int8),
        ("amount", np.int16),
        ("divisor", np.int16),
        ("give", *WARES),
        ("get", *WARES),
        ("table", np.int16, (TABLE,)),
    ],
    align=True,
)

TWIN_TILE = np.dtype(
    [
        ("first", np.int8),  # terrain of the half on the named cell
        ("second", np.int8),
        ("on", np.int8),  # terrain that both cells must show
        ("may_overhang", np.int8),
        ("is_forest", np.int8),
    ],
    align=True,
)

LOOT = np.dtype(
    [
        ("strength", np.int8),
        ("harder", np.int8),  # by which a house rule has raised the printed strength; negative: lowered
        ("part", PART),
    ],
    align=True,
)

ANIMAL_ROOM = np.dtype(
    [
        ("furnishing", np.int8),
        ("capacity", np.int16),  # -1: one per dwarf in play
        ("types", np.int8),  # set of farm animals, bit 0 sheep ... bit 3 cattle
        ("per_empty_field", np.int8),
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("players", np.int8),
        ("last_round", np.int8),
        ("next_phase", np.int8, (phase.NUM,)),  # [phase] what follows it, for phases that an expansion puts others behind
        ("is_played", np.int8, (MAX_ROUNDS,)),  # [round]
        ("schedule", np.int8, (MAX_ROUNDS,)),  # [round] harvest kind, see ids/harvest.py
        ("questions", np.int8, (8,)),  # [n] harvest kind of the n-th question mark
        ("start_food", np.int16, (MAX_PLAYERS,)),
        ("start_gold", np.int16, (MAX_PLAYERS,)),
        ("start_dwarfs", np.int8),
        ("most_dwarfs", np.int8),
        ("captives_count", np.int8),  # in conditions that scoring looks at
        ("raised_dwarf_limit", np.int8),
        ("stables", np.int8),
        ("adult_food", np.int8),
        ("newborn_food", np.int8),
        ("special_food", np.int8),
        ("food_value", *WARES),  # 0: cannot be eaten
        ("donkey_pair_food", np.int8),
        ("gold_loss", np.int8),
        ("gold_least", np.int8),
        ("reorder_rubies", np.int8),
        ("exchange", np.int16, (good.NUM, good.NUM)),  # [ware wanted, ware paid], all 0: not on offer
        ("exchange_food", np.int16),  # the most food that one of them costs
        ("tile_rubies", np.int8, (terrain.NUM,)),  # [terrain] price of a single tile, 0: not on offer
        ("small_pasture_cost", *WARES),
        ("large_pasture_cost", *WARES),
        ("stable_cost", *WARES),
        ("terrain_points", np.int8, (terrain.NUM,)),  # [terrain] per cell; a large pasture counts once
        ("small_pasture_room", np.int16, (2,)),  # [stables]
        ("large_pasture_room", np.int16, (3,)),
        ("meadow_room", np.int16, (2,)),
        ("forest_room", np.int16, (2,)),
        ("ore_mine_room", np.int16),
        ("ruby_mine_room", np.int16),
        ("room_types", np.int8, (6,)),  # [small, large, meadow, forest, ore mine, ruby mine] set of farm animals
        ("dog_bonus", np.int8),
        ("greedy_rooms", np.int8),  # capacities divide one another: the fast fitting is exact
        ("most_grain_fields", np.int8),
        ("most_vegetable_fields", np.int8),
        ("reap_tokens", np.int8),  # taken from each sown field in a harvest
        ("parents", np.int8),  # animals of a type that breed
        ("grain_tokens", np.int8),
        ("vegetable_tokens", np.int8),
        ("forge_least", np.int8),
        ("forge_most", np.int8),
        ("ore_per_strength", np.int8),
        ("weapon_most", np.int8),
        ("weapon_raise", np.int8),
        ("least_loot", np.int8),
        ("points", np.int8, (16,)),  # see games/caverna/home/scoring.py
        ("overflow", np.int8),  # solo: a space with at least so many goods is emptied
        ("protection_rubies", np.int8),
        ("protection_lasts", np.int8),  # 0 this round, 1 until emptied, 2 for the rest of the game
        ("carpenter_per_pasture", np.int8),
        ("discounts_on_loot", np.int8),
        ("imitate_imitation", np.int8),
        ("may_decline_goods", np.int8),
        ("income_before_replenish", np.int8),
        ("late_markers", np.int8),  # harvest markers are turned over at the harvest (toggle harvest_marker_reveal)
        ("suppliers_skip_round", np.int8),
        ("may_withhold_food", np.int8),
        ("trade_outside_turn", np.int8),
        ("rim", np.int64),  # cells where a half may stick out
        ("usable", np.int64),  # cells that count for everything else
        ("forest_entrance", np.int64),
        ("entrance_stays_open", np.int8),  # also when tiles lie elsewhere
        ("cell_bonus", np.int8, (NUM_CELLS, good.NUM)),
        ("bonus_cells", np.int64),  # set of cells with a bonus
        ("start_terrain", np.int8, (NUM_CELLS,)),
        ("start_detail", np.int8, (NUM_CELLS,)),
        ("stage", np.int8, (MAX_ROUNDS,)),  # [round]
        ("fixed_cards", np.int8, (MAX_ROUNDS,)),  # [round] space whose card is always here, -1 none
        ("stage_cards", np.int8, (5, 4)),  # [stage, n] spaces whose cards are shuffled, -1 none
        ("marker_rounds", np.int8, (MAX_ROUNDS,)),  # rounds with a marker, 0 ends
        ("question_marks", np.int8),
        ("supply", *SET),  # unique furnishings in the box
        ("all_furnishings", *SET),  # set of everything that is in the tables
        ("unlimited", *SET),  # furnishings that never run out
        ("dwellings", *SET),  # set of furnishings
        ("plain_tiles", *SET),  # neither dwellings nor with anything that happens or counts when they are built or scored
        ("cell_tiles", *SET),  # those for which it matters where they lie
        ("yellow", *SET),  # parlors, storages and chambers
        ("start_tiles", *SET),  # furnishings that pay at the start of a round
        ("overbuilders", *SET),  # furnishings that may have to be built over another one
        ("furnishing", FURNISHING, (MAX_FURNISHINGS,)),
        ("payable", np.int64, (good.NUM, MOST_COST + 1, *SET[1])),  # [ware, at hand] furnishings that need no more of it
        ("passive", np.int64, (len(effect.EFFECTS), *SET[1])),  # [effect] furnishings with it
        ("effect_start", np.int16, (effect.NUM_TRIGGERS + 1,)),  # [trigger] first row in `effect`
        ("effect", EFFECT, (MAX_EFFECTS,)),
        ("furnish_terrains", np.int64),  # terrains that furnish_targets_add opens
        ("num_rooms", np.int8),
        ("single_type_rooms", *SET),  # set of furnishings that hold animals of one certain type
        ("any_type_rooms", *SET),  # set of furnishings that hold animals of any type
        ("room", ANIMAL_ROOM, (MAX_ROOMS,)),
        ("only_for", np.int8, (good.NUM_FARM_ANIMALS,)),  # [farm animal] set of rows of `room_types` that hold no other type
        ("room_places", np.int64, (3,)),  # [large pastures, small ones, meadows] set of their places in `room_order`
        ("room_order", np.int8, (MAX_ROOMS + 6,)),  # classes of games/caverna/home/animals.py that hold any type, largest first
        ("twin_tile", TWIN_TILE, (MAX_TILES,)),
        ("gives_always", np.int64),  # spaces that give something to every dwarf
        ("gives_stock", np.int64),  # spaces that give the goods lying there
        ("space", SPACE, (MAX_SPACES,)),
        ("num_loot", np.int8),
        ("loot", LOOT, (MAX_LOOT,)),
        ("loot_order", np.int8, (MAX_LOOT,)),  # items by the strength that they ask for, the least first
        ("loot_up_to", np.int8, (MAX_LOOT_STRENGTH + 1,)),  # [strength] how many of these may be taken with it
        *added("RULES"),
        ("base_game", np.int8),
    ],
    align=True,
)

# The same with another name for its last field: so the two are different types, and kernels are compiled once for base games,
# without hooks, and once for an expansion (jit.py). A field more would not do: numba takes the longer record for the shorter one.
RULES_EXPANDED = np.dtype(
    {
        "names": [*RULES.names[:-1], "expansion"],  # type: ignore[misc]
        "formats": [RULES[name] for name in RULES.names],  # type: ignore[union-attr]
        "offsets": [RULES.fields[name][1] for name in RULES.names],  # type: ignore[index, union-attr]
        "itemsize": RULES.itemsize,
    },
    align=True,
)
