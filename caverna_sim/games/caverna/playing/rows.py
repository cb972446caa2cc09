"""Records that the playing loop reads and fills: one PLAN a game, and a row for everything that is kept."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.bots.layout import NUM_FEATURES
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape.layout import LIMITS, added
from caverna_sim.games.caverna.shape.sizes import MAX_PLAYERS
from caverna_sim.games.caverna.shape.tiles import SET

ZEROS = 1  # the scratch state of zeros
NUM_RECENT = 16  # choices that tell what an endless game goes round in

PLAN = np.dtype(
    [
        ("block", np.int64),  # keys the chances of the game
        ("seating", np.int16),  # which of the games that share them
        ("absent", *SET),  # set of furnishings that are left out
        ("bots", np.int16, (MAX_PLAYERS,)),  # [seat] number of the bot; those outside count from -1 down
        ("limits", LIMITS, (MAX_PLAYERS,)),  # [seat] what it may not do
        ("opening", np.int32),  # number of the openings, see playing/games.py
    ],
    align=True,
)

TALLY = np.dtype(  # how far things are; rows may be more than there was room for
    [
        ("built", np.int64),  # rows
        ("placed", np.int64),
        ("taken", np.int64),
        ("lessons", np.int64),
        ("examples", np.int64),
        ("listed", np.int64),  # choices of examples
        ("choices", np.int64),  # of finished games
        ("game", np.int64),  # that is played, or comes next
        ("is_on", np.int8),  # whether it has begun
        ("is_endless", np.int8),  # whether it was given up after MOST_CHOICES
        ("recent", np.int32, (NUM_RECENT,)),  # its last choices, in turns
        ("asked", np.int8),  # what Python is to answer
        ("answer", np.int64),  # the action that it gave
        ("chosen", np.int64),  # what was chosen before a wish is asked for
        ("taken_spaces", np.int64),  # set of spaces that are free in the wish
        ("game_choices", np.int64),  # of the game that is played
        ("round", np.int64),  # of the last placement
        ("turn", np.int64),  # placements in that round
        ("seat_placed", np.int64, (MAX_PLAYERS,)),  # [seat] dwarfs placed in this game
        ("expeditions", np.int64, (MAX_PLAYERS,)),  # [seat]
        ("begun", np.int64),  # round whose placements have begun
        ("seat_choices", np.int64, (MAX_PLAYERS,)),  # [seat] in this round
        ("seat_blocked", np.int64, (MAX_PLAYERS,)),  # [seat] in this round
        *added("TALLY"),
        ("parts", np.int32, (score.NUM,)),  # scratch for scoring
    ],
    align=True,
)

OUTCOME = np.dtype(
    [
        ("setup", np.int32),
        ("rounds", np.int8),
        ("choices", np.int32),
        ("hash", np.int64),
        ("supply", *SET),  # set of unique furnishings that the game began with
        ("spilled", np.int8),  # 1 + the first seat that was to receive more than it keeps, 0 none
        *added("OUTCOME"),
    ],
    align=True,
)

PLAYER = np.dtype(
    [
        ("score", np.int32),
        ("parts", np.int32, (score.NUM,)),
        ("goods", np.int16, (good.NUM,)),
        ("begging", np.int16),
        ("expeditions", np.int16),
        ("dwarfs", np.int8),
        ("weapon_max", np.int8),
        ("weapons", np.int8),
        ("pastures", np.int8),
        ("stables", np.int8),
        ("fields", np.int8),
        ("sown", np.int16),  # grain and vegetables on them
        ("ore_mines", np.int8),
        ("ruby_mines", np.int8),
        ("furnishings", np.int8),  # that work, besides the first dwelling
        ("yellow", np.int8),
        *added("PLAYER"),
    ],
    align=True,
)

ROUND = np.dtype(  # a seat at the end of a round
    [
        ("score", np.int32),  # as if the game ended then
        ("dwarfs", np.int8),
        ("food", np.int16),
        ("choices", np.int16),  # made in the round
        ("blocked", np.int8),  # placements for which a better liked space was taken
    ],
    align=True,
)

_WHO = [("game", np.int32), ("seat", np.int8), ("round", np.int8)]  # games are counted from the first one of the call
DWARF, HELPER = 0, 1  # who is placed: a dwarf, or who else works for a seat
BUILT = np.dtype([*_WHO, ("tile", np.int8), ("cell", np.int8)], align=True)
PLACED = np.dtype([*_WHO, ("turn", np.int8), ("space", np.int8), ("weapon", np.int8), ("worker", np.int8)], align=True)
TAKEN = np.dtype([*_WHO, ("expedition", np.int16), ("level", np.int8), ("strength", np.int8), ("loot", np.int8)], align=True)
LESSON = np.dtype(  # a seat after its turn, or before its first turn of a round
    [
        ("game", np.int32),
        ("seat", np.int8),
        ("bot", np.int16),
        ("now", np.float32),  # points as if the game ended then, and the prospect of the expansion
        ("feature", np.float32, (NUM_FEATURES,)),  # what the evaluation sees
    ],
    align=True,
)
