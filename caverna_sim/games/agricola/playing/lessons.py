"""What bots learn from: what each seat looked like after its turns, and what a teacher expects of every placement."""

import numpy as np

from caverna_sim.chance.philox import lot, lot_keys
from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.appeal import bounded_worth
from caverna_sim.games.agricola.bots.features import look
from caverna_sim.games.agricola.bots.layout import NUM_FEATURES
from caverna_sim.games.agricola.bots.policy import WORD
from caverna_sim.games.agricola.bots.search import weigh_placements
from caverna_sim.games.agricola.farm.house import people_placed
from caverna_sim.games.agricola.ids import step
from caverna_sim.games.agricola.shape.sizes import MAX_SPACES
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of

STREAM_AGRICOLA_EXAMPLES = 80
TAUGHT = 0.25  # part of the placements that become examples

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
    """Keep a placement that is to be decided, if lots choose it, and what a teacher thinks of every space."""
    first_key, second_key = lot_keys(state["seed"], state["game_key"], STREAM_AGRICOLA_EXAMPLES, state["choices"])
    if lot(first_key, second_key, seat_number) >= TAUGHT * WORD:
        return
    number = weigh_placements(state, rules, bot, judge, scratch, mind, out, seat_number)
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
