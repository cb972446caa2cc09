"""The search bot: plays promising placements to the end many times, with the scripted policy in every seat.

What lies face down is dealt anew for every playout. Candidates meet the same chances in the same playout, and after
each lap the weaker half is dropped (sequential halving), so that most playouts go to the close decisions.
"""

from __future__ import annotations

from caverna_sim.bots.policy import choose
from caverna_sim.bots.value import best_placements
from caverna_sim.engine.agenda import top_step
from caverna_sim.engine.codes import code
from caverna_sim.engine.core import advance, apply
from caverna_sim.engine.ids import act, phase, step
from caverna_sim.engine.rng import MASK32, draw
from caverna_sim.engine.scoring import score_seat
from caverna_sim.jit import njit

STREAM_REDEAL = 8
PLAYOUT_KEY = 1 << 40  # games of playouts are keyed far away from games that are played


@njit
def redeal(state, rules):
    """Shuffle the cards of each stage and the markers that are still face down."""
    now = int(state["round"])
    last = int(rules["last_round"])
    _sort_hidden(state, rules)
    for number in range(now + 1, last + 1):
        if not rules["is_played"][number]:
            continue
        for cards in range(2):
            chosen = _later_round(state, rules, number, cards == 0)
            if chosen < 0 or chosen == number:
                continue
            if cards == 0:
                kept = int(state["cards"][number])
                state["cards"][number] = state["cards"][chosen]
                state["cards"][chosen] = kept
            else:
                kept = int(state["markers"][number])
                state["markers"][number] = state["markers"][chosen]
                state["markers"][chosen] = kept


@njit
def _sort_hidden(state, rules):
    """Put what is face down in a fixed order first, or the order that nobody may know would choose the deals."""
    for number in range(int(state["round"]) + 1, int(rules["last_round"]) + 1):
        for other in range(number + 1, int(rules["last_round"]) + 1):
            if not rules["is_played"][number] or not rules["is_played"][other]:
                continue
            is_free = rules["fixed_cards"][number] < 0 and rules["fixed_cards"][other] < 0
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
def playout(state, rules, bot, scratch, mind, out, seat_number, action, key):
    """Take an action on a copy, play on to the end, and return the seat's points and its lead over the best other."""
    scratch[2] = state
    tried = scratch[2]
    tried["game_key"] = PLAYOUT_KEY + key
    for stream in range(tried["draws"].shape[0]):
        tried["draws"][stream] = 0
    redeal(tried, rules)
    apply(tried, rules, action)
    advance(tried, rules)
    while tried["phase"] != phase.OVER:
        chosen = choose(tried, rules, bot, scratch, mind, out)
        apply(tried, rules, int(chosen))
        advance(tried, rules)
    own = score_seat(rules, tried["seats"][seat_number], mind["parts"])
    best = -1000
    for other in range(int(tried["players"])):
        if other != seat_number:
            best = max(best, score_seat(rules, tried["seats"][other], mind["parts"]))
    lead = own - best if best > -1000 else own
    return own, lead


@njit
def choose_by_search(state, rules, bot, scratch, mind, out):
    """The placement with the best average outcome; other decisions as the policy takes them."""
    row = top_step(state)
    if row["step"] != step.PLACE:
        return choose(state, rules, bot, scratch, mind, out)
    seat_number = int(row["seat"])
    number = best_placements(state, rules, bot, mind, seat_number, int(bot["candidates"]))
    if number == 0:
        return code(act.PASS, 0, 0, 0)
    if number == 1:
        return int(mind["candidate"][0])
    for index in range(number):
        mind["outcome"][index] = 0.0
    laps = 0
    left = number
    while left > 1:
        laps += 1
        left = (left + 1) // 2
    base = (int(state["hash"]) ^ (int(state["choices"]) << 20)) & MASK32
    played = 0
    left = number
    while left > 1:
        each = max(1, int(bot["playouts"]) // (laps * left))
        for round_ in range(each):
            for index in range(left):
                own, lead = playout(
                    state, rules, bot, scratch, mind, out, seat_number, int(mind["candidate"][index]), base * 4096 + played + round_
                )
                mind["outcome"][index] += own + bot["lead"] * lead
        played += each
        _sort_by_outcome(mind, left)
        left = (left + 1) // 2
    return int(mind["candidate"][0])


@njit
def _sort_by_outcome(mind, number):
    """Best first; all candidates still in have had the same number of playouts."""
    for index in range(1, number):
        place = index
        while place > 0 and mind["outcome"][place - 1] < mind["outcome"][place]:
            outcome, action = float(mind["outcome"][place]), int(mind["candidate"][place])
            mind["outcome"][place] = mind["outcome"][place - 1]
            mind["candidate"][place] = mind["candidate"][place - 1]
            mind["outcome"][place - 1] = outcome
            mind["candidate"][place - 1] = action
            place -= 1
