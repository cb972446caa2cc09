"""Expeditions: picking loot and the weapon that grows afterwards (R-EXP)."""

from __future__ import annotations

from caverna_sim.engine.agenda import pop, push, top_step
from caverna_sim.engine.codes import code
from caverna_sim.engine.dwarfs import strengthen
from caverna_sim.engine.ids import act, part, step
from caverna_sim.engine.spaces import NO_SPACE, NOT_IMITATING, plain_part_possible
from caverna_sim.engine.wares import gain_all
from caverna_sim.jit import njit


@njit
def list_loot(state, rules, seat_number, row, out, n):
    """Loot of the dwarf's strength that was not taken yet and can be carried out (R-EXP-1, R-EXP-3, R-EXP-6)."""
    for loot in range(rules["num_loot"]):
        item = rules["loot"][loot]
        if item["strength"] > row["b"] or (row["c"] >> loot) & 1:
            continue
        if plain_part_possible(state, rules, seat_number, NO_SPACE, 0, item["part"], int(row["b"]), NOT_IMITATING):
            out[n] = code(act.LOOT, loot, 0, 0)
            n += 1
    return n


@njit
def take_loot(state, rules, seat_number, loot):
    """Take an item: goods at once, anything else as a step of its own (R-EXP-2)."""
    row = top_step(state)
    row["a"] -= 1
    row["c"] |= 1 << loot
    row["d"] += 1
    item = rules["loot"][loot]["part"]
    if item["do"] == part.COLLECT:
        gain_all(rules, state["seats"][seat_number], item["gain"], 1)
    elif item["do"] != part.ALL_WEAPONS:  # that one waits for the end of the expedition (R-EXP-5)
        push(state, step.LOOT_ITEM, seat_number, loot, 0, 0, 0)


@njit
def end_expedition(state, rules, seat_number):
    """The weapon of the expedition dwarf grows, then all weapons if that was taken (R-EXP-4, R-EXP-5)."""
    taken = top_step(state)["c"]
    pop(state)
    seat = state["seats"][seat_number]
    strengthen(rules, seat, int(state["dwarf"]), int(rules["weapon_raise"]))
    for loot in range(rules["num_loot"]):
        item = rules["loot"][loot]["part"]
        if (taken >> loot) & 1 and item["do"] == part.ALL_WEAPONS:
            for dwarf in range(seat["dwarfs"]):
                strengthen(rules, seat, dwarf, int(item["level"]))
