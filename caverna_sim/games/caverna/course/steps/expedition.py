"""Expeditions: picking loot and the weapon that grows afterwards (R-EXP)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.doors import plain_part_possible
from caverna_sim.games.caverna.course.hooks import BY_REWARD, LOST_WEAPON, offers
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.home.dwarfs import strengthen
from caverna_sim.games.caverna.home.limits import may_take
from caverna_sim.games.caverna.home.wares import gain_all
from caverna_sim.games.caverna.ids import act, argument, part, step
from caverna_sim.kit.records.agenda import pop, push
from caverna_sim.kit.records.codes import code, first_of


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


@njit_merged
def list_choices(state, rules, seat_number, row, items_taken, out, n):
    """Loot, and the end unless a house rule wants more to be taken."""
    n = list_loot(state, rules, seat_number, row, out, n)
    if n == 0 or items_taken >= rules["least_loot"]:
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, row, action):
    """Take an item: goods at once, anything else as a step of its own (R-EXP-2)."""
    loot = first_of(action)
    row[argument.ITEMS_LEFT] -= 1
    row[argument.LOOT_TAKEN] |= 1 << loot
    row[argument.ITEMS_TAKEN] += 1
    item = rules["loot"][loot]["part"]
    if item["do"] == part.FIGHT:
        push(state, step.FIGHT, seat_number)
    elif item["do"] == part.COLLECT:
        gain_all(rules, seat, item["gain"], 1)
    elif item["do"] != part.ALL_WEAPONS:  # that one waits for the end of the expedition (R-EXP-5)
        push(state, step.LOOT_ITEM, seat_number)[argument.LOOT] = loot


@njit_merged
def is_over(items_left):
    """Whether the level allows no more items."""
    return items_left <= 0


@njit
def end(state, rules, seat, loot_taken, items_taken):
    """The weapon of the expedition dwarf grows, then all weapons if that was taken (R-EXP-4, R-EXP-5)."""
    pop(state)
    if not items_taken & (BY_REWARD | LOST_WEAPON):
        strengthen(rules, seat, int(state["dwarf"]), int(rules["weapon_raise"]))
    for loot in range(rules["num_loot"]):
        item = rules["loot"][loot]["part"]
        if (loot_taken >> loot) & 1 and item["do"] == part.ALL_WEAPONS:
            for dwarf in range(seat["dwarfs"]):
                strengthen(rules, seat, dwarf, int(item["level"]))
