"""An orc's steps; nobody decides anything (F-EVENT-7)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.fiends.cave import break_in
from caverna_sim.games.caverna.fiends.ending import place_at_the_end
from caverna_sim.games.caverna.fiends.events import AT_THE_END, BREAKTHROUGH, WAS_IN_CAVE, enter_cell
from caverna_sim.games.caverna.fiends.forest import INTO_CAVE, target_of
from caverna_sim.games.caverna.fiends.hostile import is_hostile, offer_rooms_left
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.shape import MAX_STEPS
from caverna_sim.games.caverna.ids import argument
from caverna_sim.kit.records.agenda import pop


@njit_merged
def is_over():
    """Each step happens by itself."""
    return True


@njit
def end(state, rules, seat_number, seat, row):
    """The MOVE step on top: the next step of the orc, or the end of its movement (F-EVENT-7)."""
    number = int(row[argument.LETTER])
    one = seat["orcs"][number]
    why = int(row[argument.WHY])
    if row[argument.STOPPED] or not is_hostile(seat, number):
        pop(state)
    elif why == AT_THE_END:
        pop(state)
        place_at_the_end(state, rules, seat_number, number)
    elif why == BREAKTHROUGH:
        pop(state)
        if one["status"] == orc.FOREST:
            break_in(state, rules, seat_number, number)
    elif why == WAS_IN_CAVE:
        pop(state)
        break_in(state, rules, seat_number, number)
        offer_rooms_left(state, rules, seat_number)
    else:
        _take_step(state, rules, seat_number, number, row)


@njit
def _take_step(state, rules, seat_number, number, row):
    one = state["seats"][seat_number]["orcs"][number]
    done = int(row[argument.STEPS_DONE])
    card = int(state["movement"][seat_number])
    if one["status"] != orc.FOREST or (done > 0 and one["held"]) or done >= MAX_STEPS or rules["orcs"]["card"][card, done] < 0:
        pop(state)
        return
    row[argument.STEPS_DONE] += 1
    target = target_of(rules, int(one["cell"]), int(rules["orcs"]["card"][card, done]))
    if target == INTO_CAVE:
        pop(state)
        break_in(state, rules, seat_number, number)
    else:
        enter_cell(state, rules, seat_number, number, target)
