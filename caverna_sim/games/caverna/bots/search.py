"""The search bot: plays promising placements on for some rounds many times and judges what comes out.

In a playout all seats choose by appeal (without a prior its own seat places by value and the others by the scripted policy, or all by the
policy when its own looks at a single placement); what lies face down is dealt anew. Candidates meet the same chances in the same
playout (kit/bots/playouts.py).
"""

from __future__ import annotations

from caverna_sim.chance.philox import draw
from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.caverna.bots.hooks import charge_at_end, is_worth_playing_out
from caverna_sim.games.caverna.bots.judging import expected_points
from caverna_sim.games.caverna.bots.lines import choose_by_lines, plays_lines
from caverna_sim.games.caverna.bots.lots import look_at_lots
from caverna_sim.games.caverna.bots.parts import WORST
from caverna_sim.games.caverna.bots.policy import choose, leaves_to_policy, nothing_to_judge
from caverna_sim.games.caverna.bots.swift import choose_by_appeal
from caverna_sim.games.caverna.bots.value import best_swap, choose_by_value, judged_placements
from caverna_sim.games.caverna.bots.worth import known_questions, marker_is_hidden
from caverna_sim.games.caverna.course.core import advance, apply, legal
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.home.trades import is_trade
from caverna_sim.games.caverna.ids import act, harvest, phase, step
from caverna_sim.games.caverna.shape.sizes import MOST_TRIED
from caverna_sim.kit.bots import playouts
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import kind_of

STREAM_REDEAL = 8
PLAYOUT = 3  # scratch state that a playout is played on
PLAYOUT_KEY = 1 << 52  # games of playouts are keyed far away from games that are played


@njit
def redeal(state, rules):
    """Shuffle the cards of each stage and the markers that are still face down."""
    now = int(state["round"])
    is_hidden = marker_is_hidden(state, rules)
    questions = known_questions(state, rules)
    _sort_hidden(state, rules, is_hidden)
    if is_hidden:
        _swap_marker(state, rules, now)
        state["questions"] = questions + (1 if state["markers"][now] == harvest.QUESTION else 0)
        state["harvest"] = rules["questions"][state["questions"]] if state["markers"][now] == harvest.QUESTION else harvest.FULL
    for number in range(now + 1, int(rules["last_round"]) + 1):
        if rules["is_played"][number]:
            chosen = _later_round(state, rules, number, True)
            if chosen > number:
                card = int(state["cards"][number])
                state["cards"][number] = state["cards"][chosen]
                state["cards"][chosen] = card
            _swap_marker(state, rules, number)


@njit
def _swap_marker(state, rules, number):
    """Exchange a face-down marker with one of those from its round on."""
    chosen = _later_round(state, rules, number, False)
    if chosen > number:
        marker = int(state["markers"][number])
        state["markers"][number] = state["markers"][chosen]
        state["markers"][chosen] = marker


@njit
def _sort_hidden(state, rules, from_now):
    """Put what is face down in a fixed order first, or the order that nobody may know would choose the deals."""
    for number in range(int(state["round"]) + (0 if from_now else 1), int(rules["last_round"]) + 1):
        for other in range(number + 1, int(rules["last_round"]) + 1):
            if not rules["is_played"][number] or not rules["is_played"][other]:
                continue
            is_free = number > state["round"] and rules["fixed_cards"][number] < 0 and rules["fixed_cards"][other] < 0
            if is_free and rules["stage"][other] == rules["stage"][number] and state["cards"][other] < state["cards"][number]:
                card = int(state["cards"][number])
                state["cards"][number] = state["cards"][other]
                state["cards"][other] = card
            if 0 < state["markers"][other] < state["markers"][number]:
                marker = int(state["markers"][number])
                state["markers"][number] = state["markers"][other]
                state["markers"][other] = marker


@njit
def _later_round(state, rules, number, for_cards):
    """A round from `number` on that may change places with it, each with the same chance; -1 when it is fixed."""
    if for_cards and rules["fixed_cards"][number] >= 0:
        return -1
    if not for_cards and state["markers"][number] == 0:
        return -1
    places = 0
    for lap in range(2):
        choice = draw(state, STREAM_REDEAL, places) if lap else 0
        places = 0
        for other in range(number, int(rules["last_round"]) + 1):
            if not rules["is_played"][other]:
                continue
            if for_cards and (rules["stage"][other] != rules["stage"][number] or rules["fixed_cards"][other] >= 0):
                continue
            if not for_cards and state["markers"][other] == 0:
                continue
            if lap and places == choice:
                return other
            places += 1
    return number


@njit
def playout(state, rules, bot, judge, scratch, mind, out, seat_number, action, key):
    """Take an action on a copy, play on for some rounds, and return what the seat may expect then."""
    scratch[PLAYOUT] = state
    tried = scratch[PLAYOUT]
    tried["game_key"] = PLAYOUT_KEY + key
    for stream in range(tried["draws"].shape[0]):
        tried["draws"][stream] = 0
    redeal(tried, rules)
    apply(tried, rules, action)
    advance(tried, rules)
    last = int(state["round"]) + int(bot["horizon"])
    turns = 1 if kind_of(action) == act.PLACE else 0
    while tried["phase"] != phase.OVER and tried["choices"] < state["choices"] + MOST_TRIED:
        row = top_step(tried)
        is_own = row["seat"] == seat_number
        if is_own and row["step"] == step.PLACE and tried["round"] > last:
            break
        is_placing = row["step"] == step.PLACE
        if is_own and bot["has_prior"] and turns + is_placing <= bot["own_turns"]:
            chosen = choose_by_value(tried, rules, bot, judge, scratch, mind, out, int(bot["playout_candidates"]), int(bot["options"]))
        elif bot["has_prior"]:
            chosen = choose_by_appeal(tried, rules, bot, judge, scratch, mind, out)
        elif is_own and bot["playout_candidates"] > 1:
            chosen = choose_by_value(tried, rules, bot, judge, scratch, mind, out, int(bot["playout_candidates"]), 1)
        else:
            chosen = choose(tried, rules, bot, scratch, mind, out)
        turns += is_own and kind_of(chosen) == act.PLACE
        apply(tried, rules, int(chosen))
        advance(tried, rules)
    own = _prospect(tried, rules, bot, judge, seat_number, mind)
    if bot["lead"] == 0.0:
        return own
    best = WORST
    for other in range(int(tried["players"])):
        if other != seat_number:
            best = max(best, _prospect(tried, rules, bot, judge, other, mind))
    return own if best == WORST else own + bot["lead"] * (own - best)


@njit
def _prospect(state, rules, bot, judge, seat_number, mind):
    if state["phase"] == phase.OVER:
        seat = state["seats"][seat_number]
        return float(score_seat(rules, seat, mind["parts"])) - charge_at_end(rules, bot, seat)
    return expected_points(state, rules, bot, judge, seat_number, mind)


_playouts = own_copy(playouts, __name__, playout=playout, look_at_lots=look_at_lots)
played_out, finalists = _playouts.played_out, _playouts.finalists


@njit
def choose_by_search(state, rules, bot, judge, scratch, mind, out):
    """The placement with the best average outcome, and what the expansion asks if it plays that out; other decisions as the value bot's.

    Alone it looks at whole games instead.
    """
    if plays_lines(state, rules, bot):
        return choose_by_lines(state, rules, bot, judge, scratch, mind, out)
    row = top_step(state)
    if row["step"] != step.PLACE:
        number = _options(state, rules, bot, scratch, mind, out)
        if number > 1:
            return played_out(state, rules, bot, judge, scratch, mind, out, int(row["seat"]), number)
        return choose_by_value(state, rules, bot, judge, scratch, mind, out, int(bot["candidates"]), int(bot["options"]))
    seat_number = int(row["seat"])
    if leaves_to_policy(state, rules, state["seats"][seat_number], out):
        return choose(state, rules, bot, scratch, mind, out)
    if bot["options"] > 1:
        swap = best_swap(state, rules, bot, judge, scratch, mind, out, seat_number)
        if swap >= 0:
            return swap
    number = judged_placements(state, rules, bot, judge, scratch, mind, out, seat_number, int(bot["candidates"]))
    if number == 0:
        return nothing_to_judge(state, rules, bot, scratch, mind, out)
    number = finalists(mind, number, int(bot["finalists"]), int(bot["foreseen"]))
    return played_out(state, rules, bot, judge, scratch, mind, out, seat_number, number)


@njit
def _options(state, rules, bot, scratch, mind, out):
    """The choices that the expansion asks for in mind["plan"], the policy's first; returns how many, 0 when they are not played out."""
    if bot["played_options"] < 2 or not is_worth_playing_out(rules, top_step(state)):
        return 0
    habit = int(choose(state, rules, bot, scratch, mind, out))
    mind["plan"][0] = habit
    mind["plan_sum"][0] = 0.0
    number = 1
    for index in range(legal(state, rules, scratch, out)):
        if out[index] == habit or is_trade(out[index]):
            continue
        if number == bot["played_options"]:
            return 0
        mind["plan"][number] = out[index]
        mind["plan_sum"][number] = 0.0
        number += 1
    return number
