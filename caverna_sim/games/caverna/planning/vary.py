"""How another plan is made of a line (kit/planning/turns.py): how often each change is made, and what furnishings do."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.ids import act
from caverna_sim.kit.planning.dice import chance, roll
from caverna_sim.kit.planning.records import ANOTHER, ASIDE_FIRST, DONOR, FREE, INSTEAD, LEAVE_OUT, MOST_TURNS, PARENT
from caverna_sim.kit.planning.turns import (
    changes,
    edit,
    free,
    go_near,
    insert,
    lay_out,
    move,
    near,
    note_edit,
    swap,
    take_over,
    take_rest,
    take_round,
    turn_of_donor,
)
from caverna_sim.kit.records.codes import kind_of, second_of

MOST_CHANGES = 5


@njit
def vary(lines, plan, dice):
    """Fill a plan with changes of lines[PARENT], some of them taken from lines[DONOR]."""
    copy_turns(lines[PARENT], plan)
    plan["near"] = roll(dice, int(plan["slots"]))
    _change(lines, plan, dice)
    for _ in range(MOST_CHANGES - 1):
        if not chance(dice, 40):
            break
        go_near(plan, dice)
        _change(lines, plan, dice)


@njit
def copy_turns(parent, plan):
    """A plan of a line as it is."""
    lay_out(parent, plan)
    plan["cells"][0] = -1


@njit
def _change(lines, plan, dice):
    how = roll(dice, 102)
    slots = int(plan["slots"])
    slot = int(plan["near"])
    if how < 12:
        free(plan, slot)
    elif how < 30:
        swap(plan, slot, near(slot, slots, dice))
    elif how < 42:
        move(plan, slot, near(slot, slots, dice))
    elif how < 46:
        insert(plan, slot, near(slot, slots, dice), FREE, PARENT)
    elif how < 68:
        edit(lines[PARENT], plan, ANOTHER, dice)
    elif how < 74:
        edit(lines[PARENT], plan, ASIDE_FIRST, dice)
    elif how < 78:
        edit(lines[PARENT], plan, LEAVE_OUT, dice)
    elif how < 83:
        _exchange_furnishings(lines[PARENT], plan, dice)
    elif how < 86:
        _exchange_cells(lines[PARENT], plan, dice)
    elif how < 92:
        take_over(lines, plan, slot, dice)
    elif how < 96:
        insert(plan, slot, near(slot, slots, dice), turn_of_donor(lines, slot, dice), DONOR)
    elif how < 98:
        take_round(lines, plan, slot)
    elif how < 100:
        take_rest(lines, plan, slot)
    else:
        shift_furnishings(lines[PARENT], plan, dice)


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
    note_edit(parent, plan, INSTEAD, at, action)


@njit
def _exchange_cells(parent, plan, dice):
    """Two furnishings are built in each other's cell."""
    one, other = int(_any_furnishing(parent, dice)), int(_any_furnishing(parent, dice))
    if one < 0 or one == other:
        return
    plan["cells"][0] = second_of(parent["action"][one])
    plan["cells"][1] = second_of(parent["action"][other])
    changes(plan, int(parent["turn"][min(one, other)]))
    changes(plan, MOST_TURNS)
