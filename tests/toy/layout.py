"""The records of the toy: one whole game, and one set of rules."""

from __future__ import annotations

import numpy as np

MAX_PLAYERS, MAX_DICE, MAX_LEGAL, SIDES = 4, 9, 8, 6

# phases
BEGIN, GUESSING, THROWING, OVER = range(4)
PHASES = ("begin", "guessing", "throwing", "over")

# kinds of actions, and steps of the agenda
PASS, GUESS, AGAIN = range(3)
ACTIONS = ("pass", "guess", "again")
STEPS = ("guess", "throw")

SEAT = np.dtype(
    [
        ("dice", np.int8, (MAX_DICE + 1,)),  # [round] what the die of the seat shows
        ("again", np.int8),  # dice thrown again
        ("guess", np.int8),  # of the card of this round, 0 none
        ("hits", np.int8),  # cards that were guessed
    ],
    align=True,
)
AGENDA_STEP = np.dtype([(name, np.int16) for name in ("step", "seat", "a", "b", "c", "d")])
STATE = np.dtype(
    [
        *((name, np.int8) for name in ("players", "round", "phase", "phase_seat", "depth")),
        ("setup", np.int32),  # the cards as one number
        ("choices", np.int32),
        ("hash", np.int64),
        ("cards", np.int8, (MAX_DICE + 1,)),  # [round] of a round, face down until all have guessed
        ("draws", np.int32, (MAX_PLAYERS + 2,)),
        ("game_key", np.int64),
        ("seed", np.int64),
        ("agenda", AGENDA_STEP, (2,)),
        ("seats", SEAT, (MAX_PLAYERS,)),
    ],
    align=True,
)
RULES = np.dtype([("players", np.int8), ("dice", np.int8), ("price", np.int16), ("prize", np.int16)], align=True)
