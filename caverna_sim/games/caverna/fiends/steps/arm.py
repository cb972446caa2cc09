"""Arm an unarmed dwarf (F-BOUNTY-6, F-TILE-3, F-TILE-8)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.fiends.fight import keep_as_armed
from caverna_sim.games.caverna.fiends.ids import ruling
from caverna_sim.games.caverna.home.limits import strongest_arming
from caverna_sim.games.caverna.home.trades import ACTING, AT_REST, AT_WORK, NEWBORN
from caverna_sim.games.caverna.ids import act, effect, good
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of, second_of, third_of

FOR_NOTHING = 0
FOR_WOOD = 1
FOR_ORE = 2


@njit
def _place_of(state, seat, dwarf):
    if dwarf == state["dwarf"]:
        return ACTING
    if seat["newborn"][dwarf]:
        return NEWBORN
    return AT_REST if seat["at"][dwarf] == AT_HOME else AT_WORK


@njit
def _may_be_armed(state, rules, seat, dwarf, but_the_fighter):
    """Any unarmed dwarf that is no captive, newborn ones by ruling rewards_arm_newborns (C-5)."""
    if seat["weapon"][dwarf] > 0 or seat["at"][dwarf] == CAPTIVE:
        return False
    if seat["newborn"][dwarf] and rules["orcs"]["ruling"][ruling.REWARDS_ARM_NEWBORNS] != 0:
        return False
    return not (but_the_fighter and dwarf == state["dwarf"])


@njit
def list_choices(state, rules, seat, given, but_the_fighter, out, n):
    """Unarmed dwarfs, and the strength they are given or buy (F-BOUNTY-6, F-TILE-3, F-TILE-8)."""
    table = rules["orcs"]
    seen = 0
    strongest = strongest_arming(state, seat)
    for dwarf in range(seat["dwarfs"]):
        place = _place_of(state, seat, dwarf)
        if not _may_be_armed(state, rules, seat, dwarf, but_the_fighter == 1) or (seen >> place) & 1:
            continue
        seen |= 1 << place
        if given > 0:
            if given <= strongest:
                out[n] = code(act.ARM, given, place, FOR_NOTHING)
                n += 1
            continue
        for paid_with in (FOR_WOOD, FOR_ORE):
            ware = good.WOOD if paid_with == FOR_WOOD else good.ORE
            each = table["wood_per_strength"] if paid_with == FOR_WOOD else rules["ore_per_strength"]
            for strength in range(1, min(_most_bought(rules, ware), strongest) + 1):
                if strength * each <= seat["goods"][ware]:
                    out[n] = code(act.ARM, strength, place, paid_with)
                    n += 1
    return n


@njit
def _most_bought(rules, ware):
    """The strongest weapon that the Warrior's dwelling sells for a ware (F-TILE-8)."""
    most = 0
    for index in range(rules["effect_start"][effect.ON_BUILD], rules["effect_start"][effect.ON_BUILD + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.ARM_FOR_GOODS:
            most = max(most, int(row["give"][ware]))
    return most


@njit
def _arm(state, rules, seat, strength, place, paid_with):
    """Arm an unarmed dwarf."""
    if paid_with == FOR_ORE:
        seat["goods"][good.ORE] -= strength * rules["ore_per_strength"]
    elif paid_with == FOR_WOOD:
        seat["goods"][good.WOOD] -= strength * rules["orcs"]["wood_per_strength"]
    for dwarf in range(seat["dwarfs"]):
        if _may_be_armed(state, rules, seat, dwarf, False) and _place_of(state, seat, dwarf) == place:
            seat["weapon"][dwarf] = min(strength, int(rules["weapon_most"]))
            return


@njit_merged
def carry_out(state, rules, seat_number, seat, action):
    """The fighter is not raised once more."""
    pop(state)
    _arm(state, rules, seat, first_of(action), second_of(action), third_of(action))
    if second_of(action) == ACTING:
        keep_as_armed(state, seat_number)
