"""What the planner's kernels work on: a line, all decisions of one seat, and a plan, how another line is to be made of one.

A game adds what is its own: to a line what it comes to, to a plan what else is changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

MOST_CHOICES = 640  # of a seat in a game
MOST_TURNS = 84
MOST_EDITS = 8
MOST_LEFT = 6
MOST_OWED = 6
FIRST_KEPT = MOST_TURNS + 1  # where the states of the child begin; those of the parent stand before
PARENT, DONOR, BEST, CHILD = range(4)  # places of lines: what is changed, what is taken over from, the best and the newest
NUM_LINES = 4
NUM_KEPT = 2 * FIRST_KEPT
FREE = -1
NOTHING = -1
OWN, OTHERS = 0, 1  # places of bots: what the plan leaves open is decided by the first, seats by those from the second on
FAILED = -1000  # points of a line that cannot be written down

# edits of a choice
LEAVE_OUT = 0
ANOTHER = 1  # any other choice of the same step
ASIDE_FIRST = 2  # something beside the turn comes before it, such as a trade
INSTEAD = 3  # this one


def line_of(rounds: int, traits: int, own: Sequence[Any]) -> np.dtype[np.void]:
    """The record of a line, with fields of the game for what the line comes to."""
    return np.dtype(
        [
            ("points", np.int32),
            ("liked", np.float64),  # what its plan is liked for, beside its points
            ("spare", np.float64),  # worth of goods that are left over: another plan may use them
            *own,
            ("standing", np.float64, (rounds,)),  # [round] what there was at its beginning, roughly in points
            ("traits", np.int16, (traits,)),  # what makes plans different
            ("choices", np.int32),
            ("turns", np.int32),
            ("action", np.int32, (MOST_CHOICES,)),
            ("round", np.int8, (MOST_CHOICES,)),
            ("phase", np.int8, (MOST_CHOICES,)),
            ("turn", np.int16, (MOST_CHOICES,)),  # the turn that it belongs to, or that came before it
            ("begin", np.int16, (MOST_TURNS + 1,)),  # [turn] first choice
            ("end", np.int16, (MOST_TURNS + 1,)),  # [turn] first choice that is none of the turn
            ("turn_round", np.int8, (MOST_TURNS + 1,)),
        ],
        align=True,
    )


def plan_of(own: Sequence[Any] = ()) -> np.dtype[np.void]:
    """The record of a plan, with fields of the game for changes of its own."""
    return np.dtype(
        [
            ("first", np.int32),  # turn from which on the line is another one
            ("last", np.int32),  # turn after which it is as before again
            ("near", np.int32),  # slot of the change before
            ("slots", np.int32),
            ("turn", np.int16, (MOST_TURNS + 1,)),  # [slot] turn that is to be taken then; FREE: any other
            ("line", np.int8, (MOST_TURNS + 1,)),  # [slot] ... of this line
            ("round", np.int8, (MOST_TURNS + 1,)),
            ("edits", np.int32),
            ("edit_at", np.int32, (MOST_EDITS,)),  # number of the choice
            ("edit", np.int32, (MOST_EDITS,)),  # what to do instead, see above
            ("edit_action", np.int32, (MOST_EDITS,)),
            *own,
        ],
        align=True,
    )


def tape_for(seats: int) -> np.dtype[np.void]:
    """The record of what so many seats do in a recorded game; of the planned seat there is none."""
    return np.dtype(
        [
            ("number", np.int32, (seats,)),  # [seat] of decisions
            ("action", np.int32, (seats, MOST_CHOICES)),
            ("block", np.int32, (seats, MOST_CHOICES)),  # turn or phase that it belongs to
        ],
        align=True,
    )


STRETCH = np.dtype(  # of a search
    [
        ("tries", np.int64),
        ("warm", np.float64),  # the temperature falls from here
        ("cold", np.float64),  # ... to here, in points
        ("push", np.float64),  # weight of what plans are liked for, at the beginning
        ("push_end", np.float64),  # ... and in the end
        ("fixed", np.int64),  # turns before this one stay as they are
        ("barred", np.int64),  # place that this turn must not go to; -1 none
    ],
    align=True,
)

CURSOR = np.dtype(  # how far a plan has been followed
    [
        ("slot", np.int32),
        ("line", np.int32),
        ("at", np.int32),
        ("end", np.int32),
        ("begun", np.int32),  # 1 while a turn has been begun and goes on
        ("free", np.int32),  # 0 a turn of the plan, 1 any choices, 2 what the policy does
        ("between", np.int32),  # choice of the parent from which on decisions between turns are looked for
        ("met", np.int32),  # turn from which on the line is its parent's again
        ("traded", np.int32),  # edits that were carried out, as a set
        ("left", np.int32),  # turns that could not be taken in their place
        ("left_turn", np.int16, (MOST_LEFT,)),
        ("left_line", np.int8, (MOST_LEFT,)),
        ("owed", np.int32),  # choices that could not be made in their turn, but may be in a later one
        ("owed_action", np.int32, (MOST_OWED,)),
    ],
    align=True,
)
