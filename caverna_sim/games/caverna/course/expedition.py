"""Expeditions: picking loot and the weapon that grows afterwards (R-EXP)."""

from __future__ import annotations

from caverna_sim.games.caverna.course.doors import plain_part_possible
from caverna_sim.games.caverna.course.hooks import BY_REWARD, LOST_WEAPON, offers
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.home.dwarfs import strengthen
from caverna_sim.games.caverna.home.limits import may_take
from caverna_sim.games.caverna.home.wares import gain_all
from caverna_sim.games.caverna.ids import act, argument, part, step
from caverna_sim.games.caverna.shape.agenda import pop, push, top_step
from caverna_sim.games.caverna.shape.codes import code
from caverna_sim.jit import njit


@njit
def list_loot(state, rules, seat_number, row, out, n):
    """Loot of the dwarf's strength that was not taken yet and can be carried out (R-EXP-1, R-EXP-3, R-EXP-6)."""
    for loot in range(rules["num_loot"]):
        item = rules["loot"][loot]
        if item["strength"] > row[argument.STRENGTH] or (row[argument.LOOT_TAKEN] >> loot) & 1:
            continue
        if not may_take(state["seats"][seat_number], loot):
            continue
        if not offers(rules, row, item["part"]):
            continue
        if plain_part_possible(state, rules, seat_number, part.NO_SPACE, 0, item["part"], int(row[argument.STRENGTH]), NOT_IMITATING):
            out[n] = code(act.LOOT, loot, 0, 0)
            n += 1
    return n


@njit
def take_loot(state, rules, seat_number, loot):
    """Take an item: goods at once, anything else as a step of its own (R-EXP-2)."""
    row = top_step(state)
    row[argument.ITEMS_LEFT] -= 1
    row[argument.LOOT_TAKEN] |= 1 << loot
    row[argument.ITEMS_TAKEN] += 1
    item = rules["loot"][loot]["part"]
    if item["do"] == part.FIGHT:
        push(state, step.FIGHT, seat_number, 0, 0, 0, 0)
    elif item["do"] == part.COLLECT:
        gain_all(rules, state["seats"][seat_number], item["gain"], 1)
    elif item["do"] != part.ALL_WEAPONS:  # that one waits for the end of the expedition (R-EXP-5)
        push(state, step.LOOT_ITEM, seat_number, loot, 0, 0, 0)


@njit
def end_expedition(state, rules, seat_number):
    """The weapon of the expedition dwarf grows, then all weapons if that was taken (R-EXP-4, R-EXP-5)."""
    taken = top_step(state)[argument.LOOT_TAKEN]
    stays_as_it_is = top_step(state)[argument.ITEMS_TAKEN] & (BY_REWARD | LOST_WEAPON)
    pop(state)
    seat = state["seats"][seat_number]
    if not stays_as_it_is:
        strengthen(rules, seat, int(state["dwarf"]), int(rules["weapon_raise"]))
    for loot in range(rules["num_loot"]):
        item = rules["loot"][loot]["part"]
        if (taken >> loot) & 1 and item["do"] == part.ALL_WEAPONS:
            for dwarf in range(seat["dwarfs"]):
                strengthen(rules, seat, dwarf, int(item["level"]))
