"""Notes of what a step did (ids/note.py), dice and who rolls them."""

from __future__ import annotations

from caverna_sim.chance.philox import word
from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids.things import MAX_SEATS
from caverna_sim.games.neanderthal.shape.layout import MAX_DICE, MAX_NOTES
from caverna_sim.kit.records.rows import wipe

STREAM_NEANDERTHAL_DICE = 65
MOST_ROLLS = 16  # of a seat for one card and turn
FOREIGNER = 3  # who has no seat, in keys of dice


@njit
def note(state, kind, a, b, c, d, e, f):
    """Write down what happened; `said` of the last note can be filled on."""
    number = int(state["num_notes"])
    if number >= MAX_NOTES:
        number = MAX_NOTES - 1
    row = state["notes"][number]
    row["kind"] = kind
    row["said"][0], row["said"][1], row["said"][2] = a, b, c
    row["said"][3], row["said"][4], row["said"][5] = d, e, f
    state["num_notes"] = number + 1


@njit
def die(state, what, who, card, attempt, number):
    """What a die shows: keyed by round, roll, seat and card, so that no choice of anybody moves other rolls; or the next one given."""
    if state["given_next"] < state["given_end"]:
        state["given_next"] += 1
        return int(state["given"][state["given_next"] - 1])
    key = ((int(state["round"]) * 4 + what) * (MAX_SEATS + 1) + who) * 64 + card
    key = (key * MOST_ROLLS + attempt) * MAX_DICE + number
    return 1 + (word(state["seed"], state["game_key"], STREAM_NEANDERTHAL_DICE, key) * 6 >> 32)


@njit
def roll(state, what, seat_number, at, card, attempt, dice, virtual):
    """Roll so many dice: they lie in `roll`, their faces are counted in `faces`. People without a seat are seat -1."""
    who = FOREIGNER if seat_number < 0 else seat_number
    state["rolls"] += 1
    state["roll_what"], state["roll_seat"], state["roll_at"] = what, seat_number, at
    state["roll_dice"], state["roll_virtual"] = min(dice, MAX_DICE), virtual
    wipe(state["faces"])
    for number in range(min(dice, MAX_DICE)):
        face = die(state, what, who, card, min(attempt, MOST_ROLLS - 1), number)
        state["roll"][number] = face
        state["faces"][face] += 1


@njit
def showing(state, faces):
    """How many dice of the last roll show one of a set of faces."""
    found = 0
    for face in range(1, 7):
        if faces >> face & 1:
            found += int(state["faces"][face])
    return found
