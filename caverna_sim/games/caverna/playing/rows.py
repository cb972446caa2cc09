"""What the playing loop reads and fills: Caverna's share of kit/many/rows.py, and a row for everything that is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caverna_sim.games.caverna.bots.layout import NUM_FEATURES
from caverna_sim.games.caverna.ids import good, score
from caverna_sim.games.caverna.shape.layout import LIMITS, added
from caverna_sim.games.caverna.shape.sizes import MAX_PLAYERS
from caverna_sim.games.caverna.shape.tiles import SET
from caverna_sim.kit.many import rows

NUM_RECENT = 16  # choices that tell what an endless game goes round in; a power of 2

PLAN = np.dtype([*rows.plan_fields(MAX_PLAYERS, LIMITS), ("absent", *SET)], align=True)  # absent: set of furnishings that are left out

TALLY = np.dtype(
    [
        *rows.tally_fields(MAX_PLAYERS, "built", "placed", "taken", "lessons", "examples"),
        ("listed", np.int64),  # choices of examples
        ("is_endless", np.int8),  # whether it was given up after MOST_CHOICES
        ("recent", np.int32, (NUM_RECENT,)),  # its last choices, in turns
        ("expeditions", np.int64, (MAX_PLAYERS,)),  # [seat]
        *added("TALLY"),
        ("parts", np.int32, (score.NUM,)),  # scratch for scoring
    ],
    align=True,
)

OUTCOME = np.dtype(
    [
        *rows.OUTCOME,
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

ROUND = rows.round_record(np.int32, "dwarfs")
DWARF, HELPER = 0, 1  # who is placed: a dwarf, or who else works for a seat
BUILT = np.dtype([*rows.WHO, ("tile", np.int8), ("cell", np.int8)], align=True)
PLACED = np.dtype([*rows.PLACED, ("weapon", np.int8), ("worker", np.int8)], align=True)
TAKEN = np.dtype([*rows.WHO, ("expedition", np.int16), ("level", np.int8), ("strength", np.int8), ("loot", np.int8)], align=True)
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


class Kept(NamedTuple):
    """What is kept of games."""

    outcomes: Any
    players: Any  # [game, seat]
    opened: Any  # [game, seat, n] where the placements of openings went
    rounds: Any  # [game, seat, round - 1]
    built: Any
    placed: Any
    taken: Any
    lessons: Any = None  # what a judge learns from
    learned: Any = None  # [bot] 1 for those that play as a judge is followed
    examples: Any = None  # Sheets of what a swift bot learns from
