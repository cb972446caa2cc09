"""The swift bot: a person goes to the space that appeals to it most, whatever comes of it.

In the middle of a turn it does what the scripted policy does, or tries some options as the value bot does that taught it.
"""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.appeal import appeal_in_points, ask_net
from caverna_sim.games.agricola.bots.value import WORST, best_option, deviation, look_at_lots, policy_action
from caverna_sim.games.agricola.course.core import legal
from caverna_sim.games.agricola.ids import act, step
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of, kind_of


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
            worth = appeal_in_points(state, rules, bot, judge["appeal"], seat_number, mind, first_of(action))
            if bot["temperature"] > 0.0:
                worth += bot["temperature"] * deviation(mind, action)
            if worth > best:
                best, chosen = worth, action
    return chosen
