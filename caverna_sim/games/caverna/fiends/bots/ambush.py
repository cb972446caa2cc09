"""What it is worth to a bot to lay traps, fight orcs, befriend them and arm itself against them (Frantic Fiends)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook, njit_inline
from caverna_sim.games.caverna.bots.worth import ROUNDING, WORST, cost_worth, dwarf_worth, stock_worth
from caverna_sim.games.caverna.fiends.bots.danger import events_to_come, look_at_paths
from caverna_sim.games.caverna.fiends.fight import dog_strength, dogs_of_use, fighting_dogs, may_fight
from caverna_sim.games.caverna.fiends.ids import orc, trap
from caverna_sim.games.caverna.fiends.limits import may_rid
from caverna_sim.games.caverna.fiends.traps import can_pay_trap, trap_cells
from caverna_sim.games.caverna.home.dwarfs import can_grow
from caverna_sim.games.caverna.home.limits import family_is_complete
from caverna_sim.games.caverna.ids import act, effect, good, part, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

TRAP_POINTS = 2.0  # of a trap that has worked; the rules record holds them, this is a worth
MOST_PAID = 6  # goods that a bot counts on having when an orc steps into a food trap
NOTHING = -1


# ---------------------------------------------------------------- orcs


@njit
def weaker_worth(bot, mind, strength, left):
    """Worth of an orc brought down from one strength to another; 0 is defeat."""
    if left <= 0:
        return mind["rid"]
    return min(bot["orc_effort"] * (strength - left), 0.8 * mind["rid"])


@njit
def friend_worth(seat, mind):
    """Worth of turning an orc friendly: it is gone without a reward, and it works."""
    return mind["rid"] + mind["friend"]


@njit
def held_worth(state, bot, seat, mind):
    """Worth of an orc in a holding trap: friendly at once with a free room, else with hope for one."""
    if mind["orc_rooms"]:
        return friend_worth(seat, mind) + TRAP_POINTS
    return bot["orc_hold"] * friend_worth(seat, mind)


# ---------------------------------------------------------------- traps


@njit
def _look_at_traps(state, rules, seat, mind):
    """Which orcs the traps that lie already will take care of, and how strong the others will be."""
    if mind["traps_known"]:
        return
    mind["traps_known"] = 1
    mind["taken"] = 0
    for number in range(orc.NUM_HOSTILE):
        mind["orc_then"][number] = mind["orc_strength"][number]
    cells = seat["terrain"][terrain.TRAP]
    while cells:
        cell = first(cells)
        cells &= cells - 1
        which = int(seat["detail"][cell])
        if which >= terrain.INACTIVE:
            continue
        row = rules["orcs"]["trap"][which]
        number = _prey(seat, mind, row)
        if number < 0:
            continue
        if row["kind"] == trap.WEAKENING:
            mind["orc_then"][number] = _after(rules, seat, row, int(mind["orc_then"][number]))
        else:
            mind["taken"] |= 1 << number


@njit
def _prey(seat, mind, row):
    """The strongest orc outside that a trap suits and that no other trap is meant for, -1 none."""
    best = -1
    for number in range(orc.NUM_HOSTILE):
        strength = int(mind["orc_then"][number])
        if strength <= 0 or (mind["taken"] >> number) & 1 or seat["orcs"][number]["status"] == orc.CAVE:
            continue
        if row["kind"] != trap.WEAKENING and strength > row["limit"]:
            continue
        if best < 0 or strength > mind["orc_then"][best]:
            best = number
    return best


@njit
def _after(rules, seat, row, strength):
    """An orc's strength once a weakening trap has worked on it, as far as one can say."""
    if row["weakens"] == trap.HALVE:
        return strength - strength // 2
    if row["weakens"] == trap.FIXED:
        return strength - int(row["amount"])
    if row["weakens"] == trap.SPREAD:
        return max(0, strength - int(row["amount"]) * int(row["times"]))
    return max(0, strength - min(MOST_PAID, int(seat["goods"][row["pay_ware"]])))


@njit
def _trap_worth(state, rules, bot, seat, mind, which, cell):
    """Worth of a trap on a cell, before its price."""
    _look_at_trap(state, rules, bot, seat, mind, which)
    return _worth_on_cell(bot, mind, cell)


@njit
def _look_at_trap(state, rules, bot, seat, mind, which):
    """mind["trapped"][orc] of all in mind["prey"]: worth of the orc that steps into a trap, whichever cell it lies on."""
    row = rules["orcs"]["trap"][which]
    prey = 0
    for number in range(orc.NUM_HOSTILE):
        strength = int(mind["orc_then"][number])
        if strength <= 0 or (mind["taken"] >> number) & 1:
            continue
        if row["kind"] == trap.WEAKENING:
            worth = weaker_worth(bot, mind, strength, _after(rules, seat, row, strength))
            worth += 0.0 if row["stays_active"] else TRAP_POINTS
        else:
            too_strong = max(0, strength - int(row["limit"]))
            worth = mind["rid"] + TRAP_POINTS if row["kind"] == trap.KNOCKOUT else held_worth(state, bot, seat, mind)
            worth = max(0.0, worth - 1.5 * bot["orc_effort"] * too_strong) if too_strong <= 4 else 0.0
        if worth > 0.0:
            mind["trapped"][number] = worth
            prey |= 1 << number
    mind["prey"] = prey


@njit_inline
def _worth_on_cell(bot, mind, cell):
    """Worth of the trap that was looked at on a cell, before its price."""
    best = 0.0
    prey = int(mind["prey"])
    while prey:
        number = first(prey)
        prey &= prey - 1
        best = max(best, mind["catch"][mind["path"][number], cell] * mind["trapped"][number])
    return best * bot["orc_trap"] + bot["cell"]


@njit
def _most_worth(bot, mind):
    """The same if every orc came where it is likeliest to come."""
    best = 0.0
    prey = int(mind["prey"])
    while prey:
        number = first(prey)
        prey &= prey - 1
        best = max(best, mind["most_caught"][mind["path"][number]] * mind["trapped"][number])
    return best * bot["orc_trap"] + bot["cell"]


@njit
def _bonus_of(rules, bot, seat, mind, cell):
    """Worth of the bonus printed on a forest cell."""
    return stock_worth(rules, bot, seat, mind, rules["cell_bonus"][cell], int(rules["orcs"]["bonus_wares"][cell]))


@njit
def _most_bonus(rules, bot, seat, mind, cells):
    """At least the greatest worth of what is printed on some cells."""
    bonus = ROUNDING if cells else 0.0
    while cells:
        bonus = max(bonus, _bonus_of(rules, bot, seat, mind, first(cells)) + ROUNDING)
        cells &= cells - 1
    return bonus


@njit
def trap_price(rules, bot, seat, mind, which):
    """Worth of what a trap costs."""
    row = rules["orcs"]["trap"][which]
    worth = 0.0
    wares = int(row["cost_wares"])
    while wares:
        ware = first(wares)
        wares &= wares - 1
        worth += cost_worth(bot, seat, mind, ware, int(row["cost"][ware]))
    return worth


@njit_hook(base_game="0.0")
def worth_of_trap(state, rules, bot, seat, mind, which, cell):
    """Worth of a trap on a cell, its price taken off."""
    look_at_paths(state, rules, seat, mind)
    _look_at_traps(state, rules, seat, mind)
    return _trap_worth(state, rules, bot, seat, mind, which, cell) - trap_price(rules, bot, seat, mind, which)


@njit_hook(base_game="0.0")
def best_trap(state, rules, bot, seat, mind, is_free):
    """Worth of the best trap that can be had, WORST when there is none; mind["trap_action"] sets it."""
    free = 1 if is_free else 0
    if not (mind["best_trap_known"] >> free) & 1:
        mind["best_trap_known"] |= 1 << free
        mind["trap_worth"][free] = _find_trap(state, rules, bot, seat, mind, free)
    return mind["trap_worth"][free]


@njit
def _find_trap(state, rules, bot, seat, mind, free):
    look_at_paths(state, rules, seat, mind)
    _look_at_traps(state, rules, seat, mind)
    best = WORST
    all_cells = trap_cells(seat)
    with_bonus = all_cells & rules["bonus_cells"] & seat["terrain"][terrain.EMPTY]
    most_bonus = _most_bonus(rules, bot, seat, mind, with_bonus)
    for which in range(rules["orcs"]["num_traps"]):
        if state["traps_left"][which] <= 0 or not (free or can_pay_trap(rules, seat, which)):
            continue
        price = 0.0 if free else trap_price(rules, bot, seat, mind, which)
        _look_at_trap(state, rules, bot, seat, mind, which)
        most = _most_worth(bot, mind) - price + most_bonus if bot["orc_trap"] >= 0.0 else -WORST
        cells = all_cells
        while cells and best < most:
            cell = first(cells)
            cells &= cells - 1
            worth = _worth_on_cell(bot, mind, cell) - price
            if (with_bonus >> cell) & 1:
                worth += _bonus_of(rules, bot, seat, mind, cell)
            if worth > best:
                best = worth
                mind["trap_action"][free] = code(act.SET_TRAP, which, cell, 0)
    return best


@njit_hook(base_game="0")
def best_listed_trap(state, rules, bot, seat, mind, out, n):
    """The best of some traps that are listed, where not all can be had: a campaign bonus gives those of the basic display."""
    best, choice = WORST, int(out[0])
    for index in range(n):
        worth = _trap_worth(state, rules, bot, seat, mind, first_of(out[index]), second_of(out[index]))
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


# ---------------------------------------------------------------- fights and weapons


@njit_hook(base_game="0.0")
def best_fight(state, rules, bot, seat, mind, weapon):
    """Worth of the best fight with a weapon and all dogs, 0 when there is none; mind["fight_action"] names orc and dogs."""
    best = 0.0
    mind["fight_action"] = NOTHING
    if mind["hostile"] == 0 or weapon <= 0:
        return best
    value = dog_strength(rules, seat)
    helpers = fighting_dogs(seat)
    for number in range(orc.NUM_HOSTILE):
        strength = int(mind["orc_strength"][number])
        if not 0 < strength <= weapon + value * helpers or not may_fight(rules, seat, number):
            continue
        for dogs in range(dogs_of_use(rules, seat, strength) + 1):
            loss = max(0, strength - value * dogs)
            if loss > weapon:
                continue
            worth = mind["rid"] * bot["orc_fight"] - dogs * mind["dog"] - _blunted(bot, mind, weapon, loss)
            if worth > best:
                best = worth
                mind["fight_action"] = code(act.FIGHT, number, dogs, 0)
    return best


@njit
def _blunted(bot, mind, weapon, loss):
    """Worth that a weapon loses in a fight; one that is gone cannot grow."""
    left = mind["rounds_left"] / mind["rounds_at_first"]
    return (bot["orc_blade"] * loss + (bot["first_weapon"] if loss >= weapon else 0.0)) * left


@njit_hook(base_game="None")
def look_at_fights(state, rules, bot, seat, mind, strength, most):
    """A fight takes the place of the last item of an expedition."""
    worth = best_fight(state, rules, bot, seat, mind, strength)
    best = mind["expedition"][strength]
    for level in range(most, 0, -1):
        best[level] = max(best[level], best[level - 1] + worth)


@njit_hook(base_game="0.0")
def armed_against(rules, bot, mind, strength):
    """What a new weapon is worth against the orcs that are left."""
    if mind["hostile"] == 0:
        return 0.0
    return bot["orc_arm"] * min(strength, mind["hostile_strength"]) * min(1.0, mind["rounds_left"] / 4.0)


# ---------------------------------------------------------------- rooms, mines


@njit_hook(base_game="0.0")
def other_room_worth(state, rules, bot, seat, mind, furnishing):
    """Worth of the room for an orc that a furnishing has."""
    return orc_room_worth(state, rules, bot, seat, mind) if rules["furnishing"][furnishing]["orc_room"] else 0.0


@njit
def orc_room_worth(state, rules, bot, seat, mind):
    """Worth of one more room for an orc."""
    if mind["hostile"] == 0 or mind["orc_rooms"] or not may_rid(seat, orc.ROOMS):
        return 0.0
    waiting = 0.0
    for number in range(orc.NUM_HOSTILE):
        if seat["orcs"][number]["held"] and mind["orc_strength"][number] > 0:
            return friend_worth(seat, mind) + TRAP_POINTS
    cells = seat["terrain"][terrain.TRAP]
    while cells and events_to_come(state) > 0:
        which = int(seat["detail"][first(cells)])
        cells &= cells - 1
        if which < terrain.INACTIVE and rules["orcs"]["trap"][which]["kind"] == trap.HOLDING:
            waiting = 0.8
    if waiting == 0.0 and events_to_come(state) > 0:
        for which in range(rules["orcs"]["num_traps"]):
            if rules["orcs"]["trap"][which]["kind"] == trap.HOLDING and state["traps_left"][which] > 0:
                waiting = bot["orc_room"]
    return waiting * (1.0 - bot["orc_hold"]) * friend_worth(seat, mind)


@njit
def build_worth(rules, bot, seat, mind, do, dwarf, strongest):
    """Worth of what new dwellings grant once they are built: a dwarf, or a weapon up to the strongest that is allowed."""
    if do == effect.FAMILY_GROWTH:
        return max(0.0, dwarf)
    if strongest == 0:
        return 0.0
    for number in range(seat["dwarfs"]):
        if seat["weapon"][number] == 0 and seat["at"][number] >= AT_HOME:
            if do == effect.ARM_LIKE_STRONGEST:
                return 0.8 * armed_against(rules, bot, mind, 8)
            spare = max(int(seat["goods"][good.ORE]), int(seat["goods"][good.WOOD]) // 2) - 8
            return 0.5 * armed_against(rules, bot, mind, max(0, min(8, spare)))
    return 0.0


@njit_hook(base_game="0.0")
def growth_after(rules, bot, mind, seat, row, number, action):
    """Worth of the growth that a trap or a furnishing lets follow (F-ACT-7): there is room already, or what is furnished gives it."""
    if number + 1 == row["num_parts"]:
        return 0.0
    following = row["parts"][number + 1]
    if following["do"] != part.GROW or not (following["needs"] >> number) & 1:
        return 0.0
    gives_room = kind_of(action) == act.FURNISH and rules["furnishing"][first_of(action)]["dwarf_room"] > 0
    may_grow = gives_room and seat["dwarfs"] < rules["most_dwarfs"] and not family_is_complete(seat)
    return max(0.0, dwarf_worth(bot, mind)) if may_grow or can_grow(rules, seat) else 0.0


@njit_hook(base_game="0.0")
def restock_worth(rules, seat, mind):
    """Worth of new goods on mines: what donkeys bring out soon, the rest with some hope."""
    table = rules["orcs"]
    ruby_mines = min(count(seat["terrain"][terrain.RUBY_MINE]), int(table["restock_ruby_mines"]))
    ore_mines = min(count(seat["terrain"][terrain.ORE_MINE]), int(table["restock_ore_mines"]))
    if mind["rounds_left"] < 0.0:
        return 0.0
    donkeys = int(seat["goods"][good.DONKEY])
    rubies = mined(donkeys, ruby_mines)
    ore = mined(max(0, donkeys - ruby_mines), ore_mines)
    worth = rubies * mind["worth"][good.RUBY] * int(table["restock_rubies"])
    return worth + ore * mind["worth"][good.ORE] * int(table["restock_ore"])


@njit
def mined(donkeys, mines):
    """Mines that count: with a donkey nearly whole, without one a little."""
    return 0.9 * min(donkeys, mines) + 0.25 * max(0, mines - donkeys)
