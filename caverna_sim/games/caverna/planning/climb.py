"""A local search over lines: annealing, from a line to one that is a little different."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.planning.dice import allowance
from caverna_sim.games.caverna.planning.records import BEST, CHILD, MOST_TURNS, PARENT
from caverna_sim.games.caverna.planning.replay import FAILED, recall, replay
from caverna_sim.games.caverna.planning.vary import copy_turns, vary

NUM_LINES = 4
FIRST_KEPT = MOST_TURNS + 1  # where the states of the child begin; those of the parent stand before
NUM_KEPT = 2 * FIRST_KEPT


@njit
def climb(
    states, rules, bots, scratch, minds, out, seat_number, likings, lines, plans, cursors, kept, dice, tries, warm, cold, push, push_end
):
    """Search from lines[PARENT], whose states are in `kept`; the best line is lines[BEST] in the end. Returns how many were followed.

    The temperature falls from warm to cold, and the weight of what plans are liked for from `push` to `push_end`.
    """
    followed = 0
    lines[BEST] = lines[PARENT]
    for number in range(tries):
        temperature = warm * (cold / warm) ** (number / tries)
        vary(lines, plans[0], dice)
        points = attempt(states, rules, bots, scratch, minds, out, seat_number, likings, lines, plans, cursors, kept, dice)
        if points == FAILED:
            continue
        weight = push + (push_end - push) * (number / tries)
        gain = points - lines[PARENT]["points"] + weight * (lines[CHILD]["liked"] - lines[PARENT]["liked"])
        gain += lines[CHILD]["spare"] - lines[PARENT]["spare"]
        if gain < -allowance(dice, temperature):
            continue
        followed += 1
        accept(lines, plans, kept)
        if points > lines[BEST]["points"]:
            lines[BEST] = lines[CHILD]
    return followed


@njit
def attempt(states, rules, bots, scratch, minds, out, seat_number, likings, lines, plans, cursors, kept, dice):
    """Play the plan; the line it comes to is lines[CHILD]. Returns its points."""
    first = int(plans[0]["first"])
    child = lines[CHILD]
    lines[CHILD] = lines[PARENT]
    child["turns"] = first
    child["choices"] = lines[PARENT]["begin"][first]
    states[0] = kept[first]
    return replay(
        states[0], rules[0], bots[0], scratch, minds[0], out, seat_number, likings[0], lines, plans[0], cursors[0], child,
        kept[FIRST_KEPT:], dice,
    )  # fmt: skip


@njit
def accept(lines, plans, kept):
    """The child becomes the parent."""
    for turn in range(int(plans[0]["first"]), int(lines[CHILD]["turns"])):
        kept[turn] = kept[FIRST_KEPT + turn]
    lines[PARENT] = lines[CHILD]


@njit
def begin(states, rules, bots, scratch, minds, out, seat_number, likings, lines, plans, cursors, kept, dice):
    """Play lines[PARENT] from states[0], the beginning; one without turns is made up. Returns the points of what it comes to."""
    child = lines[CHILD]
    copy_turns(lines[PARENT], plans[0])
    plans[0]["first"] = 0
    child["turns"] = 0
    child["choices"] = 0
    points = replay(
        states[0], rules[0], bots[0], scratch, minds[0], out, seat_number, likings[0], lines, plans[0], cursors[0], child,
        kept[FIRST_KEPT:], dice,
    )  # fmt: skip
    accept(lines, plans, kept)
    return points


@njit
def take_up(states, rules, bots, scratch, minds, out, seat_number, likings, lines, kept, actions, number):
    """A line of so many actions becomes the parent, played from states[0], the beginning; returns its points, or FAILED."""
    return recall(
        states[0], rules[0], bots[0], scratch, minds[0], out, seat_number, likings[0], actions, number, lines[PARENT], kept[:FIRST_KEPT]
    )
