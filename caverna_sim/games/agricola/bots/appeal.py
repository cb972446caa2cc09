"""How appealing each space is to a seat: what a small net says that a value bot has taught, and what the scripted policy thinks."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.features import look
from caverna_sim.games.agricola.bots.judging import add_rows_beside, add_rows_wide, list_active, list_rows
from caverna_sim.games.agricola.bots.layout import APPEAL_PER_POINT, NUM_APPEALS, NUM_FEATURES, SIDE_BY_SIDE, WIDE
from caverna_sim.games.agricola.bots.policy import worth_of_space

MOST_WORTH, LEAST_WORTH = 30.0, -10.0


@njit
def bounded_worth(state, rules, bot, seat_number, space):
    """What the policy thinks of a space, within bounds."""
    worth = worth_of_space(state, rules, bot, seat_number, state["seats"][seat_number], space)
    return max(LEAST_WORTH, min(MOST_WORTH, worth))


@njit
def ask_net(state, rules, net, seat_number, mind):
    """How appealing each space is to a seat, in mind["appeal"]."""
    look(state, rules, seat_number, mind)
    number = list_rows(mind["feature"], NUM_FEATURES, mind["rows"], mind["values"], 0, 0)
    add_rows_wide(mind["wide"], net["bias_1"], net["layer_1"], mind["rows"], mind["values"], number)
    number = list_active(mind["wide"], WIDE, mind["rows"], mind["values"])
    for start in range(0, NUM_APPEALS, SIDE_BY_SIDE):
        add_rows_beside(mind["appeal"], start, net["bias_2"], net["layer_2"], mind["rows"], mind["values"], number)


@njit
def appeal_in_points(state, rules, bot, net, seat_number, mind, space):
    """How appealing a space is, after `ask_net`."""
    return (mind["appeal"][space] + net["worth"][0] * bounded_worth(state, rules, bot, seat_number, space)) / APPEAL_PER_POINT
