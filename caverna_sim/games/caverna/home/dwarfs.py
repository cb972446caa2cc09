"""Dwarfs: order of placement, family growth, weapons (R-WORK-3, R-FAM, R-WEAP)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.home.furnish import discount
from caverna_sim.games.caverna.home.limits import family_is_complete, strongest_arming, strongest_weapon
from caverna_sim.games.caverna.home.wares import owns_any
from caverna_sim.games.caverna.ids import act, effect, good, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME, CAPTIVE
from caverna_sim.kit.records.codes import code

# strengths that stand for workers without a weapon of their own
NOT_A_DWARF = -1  # whoever else works like one: no growth, no forging, no expeditions (F-FRIEND-6)
NOBODY_ACTS = -2  # a reward during an orc event: no dwarf that could be armed or sent out


@njit
def acting_weapon(state, seat):
    """Strength of the dwarf that acts, or what stands for the worker."""
    if state["dwarf"] >= 0:
        return int(seat["weapon"][state["dwarf"]])
    return NOT_A_DWARF if state["orc_acts"] > 0 else NOBODY_ACTS


@njit
def strengths_at_home(seat):
    """The set of weapon strengths among dwarfs that can still be placed (R-WORK-5)."""
    strengths = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf]:
            strengths |= 1 << int(seat["weapon"][dwarf])
    return strengths


@njit
def dwarf_at_home(seat, strength):
    """A dwarf at home with this weapon strength; between equals the choice makes no difference."""
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf] and seat["weapon"][dwarf] == strength:
            return dwarf
    return -1


@njit_hook(base_game='int(seat["dwarfs"])')
def need_rooms(rules, seat):
    """Dwarfs but for captives: those live where they are held, in a room that counts for nobody (F-CAVE-8)."""
    number = 0
    for dwarf in range(seat["dwarfs"]):
        held = seat["at"][dwarf] == CAPTIVE and (seat["terrain"][terrain.OCCUPIED] >> seat["home"][dwarf]) & 1
        number += 0 if held else 1
    return number


@njit
def can_grow(rules, seat):
    """Whether there is room for one more dwarf (R-FAM-1)."""
    dwarfs = int(seat["dwarfs"])
    if family_is_complete(seat):
        return False
    if dwarfs < rules["most_dwarfs"]:
        return seat["room"] >= need_rooms(rules, seat) + 1
    if dwarfs >= rules["raised_dwarf_limit"]:
        return False
    return owns_any(seat, rules["passive"][effect.RAISE_DWARF_LIMIT])


@njit
def grow(seat, parent):
    """A newborn lies on the dwarf that took the action, unarmed (R-FAM-2)."""
    newborn = seat["dwarfs"]
    seat["weapon"][newborn] = 0
    seat["at"][newborn] = seat["at"][parent] if parent >= 0 else AT_HOME  # nobody acts during an event
    seat["newborn"][newborn] = 1
    seat["home"][newborn] = -1
    seat["dwarfs"] += 1


@njit
def forge_price(rules, seat, strength):
    """Ore for a weapon, with the Blacksmith's discount (R-INT-3)."""
    return max(0, strength * int(rules["ore_per_strength"]) - discount(rules, seat, effect.ON_FORGE, good.ORE))


@njit
def can_forge(state, rules, seat, weapon):
    """Only an unarmed dwarf with ore for the weakest weapon forges (R-WEAP-2)."""
    least = int(rules["forge_least"])
    return weapon == 0 and forge_price(rules, seat, least) <= seat["goods"][good.ORE] and strongest_arming(state, seat) >= least


@njit
def list_forge(state, rules, seat, out, n):
    """Every strength that can be paid."""
    for strength in range(int(rules["forge_least"]), min(int(rules["forge_most"]), strongest_arming(state, seat)) + 1):
        if forge_price(rules, seat, strength) <= seat["goods"][good.ORE]:
            out[n] = code(act.FORGE, strength, 0, 0)
            n += 1
    return n


@njit
def forge(rules, seat, dwarf, strength):
    """Pay the ore and arm the acting dwarf."""
    seat["goods"][good.ORE] -= forge_price(rules, seat, strength)
    seat["weapon"][dwarf] = min(strength, int(rules["weapon_most"]))


@njit
def strengthen(rules, seat, dwarf, amount):
    """A weapon grows up to the limit; an unarmed dwarf stays unarmed (R-WEAP-3, U-14)."""
    if seat["weapon"][dwarf] > 0:
        seat["weapon"][dwarf] = min(seat["weapon"][dwarf] + amount, min(int(rules["weapon_most"]), strongest_weapon(seat)))
