"""The swift bot: a person goes to the space that appeals to it most, whatever comes of it.

In the middle of a turn it does what the scripted policy does, or tries some options as the value bot does that taught it.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.features import look
from caverna_sim.games.agricola.bots.judging import add_rows_beside, add_rows_wide, list_active, list_rows
from caverna_sim.games.agricola.bots.layout import APPEAL_PER_POINT, NUM_APPEALS, NUM_FEATURES, SIDE_BY_SIDE, WIDE
from caverna_sim.games.agricola.bots.policy import worth_of_space
from caverna_sim.games.agricola.bots.value import WORST, best_option, deviation, look_at_lots, policy_action
from caverna_sim.games.agricola.course.core import legal
from caverna_sim.games.agricola.ids import act, step
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of, kind_of

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
def choose_by_appeal(state, rules, bot, judge, scratch, mind, out):
    """The most appealing placement; elsewhere what the policy does, or what is judged best if the bot tries its options."""
    row = top_step(state)
    seat_number = int(row["seat"])
    if row["step"] != step.PLACE:
        return best_option(state, rules, bot, judge, scratch, mind, out, seat_number)
    n = legal(state, rules, scratch, out)
    if n == 1 or kind_of(out[0]) != act.PLACE:
        return policy_action(state, rules, bot, scratch, out)
    ask_net(state, rules, judge["appeal"], seat_number, mind)
    if bot["temperature"] > 0.0:
        look_at_lots(state, seat_number, mind)
    best, chosen = WORST, int(out[0])
    for index in range(n):
        action = int(out[index])
        if kind_of(action) == act.PLACE:
            space = first_of(action)
            appeal = mind["appeal"][space] + judge["appeal"]["worth"][0] * bounded_worth(state, rules, bot, seat_number, space)
            worth = appeal / APPEAL_PER_POINT
            if bot["temperature"] > 0.0:
                worth += bot["temperature"] * deviation(mind, action)
            if worth > best:
                best, chosen = worth, action
    return chosen
