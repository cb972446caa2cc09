"""The order in which a bot that searches plays its candidates on, each many times.

Candidates meet the same chances in the same playout, and after each lap the weaker half is dropped (sequential halving), so that most
playouts go to the close decisions. What was expected beforehand counts as some playouts of its own.

A game takes its own copy and gives its kernels: `playout` plays one candidate on and says what came of it, `look_at_lots` puts what keys
the chances of the decision into mind["lots"].
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit

playout = None
look_at_lots = None
MOST_PLAYOUTS = 1 << 20  # of one decision


@njit
def played_out(state, rules, bot, judge, scratch, mind, out, seat_number, number):
    """The best of so many plans."""
    laps = 0
    left = number
    while left > 1:
        laps += 1
        left = (left + 1) // 2
    look_at_lots(state, seat_number, mind)
    base = int(mind["lots"][0])
    played = 0
    left = number
    while left > 1:
        each = max(1, int(bot["playouts"]) // (laps * left))
        for turn in range(each):
            if mind["stopped"]:
                return int(mind["plan"][0])
            key = base * MOST_PLAYOUTS + played + turn
            for index in range(left):
                action = int(mind["plan"][index])
                mind["plan_sum"][index] += playout(state, rules, bot, judge, scratch, mind, out, seat_number, action, key)
        played += each
        _sort_plans(mind, left)
        left = (left + 1) // 2
    return int(mind["plan"][0])


@njit
def finalists(mind, number, most, foreseen):
    """The placements that look best by value go on to playouts, of which what value expects counts as some; returns how many."""
    for index in range(number):
        mind["plan"][index] = mind["candidate"][index]
        mind["plan_sum"][index] = mind["outcome"][index]
    _sort_plans(mind, number)
    number = min(number, most)
    for index in range(number):
        mind["plan_sum"][index] *= foreseen
    return number


@njit
def _sort_plans(mind, number):
    """Best first; all that are still in have had the same number of playouts."""
    for index in range(1, number):
        place = index
        while place > 0 and mind["plan_sum"][place - 1] < mind["plan_sum"][place]:
            total, action = float(mind["plan_sum"][place]), int(mind["plan"][place])
            mind["plan_sum"][place] = mind["plan_sum"][place - 1]
            mind["plan"][place] = mind["plan"][place - 1]
            mind["plan_sum"][place - 1] = total
            mind["plan"][place - 1] = action
            place -= 1
