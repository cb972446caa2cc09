"""Take the turns of a plan: what is still possible of them, something like it where it is not.

A game takes its own copy and gives its kernels: `is_aside` tells choices that may come beside any other, such as trades, `list_choices`
lists what may be chosen with them or without, `is_listed` asks for one, `turn_fits` whether a turn of a line can be taken now, `moved` is
a choice after the game's own changes, `may_wait` tells choices that may be made in a later turn, such as what costs much (none unless a
game says so), `can_be_had` whether that will ever be possible, `is_still_wanted` whether a decision between turns is not better made anew,
`choose` the policy.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.planning.dice import chance, roll
from caverna_sim.kit.planning.records import (
    ANOTHER,
    ASIDE_FIRST,
    FREE,
    INSTEAD,
    LEAVE_OUT,
    MOST_LEFT,
    MOST_OWED,
    MOST_TURNS,
    NOTHING,
    PARENT,
)
from caverna_sim.kit.records.agenda import top_step

WORK = 0  # the phase in which turns are taken
is_aside = None
is_listed = None
list_choices = None
turn_fits = None
moved = None
is_still_wanted = None
choose = None


@njit
def _nothing_waits(action):
    return False


@njit
def _anything(state, rules, action):
    return True


may_wait = _nothing_waits
can_be_had = _anything


@njit
def start_following(plan, lines, cursor):
    """Nothing of a plan has been followed yet."""
    cursor["slot"] = plan["first"]
    cursor["at"] = 0
    cursor["end"] = 0
    cursor["begun"] = 1
    cursor["free"] = 0
    cursor["between"] = lines[PARENT]["begin"][plan["first"]]
    cursor["traded"] = 0
    cursor["left"] = 0
    cursor["owed"] = 0
    cursor["met"] = MOST_TURNS


# ---------------------------------------------------------------- what is legal


@njit
def one_like(out, n, action, dice):
    """Any listed choice of the same kind with the same first argument; NOTHING when there is none."""
    found = 0
    for index in range(n):
        if out[index] >> 16 == action >> 16:
            found += 1
    if found == 0:
        return NOTHING
    wanted = roll(dice, found)
    for index in range(n):
        if out[index] >> 16 == action >> 16:
            if wanted == 0:
                return int(out[index])
            wanted -= 1
    return NOTHING


@njit
def any_one(out, n, dice, only_asides):
    """A listed choice: each kind and first argument is as likely, then what is told apart by the others; NOTHING when there is none."""
    groups = 0
    last = NOTHING
    for index in range(n):
        if (not only_asides or is_aside(out[index])) and out[index] >> 16 != last:
            last = int(out[index]) >> 16
            groups += 1
    if groups == 0:
        return NOTHING
    wanted = roll(dice, groups)
    last = NOTHING
    for index in range(n):
        if (not only_asides or is_aside(out[index])) and out[index] >> 16 != last:
            last = int(out[index]) >> 16
            if wanted == 0:
                return int(one_like(out, n, int(out[index]), dice))
            wanted -= 1
    return NOTHING


# ---------------------------------------------------------------- edits


@njit
def edit_of(plan, cursor, at):
    """The edit of a choice of the parent; NOTHING when there is none."""
    for number in range(plan["edits"]):
        if plan["edit_at"][number] == at and not (cursor["traded"] >> number) & 1:
            return number
    return NOTHING


@njit
def as_edited(plan, edit, action, out, n, dice):
    """What a choice becomes; NOTHING when it is left out."""
    kind = int(plan["edit"][edit])
    if kind == LEAVE_OUT:
        return NOTHING
    if kind == INSTEAD:
        return int(plan["edit_action"][edit])
    if kind == ASIDE_FIRST:
        return int(any_one(out, n, dice, True))
    another = action
    for _ in range(4):
        another = int(any_one(out, n, dice, False))
        if another != action:
            break
    return another


# ---------------------------------------------------------------- turns


@njit
def followed(state, rules, scratch, out, lines, plan, cursor, dice):
    """The next choice of the turn that is possible, or one like it; NOTHING when there is none."""
    line = lines[cursor["line"]]
    has_asides = False
    n = -1
    while cursor["at"] < cursor["end"]:
        action = int(moved(plan, int(line["action"][cursor["at"]])))
        edit = edit_of(plan, cursor, int(cursor["at"])) if cursor["line"] == PARENT else NOTHING
        wants_aside = is_aside(action) or (edit != NOTHING and plan["edit"][edit] == ASIDE_FIRST)
        if n < 0 or (wants_aside and not has_asides):
            n = list_choices(state, rules, scratch, out, wants_aside)
            has_asides = wants_aside
        if edit != NOTHING:
            cursor["traded"] |= 1 << edit
            action = as_edited(plan, edit, action, out, n, dice)
            if plan["edit"][edit] == ASIDE_FIRST:
                if action != NOTHING:
                    return action
                continue
            if plan["edit"][edit] == ANOTHER:
                cursor["at"] += 1
                return action
            if action == NOTHING:
                cursor["at"] += 1
                continue
        cursor["at"] += 1
        if is_listed(out, n, action):
            return action
        if is_aside(action):
            continue
        found = int(one_like(out, n, action, dice))
        if found == NOTHING and may_wait(action):
            found = int(_another_first(state, rules, line, cursor, action, out, n, dice))
        if found != NOTHING:
            return found
        if chance(dice, 25):
            break
    if cursor["owed"] > 0:
        return settled(state, rules, cursor, out, int(list_choices(state, rules, scratch, out, False)), dice)
    return NOTHING


@njit
def _another_first(state, rules, line, cursor, action, out, n, dice):
    """A choice must wait: one that is owed is made, or the next such one of the line that can be; NOTHING when there is none."""
    found = int(settled(state, rules, cursor, out, n, dice))
    if cursor["owed"] < MOST_OWED and can_be_had(state, rules, action):
        cursor["owed_action"][cursor["owed"]] = action
        cursor["owed"] += 1
    at = int(cursor["at"])
    while found == NOTHING and at < line["choices"]:
        if may_wait(line["action"][at]):
            found = int(one_like(out, n, int(line["action"][at]), dice))
        at += 1
    return found


@njit
def settled(state, rules, cursor, out, n, dice):
    """A choice that is owed and can be made now; NOTHING when there is none."""
    number = 0
    while number < cursor["owed"]:
        action = int(cursor["owed_action"][number])
        found = int(one_like(out, n, action, dice))
        if found == NOTHING and can_be_had(state, rules, action):
            number += 1
            continue
        cursor["owed"] -= 1
        cursor["owed_action"][number] = cursor["owed_action"][cursor["owed"]]
        if found != NOTHING:
            return found
    return NOTHING


@njit
def next_turn(state, rules, seat_number, lines, plan, cursor, now, dice):
    """Go to the turn that the plan has next in this round, or to one that could not be taken earlier; whether there is any."""
    while cursor["slot"] < plan["slots"] and plan["round"][cursor["slot"]] <= now:
        slot = int(cursor["slot"])
        cursor["slot"] += 1
        if plan["turn"][slot] == FREE:
            if plan["round"][slot] == now:
                cursor["free"] = 1 + roll(dice, 2)
                return True
            continue
        line, turn = int(plan["line"][slot]), int(plan["turn"][slot])
        if plan["round"][slot] == now and turn_fits(state, rules, seat_number, lines[line], turn):
            _go_to(lines, cursor, line, turn)
            return True
        if cursor["left"] < MOST_LEFT:
            cursor["left_turn"][cursor["left"]] = turn
            cursor["left_line"][cursor["left"]] = line
            cursor["left"] += 1
    while cursor["left"] > 0:
        number = roll(dice, int(cursor["left"]))
        line, turn = int(cursor["left_line"][number]), int(cursor["left_turn"][number])
        cursor["left"] -= 1
        cursor["left_line"][number] = cursor["left_line"][cursor["left"]]
        cursor["left_turn"][number] = cursor["left_turn"][cursor["left"]]
        if turn_fits(state, rules, seat_number, lines[line], turn):
            _go_to(lines, cursor, line, turn)
            return True
    return False


@njit
def _go_to(lines, cursor, line, turn):
    cursor["line"] = line
    cursor["at"] = lines[line]["begin"][turn]
    cursor["end"] = lines[line]["end"][turn]


# ---------------------------------------------------------------- between turns


@njit
def between_turns(state, rules, bot, scratch, mind, out, seat_number, lines, plan, cursor, dice):
    """What is decided between turns, as the parent decided as far as that still makes sense."""
    parent = lines[PARENT]
    row = top_step(state)
    now, during = int(state["round"]), int(state["phase"])
    at = int(cursor["between"])
    while at < parent["choices"] and (parent["round"][at] < now or (parent["round"][at] == now and parent["phase"][at] == WORK)):
        at += 1
    n = -1
    while at < parent["choices"] and parent["round"][at] == now:
        if parent["phase"][at] != during:
            if parent["phase"][at] > during:
                break
            at += 1
            continue
        action = int(parent["action"][at])
        edit = edit_of(plan, cursor, at)
        if n < 0:
            n = list_choices(state, rules, scratch, out, True)
        if edit != NOTHING:
            cursor["traded"] |= 1 << edit
            action = int(as_edited(plan, edit, action, out, n, dice))
            if action == NOTHING:
                at += 1
                continue
            cursor["between"] = at if plan["edit"][edit] == ASIDE_FIRST else at + 1
            if is_listed(out, n, action):
                return action
        at += 1
        if is_still_wanted(state, rules, row, seat_number, action) and is_listed(out, n, action):
            cursor["between"] = at
            return action
    cursor["between"] = at
    return int(choose(state, rules, bot, scratch, mind, out))
