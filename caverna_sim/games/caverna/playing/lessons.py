"""What a judge learns from: what each seat looked like after its turns, and what it had at the end."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.features import look
from caverna_sim.games.caverna.bots.hooks import prospect
from caverna_sim.games.caverna.bots.layout import NUM_FEATURES
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.kit.records.agenda import top_step


@njit
def begins_turn(state, seat_number, which):
    """Whether one of our bots places the first dwarf of its seat in a round."""
    if which < 0 or state["phase"] != phase.WORK or top_step(state)["step"] != step.PLACE:
        return False
    seat = state["seats"][seat_number]
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] >= 0:
            return False
    return True


@njit
def note_lesson(state, rules, bots, learned, which, game, seat_number, mind, tally, lessons):
    """Keep what the evaluation sees of a seat; learned[bot] marks the bots that play as it is meant to be followed."""
    if tally["lessons"] < lessons.shape[0]:
        row, bot = lessons[tally["lessons"]], bots[which]
        now = look(state, rules, bot, seat_number, learned[which], mind)
        now += prospect(state, rules, bot, state["seats"][seat_number], mind)
        for index in range(NUM_FEATURES):
            row["feature"][index] = mind["feature"][index]
        row["game"] = game
        row["seat"] = seat_number
        row["bot"] = which
        row["now"] = now
    tally["lessons"] += 1
