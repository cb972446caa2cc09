"""Lines: what a search bot tries when it plays alone, whole games and not some rounds of them.

Nobody is in its way then, so a choice can be tried by playing the game on to its end as a value bot would, a placement also with what may
follow it in its turn. The choice whose game ends best is taken. What it plays on by does not change from one decision to the next: the
best game so far is found again until there is a better one.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.hooks import has_hidden_cards
from caverna_sim.games.caverna.bots.parts import WORST
from caverna_sim.games.caverna.bots.swift import appealing_placements, appealing_work, is_asked
from caverna_sim.games.caverna.bots.value import choose_by_value
from caverna_sim.games.caverna.course.core import advance, apply
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.ids import phase, step
from caverna_sim.games.caverna.shape.sizes import MOST_TRIED
from caverna_sim.kit.records.agenda import top_step

LINE = 3  # scratch state that a game is played to its end on
TURN = 5  # ... that a placement is carried out on
WITHOUT_LOTS, WITH_LOTS = 1, 0  # ways of playing on, as mind["calm"] says


@njit
def plays_lines(state, rules, bot):
    """Whether whole games are looked at: when it plays alone and sees all there is, if the bot is one that does."""
    return bot["lines"] > 1 and bot["has_prior"] and state["players"] == 1 and not _hides_something(state, rules)


@njit
def _hides_something(state, rules):
    """Whether cards lie face down: alone, without markers, only by house rules or in an expansion (R-SOLO-3, R-SOLO-4)."""
    if has_hidden_cards(rules):
        return True
    for number in range(int(state["round"]) + 1, int(rules["last_round"]) + 1):
        if rules["is_played"][number] and rules["fixed_cards"][number] < 0:
            return True
    return False


@njit
def choose_by_lines(state, rules, bot, judge, scratch, mind, out):
    """The choice whose game ends best: what it would do with lots or without, and in its turns what else appeals."""
    best, way = WORST, WITHOUT_LOTS
    for tried in (WITHOUT_LOTS, WITH_LOTS):
        habit = _habit(state, rules, bot, judge, scratch, mind, out, tried)
        points = _at_the_end(state, rules, bot, judge, scratch, mind, out, habit, tried)
        if points > best:
            best, way = points, tried
            _put(mind, 0, habit, points)
    choice = int(mind["plan"][0])
    is_placing = top_step(state)["step"] == step.PLACE
    for index in range(1, _list_others(state, rules, bot, judge, scratch, mind, out)):
        if mind["stopped"]:
            break
        action = int(mind["plan"][index])
        points = _at_the_end(state, rules, bot, judge, scratch, mind, out, action, way)
        if is_placing:
            points = max(points, _best_follow_up(state, rules, bot, judge, scratch, mind, out, action, way))
        _put(mind, index, action, points)
        if points > best:
            best, choice = points, action
    return choice


@njit
def _put(mind, index, action, points):
    """Keep what came of a choice; people look at it."""
    mind["plan"][index] = action
    mind["plan_sum"][index] = points


@njit
def _habit(state, rules, bot, judge, scratch, mind, out, way):
    """What the value bot would do."""
    mind["calm"] = way
    action = choose_by_value(state, rules, bot, judge, scratch, mind, out, int(bot["candidates"]), int(bot["options"]))
    mind["calm"] = 0
    return int(action)


@njit
def _list_others(state, rules, bot, judge, scratch, mind, out):
    """What else appeals most, in mind["plan"] after the habit; returns how many choices stand there then."""
    row = top_step(state)
    seat_number = int(row["seat"])
    if not is_asked(state, rules, row, seat_number, out):
        return 1
    number = 1
    if row["step"] != step.PLACE:
        for index in range(_list_work(state, rules, bot, judge, scratch, mind, out)):
            number = _add(mind, number, int(mind["option"][index]))
        return number
    for index in range(appealing_placements(state, rules, bot, judge["appeal"], mind, out, seat_number, int(bot["lines"]))):
        number = _add(mind, number, int(mind["candidate"][index]))
    return number


@njit
def _add(mind, number, action):
    """One choice more, unless it is the habit; returns how many there are."""
    if action == mind["plan"][0]:
        return number
    mind["plan"][number] = action
    return number + 1


@njit
def _list_work(state, rules, bot, judge, scratch, mind, out):
    """The choices in the middle of a turn that appeal most, in mind["option"]; returns how many, 0 where there is nothing to choose."""
    row = top_step(state)
    seat_number = int(row["seat"])
    if row["step"] == step.PLACE or not is_asked(state, rules, row, seat_number, out):
        return 0
    number = appealing_work(state, rules, bot, judge["appeal"], scratch, mind, out, row, seat_number, int(bot["lines"]))
    return 0 if number < 2 else number


@njit
def _best_follow_up(state, rules, bot, judge, scratch, mind, out, placement, way):
    """Points of the best game in which some choice follows a placement at once."""
    scratch[TURN] = state
    turn = scratch[TURN]
    apply(turn, rules, placement)
    if turn["depth"] == 0:
        return WORST
    number = _list_work(turn, rules, bot, judge, scratch, mind, out)
    for index in range(number):
        mind["follow_up"][index] = mind["option"][index]
    best = WORST
    for index in range(number):
        best = max(best, _at_the_end(turn, rules, bot, judge, scratch, mind, out, int(mind["follow_up"][index]), way))
    return best


@njit
def _at_the_end(state, rules, bot, judge, scratch, mind, out, action, way):
    """Points of the game that a choice leads to."""
    scratch[LINE] = state
    tried = scratch[LINE]
    apply(tried, rules, action)
    advance(tried, rules)
    while tried["phase"] != phase.OVER and tried["choices"] < state["choices"] + MOST_TRIED:
        apply(tried, rules, _habit(tried, rules, bot, judge, scratch, mind, out, way))
        advance(tried, rules)
    return float(score_seat(rules, tried["seats"][0], mind["parts"]))
