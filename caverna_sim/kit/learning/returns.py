"""What came of positions, as a judge is taught it."""

from __future__ import annotations

import numpy as np

from caverna_sim.compiling.jit import njit_counting


@njit_counting
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
