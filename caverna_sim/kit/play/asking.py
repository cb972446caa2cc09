"""Who decides in the compiled loop over games: the opening of a seat, its bot, or somebody outside; and whether a better place was taken.

A game takes its own copy and gives its kernels (`own_copy(asking, __name__, legal=legal, ...)`): `decide` is what the bot of a seat does,
`wish` what it would do with the places of opponents free, for which `also_free` does what a game has of its own; `hide` turns what is face
down. `cast` and `room` are those of kit/many/rows.py; `room.asides` are states that nobody else writes to between two choices of a game.
"""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import called_at, njit, njit_inline
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of, kind_of

NO_ACTION, ASKED, WRONG = -1, -2, -3  # instead of an action: nothing is forced; Python has to say; what was chosen is none
NO_SPACE_WANTED = -1
NOWHERE = -2  # a placement of an opening that the seat never came to
NOTHING, CHOICE, WISH = range(3)  # what Python is asked: an action here, or in the state with the spaces of opponents free
SEEDS = 2**31  # for a bot that is a function and makes chances of its own
PLACE_STEP = 0  # the step in which somebody goes to a space
PLACE = 0  # the kind of action that says where
RANDOM = 0  # the tier of bots that like no place better
NUM_ASIDES = 3
ROUND_BEGAN, WISHED, SEEN = 0, 1, 2  # asides: when the round began, with spaces free, as somebody outside sees it
legal = None
decide = None
wish = None
also_free = None
hide = None


@njit
def opening_action(state, rules, wanted, room, tally):
    """The placement that the opening of the seat forces now, as Game.opening gives it; NO_ACTION leaves it to the bot.

    The n-th space of an opening, wanted[seat, n], is meant for the seat's n-th placement and given up when that goes elsewhere.
    """
    row = top_step(state)
    seat = int(row["seat"])
    number = tally["seat_placed"][seat]
    if row["step"] != PLACE_STEP or number >= wanted.shape[1] or wanted[seat, number] == NO_SPACE_WANTED:
        return NO_ACTION
    n = legal(state, rules, room.scratch, room.out)
    for index in range(n):
        if kind_of(room.out[index]) == PLACE and first_of(room.out[index]) == wanted[seat, number]:
            return int(room.out[index])
    return NO_ACTION


# ---------------------------------------------------------------- players outside


@njit
def choice_outside(state, rules, cast, room, which):
    """What a player outside takes now: what a compiled function says, WRONG when it is no choice, ASKED when Python has to say.

    Numbers below 0 name these players, from -1 down; cast.outside[n] is the address of the function of the n-th of them, 0 for Python.
    """
    address = cast.outside[-1 - which]
    if address == 0:
        return ASKED
    seen, out = room.asides[SEEN], room.out
    room.asides[SEEN] = state
    hide(seen, rules)
    seen["seed"] = draw(state, STREAM_BOT + top_step(state)["seat"], SEEDS)
    n = legal(state, rules, room.scratch, out)
    chosen = called_at(address, seen, rules, out, int(n))
    return int(out[chosen]) if 0 <= chosen < n else WRONG


@njit
def outside_action(state, rules, cast, room, which, tally):
    """The same when the loop goes on: with what Python has answered, if it was asked."""
    asked = int(tally["asked"])
    tally["asked"] = NOTHING
    if asked == WISH:
        note_wish(tally, int(top_step(state)["seat"]), int(tally["answer"]), int(tally["taken_spaces"]))
        return int(tally["chosen"])
    if asked == CHOICE:
        return int(tally["answer"])
    action = choice_outside(state, rules, cast, room, which)
    if action < 0:
        tally["asked"] = CHOICE
        tally["answer"] = action
    return action


# ---------------------------------------------------------------- places that somebody else has


@njit
def taken_by_others(state, seat):
    """The set of spaces that opponents hold."""
    taken = 0
    for space in range(state["used_by"].shape[0]):
        if state["used_by"][space] >= 0 and state["used_by"][space] != seat:
            taken |= 1 << space
    return taken


@njit
def set_free(wished, before, taken):
    """Make these spaces free in a state, their goods as they were when the round began."""
    wished["stocked"] = (wished["stocked"] & ~taken) | (before["stocked"] & taken)
    also_free(wished, taken)
    for space in range(wished["used_by"].shape[0]):
        if (taken >> space) & 1:
            wished["used_by"][space] = -1
            for ware in range(wished["space_goods"].shape[1]):
                wished["space_goods"][space, ware] = before["space_goods"][space, ware]


@njit
def wish_of(rules, cast, room, which):
    """Where somebody would go in room.asides[WISHED]."""
    if which >= 0:
        return int(wish(room.asides[WISHED], rules, cast.bots, cast.judges, which, room.scratch, room.minds, room.out))
    return choice_outside(room.asides[WISHED], rules, cast, room, which)


@njit
def note_wish(tally, seat, action, taken):
    """Count a placement for which the bot would have gone to a space that an opponent holds."""
    if kind_of(action) == PLACE and (taken >> first_of(action)) & 1 == 1:
        tally["seat_blocked"][seat] += 1


@njit
def asks_for_wish(state, rules, cast, room, which, action, tally):
    """Note whether a better liked space was taken when somebody was placed; whether Python has to say so first."""
    seat = int(top_step(state)["seat"])
    taken = taken_by_others(state, seat)
    if taken == 0 or (which >= 0 and cast.bots[which]["tier"] == RANDOM):
        return False
    room.asides[WISHED] = state
    set_free(room.asides[WISHED], room.asides[ROUND_BEGAN], taken)
    wished = wish_of(rules, cast, room, which)
    if wished == ASKED:
        tally["asked"] = WISH
        tally["answer"] = ASKED
        tally["chosen"] = action
        tally["taken_spaces"] = taken
        return True
    note_wish(tally, seat, wished, taken)
    return False


# ---------------------------------------------------------------- the loop asks


@njit_inline
def next_action(state, rules, plan, cast, room, which, keeps_rounds, tally):
    """What is done now; below 0 when Python has to say something first. With `keeps_rounds` places that were taken are counted."""
    if keeps_rounds and tally["begun"] != state["round"] and top_step(state)["step"] == PLACE_STEP:
        tally["begun"] = state["round"]
        room.asides[ROUND_BEGAN] = state
    asked = int(tally["asked"])
    if asked == NOTHING and cast.openings.shape[2] > 0:
        forced = opening_action(state, rules, cast.openings[plan["opening"]], room, tally)
        if forced != NO_ACTION:
            return int(forced)
    if which >= 0:
        action = int(decide(state, rules, cast.bots, cast.judges, which, room.scratch, room.minds, room.out))
    else:
        action = int(outside_action(state, rules, cast, room, which, tally))
        if action < 0:
            return ASKED
    counts = keeps_rounds and asked != WISH and kind_of(action) == PLACE
    if counts and asks_for_wish(state, rules, cast, room, which, action, tally):
        return ASKED
    return action


@njit
def note_opening(action, seat, tally, opened):
    """Keep where the placements went for which the opening of a seat names spaces."""
    number = tally["seat_placed"][seat]
    if number < opened.shape[1]:
        opened[seat, number] = first_of(action)
    tally["seat_placed"][seat] += 1


@njit
def forget_seats(tally):
    """A game begins: no seat has placed or chosen anything."""
    tally["begun"] = 0
    for seat in range(tally["seat_placed"].shape[0]):
        tally["seat_placed"][seat] = 0
    forget_round(tally)


@njit
def forget_round(tally):
    """A round begins: no seat has chosen anything."""
    for seat in range(tally["seat_choices"].shape[0]):
        tally["seat_choices"][seat] = 0
        tally["seat_blocked"][seat] = 0
