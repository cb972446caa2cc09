"""How another plan is made of a line: turns change places, are left to chance or taken from another line, and choices are edited."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.ids import act
from caverna_sim.games.caverna.planning.dice import chance, roll
from caverna_sim.games.caverna.planning.records import ANOTHER, DONOR, FREE, INSTEAD, LEAVE_OUT, MOST_EDITS, MOST_TURNS, PARENT, TRADE_FIRST
from caverna_sim.kit.records.codes import kind_of, second_of

MOST_CHANGES = 5
NEARBY = 60  # times in a hundred a change is near the one before: together they may be worth something


@njit
def vary(lines, plan, dice):
    """Fill a plan with changes of lines[PARENT], some of them taken from lines[DONOR]."""
    copy_turns(lines[PARENT], plan)
    plan["near"] = roll(dice, int(plan["slots"]))
    _change(lines, plan, dice)
    for _ in range(MOST_CHANGES - 1):
        if not chance(dice, 40):
            break
        slots = int(plan["slots"])
        plan["near"] = _near(min(int(plan["near"]), slots - 1), slots, dice) if chance(dice, NEARBY) else roll(dice, slots)
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
    plan["last"] = 0
    plan["edits"] = 0
    plan["cells"][0] = -1


@njit
def _change(lines, plan, dice):
    how = roll(dice, 102)
    slots = int(plan["slots"])
    slot = int(plan["near"])
    if how < 12:
        put(plan, slot, FREE, PARENT)
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
    elif how < 100:
        _take_rest(lines, plan, slot)
    else:
        shift_furnishings(lines[PARENT], plan, dice)


@njit
def _changes(plan, slot):
    plan["first"] = min(int(plan["first"]), slot)
    plan["last"] = max(int(plan["last"]), slot)


@njit
def put(plan, slot, turn, line):
    plan["turn"][slot] = turn
    plan["line"][slot] = line
    _changes(plan, slot)


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
    put(plan, slot, int(plan["turn"][other]), int(plan["line"][other]))
    put(plan, other, turn, line)


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
        put(plan, at, int(plan["turn"][at - way]), int(plan["line"][at - way]))
        at -= way
    put(plan, slot, turn, line)


@njit
def _edit(parent, plan, kind, dice):
    """A choice is edited, any of those of a turn or between it and the next one."""
    turn = min(int(plan["near"]), int(parent["turns"]) - 1)
    start = int(parent["begin"][turn])
    end = int(parent["begin"][turn + 1]) if turn + 1 < parent["turns"] else int(parent["choices"])
    _note_edit(parent, plan, kind, start + roll(dice, end - start), 0)


@njit
def _note_edit(parent, plan, kind, at, action):
    number = int(plan["edits"])
    if number == MOST_EDITS:
        return
    plan["edit_at"][number] = at
    plan["edit"][number] = kind
    plan["edit_action"][number] = action
    plan["edits"] = number + 1
    _changes(plan, max(0, int(parent["turn"][at])))


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
    _furnish_instead(parent, plan, one, other)
    _furnish_instead(parent, plan, other, one)


@njit
def shift_furnishings(parent, plan, dice):
    """A furnishing is built in the turn of another one, and those between give way."""
    one, other = int(_any_furnishing(parent, dice)), int(_any_furnishing(parent, dice))
    if one < 0:
        return
    way = 1 if other > one else -1
    at = one
    while at != other:
        then = at + way
        while kind_of(parent["action"][then]) != act.FURNISH:
            then += way
        _furnish_instead(parent, plan, at, then)
        at = then
    if one != other:
        _furnish_instead(parent, plan, other, one)


@njit
def _furnish_instead(parent, plan, at, of):
    """The furnishing of another choice is built here, in this cell."""
    action = (int(parent["action"][of]) & ~0xFFFF) | (int(parent["action"][at]) & 0xFFFF)
    _note_edit(parent, plan, INSTEAD, at, action)


@njit
def _exchange_cells(parent, plan, dice):
    """Two furnishings are built in each other's cell."""
    one, other = int(_any_furnishing(parent, dice)), int(_any_furnishing(parent, dice))
    if one < 0 or one == other:
        return
    plan["cells"][0] = second_of(parent["action"][one])
    plan["cells"][1] = second_of(parent["action"][other])
    _changes(plan, int(parent["turn"][min(one, other)]))
    _changes(plan, MOST_TURNS)


# ---------------------------------------------------------------- what another line does


@njit
def _turn_of_donor(lines, plan, slot, dice):
    """A turn of the other line in about the same round."""
    donor = lines[DONOR]
    turn = slot + roll(dice, 9) - 4
    return min(max(0, turn), int(donor["turns"]) - 1)


@njit
def _take_over(lines, plan, slot, dice):
    put(plan, slot, _turn_of_donor(lines, plan, slot, dice), DONOR)


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
            put(plan, at, turn, DONOR)
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
            put(plan, at, turn, DONOR)
            plan["round"][at] = donor["turn_round"][turn]
            at += 1
    plan["slots"] = at
    _changes(plan, MOST_TURNS)
