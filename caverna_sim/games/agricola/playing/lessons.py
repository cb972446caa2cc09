"""What bots learn from: what each seat looked like after its turns, and what a value bot expects of every placement."""

from __future__ import annotations

import numpy as np

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.features import look
from caverna_sim.games.agricola.bots.layout import NUM_FEATURES
from caverna_sim.games.agricola.bots.swift import bounded_worth
from caverna_sim.games.agricola.bots.value import judged_placements
from caverna_sim.games.agricola.farm.house import people_placed
from caverna_sim.games.agricola.ids import step
from caverna_sim.games.agricola.shape.sizes import MAX_SPACES
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of

LESSON = np.dtype(
    [
        ("game", np.int32), ("seat", np.int8), ("bot", np.int16),
        ("now", np.float32),  # points as if the game ended now
        ("feature", np.float32, (NUM_FEATURES,)),
    ],
    align=True,
)  # fmt: skip
EXAMPLE = np.dtype(
    [
        ("feature", np.float32, (NUM_FEATURES,)),
        ("worth", np.float32, (MAX_SPACES,)),  # [space] to the policy
        ("points", np.float32, (MAX_SPACES,)),  # [space] that the teacher expects, NaN where nobody can go
    ],
    align=True,
)


@njit
def begins_round(state, seat_number):
    """Whether a seat places its first person of a round."""
    return top_step(state)["step"] == step.PLACE and people_placed(state["seats"][seat_number]) == 0


@njit
def note_lesson(state, rules, which, game, seat_number, mind, tally, lessons):
    """Keep what the evaluation sees of a seat."""
    if tally["lessons"] < lessons.shape[0]:
        row = lessons[tally["lessons"]]
        row["now"] = look(state, rules, seat_number, mind)
        for index in range(NUM_FEATURES):
            row["feature"][index] = mind["feature"][index]
        row["game"], row["seat"], row["bot"] = game, seat_number, which
    tally["lessons"] += 1


@njit
def note_example(state, rules, bot, judge, seat_number, scratch, mind, out, tally, examples):
    """Keep a placement that is to be decided, and what a value bot with its judge thinks of every space."""
    number = judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number)
    if number < 2:
        return
    if tally["examples"] < examples.shape[0]:
        row = examples[tally["examples"]]
        for space in range(MAX_SPACES):
            row["worth"][space], row["points"][space] = 0.0, np.nan
        for index in range(number):
            space = first_of(mind["candidate"][index])
            row["worth"][space] = bounded_worth(state, rules, bot, seat_number, space)
            row["points"][space] = mind["outcome"][index]
        look(state, rules, seat_number, mind)
        for index in range(NUM_FEATURES):
            row["feature"][index] = mind["feature"][index]
    tally["examples"] += 1
