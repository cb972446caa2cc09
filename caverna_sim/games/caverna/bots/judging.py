"""The learned evaluation of a position: points now, and what a small net expects a seat to add until the end."""

from __future__ import annotations

from caverna_sim.games.caverna.bots.features import look
from caverna_sim.games.caverna.bots.layout import NARROW, NUM_FEATURES, POINTS_PER_UNIT, WIDE
from caverna_sim.games.caverna.fiends.bots.danger import orc_prospect
from caverna_sim.jit import njit


@njit
def expected_points(state, rules, bot, judge, seat_number, mind):
    """Points a seat will probably have at the end, seen after one of its turns."""
    points = look(state, rules, bot, seat_number, 1.0, mind)
    points += POINTS_PER_UNIT * _net(judge, mind["feature"], mind["wide"], mind["narrow"])
    points += orc_prospect(state, rules, bot, state["seats"][seat_number], mind)
    return points + _taste(judge["taste"], mind["feature"]) * (1.0 - mind["late"])


@njit
def _taste(taste, feature):
    liked = 0.0
    for index in range(NUM_FEATURES):
        if feature[index] != 0.0:
            liked += feature[index] * taste[index]
    return liked


@njit
def _net(judge, feature, wide, narrow):
    """Two layers of rectified sums, then one sum. Most features are 0 and cost nothing."""
    weights = judge["layer_1"]
    for unit in range(WIDE):
        wide[unit] = judge["bias_1"][unit]
    for index in range(NUM_FEATURES):
        value = feature[index]
        if value != 0.0:
            for unit in range(WIDE):
                wide[unit] += value * weights[index, unit]
    weights = judge["layer_2"]
    for unit in range(NARROW):
        narrow[unit] = judge["bias_2"][unit]
    for index in range(WIDE):
        value = wide[index]
        if value > 0.0:
            for unit in range(NARROW):
                narrow[unit] += value * weights[index, unit]
    total = judge["bias_3"]
    for unit in range(NARROW):
        if narrow[unit] > 0.0:
            total += narrow[unit] * judge["layer_3"][unit]
    return total
