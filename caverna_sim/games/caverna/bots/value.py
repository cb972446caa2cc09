"""The value bot: tries what it may do on a copy of the state and takes the outcome it judges best.

A candidate is carried out, the turn is finished, and the learned evaluation judges the position. Of a bot with a prior, a net that
says how appealing each choice is, that net names the candidates and finishes turns, and its own opinion counts, too; of others the
scripted policy does it.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.hooks import is_left_to_judge, is_meeting
from caverna_sim.games.caverna.bots.judging import expected_points
from caverna_sim.games.caverna.bots.layout import APPEAL_PER_POINT, MAX_CANDIDATES, MAX_OPTIONS
from caverna_sim.games.caverna.bots.lots import noise
from caverna_sim.games.caverna.bots.parts import WORST
from caverna_sim.games.caverna.bots.policy import choose, leaves_to_policy, nothing_to_judge, space_worth
from caverna_sim.games.caverna.bots.swift import appealing_placements, appealing_work, choose_by_appeal, is_asked
from caverna_sim.games.caverna.bots.worth import think
from caverna_sim.games.caverna.course.core import apply, legal
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.home.dwarfs import strengths_at_home
from caverna_sim.games.caverna.home.limits import may_use
from caverna_sim.games.caverna.home.trades import is_trade
from caverna_sim.games.caverna.ids import act, good, phase, step
from caverna_sim.games.caverna.shape.sizes import MOST_TRIED
from caverna_sim.kit.bots.best import insert
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of

LOOKAHEAD = 2  # scratch state for what a candidate leads to
REHEARSAL = 4  # scratch state for a turn that is tried choice by choice
HABIT = 0.05  # points by which another outcome must be better than what the policy would do


@njit
def finish_turn(state, rules, bot, judge, scratch, mind, out, seat_number):
    """Finish the turn of a seat as the bot's prior would, or else the policy."""
    last = int(state["choices"]) + MOST_TRIED
    while state["depth"] > 0 and state["choices"] < last:
        row = top_step(state)
        if row["step"] == step.PLACE or row["seat"] != seat_number:
            return
        if bot["has_prior"]:
            apply(state, rules, int(choose_by_appeal(state, rules, bot, judge, scratch, mind, out)))
        else:
            apply(state, rules, int(choose(state, rules, bot, scratch, mind, out)))


@njit
def outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, action):
    """What a choice leads to by the end of the turn, in expected points."""
    scratch[LOOKAHEAD] = state
    tried = scratch[LOOKAHEAD]
    apply(tried, rules, action)
    finish_turn(tried, rules, bot, judge, scratch, mind, out, seat_number)
    return expected_points(tried, rules, bot, judge, seat_number, mind)


@njit
def choose_by_value(state, rules, bot, judge, scratch, mind, out, candidates, options):
    """The choice whose outcome is worth most, in its own turn; elsewhere what the policy does.

    So many `candidates` for a placement are tried, and choices in the middle of a turn when they are at most `options`.
    """
    row = top_step(state)
    if state["phase"] != phase.WORK and not is_meeting(state):
        return choose(state, rules, bot, scratch, mind, out)
    seat_number = int(row["seat"])
    if row["step"] == step.PLACE:
        return _best_placement(state, rules, bot, judge, scratch, mind, out, seat_number, candidates, options)
    if options > 1:
        return _best_option(state, rules, bot, judge, scratch, mind, out, seat_number, options)
    if bot["has_prior"]:  # as turns are finished that are tried
        return choose_by_appeal(state, rules, bot, judge, scratch, mind, out)
    return choose(state, rules, bot, scratch, mind, out)


@njit
def _best_placement(state, rules, bot, judge, scratch, mind, out, seat_number, candidates, options):
    if leaves_to_policy(state, rules, state["seats"][seat_number], out):
        return choose(state, rules, bot, scratch, mind, out)
    if options > 1:
        swap = best_swap(state, rules, bot, judge, scratch, mind, out, seat_number)
        if swap >= 0:
            return swap
    number = judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number, candidates)
    if number == 0:
        return nothing_to_judge(state, rules, bot, scratch, mind, out)
    _add_noise(state, bot, seat_number, mind, number)
    if options > 1 and bot["rehearsed"] > 1:
        rehearse(state, rules, bot, judge, scratch, mind, out, seat_number, number, options)
    best = 0
    for index in range(1, number):
        if mind["outcome"][index] > mind["outcome"][best]:
            best = index
    return int(mind["candidate"][best])


@njit
def rehearse(state, rules, bot, judge, scratch, mind, out, seat_number, number, options):
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
        calm = int(mind["calm"])
        mind["calm"] = 1
        before = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, int(mind["candidate"][best]))
        mind["calm"] = calm
        apply(tried, rules, int(mind["candidate"][best]))
        last = int(tried["choices"]) + MOST_TRIED
        while tried["depth"] > 0 and tried["choices"] < last:
            row = top_step(tried)
            if row["step"] == step.PLACE or row["seat"] != seat_number:
                break
            apply(tried, rules, int(_best_option(tried, rules, bot, judge, scratch, mind, out, seat_number, options)))
        mind["outcome"][best] += max(0.0, expected_points(tried, rules, bot, judge, seat_number, mind) - before)


@njit
def _add_noise(state, bot, seat_number, mind, number):
    """The bot's temperature, in points."""
    mind["lots_known"] = 0
    for index in range(number):
        space = code(act.PLACE, first_of(mind["candidate"][index]), 0, 0)
        mind["outcome"][index] += noise(state, bot, seat_number, mind, space)


@njit
def judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number, most):
    """The placements that look best beforehand in mind["candidate"], what they lead to in mind["outcome"]; returns how many."""
    if bot["has_prior"]:
        number = appealing_placements(state, rules, bot, judge["appeal"], mind, out, seat_number, most)
        while number > 1 and mind["candidate_worth"][number - 1] < mind["candidate_worth"][0] - bot["doubt"]:
            number -= 1
    else:
        number = best_placements(state, rules, bot, mind, seat_number, most)
    calm = int(mind["calm"])
    mind["calm"] = 1
    for index in range(number):
        action = int(mind["candidate"][index])
        mind["outcome"][index] = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, action)
        if bot["has_prior"]:
            mind["outcome"][index] += bot["trust"] * (mind["candidate_worth"][index] - mind["candidate_worth"][0])
    mind["calm"] = calm
    return number


@njit
def best_swap(state, rules, bot, judge, scratch, mind, out, seat_number):
    """A trade before placing that makes the position better by itself; -1 when there is none."""
    seat = state["seats"][seat_number]
    if seat["goods"][good.RUBY] == 0:
        return -1
    n = legal(state, rules, scratch, out)
    best = expected_points(state, rules, bot, judge, seat_number, mind) + 4.0 * HABIT
    action = -1
    for index in range(n):
        option = int(out[index])
        if kind_of(option) != act.EXCHANGE and kind_of(option) != act.BUY_TILE:
            continue
        scratch[LOOKAHEAD] = state
        tried = scratch[LOOKAHEAD]
        apply(tried, rules, option)
        if top_step(tried)["step"] != step.PLACE:
            continue
        worth = expected_points(tried, rules, bot, judge, seat_number, mind)
        if worth > best:
            best, action = worth, option
    return action


@njit
def _options(state, rules, scratch, mind, out):
    """All legal choices in mind["option"], as far as they have room; returns how many there are, room or not."""
    n = legal(state, rules, scratch, out)
    for index in range(min(n, MAX_OPTIONS)):
        mind["option"][index] = out[index]
    return n


@njit
def _best_option(state, rules, bot, judge, scratch, mind, out, seat_number, options):
    """Of all choices in the middle of a turn the best; where they are too many, what the policy does."""
    if bot["has_prior"] and not is_left_to_judge(state, top_step(state)):
        return _best_appealing(state, rules, bot, judge, scratch, mind, out, seat_number, options)
    n = _options(state, rules, scratch, mind, out)
    if n == 1:
        return int(mind["option"][0])
    habit = int(choose(state, rules, bot, scratch, mind, out))
    if n > options:
        return habit
    calm = int(mind["calm"])
    mind["calm"] = 1
    best, action = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, habit) + HABIT, habit
    for index in range(n):
        option = int(mind["option"][index])
        if option == habit or (is_trade(option) and kind_of(option) != act.EXCHANGE and kind_of(option) != act.BUY_TILE):
            continue
        worth = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, option)
        if worth > best:
            best, action = worth, option
    mind["calm"] = calm
    return action


@njit
def _best_appealing(state, rules, bot, judge, scratch, mind, out, seat_number, options):
    """Of the most appealing choices in the middle of a turn the best."""
    row = top_step(state)
    if not is_asked(state, rules, row, seat_number, out):
        return choose(state, rules, bot, scratch, mind, out)
    n = appealing_work(state, rules, bot, judge["appeal"], scratch, mind, out, row, seat_number, options)
    while n > 1 and mind["option_worth"][n - 1] < mind["option_worth"][0] - APPEAL_PER_POINT * bot["doubt"]:
        n -= 1
    best, action = WORST, int(mind["option"][0])
    if n < 2:
        return action
    calm = int(mind["calm"])
    mind["calm"] = 1
    for index in range(n):
        option = int(mind["option"][index])
        worth = outcome_of(state, rules, bot, judge, scratch, mind, out, seat_number, option)
        worth += bot["trust"] * (mind["option_worth"][index] - mind["option_worth"][0]) / APPEAL_PER_POINT
        if worth > best:
            best, action = worth, option
    mind["calm"] = calm
    return action


@njit
def best_placements(state, rules, bot, mind, seat_number, most):
    """The placements the policy likes best, in mind["candidate"], best first; returns how many."""
    seat = state["seats"][seat_number]
    think(state, rules, bot, seat, mind)
    strengths = strengths_at_home(seat)
    price = int(rules["reorder_rubies"])
    gives = rules["gives_always"] | (rules["gives_stock"] & state["stocked"])
    most = min(most, MAX_CANDIDATES)
    is_weakest = True
    number = 0
    while strengths:
        strength = first(strengths)
        strengths &= strengths - 1
        if not is_weakest and seat["goods"][good.RUBY] < price:
            break
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if state["used_by"][space] >= 0 or not may_use(seat, space):
                continue
            worth = space_worth(state, rules, bot, mind, seat_number, space, strength, NOT_IMITATING)
            if worth == WORST and not (gives >> space) & 1:
                continue
            worth += bot["space"][space]
            if not is_weakest:
                worth -= price * mind["worth"][good.RUBY]
            number = insert(mind["candidate"], mind["candidate_worth"], number, most, code(act.PLACE, space, strength, 0), worth)
        is_weakest = False
    return number
