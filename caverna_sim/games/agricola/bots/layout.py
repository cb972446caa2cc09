"""Records of bots: BOT, their parameters, JUDGE, what they have learned, and MIND, what they work out at a decision."""

import numpy as np

from caverna_sim.games.agricola.bots.names import WEIGHTS
from caverna_sim.games.agricola.ids import good, phase, score
from caverna_sim.games.agricola.shape.sizes import MAX_MAJORS, MAX_PEOPLE, MAX_PLAYERS, MAX_ROUNDS, MAX_SPACES

MAX_CANDIDATES = MAX_SPACES  # placements that are looked at
MAX_OPTIONS = 64  # choices in the middle of a turn that are tried
NUM_SCRATCH = 5  # states to try things on: for conversions, zeros, looking ahead, rehearsals, playouts

BOT = np.dtype(
    [
        ("tier", np.int8),
        ("weight", np.float64, (len(WEIGHTS),)),
        ("temperature", np.float64),  # of a bot that looks ahead: standard deviation of the lots added to outcomes, in points
        ("trust", np.float64),  # how much a point of appeal counts beside a point that is expected of an outcome; 0 without a prior
        ("options", np.int16),  # choices in the middle of a turn that are tried; 1: none
        ("rehearsed", np.int16),  # promising placements whose turns are tried choice by choice
        ("finalists", np.int16),  # placements that a search bot plays on,
        ("playouts", np.int32),  # ... in so many playouts a decision,
        ("foreseen", np.int32),  # ... and what value expects counts as so many of them
        ("horizon", np.int16),  # rounds after this one that a playout goes on for
    ],
    align=True,
)

# what the learned evaluation sees: groups of numbers (features.py)
STEPS = (1, 2, 3, 5, 8)  # amounts of a good that are told in steps
ANIMAL_STEPS = (1, 2, 3, 4, 6, 8)
FEATURE_GROUPS = {
    "round": MAX_ROUNDS, "phase": phase.NUM, "players": MAX_PLAYERS, "turn": 5 + MAX_PEOPLE, "family": 2 * MAX_PEOPLE, "rooms": 6,
    "goods": good.NUM, "have": good.NUM * len(STEPS), "payable": 6, "buildable": MAX_MAJORS, "land": 32,
    "animals": good.NUM_ANIMALS * len(ANIMAL_STEPS) + 4, "points": score.NUM + 1, "food": 16, "owned": MAX_MAJORS, "supply": MAX_MAJORS,
    "rates": 7, "in_play": MAX_SPACES, "free": MAX_SPACES, "stock": MAX_SPACES, "others": 12, "rules": 14,
}  # fmt: skip
NUM_FEATURES = sum(FEATURE_GROUPS.values())
_SIZES = list(FEATURE_GROUPS.values())
START = {group: sum(_SIZES[:number]) for number, group in enumerate(FEATURE_GROUPS)}  # [group] first feature
WIDE, NARROW = 64, 32
SIDE_BY_SIDE = 32
NUM_APPEALS = -(-MAX_SPACES // SIDE_BY_SIDE) * SIDE_BY_SIDE  # one for each space
POINTS_PER_UNIT = 20.0  # of what the net says
APPEAL_PER_POINT = 1.0  # appeals were taught as so much for each point

APPEAL = np.dtype(
    [
        ("layer_1", np.float32, (NUM_FEATURES, WIDE)),
        ("bias_1", np.float32, (WIDE,)),
        ("layer_2", np.float32, (WIDE, NUM_APPEALS)),  # [unit, space]
        ("bias_2", np.float32, (NUM_APPEALS,)),
        ("worth", np.float32, (1,)),  # weight of what the policy thinks of a space
    ],
    align=True,
)
JUDGE = np.dtype(  # what positions are judged by: a small net from features to points still to come
    [
        ("layer_1", np.float32, (NUM_FEATURES, WIDE)),
        ("bias_1", np.float32, (WIDE,)),
        ("layer_2", np.float32, (WIDE, NARROW)),
        ("bias_2", np.float32, (NARROW,)),
        ("layer_3", np.float32, (NARROW,)),
        ("bias_3", np.float32),
        ("appeal", APPEAL),  # what a swift bot places by
    ],
    align=True,
)
MIND = np.dtype(
    [
        ("tried", np.int64),  # how many placements were looked at
        ("candidate", np.int32, (MAX_CANDIDATES,)),
        ("outcome", np.float64, (MAX_CANDIDATES,)),  # [candidate] points that are expected
        ("plan", np.int32, (MAX_CANDIDATES,)),  # placements that are played on
        ("plan_sum", np.float64, (MAX_CANDIDATES,)),  # [plan] sum over playouts
        ("option", np.int32, (MAX_OPTIONS,)),  # choices in the middle of a turn
        ("option_group", np.int32, (MAX_OPTIONS,)),
        ("option_worth", np.float64, (MAX_OPTIONS,)),
        ("stopped", np.int8),  # 1 when nobody waits for the choice any more
        ("lots", np.int64, (2,)),
        ("parts", np.int32, (score.NUM,)),  # scratch for scoring
        ("feature", np.float32, (NUM_FEATURES,)),
        ("rows", np.int32, (NUM_FEATURES + 1,)),  # inputs or units that say something, and what they say
        ("values", np.float32, (NUM_FEATURES + 1,)),
        ("wide", np.float32, (WIDE,)),
        ("narrow", np.float32, (NARROW,)),
        ("appeal", np.float32, (NUM_APPEALS,)),
    ],
    align=True,
)
