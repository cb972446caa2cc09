"""How another plan is made of a line: turns change places, are left to chance or taken from another line, and choices are edited."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.planning.dice import chance, roll
from caverna_sim.kit.planning.records import DONOR, FREE, MOST_EDITS, MOST_TURNS, PARENT

NEARBY = 60  # times in a hundred a change is near the one before: together they may be worth something


@njit
def lay_out(parent, plan):
    """A plan of a line as it is."""
    for turn in range(parent["turns"]):
        plan["turn"][turn] = turn
        plan["line"][turn] = PARENT
        plan["round"][turn] = parent["turn_round"][turn]
    plan["slots"] = parent["turns"]
    plan["first"] = parent["turns"] - 1
    plan["last"] = 0
    plan["edits"] = 0


@njit
def changes(plan, slot):
    """From a slot on, and until it, the line is another one."""
    plan["first"] = min(int(plan["first"]), slot)
    plan["last"] = max(int(plan["last"]), slot)


@njit
def put(plan, slot, turn, line):
    """A turn of a line comes into a slot."""
    plan["turn"][slot] = turn
    plan["line"][slot] = line
    changes(plan, slot)


@njit
def free(plan, slot):
    """A slot is left to chance."""
    put(plan, slot, FREE, PARENT)


@njit
def go_near(plan, dice):
    """The slot of the next change, mostly near the one before."""
    slots = int(plan["slots"])
    plan["near"] = near(min(int(plan["near"]), slots - 1), slots, dice) if chance(dice, NEARBY) else roll(dice, slots)


@njit
def near(slot, slots, dice):
    """Another slot, mostly one nearby."""
    distance = 1
    while chance(dice, 75) and distance < slots - 1:
        distance += 1
    other = slot + distance if chance(dice, 50) else slot - distance
    return other if 0 <= other < slots else roll(dice, slots)


@njit
def swap(plan, slot, other):
    """Two turns change places."""
    turn, line = int(plan["turn"][slot]), int(plan["line"][slot])
    put(plan, slot, int(plan["turn"][other]), int(plan["line"][other]))
    put(plan, other, turn, line)


@njit
def move(plan, slot, to):
    """A turn is taken earlier or later, those between give way."""
    turn, line = int(plan["turn"][slot]), int(plan["line"][slot])
    insert(plan, to, slot, turn, line)


@njit
def insert(plan, slot, end, turn, line):
    """A turn comes in at a slot, and what is there gives way as far as the end, whose turn is lost."""
    way = 1 if end > slot else -1
    at = end
    while at != slot:
        put(plan, at, int(plan["turn"][at - way]), int(plan["line"][at - way]))
        at -= way
    put(plan, slot, turn, line)


@njit
def edit(parent, plan, kind, dice):
    """A choice is edited, any of those of a turn or between it and the next one."""
    turn = min(int(plan["near"]), int(parent["turns"]) - 1)
    start = int(parent["begin"][turn])
    end = int(parent["begin"][turn + 1]) if turn + 1 < parent["turns"] else int(parent["choices"])
    note_edit(parent, plan, kind, start + roll(dice, end - start), 0)


@njit
def note_edit(parent, plan, kind, at, action):
    """An edit of a choice, while there is room for one more."""
    number = int(plan["edits"])
    if number == MOST_EDITS:
        return
    plan["edit_at"][number] = at
    plan["edit"][number] = kind
    plan["edit_action"][number] = action
    plan["edits"] = number + 1
    changes(plan, max(0, int(parent["turn"][at])))


# ---------------------------------------------------------------- what another line does


@njit
def turn_of_donor(lines, slot, dice):
    """A turn of the other line in about the same round."""
    donor = lines[DONOR]
    turn = slot + roll(dice, 9) - 4
    return min(max(0, turn), int(donor["turns"]) - 1)


@njit
def take_over(lines, plan, slot, dice):
    """A turn as the other line takes it."""
    put(plan, slot, turn_of_donor(lines, slot, dice), DONOR)


@njit
def take_round(lines, plan, slot):
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
def take_rest(lines, plan, slot):
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
    changes(plan, MOST_TURNS)
