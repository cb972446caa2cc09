"""What the planner's kernels work on: LINE, all decisions of one seat, and PLAN, how another line is to be made of one."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.shape.layout import MAX_ROUNDS
from caverna_sim.games.caverna.shape.sizes import MAX_FURNISHINGS, MAX_PLAYERS
from caverna_sim.games.caverna.shape.tiles import SET

MOST_CHOICES = 640  # of a seat in a game
MOST_TURNS = 84
MOST_EDITS = 8
MOST_LEFT = 6
NUM_TRAITS = 4
FIRST_KEPT = MOST_TURNS + 1  # where the states of the child begin; those of the parent stand before

LINE = np.dtype(
    [
        ("points", np.int32),
        ("liked", np.float64),  # what its plan is liked for, beside its points
        ("spare", np.float64),  # worth of goods that are left over: another plan may use them
        ("owned", *SET),  # set of furnishings in the end
        ("standing", np.float64, (MAX_ROUNDS,)),  # [round] what there was at its beginning, roughly in points
        ("traits", np.int16, (NUM_TRAITS,)),  # what makes plans different, see climber.py
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

PLAN = np.dtype(
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
        ("edit", np.int32, (MOST_EDITS,)),  # what to do instead, see below
        ("edit_action", np.int32, (MOST_EDITS,)),
        ("cells", np.int32, (2,)),  # furnishings change places; -1 none
    ],
    align=True,
)
PARENT, DONOR, BEST, CHILD = range(4)  # places of lines: what is changed, what is taken over from, the best and the newest
FREE = -1

TAPE = np.dtype(  # what seats do in a recorded game; of the planned seat there is none
    [
        ("number", np.int32, (MAX_PLAYERS,)),  # [seat] of decisions
        ("action", np.int32, (MAX_PLAYERS, MOST_CHOICES)),
        ("block", np.int32, (MAX_PLAYERS, MOST_CHOICES)),  # turn or phase that it belongs to
    ],
    align=True,
)

LIKING = np.dtype(  # what plans are liked for while a search begins, in points
    [
        ("turn", np.float64),  # each turn: early dwarfs
        ("mine", np.float64),  # each mine
        ("weapon", np.float64),  # each strength of all weapons
        ("animal", np.float64),
        ("tile", np.float64, (MAX_FURNISHINGS,)),
    ],
    align=True,
)
# edits of a choice
LEAVE_OUT = 0
ANOTHER = 1  # any other choice of the same step
TRADE_FIRST = 2
INSTEAD = 3  # this one

STRETCH = np.dtype(  # of a search
    [
        ("tries", np.int64),
        ("warm", np.float64),  # the temperature falls from here
        ("cold", np.float64),  # ... to here, in points
        ("push", np.float64),  # weight of what plans are liked for, at the beginning
        ("push_end", np.float64),  # ... and in the end
        ("fixed", np.int64),  # turns before this one stay as they are
        ("barred", np.int64),  # space that the dwarf of this turn must not go to; -1 none
    ],
    align=True,
)

CURSOR = np.dtype(  # how far a plan has been followed
    [
        ("slot", np.int32),
        ("line", np.int32),
        ("at", np.int32),
        ("end", np.int32),
        ("begun", np.int32),  # 1 while a dwarf has been placed and its turn goes on
        ("free", np.int32),  # 0 a turn of the plan, 1 any choices, 2 what the policy does
        ("between", np.int32),  # choice of the parent from which on decisions between turns are looked for
        ("met", np.int32),  # turn from which on the line is its parent's again
        ("traded", np.int32),  # edit that put a trade before its choice, as a set
        ("left", np.int32),  # turns that could not be taken in their place
        ("left_turn", np.int16, (MOST_LEFT,)),
        ("left_line", np.int8, (MOST_LEFT,)),
    ],
    align=True,
)
