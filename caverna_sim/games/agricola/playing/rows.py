"""Records that the playing loop reads and fills: one PLAN a game, and a row for everything that is kept."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.agricola.ids import good, score
from caverna_sim.games.agricola.shape.layout import LIMITS
from caverna_sim.games.agricola.shape.sizes import MAX_PLAYERS

ZEROS = 1  # scratch state of zeros
MOST_OPENING = 8

PLAN = np.dtype(
    [
        ("block", np.int64),  # keys the chances of the game
        ("seating", np.int16),  # which of the games that share them
        ("bots", np.int16, (MAX_PLAYERS,)),  # [seat] number of the bot; those outside count from -1 down
        ("limits", LIMITS, (MAX_PLAYERS,)),
        ("absent", np.int64),  # set of majors that are left out
        ("opening", np.int16, (MAX_PLAYERS, MOST_OPENING)),  # [seat, n] space of its n-th placement, -1 none
    ],
    align=True,
)
TALLY = np.dtype(  # how far things are; rows may be more than there was room for
    [
        ("built", np.int64),
        ("placed", np.int64),
        ("lessons", np.int64),
        ("examples", np.int64),
        ("choices", np.int64),  # of finished games
        ("game", np.int64),  # that is played, or comes next
        ("is_on", np.int8),  # whether it has begun
        ("asked", np.int8),  # what Python is to answer
        ("answer", np.int64),  # the action that it gave
        ("chosen", np.int64),  # what was chosen before a wish is asked for
        ("taken_spaces", np.int64),  # set of spaces that are free in the wish
        ("begun", np.int64),  # round whose placements have begun
        ("seat_choices", np.int64, (MAX_PLAYERS,)),  # [seat] in this round
        ("seat_blocked", np.int64, (MAX_PLAYERS,)),  # [seat] in this round
        ("round", np.int64),  # of the last placement
        ("turn", np.int64),  # placements in that round
        ("seat_placed", np.int64, (MAX_PLAYERS,)),
        ("seat_built", np.int64, (MAX_PLAYERS,)),
        ("parts", np.int32, (score.NUM,)),
    ],
    align=True,
)
OUTCOME = np.dtype([("setup", np.int32), ("rounds", np.int8), ("choices", np.int32), ("hash", np.int64), ("supply", np.int64)], align=True)
PLAYER = np.dtype(
    [
        ("score", np.int16),
        ("parts", np.int16, (score.NUM,)),
        ("tie", np.int16),
        ("people", np.int8),
        ("rooms", np.int8),
        ("house", np.int8),
        ("fields", np.int8),
        ("sown", np.int16),
        ("pastures", np.int8),
        ("pasture_cells", np.int8),
        ("stables", np.int8),
        ("fences", np.int8),
        ("begging", np.int16),
        ("goods", np.int16, (good.NUM,)),
        ("majors", np.int8),
    ],
    align=True,
)
ROUND = np.dtype(  # a seat at the end of a round
    [
        ("score", np.int16),  # as if the game ended then
        ("people", np.int8),
        ("food", np.int16),
        ("choices", np.int16),  # made in the round
        ("blocked", np.int8),  # placements for which a better liked space was taken
    ],
    align=True,
)
_WHO = [("game", np.int32), ("seat", np.int8), ("round", np.int8)]  # games are counted from the first one of the call
BUILT = np.dtype([*_WHO, ("card", np.int8), ("order", np.int8), ("returned", np.int8)], align=True)
PLACED = np.dtype([*_WHO, ("turn", np.int8), ("space", np.int8), ("newborn", np.bool_)], align=True)
