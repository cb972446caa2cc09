"""Play a plan to the end of the game, or a line as it is.

A game takes its own copy and gives its kernels: those of its course, `choose` for what a plan leaves open, `of_other` and `forget` for
other seats, `take_turn` for how a turn begins, `followed` and others of its copy of following.py, `standing` for what a seat has, roughly
in points, `sum_up` for what a line comes to and `take_end` for the same as another line, `differs` for a quick look at whether two states
do.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.planning.dice import chance
from caverna_sim.kit.planning.records import FAILED, FIRST_KEPT, MOST_CHOICES, MOST_TURNS, NOTHING, OTHERS, OWN, PARENT
from caverna_sim.kit.records.agenda import top_step

OVER = 0  # the phase of a game that has ended
WORK = 0  # ... in which turns are taken
BEGINS = 0  # the step with which a turn begins
HISTORY = (0, 0)  # words of a state that only say how it was come to
apply = None
of_other = None
forget = None
advance = None
legal = None
choose = None
take_turn = None
between_turns = None
followed = None
any_one = None
is_listed = None
list_choices = None
is_aside = None
start_following = None
standing = None
sum_up = None
take_end = None
differs = None


@njit
def replay(
    state, rules, bots, scratch, mind, out, tape, heard, seat_number, liking, lines, plan, cursor, child, kept, before, words, allowed,
    dice,
):  # fmt: skip
    """Play on from a state as a plan says; fills `child` and, at the beginning of each turn, `kept`; returns the points.

    A line that stands worse than its parent at the beginning of a round, by more than is `allowed`, is given up. One that comes to a state
    of its parent, of those `before`, goes on as it did; `words` are all these states as numbers.
    """
    bot = bots[OWN]
    start_following(plan, lines, cursor)
    forget(heard)
    while state["phase"] != OVER:
        row = top_step(state)
        if row["seat"] != seat_number:
            apply(state, rules, of_other(state, rules, bots[OTHERS + row["seat"]], scratch, mind, out, tape, heard))
            advance(state, rules)
            continue
        if child["choices"] >= MOST_CHOICES:
            return FAILED
        is_work = state["phase"] == WORK
        if is_work and row["step"] == BEGINS and cursor["begun"] != 0:
            turn = int(child["turns"])
            if turn >= MOST_TURNS:
                return FAILED
            _begin_turn(state, rules, seat_number, mind, child, kept)
            if child["standing"][int(state["round"])] < lines[PARENT]["standing"][int(state["round"])] - allowed:
                return FAILED
            if turn > plan["last"] and _meets(state, plan, cursor, lines[PARENT], turn, seat_number, before, words):
                cursor["met"] = turn
                return _goes_on_as(lines[PARENT], child, turn)
            cursor["begun"] = 0
            cursor["free"] = 0
            cursor["at"] = cursor["end"]
        if is_work:
            action = _in_turn(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice)
        else:
            action = between_turns(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice)
        _note(state, child, action, is_work)
        apply(state, rules, action)
        advance(state, rules)
    sum_up(rules, state["seats"][seat_number], liking, child, mind)
    return int(child["points"])


@njit
def recall(state, rules, bots, scratch, mind, out, tape, heard, seat_number, liking, actions, number, child, kept):
    """Play the decisions of a line as they are; returns its points, FAILED when one is not legal or the game is not over then."""
    at = 0
    has_begun = True
    forget(heard)
    child["turns"] = 0
    child["choices"] = 0
    while state["phase"] != OVER:
        row = top_step(state)
        if row["seat"] != seat_number:
            apply(state, rules, of_other(state, rules, bots[OTHERS + row["seat"]], scratch, mind, out, tape, heard))
            advance(state, rules)
            continue
        action = int(actions[at]) if at < number else NOTHING
        at += 1
        if at > MOST_CHOICES or not is_listed(out, int(legal(state, rules, scratch, out)), action):
            return FAILED
        is_work = state["phase"] == WORK
        if is_work and row["step"] == BEGINS:
            if has_begun and child["turns"] >= MOST_TURNS:
                return FAILED
            if has_begun:
                _begin_turn(state, rules, seat_number, mind, child, kept)
            has_begun = not is_aside(action)
        _note(state, child, action, is_work)
        apply(state, rules, action)
        advance(state, rules)
    sum_up(rules, state["seats"][seat_number], liking, child, mind)
    return int(child["points"])


@njit
def _in_turn(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice):
    if top_step(state)["step"] == BEGINS:
        action = take_turn(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice)
        cursor["begun"] = 0 if is_aside(action) else 1
        return action
    if cursor["free"] == 0:
        action = followed(state, rules, scratch, out, lines, plan, cursor, dice)
        if action != NOTHING:
            return action
    elif cursor["free"] == 1 and chance(dice, 80):
        return int(any_one(out, list_choices(state, rules, scratch, out, False), dice, False))
    return int(choose(state, rules, bot, scratch, mind, out))


@njit
def _begin_turn(state, rules, seat_number, mind, child, kept):
    turn = int(child["turns"])
    if turn == 0 or child["turn_round"][turn - 1] != state["round"]:
        child["standing"][int(state["round"])] = standing(state, rules, state["seats"][seat_number], mind)
    kept[turn] = state
    child["begin"][turn] = child["choices"]
    child["end"][turn] = child["choices"]
    child["turn_round"][turn] = state["round"]
    child["turns"] += 1


@njit
def _note(state, child, action, is_work):
    number = int(child["choices"])
    turn = int(child["turns"]) - 1
    child["action"][number] = action
    child["round"][number] = state["round"]
    child["phase"][number] = state["phase"]
    child["turn"][number] = turn
    child["choices"] = number + 1
    if is_work and turn >= 0:
        child["end"][turn] = number + 1


@njit
def _meets(state, plan, cursor, parent, turn, seat_number, before, words):
    """Whether the line has come to a state of its parent, and its plan goes on as the parent did."""
    if turn >= parent["turns"] or cursor["slot"] != turn or cursor["left"] + cursor["owed"] != 0 or plan["slots"] != parent["turns"]:
        return False
    if differs(state["seats"][seat_number], before[turn]["seats"][seat_number]):
        return False
    for word in range(words.shape[1]):
        if words[FIRST_KEPT + turn, word] != words[turn, word] and word != HISTORY[0] and word != HISTORY[1]:
            return False
    return True


@njit
def _goes_on_as(parent, child, turn):
    """From a turn on the line is its parent's; returns its points."""
    start, at = int(parent["begin"][turn]), int(child["choices"])
    number = int(parent["choices"]) - start
    if at + number > MOST_CHOICES:
        return FAILED
    for index in range(number):
        child["action"][at + index] = parent["action"][start + index]
        child["round"][at + index] = parent["round"][start + index]
        child["phase"][at + index] = parent["phase"][start + index]
        child["turn"][at + index] = parent["turn"][start + index]
    for later in range(turn, int(parent["turns"])):
        child["begin"][later] = parent["begin"][later] + at - start
        child["end"][later] = parent["end"][later] + at - start
        child["turn_round"][later] = parent["turn_round"][later]
    child["turns"] = parent["turns"]
    child["choices"] = at + number
    child["points"] = parent["points"]
    child["liked"] = parent["liked"]
    child["spare"] = parent["spare"]
    take_end(parent, child)
    return int(child["points"])
