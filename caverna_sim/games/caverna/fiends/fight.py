"""Fighting orcs, the last item of an expedition (F-LOOT-1, F-FIGHT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.hostile import is_hostile
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.fiends.limits import may_rid
from caverna_sim.games.caverna.home.wares import owns, owns_any
from caverna_sim.games.caverna.ids import argument, effect, good, part, step

# flags in the argument d of an EXPEDITION step, above the number of items taken
ITEMS = 63
BY_REWARD = 64  # Mercenary or Soldier: no dwarf, no fight, no raise (F-BOUNTY-7)
LOST_WEAPON = 128  # no raise after the expedition (F-FIGHT-5, F-BOUNTY-6)


@njit_hook(base_game="False")
def is_loot_of_reward(rules, item):
    """Whether an expedition that is a reward offers an item: no fight without a dwarf, by ruling no stronger weapons (F-BOUNTY-7)."""
    if item["do"] == part.ALL_WEAPONS:
        return rules["orcs"]["ruling"][ruling.BOUNTY_EXPEDITION_ALL_WEAPONS_LOOT] == 0
    return item["do"] != part.FIGHT


@njit_hook(base_game="True")
def offers(rules, row, item):
    """Whether the expedition of an agenda step offers an item."""
    return not row[argument.ITEMS_TAKEN] & BY_REWARD or is_loot_of_reward(rules, item)


@njit
def dogs_of_use(rules, seat, strength):
    """How many of the dogs that may fight an orc of this strength would not fight in vain."""
    value = dog_strength(rules, seat)
    return min(fighting_dogs(seat), (strength + value - 1) // value) if value > 0 else 0


@njit
def dog_strength(rules, seat):
    """What a dog counts in a fight (F-FIGHT-3, F-TILE-7)."""
    best = int(rules["orcs"]["fight_dog"])
    if not owns_any(seat, rules["passive"][effect.DOG_STRENGTH]):
        return best
    for index in range(rules["effect_start"][effect.PASSIVE], rules["effect_start"][effect.PASSIVE + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.DOG_STRENGTH and owns(seat, int(row["furnishing"])):
            best = max(best, int(row["amount"]))
    return best


@njit
def fighting_dogs(seat):
    """Dogs that may help in a fight."""
    return int(seat["goods"][good.DOG]) if may_rid(seat, orc.DOGS) else 0


@njit
def may_fight(rules, seat, number):
    """Whether an orc can be fought at all (F-FIGHT-2)."""
    if not is_hostile(seat, number) or not may_rid(seat, orc.FIGHTS):
        return False
    one = seat["orcs"][number]
    if rules["orcs"]["ruling"][ruling.FIGHT_ORC_IN_CAVE_OR_TRAP_ALLOWED] == 0:
        return True
    return one["status"] == orc.FOREST and not one["held"]


@njit
def reach(rules, seat, weapon):
    """The strongest orc that a weapon and all dogs beat together."""
    return weapon + dog_strength(rules, seat) * fighting_dogs(seat)


@njit
def can_beat(rules, seat, number, weapon):
    """Whether weapon and dogs together reach the orc's strength (F-FIGHT-3)."""
    return weapon > 0 and may_fight(rules, seat, number) and reach(rules, seat, weapon) >= seat["orcs"][number]["strength"]


@njit
def can_fight(rules, seat, weapon):
    """Whether any orc can be beaten."""
    if weapon <= 0:
        return False
    most = reach(rules, seat, weapon)
    for number in range(orc.NUM_HOSTILE):
        if seat["orcs"][number]["strength"] <= most and may_fight(rules, seat, number):
            return True
    return False


@njit
def weapon_loss(rules, seat, number, dogs):
    """What the weapon loses when so many dogs are given up (F-FIGHT-4)."""
    return max(0, int(seat["orcs"][number]["strength"]) - dog_strength(rules, seat) * dogs)


@njit
def keep_as_armed(state, seat_number):
    """A fighter that is armed anew is not raised by any expedition it is on (F-BOUNTY-6)."""
    for depth in range(state["depth"]):
        row = state["agenda"][depth]
        if row["step"] == step.EXPEDITION and row["seat"] == seat_number:
            row[argument.ITEMS_TAKEN] |= LOST_WEAPON
