"""How a plan is played in an orchard, and how another one is made of it: its copies of the kit's planner."""

from __future__ import annotations

import numpy as np

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.kit.planning import climb as climbing
from caverna_sim.kit.planning import following, recorded, records, replaying
from caverna_sim.kit.planning.dice import chance, roll
from caverna_sim.kit.planning.records import ANOTHER, FREE, NOTHING, PARENT
from caverna_sim.kit.planning.turns import edit, free, go_near, insert, lay_out, move, near, swap, take_over, take_rest
from caverna_sim.kit.records.codes import first_of
from tests.orchard.bots.choosing import decide
from tests.orchard.course.core import PLACE_STEP, advance, apply, legal, score_seat
from tests.orchard.ids import OVER, PARTS, SPACES, STALL, WORK
from tests.orchard.shape.layout import MAX_ROUNDS, NOBODY, STATE

LINE, PLAN = records.line_of(MAX_ROUNDS + 1, len(SPACES), []), records.plan_of()
LIKING = np.dtype([("sale", np.float64)], align=True)  # what each visit to the stall is liked for, in points
MIND = np.dtype([("parts", np.int32, (len(PARTS),))], align=True)
HISTORY = (STATE.fields["choices"][1] // 8, STATE.fields["hash"][1] // 8)
FRUIT_STANDS = 1.5  # points, roughly, that may still be made of a fruit
MOST_CHANGES = 3


@njit
def is_aside(action):
    """Nothing may be done beside a visit."""
    return False


@njit
def block_of(state, seat):
    """A seat goes once a round."""
    return int(state["round"]) * (OVER + 1) + int(state["phase"])


@njit
def choose(state, rules, bot, scratch, mind, out):
    """What the policy does."""
    return decide(state, rules, (bot,), None, 0, scratch, mind, out)


@njit
def _list(state, rules, scratch, out, asides):
    return legal(state, rules, scratch, out)


@njit
def placed_on(line, turn):
    """Where a turn goes."""
    return first_of(line["action"][line["begin"][turn]])


@njit
def _turn_fits(state, rules, seat_number, line, turn):
    return state["used_by"][placed_on(line, turn)] == NOBODY


@njit
def _moved(plan, action):
    return action


@njit
def _is_still_wanted(state, rules, row, seat_number, action):
    return True


@njit
def _sum_up(rules, seat, liking, child, mind):
    """The points of a line, and how often it goes where."""
    child["points"] = score_seat(rules, seat, mind["parts"])
    for space in range(len(SPACES)):
        child["traits"][space] = 0
    for turn in range(child["turns"]):
        child["traits"][placed_on(child, turn)] += 1
    child["liked"], child["spare"] = liking["sale"] * child["traits"][STALL], 0.0


@njit
def _standing(state, rules, seat, mind):
    return score_seat(rules, seat, mind["parts"]) + FRUIT_STANDS * (seat["goods"][0] + seat["goods"][1])


@njit
def _differs(seat, other):
    return seat["coins"] != other["coins"]


@njit
def _take_end(parent, child):
    for space in range(len(SPACES)):
        child["traits"][space] = parent["traits"][space]


_recorded = own_copy(recorded, __name__, WORK=WORK, BEGINS=PLACE_STEP, choose=choose, legal=legal, is_aside=is_aside, block_of=block_of)
of_other, is_listed = _recorded.of_other, _recorded.is_listed
_following = own_copy(
    following, __name__, WORK=WORK, is_aside=is_aside, is_listed=is_listed, list_choices=_list, turn_fits=_turn_fits, moved=_moved,
    is_still_wanted=_is_still_wanted, choose=choose,
)  # fmt: skip
_next_turn, _followed, _any_one = _following.next_turn, _following.followed, _following.any_one


@njit
def _take_turn(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice):
    """A visit of the plan that can be paid now, or any, or what the policy does."""
    while _next_turn(state, rules, seat_number, lines, plan, cursor, int(state["round"]), dice) and cursor["free"] == 0:
        action = int(_followed(state, rules, scratch, out, lines, plan, cursor, dice))
        if action != NOTHING:
            return action
    if roll(dice, 2):
        return int(_any_one(out, legal(state, rules, scratch, out), dice, False))
    return int(choose(state, rules, bot, scratch, mind, out))


_replaying = own_copy(
    replaying, __name__, OVER=OVER, WORK=WORK, BEGINS=PLACE_STEP, HISTORY=HISTORY, apply=apply, advance=advance, legal=legal,
    choose=choose, of_other=of_other, forget=_recorded.forget, take_turn=_take_turn, between_turns=_following.between_turns,
    followed=_followed, any_one=_any_one, is_listed=is_listed, list_choices=_list, is_aside=is_aside,
    start_following=_following.start_following, standing=_standing, sum_up=_sum_up, take_end=_take_end, differs=_differs,
)  # fmt: skip


@njit
def _vary(lines, plan, dice):
    """Some changes of a line."""
    lay_out(lines[PARENT], plan)
    plan["near"] = roll(dice, int(plan["slots"]))
    for number in range(MOST_CHANGES):
        if number == 0 or chance(dice, 40):
            _change(lines, plan, int(plan["near"]), int(plan["slots"]), roll(dice, 7), dice)
            go_near(plan, dice)


@njit
def _change(lines, plan, slot, slots, how, dice):
    if how == 0:
        free(plan, slot)
    elif how == 1:
        swap(plan, slot, near(slot, slots, dice))
    elif how == 2:
        move(plan, slot, near(slot, slots, dice))
    elif how == 3:
        insert(plan, slot, near(slot, slots, dice), FREE, PARENT)
    elif how == 4:
        edit(lines[PARENT], plan, ANOTHER, dice)
    elif how == 5:
        take_over(lines, plan, slot, dice)
    else:
        take_rest(lines, plan, slot)


_copy = own_copy(
    climbing, __name__, replay=_replaying.replay, recall=_replaying.recall, vary=_vary, copy_turns=lay_out, placed_on=placed_on
)
attempt, begin, climb, divert, take_up = _copy.attempt, _copy.begin, _copy.climb, _copy.divert, _copy.take_up
