"""Lots: the little chance in every comparison of a bot.

A lot is keyed by (seed, block, seat, decision, candidate). It does not depend on the bot, so two bots in a seat are compared with the
same luck, nor on what else is on offer or has been decided anywhere: what a change does not touch stays as it was.
"""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_LOTS, lot, lot_keys
from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.ids import argument
from caverna_sim.kit.records.agenda import top_step

WORDS = 2.0**32
UNIT_DEVIATION = 3.4641016  # a uniform number between -1/2 and 1/2 times this has standard deviation 1


@njit
def noise(state, bot, seat_number, mind, candidate):
    """A candidate's lot: uniform, with the bot's temperature as standard deviation."""
    if bot["temperature"] <= 0.0 or mind["calm"]:
        return 0.0
    if not mind["lots_known"]:
        look_at_lots(state, seat_number, mind)
    word = lot(mind["lots"][0], mind["lots"][1], candidate)
    return bot["temperature"] * (word / WORDS - 0.5) * UNIT_DEVIATION


@njit
def most_noise(bot, mind):
    """More than this no lot can add."""
    return 0.0 if bot["temperature"] <= 0.0 or mind["calm"] else bot["temperature"] * 0.5 * UNIT_DEVIATION


@njit
def look_at_lots(state, seat_number, mind):
    """Key the lots of the decision at hand."""
    keys = lot_keys(state["seed"], state["game_key"], STREAM_LOTS + seat_number, _decision(state, seat_number))
    mind["lots"][0] = keys[0]
    mind["lots"][1] = keys[1]
    mind["lots_known"] = 1


@njit
def _decision(state, seat_number):
    """What names a decision of a seat: the round, how many dwarfs it has placed, the step, and what the step is about."""
    seat = state["seats"][seat_number]
    placed = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] >= 0 and not seat["newborn"][dwarf]:
            placed += 1
    row = top_step(state)
    return ((int(state["round"]) * 16 + placed) * 64 + int(row["step"])) * 256 + (int(row[argument.FIRST]) & 255)
