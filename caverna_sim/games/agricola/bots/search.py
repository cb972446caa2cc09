"""The search bot: plays promising placements on for some rounds many times and judges what comes out (kit/bots/playouts.py).

In a playout all seats choose by appeal. Round cards that lie face down are dealt anew.
"""

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.agricola.bots.judging import prospect
from caverna_sim.games.agricola.bots.swift import choose_by_appeal
from caverna_sim.games.agricola.bots.value import MOST_TRIED, choose_by_value, judged_placements, look_at_lots, policy_action
from caverna_sim.games.agricola.course.core import advance, apply
from caverna_sim.games.agricola.course.hidden import deal_anew
from caverna_sim.games.agricola.ids import phase, step
from caverna_sim.kit.bots import playouts
from caverna_sim.kit.bots.playouts import MOST_PLAYOUTS
from caverna_sim.kit.records.agenda import top_step

PLAYOUT = 4  # scratch state that a playout is played on
PLAYOUT_KEY = 1 << 52  # games of playouts are keyed far away from games that are played
MOST_PLAYED = 20 * MOST_TRIED  # choices of a playout


@njit
def playout(state, rules, bot, judge, scratch, mind, out, seat_number, action, key):
    """Take an action on a copy, play on for some rounds, and return what the seat may expect then."""
    scratch[PLAYOUT] = state
    tried = scratch[PLAYOUT]
    tried["game_key"] = PLAYOUT_KEY + key
    for stream in range(tried["draws"].shape[0]):
        tried["draws"][stream] = 0
    deal_anew(tried, rules)
    apply(tried, rules, action)
    advance(tried, rules)
    last = int(state["round"]) + int(bot["horizon"])
    end = int(state["choices"]) + MOST_PLAYED
    while tried["phase"] != phase.OVER and tried["choices"] < end:
        row = top_step(tried)
        if row["seat"] == seat_number and row["step"] == step.PLACE and tried["round"] > last:
            break
        apply(tried, rules, choose_by_appeal(tried, rules, bot, judge, scratch, mind, out))
        advance(tried, rules)
    return prospect(tried, rules, judge, seat_number, mind)


_playouts = own_copy(playouts, __name__, playout=playout, look_at_lots=look_at_lots)
played_out, finalists = _playouts.played_out, _playouts.finalists


@njit
def choose_by_search(state, rules, bot, judge, scratch, mind, out):
    """The placement with the best average outcome; other decisions as the value bot's."""
    row = top_step(state)
    if row["step"] != step.PLACE:
        return choose_by_value(state, rules, bot, judge, scratch, mind, out)
    seat_number = int(row["seat"])
    number = judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number)
    if number == 0:
        return policy_action(state, rules, bot, scratch, out)
    number = finalists(mind, number, int(bot["finalists"]), int(bot["foreseen"]))
    return played_out(state, rules, bot, judge, scratch, mind, out, seat_number, number)


@njit
def weigh_placements(state, rules, bot, judge, scratch, mind, out, seat_number):
    """Every placement in mind["candidate"], what it leads to in mind["outcome"]: for finalists the mean of equally many playouts.

    What value expects of the others is moved by as much as playouts came to more or less than expected for the finalists. Returns how many
    there are.
    """
    number = judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number)
    foreseen, few = int(bot["foreseen"]), finalists(mind, number, int(bot["finalists"]), int(bot["foreseen"]))
    each = int(bot["playouts"]) // max(1, few)
    if few < 2 or each == 0:
        return number
    look_at_lots(state, seat_number, mind)
    base = int(mind["lots"][0]) * MOST_PLAYOUTS
    more = 0.0
    for index in range(few):
        expected, action = mind["plan_sum"][index] / foreseen, int(mind["plan"][index])
        for turn in range(each):
            mind["plan_sum"][index] += playout(state, rules, bot, judge, scratch, mind, out, seat_number, action, base + turn)
        mind["plan_sum"][index] /= foreseen + each
        more += (mind["plan_sum"][index] - expected) / few
    for index in range(number):
        mind["outcome"][index] += more
        for place in range(few):
            if mind["plan"][place] == mind["candidate"][index]:
                mind["outcome"][index] = mind["plan_sum"][place]
    return number
