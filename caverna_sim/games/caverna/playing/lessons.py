"""Games played to learn from: what each seat looked like after its turns, and what it had at the end."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.caverna.bots.features import look
from caverna_sim.games.caverna.bots.layout import NUM_FEATURES
from caverna_sim.games.caverna.course.core import advance, apply, new_game
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.fiends.bots.danger import orc_prospect
from caverna_sim.games.caverna.fiends.hostile import hostile_left
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.playing.table import decide
from caverna_sim.games.caverna.shape.agenda import top_step
from caverna_sim.jit import njit

FRESH = 1  # scratch state of zeros


@njit
def record_games(
    states, rules, bots, judges, learned, seatings, scratch, minds, out, seed, first_block, blocks, rid, features, points, finals
):
    """Play blocks of games and write a row for a seat after each of its turns and before its first turn of a round.

    features[row] is what the evaluation sees; points[row] are the game, the seat, the points as if the game ended then, and the
    bot. learned[bot] marks the bots that play as the evaluation is meant to be followed. finals[game, seat] are the
    points at the end, less `rid` for each orc left. Returns the number of rows.
    """
    rows = 0
    game = 0
    for block in range(first_block, first_block + blocks):
        for seating in range(seatings.shape[0]):
            states[0] = scratch[FRESH]
            new_game(states[0], rules[0], seed, block)
            first_row = rows
            rows = _record_game(
                states[0], rules[0], bots, judges, learned, seatings[seating], scratch, minds[0], out, features, points, rows
            )
            points[first_row:rows, 0] = game
            for seat in range(int(states[0]["players"])):
                finals[game, seat] = score_seat(rules[0], states[0]["seats"][seat], minds[0]["parts"])
                finals[game, seat] -= rid * hostile_left(states[0]["seats"][seat])
            game += 1
    return rows


@njit
def smoothed_returns(points, expected, finals, trust, returns):
    """What each row is taught: the points at the end, in part replaced by what was expected at the seat's later rows.

    Rows of a game stand in the order of play. `trust` is the part that is handed on from the next row's return; the rest
    comes from the next row's expectation. That has less chance in it, as later luck counts for less.
    """
    seats = finals.shape[1]
    later = np.full(seats, -1, np.int64)
    game = -1
    for row in range(len(points) - 1, -1, -1):
        if points[row, 0] != game:
            game = int(points[row, 0])
            later[:] = -1
        seat = int(points[row, 1])
        following = later[seat]
        if following < 0:
            returns[row] = finals[game, seat]
        else:
            returns[row] = trust * returns[following] + (1.0 - trust) * expected[following]
        later[seat] = row


@njit
def _record_game(state, rules, bots, judges, learned, seats, scratch, mind, out, features, points, rows):
    while state["phase"] != phase.OVER:
        row = top_step(state)
        seat_number = int(row["seat"])
        which = seats[seat_number]
        is_turn = state["phase"] == phase.WORK
        if is_turn and row["step"] == step.PLACE and rows < features.shape[0] and _all_at_home(state, seat_number):
            rows = _write(state, rules, bots[which], learned[which], seat_number, which, mind, features, points, rows)
        action = decide(state, rules, bots[which], judges[which], scratch, mind, out)
        apply(state, rules, int(action))
        if is_turn and state["depth"] == 0 and rows < features.shape[0]:
            rows = _write(state, rules, bots[which], learned[which], seat_number, which, mind, features, points, rows)
        advance(state, rules)
    return rows


@njit
def _all_at_home(state, seat_number):
    seat = state["seats"][seat_number]
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] >= 0:
            return False
    return True


@njit
def _write(state, rules, bot, learned, seat_number, which, mind, features, points, rows):
    now = look(state, rules, bot, seat_number, learned, mind)
    now += orc_prospect(state, rules, bot, state["seats"][seat_number], mind)
    for index in range(NUM_FEATURES):
        features[rows, index] = mind["feature"][index]
    points[rows, 1] = seat_number
    points[rows, 2] = now
    points[rows, 3] = which
    return rows + 1
