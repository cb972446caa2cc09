"""The value bot: tries what it may do on a copy of the state and takes the outcome it judges best.

A choice is carried out, the turn is finished as the scripted policy would, and the learned evaluation judges the position. Turns of the
most promising placements are then tried choice by choice. The opinion of a bot's prior, a net that says how appealing spaces are, counts
beside the outcome: the judge errs by chance from one position to the next, and the prior has learned from many such judgements.
"""

from caverna_sim.chance.philox import STREAM_LOTS, lot, lot_keys
from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.appeal import appeal_in_points, ask_net
from caverna_sim.games.agricola.bots.judging import prospect
from caverna_sim.games.agricola.bots.layout import MAX_CANDIDATES, MAX_OPTIONS
from caverna_sim.games.agricola.bots.policy import WORD, choose, worth_of_choice
from caverna_sim.games.agricola.course.core import apply, legal
from caverna_sim.games.agricola.ids import act, step
from caverna_sim.games.agricola.shape.board import CELLS, outline
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

LOOKAHEAD = 2  # scratch state for what a choice leads to
REHEARSAL = 3  # scratch state for a turn that is tried choice by choice
MOST_TRIED = 200  # choices of one turn
UNIT_DEVIATION = 3.4641016  # a uniform number between -1/2 and 1/2 times this has standard deviation 1
NOT_TRIED = -1
WORST = -1e9


@njit
def policy_action(state, rules, bot, scratch, out):
    """What the scripted policy does."""
    n = legal(state, rules, scratch, out)
    return int(out[0]) if n == 1 else int(choose(state, rules, bot, out, n))


@njit
def goes_on(state, seat_number):
    """Whether the seat has still something to decide in this turn."""
    if state["depth"] == 0:
        return False
    row = top_step(state)
    return row["step"] != step.PLACE and row["seat"] == seat_number


@njit
def outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, action):
    """What a choice leads to by the end of the turn, in expected points."""
    scratch[LOOKAHEAD] = state
    tried = scratch[LOOKAHEAD]
    apply(tried, rules, action)
    last = int(tried["choices"]) + MOST_TRIED
    while goes_on(tried, seat_number) and tried["choices"] < last:
        apply(tried, rules, policy_action(tried, rules, bot, scratch, out))
    return prospect(tried, rules, judge, seat_number, mind)


@njit
def choose_by_value(state, rules, bot, judge, scratch, mind, out):
    """The choice whose outcome is worth most."""
    seat_number = int(top_step(state)["seat"])
    if top_step(state)["step"] != step.PLACE:
        return best_option(state, rules, bot, judge, scratch, mind, out, seat_number)
    number = judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number)
    if number == 0:
        return policy_action(state, rules, bot, scratch, out)
    best = 0
    for index in range(1, number):
        if mind["outcome"][index] > mind["outcome"][best]:
            best = index
    return int(mind["candidate"][best])


@njit
def look_at_lots(state, seat_number, mind):
    """Key the lots of the decision at hand."""
    keys = lot_keys(state["seed"], state["game_key"], STREAM_LOTS + seat_number, state["choices"])
    mind["lots"][0] = keys[0]
    mind["lots"][1] = keys[1]


@njit
def deviation(mind, candidate):
    """A candidate's lot: uniform around 0, with standard deviation 1."""
    return UNIT_DEVIATION * (lot(mind["lots"][0], mind["lots"][1], candidate) / WORD - 0.5)


@njit
def judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number):
    """Every placement in mind["candidate"], what it leads to in mind["outcome"]; returns how many there are."""
    number = 0
    for index in range(legal(state, rules, scratch, out)):
        if kind_of(out[index]) == act.PLACE and number < MAX_CANDIDATES:
            mind["candidate"][number] = out[index]
            number += 1
    for index in range(number):
        action = int(mind["candidate"][index])
        mind["outcome"][index] = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, action)
    if bot["trust"] > 0.0:
        ask_net(state, rules, judge["appeal"], seat_number, mind)
        for index in range(number):
            space = first_of(mind["candidate"][index])
            mind["outcome"][index] += bot["trust"] * appeal_in_points(state, rules, bot, judge["appeal"], seat_number, mind, space)
    if bot["temperature"] > 0.0:
        look_at_lots(state, seat_number, mind)
        for index in range(number):
            mind["outcome"][index] += bot["temperature"] * deviation(mind, mind["candidate"][index])
    rehearse(state, rules, bot, judge, scratch, mind, out, seat_number, number)
    mind["tried"] = number
    return number


@njit
def rehearse(state, rules, bot, judge, scratch, mind, out, seat_number, number):
    """Try the turns of the best placements with the choices that the bot itself would make, not those of the policy."""
    done = 0
    for _ in range(min(number, int(bot["rehearsed"]))):
        best = -1
        for index in range(number):
            if not (done >> index) & 1 and (best < 0 or mind["outcome"][index] > mind["outcome"][best]):
                best = index
        done |= 1 << best
        scratch[REHEARSAL] = state
        tried = scratch[REHEARSAL]
        apply(tried, rules, int(mind["candidate"][best]))
        if not goes_on(tried, seat_number):
            continue
        before = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, int(mind["candidate"][best]))
        last = int(tried["choices"]) + MOST_TRIED
        while goes_on(tried, seat_number) and tried["choices"] < last:
            apply(tried, rules, best_option(tried, rules, bot, judge, scratch, mind, out, seat_number))
        mind["outcome"][best] += max(0.0, prospect(tried, rules, judge, seat_number, mind) - before)


@njit
def group_of(seat, row, action):
    """Choices of a group are alike but for the cells; of each only the one that the policy likes best is tried."""
    kind, first = kind_of(action), first_of(action)
    if kind == act.CONVERT:
        return int(action) if row["step"] == step.FEED else NOT_TRIED
    if kind == act.ROOM or kind == act.PLOW or kind == act.SOW or kind == act.FENCE_PIECE:
        return code(kind, first, 0, 0)
    if kind == act.STABLE:
        return code(kind, first, (int(seat["fenced"]) >> second_of(action)) & 1, 0)
    if kind == act.FENCE:
        cells = int(action) & CELLS
        missing = count(outline(cells) & ~int(seat["fences"]))
        return code(kind, first, missing, 1 if cells & int(seat["fenced"]) else 0)
    return int(action)


@njit
def list_options(state, rules, bot, scratch, mind, out, seat_number, most):
    """The choices that are tried in mind["option"]; returns how many."""
    n = legal(state, rules, scratch, out)
    row, seat = top_step(state), state["seats"][seat_number]
    number = 0
    for index in range(n):
        action = int(out[index])
        group = group_of(seat, row, action)
        if group == NOT_TRIED:
            continue
        worth = worth_of_choice(state, rules, bot, seat_number, seat, row, action)
        place, worst = number, 0
        for other in range(number):
            if mind["option_group"][other] == group:
                place = other
                break
            if mind["option_worth"][other] < mind["option_worth"][worst]:
                worst = other
        if place == number and number < most:
            number += 1
        else:
            if place == number:
                place = worst
            if worth <= mind["option_worth"][place]:
                continue
        mind["option"][place], mind["option_group"][place], mind["option_worth"][place] = action, group, worth
    return number


@njit
def best_option(state, rules, bot, judge, scratch, mind, out, seat_number):
    """Of the choices in the middle of a turn, at home or at a harvest, the best."""
    if bot["options"] < 2:
        return policy_action(state, rules, bot, scratch, out)
    number = list_options(state, rules, bot, scratch, mind, out, seat_number, min(int(bot["options"]), MAX_OPTIONS))
    if number == 0:
        return policy_action(state, rules, bot, scratch, out)
    best, chosen = WORST, int(mind["option"][0])
    if number == 1:
        return chosen
    for index in range(number):
        option = int(mind["option"][index])
        worth = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, option)
        if worth > best:
            best, chosen = worth, option
    return chosen
