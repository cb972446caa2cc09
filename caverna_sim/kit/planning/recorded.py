"""Seats that play a recorded game: what they did then, as long as it is possible, whatever the planned seat does now.

A seat takes its turns of a round as recorded, one after the other. One whose beginning is impossible now is decided by the bot of the
seat, all of it; so is a turn that the seat did not have then. Within a turn and between turns, what is no longer possible is passed over,
and the bot decides what nobody recorded. While the planned seat does as recorded, so do all others.

A game takes its own copy and gives its kernels: `choose` for its bots, `legal`, `is_aside`, and `block_of`, which names the turn of a seat
in a game, or the phase outside of turns.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.planning.records import NOTHING
from caverna_sim.kit.records.agenda import top_step

WORK = 0  # the phase in which turns are taken
BEGINS = 0  # the step with which a turn begins
NEXT, BLOCK = 0, 1  # rows of `heard`: [seat] decision of its tape that comes next, and the turn or phase that it is in
choose = None
legal = None
is_aside = None
block_of = None


@njit
def forget(heard):
    """Nothing of a tape has been followed: so it is at the beginning of every turn of the planned seat."""
    for seat_number in range(heard.shape[1]):
        heard[BLOCK, seat_number] = NOTHING


@njit
def of_other(state, rules, bot, scratch, mind, out, tape, heard):
    """What a seat does that is not planned."""
    seat_number = int(top_step(state)["seat"])
    if tape["number"][seat_number] > 0:
        action = int(_as_recorded(state, rules, scratch, out, tape, heard, seat_number))
        if action != NOTHING:
            return action
    return int(choose(state, rules, bot, scratch, mind, out))


@njit
def _as_recorded(state, rules, scratch, out, tape, heard, seat_number):
    """The next recorded decision of this turn or phase that is possible; NOTHING when there is none."""
    begins = state["phase"] == WORK and top_step(state)["step"] == BEGINS
    if begins or state["phase"] != WORK:
        _go_to_block(state, tape, heard, seat_number)
    n = int(legal(state, rules, scratch, out))
    while _goes_on(tape, heard, seat_number):
        action = int(tape["action"][seat_number, heard[NEXT, seat_number]])
        heard[NEXT, seat_number] += 1
        if is_listed(out, n, action):
            return action
        if begins and not is_aside(action):
            heard[NEXT, seat_number] = tape["number"][seat_number]
    return NOTHING


@njit
def _goes_on(tape, heard, seat_number):
    """Whether the next decision is of the turn or phase that is followed."""
    at = int(heard[NEXT, seat_number])
    return at < tape["number"][seat_number] and tape["block"][seat_number, at] == heard[BLOCK, seat_number]


@njit
def _go_to_block(state, tape, heard, seat_number):
    """To the first decision of this turn or phase, unless it has begun."""
    block = block_of(state, state["seats"][seat_number])
    if heard[BLOCK, seat_number] == block:
        return
    at, number = 0, int(tape["number"][seat_number])
    while at < number and tape["block"][seat_number, at] != block:
        at += 1
    heard[BLOCK, seat_number] = block
    heard[NEXT, seat_number] = at


@njit
def is_listed(out, n, action):
    """Whether an action is among the first n."""
    for index in range(n):
        if out[index] == action:
            return True
    return False
