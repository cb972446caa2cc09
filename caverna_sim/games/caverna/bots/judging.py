"""The learned evaluation of a position: points now, and what a small net expects a seat to add until the end."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_unrolled
from caverna_sim.games.caverna.bots.features import look
from caverna_sim.games.caverna.bots.hooks import prospect
from caverna_sim.games.caverna.bots.layout import NUM_FEATURES, POINTS_PER_UNIT
from caverna_sim.games.caverna.bots.rows import list_rows, net_output


@njit
def expected_points(state, rules, bot, judge, seat_number, mind):
    """Points a seat will probably have at the end, seen after one of its turns."""
    points = look(state, rules, bot, seat_number, 1.0, mind)
    number = list_rows(mind["feature"], NUM_FEATURES, mind["rows"], mind["values"], 0, 0)
    liked = _taste(judge["taste"], mind["rows"], mind["values"], number, 1.0 - mind["late"])
    points += POINTS_PER_UNIT * net_output(judge, mind, number)
    points += prospect(state, rules, bot, state["seats"][seat_number], mind)
    return points + liked


@njit_unrolled
def _taste(taste, rows, values, number, early):
    """Likings fade until the last round; dislikes stay, or who dislikes weapons would forge some at the end."""
    liked = 0.0
    for index in range(number):
        worth = values[index] * taste[rows[index]]
        liked += worth * early if worth > 0.0 else worth
    return liked
