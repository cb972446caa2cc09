"""Games played to teach a swift bot: decisions, all choices of each, and the points that a value bot expects of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caverna_sim.chance.philox import lot, lot_keys
from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.appeal import choice_of, has_lie, look_at_lie, see, worth_of_choice
from caverna_sim.games.caverna.bots.judging import expected_points
from caverna_sim.games.caverna.bots.layout import MAX_OPTIONS, NUM_CONTEXT, NUM_FEATURES, NUM_LIES
from caverna_sim.games.caverna.bots.lots import WORDS
from caverna_sim.games.caverna.bots.parts import WORST
from caverna_sim.games.caverna.bots.policy import choose
from caverna_sim.games.caverna.bots.swift import is_asked, list_placements, list_work
from caverna_sim.games.caverna.bots.value import HABIT, LOOKAHEAD, judged_placements, outcome_of, rehearse
from caverna_sim.games.caverna.course.core import apply
from caverna_sim.games.caverna.ids import act, step
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import kind_of

STREAM_EXAMPLES = 9  # of lots: which decisions become examples
NOT_TRIED = np.nan
MOST_CHOICES = 1024  # of one example; room for so many is left
EXAMPLE = np.dtype(
    [
        ("game", np.int32), ("seat", np.int8), ("bot", np.int16), ("step", np.int8), ("round", np.int8),
        ("first", np.int32),  # its first choice
        ("number", np.int32),  # of choices
    ],
    align=True,
)  # fmt: skip
CHOICE = np.dtype(
    [
        ("action", np.int32),  # a placement that is not the weakest dwarf's is marked by 1 as its third argument
        ("choice", np.int16),  # as the net tells them apart
        ("worth", np.float32),  # to the policy
        ("points", np.float32),  # that the teacher expects; NaN when it did not look
    ],
    align=True,
)


class Sheets(NamedTuple):
    """Where examples are written, and who judges for whom."""

    seen: NDArray[np.float32]  # [example, input] what the net sees
    rows: NDArray[np.void]  # [example] EXAMPLE
    choices: NDArray[np.void]  # of all examples one after another: CHOICE
    lies: NDArray[np.float32]  # [choice, ...] how a tile would lie
    teachers: NDArray[np.void]  # [bot] the value bot that judges for it, with that bot's judge: it shares the seat's tastes
    shares: NDArray[np.float64]  # [bot] part of its decisions that become examples


@njit
def note_example(state, rules, judges, plan, seed, which, game, seat_number, scratch, mind, out, tally, sheets):
    """Write the decision at hand and all its choices, if lots choose it; what finds no room is left out."""
    row, listed = top_step(state), int(tally["listed"])
    if tally["examples"] >= sheets.rows.shape[0] or listed + MOST_CHOICES > sheets.choices.shape[0]:
        return
    keys = lot_keys(seed, int(plan["block"]), STREAM_EXAMPLES, int(plan["seating"]))
    if lot(keys[0], keys[1], int(state["choices"]) + 1) >= sheets.shares[which] * WORDS:
        return
    if not is_asked(state, rules, row, seat_number, out):
        return
    teacher = sheets.teachers[which]
    found = _write_choices(
        state, rules, teacher, judges[which], scratch, mind, out, row, seat_number, sheets.choices, sheets.lies, listed
    )  # fmt: skip
    if found > 1:
        see(state, rules, teacher, seat_number, mind)
        _write_seen(mind, sheets.seen[tally["examples"]])
        _write_row(state, row, sheets.rows[tally["examples"]], game, seat_number, which, listed, found)
        tally["examples"] += 1
        tally["listed"] += found


@njit
def _write_seen(mind, seen):
    for index in range(NUM_FEATURES):
        seen[index] = mind["feature"][index]
    for index in range(NUM_CONTEXT):
        seen[NUM_FEATURES + index] = mind["context"][index]


@njit
def _write_row(state, row, example, game, seat_number, which, first, number):
    example["game"] = game
    example["seat"] = seat_number
    example["bot"] = which
    example["step"] = row["step"]
    example["round"] = state["round"]
    example["first"] = first
    example["number"] = number


@njit
def _write_choices(state, rules, teacher, judge, scratch, mind, out, row, seat_number, choices, lies, first):
    """The choices of a decision and what the teacher expects of each; returns how many, 0 when there is nothing to learn."""
    seat = state["seats"][seat_number]
    see(state, rules, teacher, seat_number, mind)
    is_placing = row["step"] == step.PLACE
    if is_placing:
        n = list_placements(state, rules, teacher, mind, out, seat_number)
    else:
        n = list_work(state, rules, scratch, out, row, seat_number)
    number = 0
    for index in range(n):
        action = int(out[index])
        one = choice_of(seat, action, int(row["step"]))
        if one < 0:
            continue
        if number == MOST_CHOICES or (not is_placing and number == MAX_OPTIONS):
            return 0
        choice = choices[first + number]
        choice["action"] = action
        choice["choice"] = one
        if is_placing:
            choice["worth"] = mind["placement_worth"][index]
        else:
            choice["worth"] = worth_of_choice(state, rules, teacher, mind, seat_number, row, action)
        choice["points"] = NOT_TRIED
        mind["lie"][:] = 0.0
        if has_lie(kind_of(action)):
            look_at_lie(rules, teacher, seat, mind, action)
        for lie in range(NUM_LIES):
            lies[first + number, lie] = mind["lie"][lie]
        number += 1
    if number < 2:
        return 0
    if is_placing:
        _judge_placements(state, rules, teacher, judge, scratch, mind, out, seat_number, choices, first, number)
    else:
        _judge_work(state, rules, teacher, judge, scratch, mind, out, seat_number, choices, first, number)
    return number


@njit
def _judge_placements(state, rules, teacher, judge, scratch, mind, out, seat_number, choices, first, number):
    """Placements as a value bot judges them; what rubies buy before one counts as much as it makes the position better by itself."""
    tried = judged_placements(state, rules, teacher, judge, scratch, mind, out, seat_number, int(teacher["candidates"]))
    if teacher["rehearsed"] > 1:
        rehearse(state, rules, teacher, judge, scratch, mind, out, seat_number, tried, int(teacher["options"]))
    best = WORST
    for index in range(first, first + number):
        action = int(choices[index]["action"])
        if kind_of(action) == act.PLACE:
            for candidate in range(tried):
                if mind["candidate"][candidate] == action & ~1:
                    choices[index]["points"] = mind["outcome"][candidate]
                    best = max(best, mind["outcome"][candidate])
    now = expected_points(state, rules, teacher, judge, seat_number, mind)
    for index in range(first, first + number):
        action = int(choices[index]["action"])
        if kind_of(action) != act.PLACE:
            scratch[LOOKAHEAD] = state
            apply(scratch[LOOKAHEAD], rules, action)
            if top_step(scratch[LOOKAHEAD])["step"] == step.PLACE:
                gain = expected_points(scratch[LOOKAHEAD], rules, teacher, judge, seat_number, mind) - now
                choices[index]["points"] = best + gain - 4.0 * HABIT


@njit
def _judge_work(state, rules, teacher, judge, scratch, mind, out, seat_number, choices, first, number):
    """All choices in the middle of a turn."""
    habit = int(choose(state, rules, teacher, scratch, mind, out))
    mind["calm"] = 1
    for index in range(first, first + number):
        action = int(choices[index]["action"])
        choices[index]["points"] = outcome_of(state, rules, teacher, judge, scratch, mind, out, seat_number, action)
        if action == habit:
            choices[index]["points"] += HABIT
    mind["calm"] = 0
