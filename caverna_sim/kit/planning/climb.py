"""A local search over lines: annealing, from a line to one that is a little different.

A game takes its own copy and gives its kernels: `replay` and `recall` of its copy of replaying.py, `vary`, which fills a plan with changes
of a line, `copy_turns`, which fills it with none, and `placed_on`, the place that a turn of a line goes to.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.planning.dice import allowance
from caverna_sim.kit.planning.records import BEST, CHILD, FAILED, FIRST_KEPT, FREE, PARENT
from caverna_sim.kit.planning.turns import put

replay = None
recall = None
vary = None
copy_turns = None
placed_on = None

# a line that stands so much worse than its parent at the beginning of a round is given up
BEHIND = 4.0  # points,
BEHIND_WARM = 3.0  # ... times the temperature,
BEHIND_PUSH = 6.0  # ... times the weight of what plans are liked for
ANYHOW = 1.0e9


@njit
def climb(
    states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, plans, cursors, kept, words, dice, stretches
):
    """Search from lines[PARENT], whose states are in `kept`; the best line is lines[BEST] in the end. Returns how many were followed."""
    stretch = stretches[0]
    fixed, barred, tries = int(stretch["fixed"]), int(stretch["barred"]), int(stretch["tries"])
    followed = 0
    lines[BEST] = lines[PARENT]
    for number in range(tries):
        done = number / tries
        temperature = stretch["warm"] * (stretch["cold"] / stretch["warm"]) ** done
        vary(lines, plans[0], dice)
        if plans[0]["first"] < fixed:
            continue
        weight = stretch["push"] + (stretch["push_end"] - stretch["push"]) * done
        allowed = BEHIND + BEHIND_WARM * temperature + BEHIND_PUSH * weight
        points = attempt(
            states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, plans, cursors, kept, words, allowed, dice
        )
        if points == FAILED or (barred >= 0 and placed_on(lines[CHILD], fixed) == barred):
            continue
        gain = points - lines[PARENT]["points"] + weight * (lines[CHILD]["liked"] - lines[PARENT]["liked"])
        gain += lines[CHILD]["spare"] - lines[PARENT]["spare"]
        if gain < -allowance(dice, temperature):
            continue
        followed += 1
        accept(lines, plans, cursors, kept)
        if points > lines[BEST]["points"]:
            lines[BEST] = lines[CHILD]
    return followed


@njit
def divert(
    states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, plans, cursors, kept, words, dice, stretches
):
    """Another line that is like lines[PARENT] until a turn and goes elsewhere then, the best of some; whether there is one."""
    fixed, barred = int(stretches[0]["fixed"]), int(stretches[0]["barred"])
    is_diverted = False
    for _ in range(int(stretches[0]["tries"])):
        copy_turns(lines[PARENT], plans[0])
        put(plans[0], fixed, FREE, PARENT)
        points = attempt(
            states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, plans, cursors, kept, words, ANYHOW, dice
        )
        if points == FAILED or placed_on(lines[CHILD], fixed) == barred:
            continue
        if not is_diverted or points > lines[PARENT]["points"]:
            accept(lines, plans, cursors, kept)
            is_diverted = True
    return is_diverted


@njit
def attempt(
    states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, plans, cursors, kept, words, allowed, dice
):
    """Play the plan; the line it comes to is lines[CHILD]. Returns its points."""
    first = int(plans[0]["first"])
    child = lines[CHILD]
    lines[CHILD] = lines[PARENT]
    child["turns"] = first
    child["choices"] = lines[PARENT]["begin"][first]
    states[0] = kept[first]
    return replay(
        states[0], rules[0], bots, scratch, minds[0], out, tapes[0], heard, seat_number, likings[0], lines, plans[0], cursors[0], child,
        kept[FIRST_KEPT:], kept, words, allowed, dice,
    )  # fmt: skip


@njit
def accept(lines, plans, cursors, kept):
    """The child becomes the parent."""
    for turn in range(int(plans[0]["first"]), min(int(lines[CHILD]["turns"]), int(cursors[0]["met"]))):
        kept[turn] = kept[FIRST_KEPT + turn]
    lines[PARENT] = lines[CHILD]


@njit
def begin(
    states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, plans, cursors, kept, words, dice,
):  # fmt: skip
    """Play lines[PARENT] from states[0], the beginning; one without turns is made up. Returns the points of what it comes to."""
    child = lines[CHILD]
    copy_turns(lines[PARENT], plans[0])
    plans[0]["first"] = 0
    child["turns"] = 0
    child["choices"] = 0
    points = replay(
        states[0], rules[0], bots, scratch, minds[0], out, tapes[0], heard, seat_number, likings[0], lines, plans[0], cursors[0], child,
        kept[FIRST_KEPT:], kept, words, ANYHOW, dice,
    )  # fmt: skip
    accept(lines, plans, cursors, kept)
    return points


@njit
def take_up(
    states, rules, bots, scratch, minds, out, tapes, heard, seat_number, likings, lines, kept, actions, number,
):  # fmt: skip
    """A line of so many actions becomes the parent, played from states[0], the beginning; returns its points, or FAILED."""
    return recall(
        states[0], rules[0], bots, scratch, minds[0], out, tapes[0], heard, seat_number, likings[0], actions, number, lines[PARENT],
        kept[:FIRST_KEPT],
    )  # fmt: skip
