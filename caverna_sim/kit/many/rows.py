"""What a playing loop reads and fills, as far as every game has it: a record for each planned game, one for how far things are, rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

ZEROS = 1  # scratch state that nobody writes to
Fields = list[tuple[Any, ...]]  # of a record


class Cast(NamedTuple):
    """Who plays, and how they open."""

    bots: Any  # their records
    judges: Any  # what they have learned, by bot; None when nobody has learned anything: then what needs it is not compiled
    outside: Any  # [n] address of the function of the n-th player from outside, 0 for one in Python
    openings: Any  # [opening, seat, n] places of first placements, ended by NO_SPACE_WANTED


class Room(NamedTuple):
    """Where games are played and thought about."""

    states: Any  # of length 1: the game that is played
    asides: Any  # states to ask in (kit/play/asking.py)
    scratch: Any  # states to try things in; that of number ZEROS stays empty
    minds: Any  # of length 1
    out: Any  # legal actions


def plan_fields(seats: int, limits: np.dtype) -> Fields:
    """Of a planned game."""
    return [
        ("block", np.int64),  # keys the chances of the game
        ("seating", np.int16),  # which of the games that share them
        ("rules", np.int32),  # number of its rules
        ("opening", np.int32),  # number of its openings
        ("bots", np.int16, (seats,)),  # [seat] number of the bot; those outside count from -1 down
        ("limits", limits, (seats,)),  # [seat] what it may not do
    ]


def tally_fields(seats: int, *kinds: str) -> Fields:
    """Of how far things are; `kinds` are rows, of which there may be more than there was room for."""
    return [
        *((kind, np.int64) for kind in kinds),
        ("choices", np.int64),  # of finished games
        ("game", np.int64),  # that is played, or comes next
        ("is_on", np.int8),  # whether it has begun
        ("asked", np.int8),  # what Python is to answer
        ("answer", np.int64),  # the action that it gave
        ("chosen", np.int64),  # what was chosen before a wish is asked for
        ("taken_spaces", np.int64),  # set of spaces that are free in the wish
        ("begun", np.int64),  # round whose placements have begun
        ("round", np.int64),  # of the last placement
        ("turn", np.int64),  # placements in that round
        ("seat_placed", np.int64, (seats,)),  # [seat] placements in this game
        ("seat_choices", np.int64, (seats,)),  # [seat] in this round
        ("seat_blocked", np.int64, (seats,)),  # [seat] in this round
    ]


OUTCOME: Fields = [("setup", np.int32), ("rounds", np.int8), ("choices", np.int32), ("hash", np.int64)]
WHO: Fields = [("game", np.int32), ("seat", np.int8), ("round", np.int8)]  # games are counted from the first one of the call
PLACED: Fields = [*WHO, ("turn", np.int8), ("space", np.int8)]


def round_record(points: Any, family: str) -> np.dtype:
    """A seat at the end of a round; `family` is what those are called who work for it."""
    return np.dtype(
        [
            ("score", points),  # as if the game ended then
            (family, np.int8),
            ("food", np.int16),
            ("choices", np.int16),  # made in the round
            ("blocked", np.int8),  # placements for which a better liked space was taken
        ],
        align=True,
    )
