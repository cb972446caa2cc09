"""How another plan is made of a line: turns change places, are left to chance or taken from another line, and choices are edited."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.ids import act
from caverna_sim.games.caverna.planning.dice import chance, roll
from caverna_sim.games.caverna.planning.records import ANOTHER, DONOR, FREE, INSTEAD, LEAVE_OUT, MOST_EDITS, MOST_TURNS, PARENT, TRADE_FIRST
from caverna_sim.kit.records.codes import kind_of, second_of

MOST_CHANGES = 5


@njit
def vary(lines, plan, dice):
    """Fill a plan with changes of lines[PARENT], some of them taken from lines[DONOR]."""
    copy_turns(lines[PARENT], plan)
    _change(lines, plan, dice)
    for _ in range(MOST_CHANGES - 1):
        if not chance(dice, 40):
            break
        _change(lines, plan, dice)


@njit
def copy_turns(parent, plan):
    """A plan of a line as it is."""
    for turn in range(parent["turns"]):
        plan["turn"][turn] = turn
        plan["line"][turn] = PARENT
        plan["round"][turn] = parent["turn_round"][turn]
    plan["slots"] = parent["turns"]
    plan["first"] = parent["turns"] - 1
    plan["edits"] = 0
    plan["cells"][0] = -1


@njit
def _change(lines, plan, dice):
    how = roll(dice, 100)
    slots = int(plan["slots"])
    slot = roll(dice, slots)
    if how < 12:
        _put(plan, slot, FREE, PARENT)
    elif how < 30:
        _swap(plan, slot, _near(slot, slots, dice))
    elif how < 42:
        _move(plan, slot, _near(slot, slots, dice), dice)
    elif how < 46:
        _insert(plan, slot, _near(slot, slots, dice), FREE, PARENT)
    elif how < 68:
        _edit(lines[PARENT], plan, ANOTHER, dice)
    elif how < 74:
        _edit(lines[PARENT], plan, TRADE_FIRST, dice)
    elif how < 78:
        _edit(lines[PARENT], plan, LEAVE_OUT, dice)
    elif how < 83:
        _exchange_furnishings(lines[PARENT], plan, dice)
    elif how < 86:
        _exchange_cells(lines[PARENT], plan, dice)
    elif how < 92:
        _take_over(lines, plan, slot, dice)
    elif how < 96:
        _insert(plan, slot, _near(slot, slots, dice), _turn_of_donor(lines, plan, slot, dice), DONOR)
    elif how < 98:
        _take_round(lines, plan, slot)
    else:
        _take_rest(lines, plan, slot)


@njit
def _starts_at(plan, slot):
    plan["first"] = min(int(plan["first"]), slot)


@njit
def _put(plan, slot, turn, line):
    plan["turn"][slot] = turn
    plan["line"][slot] = line
    _starts_at(plan, slot)


@njit
def _near(slot, slots, dice):
    """Another slot, mostly one nearby."""
    distance = 1
    while chance(dice, 75) and distance < slots - 1:
        distance += 1
    other = slot + distance if chance(dice, 50) else slot - distance
    return other if 0 <= other < slots else roll(dice, slots)


@njit
def _swap(plan, slot, other):
    turn, line = int(plan["turn"][slot]), int(plan["line"][slot])
    _put(plan, slot, int(plan["turn"][other]), int(plan["line"][other]))
    _put(plan, other, turn, line)


@njit
def _move(plan, slot, to, dice):
    """A turn is taken earlier or later, those between give way."""
    turn, line = int(plan["turn"][slot]), int(plan["line"][slot])
    _insert(plan, to, slot, turn, line)


@njit
def _insert(plan, slot, end, turn, line):
    """A turn comes in at a slot, and what is there gives way as far as the end, whose turn is lost."""
    way = 1 if end > slot else -1
    at = end
    while at != slot:
        _put(plan, at, int(plan["turn"][at - way]), int(plan["line"][at - way]))
        at -= way
    _put(plan, slot, turn, line)


@njit
def _edit(parent, plan, kind, dice):
    """A choice is edited, any of those after the first turn began."""
    start = int(parent["begin"][0])
    at = start + roll(dice, int(parent["choices"]) - start)
    _note_edit(parent, plan, kind, at, 0)


@njit
def _note_edit(parent, plan, kind, at, action):
    number = int(plan["edits"])
    if number == MOST_EDITS:
        return
    plan["edit_at"][number] = at
    plan["edit"][number] = kind
    plan["edit_action"][number] = action
    plan["edits"] = number + 1
    _starts_at(plan, max(0, int(parent["turn"][at])))


@njit
def _any_furnishing(parent, dice):
    """The number of a choice that furnishes; -1 when there is none."""
    start = roll(dice, int(parent["choices"]))
    for step in range(int(parent["choices"])):
        at = (start + step) % int(parent["choices"])
        if kind_of(parent["action"][at]) == act.FURNISH:
            return at
    return -1


@njit
def _exchange_furnishings(parent, plan, dice):
    """Two furnishings are built in each other's turn."""
    one, other = int(_any_furnishing(parent, dice)), int(_any_furnishing(parent, dice))
    if one < 0 or one == other:
        return
    first, second = int(parent["action"][one]), int(parent["action"][other])
    _note_edit(parent, plan, INSTEAD, one, (second & ~0xFFFF) | (first & 0xFFFF))
    _note_edit(parent, plan, INSTEAD, other, (first & ~0xFFFF) | (second & 0xFFFF))


@njit
def _exchange_cells(parent, plan, dice):
    """Two furnishings are built in each other's cell."""
    one, other = int(_any_furnishing(parent, dice)), int(_any_furnishing(parent, dice))
    if one < 0 or one == other:
        return
    plan["cells"][0] = second_of(parent["action"][one])
    plan["cells"][1] = second_of(parent["action"][other])
    _starts_at(plan, int(parent["turn"][min(one, other)]))


# ---------------------------------------------------------------- what another line does


@njit
def _turn_of_donor(lines, plan, slot, dice):
    """A turn of the other line in about the same round."""
    donor = lines[DONOR]
    turn = slot + roll(dice, 9) - 4
    return min(max(0, turn), int(donor["turns"]) - 1)


@njit
def _take_over(lines, plan, slot, dice):
    _put(plan, slot, _turn_of_donor(lines, plan, slot, dice), DONOR)


@njit
def _take_round(lines, plan, slot):
    """A round as the other line plays it."""
    now = int(plan["round"][slot])
    donor = lines[DONOR]
    turn = 0
    while turn < donor["turns"] and donor["turn_round"][turn] < now:
        turn += 1
    for at in range(int(plan["slots"])):
        if plan["round"][at] == now and turn < donor["turns"] and donor["turn_round"][turn] == now:
            _put(plan, at, turn, DONOR)
            turn += 1


@njit
def _take_rest(lines, plan, slot):
    """The rest of the game as the other line plays it, from a round on."""
    now = int(plan["round"][slot])
    donor = lines[DONOR]
    at = 0
    while at < plan["slots"] and plan["round"][at] < now:
        at += 1
    for turn in range(int(donor["turns"])):
        if donor["turn_round"][turn] >= now and at < MOST_TURNS:
            _put(plan, at, turn, DONOR)
            plan["round"][at] = donor["turn_round"][turn]
            at += 1
    plan["slots"] = at
