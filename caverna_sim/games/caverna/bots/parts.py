"""What one part of an action space or one loot item is worth to a bot: its best outcome, 0 when impossible."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_inline
from caverna_sim.games.caverna.bots.hooks import armed_against, best_trap, forge_wood_price, look_at_fights, restock_worth, strongest_wooden
from caverna_sim.games.caverna.bots.tiles import best_furnishing
from caverna_sim.games.caverna.bots.worth import (
    WORST,
    bundle_worth,
    cost_worth,
    dwarf_worth,
    food_worth_lost,
    sow_worth,
    stock_worth,
    terrain_worth,
    ware_worth,
)
from caverna_sim.games.caverna.course.doors import plain_part_possible
from caverna_sim.games.caverna.course.imitation import NOT_IMITATING
from caverna_sim.games.caverna.course.parts.collect import collects, times_counted
from caverna_sim.games.caverna.home.dwarfs import forge_price
from caverna_sim.games.caverna.home.land import LARGE, SMALL, can_place_twin, stable_cells
from caverna_sim.games.caverna.home.limits import may_take, strongest_arming
from caverna_sim.games.caverna.home.wares import armed_dwarfs
from caverna_sim.games.caverna.ids import good, part, terrain
from caverna_sim.games.caverna.shape.sizes import MAX_LOOT_STRENGTH
from caverna_sim.kit.records.bits import first


@njit_inline
def received_worth(state, rules, bot, seat, mind, space, row, imitating):
    """Goods, bonuses and the token that come with a part."""
    worth = stock_worth(rules, bot, seat, mind, row["gain"], int(row["gain_wares"])) if row["gain_wares"] else 0.0
    if row["take"] and not imitating and (state["stocked"] >> space) & 1:
        worth += stock_worth(rules, bot, seat, mind, state["space_goods"][space], int(rules["space"][space]["wares"]))
    if row["gain_per"] >= 0:
        times = times_counted(rules, seat, row)
        if times:
            worth += times * bundle_worth(rules, bot, seat, mind, row["per_goods"])
    if row["start_player"] and mind["rounds_left"] > 0:
        worth += bot["start_player"]
    return worth


@njit
def pasture_worth(rules, bot, seat, mind, size):
    """Points of a pasture, room for animals, less the wood."""
    wood = rules["small_pasture_cost"] if size == SMALL else rules["large_pasture_cost"]
    kind = terrain.SMALL_PASTURE if size == SMALL else terrain.LARGE_PASTURE
    worth = float(rules["terrain_points"][kind]) + (bot["small_pasture"] if size == SMALL else bot["large_pasture"])
    worth -= bot["meadow"] * (0.5 if size == SMALL else 1.0)
    for ware in range(good.NUM):
        if wood[ware]:
            worth -= cost_worth(bot, seat, mind, ware, int(wood[ware]))
    return worth


@njit
def stable_worth(rules, bot, seat, mind):
    """A stable: room, and a cell that is no longer unused."""
    worth = bot["stable"]
    if stable_cells(rules, seat) & seat["terrain"][terrain.EMPTY]:
        worth += bot["cell"] * mind["late"] * mind["late"]
    return worth - cost_worth(bot, seat, mind, good.STONE, int(rules["stable_cost"][good.STONE]))


@njit
def halves_worth(rules, bot, seat, mind, tile):
    """Worth of the two halves of a twin tile, wherever it lies."""
    row = rules["twin_tile"][tile]
    if row["on"] == terrain.EMPTY:
        return terrain_worth(bot, seat, mind, int(row["first"])) + terrain_worth(bot, seat, mind, int(row["second"]))
    return mine_worth(rules, bot, seat, mind, terrain.ORE_MINE)


@njit
def twin_worth(rules, bot, seat, mind, tiles):
    """Best twin tile of a set, at least 0; WORST when none can be placed. Each tile is looked at once."""
    best = WORST
    while tiles:
        tile = first(tiles)
        tiles &= tiles - 1
        if not (mind["twin_known"] >> tile) & 1:
            mind["twin_known"] |= 1 << tile
            fits = can_place_twin(rules, seat, 1 << tile)
            mind["twin"][tile] = halves_worth(rules, bot, seat, mind, tile) if fits else WORST
        best = max(best, mind["twin"][tile])
    return max(best, 0.0) if best > WORST else WORST


@njit
def mine_worth(rules, bot, seat, mind, kind):
    """A mine: its points and what it brings later."""
    own = bot["ore_mine"] if kind == terrain.ORE_MINE else bot["ruby_mine"]
    return float(rules["terrain_points"][kind]) + own * mind["rounds_left"] / mind["rounds_at_first"]


@njit
def _loot_up_to(rules, strength):
    """How many items of rules["loot_order"] may be taken with a strength."""
    return int(rules["loot_up_to"][min(strength, MAX_LOOT_STRENGTH)])


@njit
def look_at_loot(state, rules, bot, seat_number, mind, strength, taken):
    """Worth of every loot item up to a strength but those that are taken, worked out once per decision."""
    if mind["has_loot"] >= strength:
        return
    known = int(mind["has_loot"])
    mind["has_loot"] = strength
    seat = state["seats"][seat_number]
    for position in range(_loot_up_to(rules, known), _loot_up_to(rules, strength)):
        loot = int(rules["loot_order"][position])
        row = rules["loot"][loot]["part"]
        do = int(row["do"])
        worth = 0.0
        if (taken >> loot) & 1 or not may_take(seat, loot):
            worth = 0.0
        elif do == part.COLLECT:
            worth = stock_worth(rules, bot, seat, mind, row["gain"], int(row["gain_wares"]))
        elif do == part.ALL_WEAPONS:
            worth = bot["weapon"] * mind["rounds_left"] * max(1, armed_dwarfs(seat))
        elif do == part.FIGHT:
            worth = 0.0  # counted with the expedition, as it comes last (F-FIGHT-1)
        else:
            worth = max(0.0, _outcome(state, rules, bot, seat_number, seat, mind, part.NO_SPACE, row, 1, NOT_IMITATING))
        mind["loot"][loot] = worth


@njit
def expedition_worth(state, rules, bot, seat_number, mind, level, strength):
    """The best different items for a strength, and the growing weapon."""
    if not (mind["expedition_known"] >> strength) & 1 or mind["expedition_level"][strength] < level:
        most = max(level, int(mind["highest_level"]))  # it will be asked for again
        look_at_loot(state, rules, bot, seat_number, mind, strength, 0)
        _add_up_loot(rules, mind, strength, most)
        look_at_fights(state, rules, bot, state["seats"][seat_number], mind, strength, most)
        mind["expedition_known"] |= 1 << strength
        mind["expedition_level"][strength] = most
        mind["highest_level"] = most
    return mind["expedition"][strength, level] * bot["loot"] + bot["weapon"] * mind["rounds_left"]


@njit_inline
def _add_up_loot(rules, mind, strength, most):
    """Worth of the best one, two, ... different items for a strength, up to the most that are taken.

    The best items are kept, so that the next higher strength only adds its own.
    """
    best = mind["best_items"]
    start = 0
    if 0 <= mind["sorted_up_to"] <= strength and mind["num_sorted"] == most:
        start = _loot_up_to(rules, int(mind["sorted_up_to"]))
    else:
        for level in range(most + 1):
            best[level] = 0.0
    mind["sorted_up_to"] = strength
    mind["num_sorted"] = most
    for position in range(start, _loot_up_to(rules, strength)):
        worth = mind["loot"][rules["loot_order"][position]]
        if worth <= best[most]:
            continue
        place = most
        while place > 1 and best[place - 1] < worth:
            best[place] = best[place - 1]
            place -= 1
        best[place] = worth
    sums = mind["expedition"][strength]
    sums[0] = 0.0
    for level in range(1, most + 1):
        sums[level] = sums[level - 1] + best[level]


@njit
def forged_worth(rules, bot, seat, mind, strength):
    """A new weapon by itself, less the ore."""
    worth = forged_worth_free(bot, seat, mind, strength) + armed_against(rules, bot, mind, strength)
    return worth - cost_worth(bot, seat, mind, good.ORE, forge_price(rules, seat, strength))


@njit
def forged_worth_free(bot, seat, mind, strength):
    """The same without the ore."""
    left = mind["rounds_left"]
    worth = bot["first_weapon"] * left / mind["rounds_at_first"] + bot["weapon"] * strength * left
    if armed_dwarfs(seat) == 0:
        worth -= 8.0 * bot["peaceful_bonus"] * mind["late"]
    return worth


@njit
def best_strength(state, rules, bot, seat_number, mind, level):
    """The strength to forge, looking at the expedition that may follow (level 0: none); 0 when none can be paid."""
    if (mind["forge_known"] >> level) & 1:
        return int(mind["forge_strength"][level])
    seat = state["seats"][seat_number]
    best, choice = WORST, 0
    for strength in range(int(rules["forge_least"]), min(int(rules["forge_most"]), strongest_arming(state, seat)) + 1):
        if forge_price(rules, seat, strength) > seat["goods"][good.ORE]:
            break
        worth = forged_worth(rules, bot, seat, mind, strength)
        if level:
            worth += expedition_worth(state, rules, bot, seat_number, mind, level, strength)
        if worth > best:
            best, choice = worth, strength
    mind["forge_known"] |= 1 << level
    mind["forge_strength"][level] = choice
    return choice


@njit_inline
def part_outcome(state, rules, bot, seat_number, mind, space, row, weapon, imitating):
    """Worth of a part with its best choice and what comes with it; WORST when it is not possible."""
    seat = state["seats"][seat_number]
    if row["do"] == part.COLLECT:
        if not collects(state, rules, seat, space, row, imitating):
            return WORST
        return received_worth(state, rules, bot, seat, mind, space, row, imitating)
    if row["do"] == part.EXPEDITION:
        if weapon <= 0:
            return WORST
        worth = expedition_worth(state, rules, bot, seat_number, mind, int(row["level"]), weapon)
    else:
        worth = _outcome(state, rules, bot, seat_number, seat, mind, space, row, weapon, imitating)
        if worth == WORST:
            return WORST
    return worth + received_worth(state, rules, bot, seat, mind, space, row, imitating)


@njit_inline
def _outcome(state, rules, bot, seat_number, seat, mind, space, row, weapon, imitating):
    """The same for everything but expeditions, by itself; worked out once for parts that are alike."""
    alike = int(row["alike"])
    if alike >= 0 and (mind["outcomes_known"] >> alike) & 1:
        return mind["outcome_of"][alike]
    worth = _find_outcome(state, rules, bot, seat_number, seat, mind, space, row, weapon, imitating)
    if alike >= 0:
        mind["outcomes_known"] |= 1 << alike
        mind["outcome_of"][alike] = worth
    return worth


@njit
def _find_outcome(state, rules, bot, seat_number, seat, mind, space, row, weapon, imitating):
    do = int(row["do"])
    if do == part.TWIN_TILE:
        return twin_worth(rules, bot, seat, mind, int(row["tiles"]))
    if do == part.FURNISH:
        return best_furnishing(state, rules, bot, seat, mind, row)
    if not plain_part_possible(state, rules, seat_number, space, 0, row, weapon, imitating):
        return WORST
    return plain_part_worth(state, rules, bot, seat, mind, row)


@njit
def part_worth(state, rules, bot, seat_number, mind, space, row, weapon, imitating):
    """Worth of a part that is possible, with its best choice and what comes with it."""
    seat = state["seats"][seat_number]
    worth = received_worth(state, rules, bot, seat, mind, space, row, imitating)
    if row["do"] == part.EXPEDITION:
        return worth + expedition_worth(state, rules, bot, seat_number, mind, int(row["level"]), weapon)
    return worth + plain_part_worth(state, rules, bot, seat, mind, row)


@njit
def plain_part_worth(state, rules, bot, seat, mind, row):
    """The same for everything but expeditions, by itself."""
    do = int(row["do"])
    if do == part.TWIN_TILE:
        return twin_worth(rules, bot, seat, mind, int(row["tiles"]))
    if do == part.SINGLE_TILE:
        return terrain_worth(bot, seat, mind, first(int(row["tiles"])))
    if do == part.FURNISH:
        return best_furnishing(state, rules, bot, seat, mind, row)
    if do == part.GROW:
        return dwarf_worth(bot, mind)
    if do == part.SOW:
        return sow_worth(rules, bot, seat, mind)
    if do == part.SMALL_PASTURE:
        worth = pasture_worth(rules, bot, seat, mind, SMALL)
        return worth + mind["worth"][good.WOOD] if row["has_price"] else worth
    if do == part.LARGE_PASTURE:
        worth = pasture_worth(rules, bot, seat, mind, LARGE)
        return worth + 2.0 * mind["worth"][good.WOOD] if row["has_price"] else worth
    if do == part.STABLE:
        worth = stable_worth(rules, bot, seat, mind)
        return worth + mind["worth"][good.STONE] if row["has_price"] else worth
    if do == part.RUBY_MINE:
        return mine_worth(rules, bot, seat, mind, terrain.RUBY_MINE)
    if do == part.BUY:
        return market_worth(rules, bot, seat, mind, row, 0)
    if do == part.TRADE:
        return _trades_worth(rules, bot, seat, mind, row)
    if do == part.BREED:
        return _breed_worth(seat, mind, int(row["level"]))
    if do == part.FORGE_WOOD:
        return wooden_worth(rules, bot, seat, mind, wooden_strength(state, rules, bot, seat, mind))
    if do == part.SET_TRAP:
        return best_trap(state, rules, bot, seat, mind, row["free"] == 1)
    if do == part.RESTOCK:
        return restock_worth(rules, seat, mind)
    return 0.0


@njit
def wooden_worth(rules, bot, seat, mind, strength):
    """A wooden weapon, less the wood (F-ACT-1)."""
    worth = forged_worth_free(bot, seat, mind, strength) + armed_against(rules, bot, mind, strength)
    return worth - cost_worth(bot, seat, mind, good.WOOD, forge_wood_price(rules, seat, strength))


@njit
def wooden_strength(state, rules, bot, seat, mind):
    """The strength to forge of wood, 1 when none can be paid."""
    best, choice = WORST, 1
    for strength in range(1, strongest_wooden(state, rules, seat) + 1):
        if forge_wood_price(rules, seat, strength) <= seat["goods"][good.WOOD]:
            worth = wooden_worth(rules, bot, seat, mind, strength)
            if worth > best:
                best, choice = worth, strength
    return choice


@njit
def _breed_worth(seat, mind, most):
    worth = 0.0
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if seat["goods"][animal] >= 2 and most > 0:
            worth += mind["worth"][animal]
            most -= 1
    return worth


@njit
def market_worth(rules, bot, seat, mind, row, bought):
    """Gain from buying at the market everything that is worth more than its gold."""
    worth = 0.0
    for ware in range(good.NUM):
        price = int(row["cost"][ware])
        if price and not (bought >> ware) & 1 and seat["goods"][good.GOLD] + 2 >= price:
            worth += max(0.0, ware_worth(rules, bot, seat, mind, ware, 1) - price * mind["worth"][good.GOLD])
    return worth


@njit
def trade_worth(rules, bot, seat, mind, row):
    """One trade of goods for goods."""
    worth = bundle_worth(rules, bot, seat, mind, row["get"])
    for ware in range(good.NUM):
        if row["pay"][ware]:
            worth -= cost_worth(bot, seat, mind, ware, int(row["pay"][ware]))
    return worth


@njit
def _trades_worth(rules, bot, seat, mind, row):
    times = int(row["level"])
    for ware in range(good.NUM):
        if row["pay"][ware]:
            times = min(times, int(seat["goods"][ware]) // int(row["pay"][ware]))
    return max(0.0, times * trade_worth(rules, bot, seat, mind, row))


@njit
def imitation_price(bot, mind, row):
    """Worth of the food an imitation costs."""
    return -food_worth_lost(bot, mind, int(row["pay"][good.FOOD]))
