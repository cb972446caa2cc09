"""The best few of many choices."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit


@njit
def insert(actions, worths, number, most, action, worth):
    """Keep the best few in order; returns how many there are."""
    place = number
    while place > 0 and worths[place - 1] < worth:
        place -= 1
    if place >= most:
        return number
    for index in range(min(number, most - 1), place, -1):
        actions[index] = actions[index - 1]
        worths[index] = worths[index - 1]
    actions[place] = action
    worths[place] = worth
    return min(number + 1, most)
