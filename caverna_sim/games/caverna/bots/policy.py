"""The scripted policy: one compiled player that reads its tastes from a BOT record.

It looks only at what a player at the table knows: cards and markers to come are never read.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.bots.lots import most_noise, noise
from caverna_sim.games.caverna.bots.parts import (
    WORST,
    best_strength,
    expedition_worth,
    forged_worth,
    forged_worth_free,
    imitation_price,
    look_at_loot,
    mine_worth,
    part_outcome,
    part_worth,
    pasture_worth,
    stable_worth,
    trade_worth,
    twin_worth,
    wooden_strength,
    wooden_worth,
)
from caverna_sim.games.caverna.bots.tiles import (
    costs_food,
    depends_on_cell,
    furnishing_worth,
    mix_worth,
    price_worth,
    printed_price,
    tile_worth,
)
from caverna_sim.games.caverna.bots.trading import best_final_trade, cheapest_meal, cheapest_room
from caverna_sim.games.caverna.bots.worth import (
    ROUNDING,
    bundle_worth,
    crop_worth,
    dwarf_worth,
    food_worth,
    forget,
    payments_hurt,
    stock_worth,
    terrain_worth,
    think,
    ware_worth,
    weigh,
)
from caverna_sim.games.caverna.course.core import list_step
from caverna_sim.games.caverna.course.imitation import IMITATING, NOT_IMITATING, imitable
from caverna_sim.games.caverna.course.parts.buy import list_buy
from caverna_sim.games.caverna.course.parts.trade import list_exchanges
from caverna_sim.games.caverna.course.spaces import choosable_parts, guest_room_works, list_part
from caverna_sim.games.caverna.course.steps import protect
from caverna_sim.games.caverna.course.steps.expedition import list_loot
from caverna_sim.games.caverna.course.steps.feed import list_choices as list_feed
from caverna_sim.games.caverna.course.steps.feed import need
from caverna_sim.games.caverna.course.steps.place import list_late_move_in, list_place_orc
from caverna_sim.games.caverna.fiends.bots.ambush import best_fight, best_listed_trap, best_trap, growth_after
from caverna_sim.games.caverna.fiends.bots.orcs import decide_fiends, mined_worth
from caverna_sim.games.caverna.fiends.fight import BY_REWARD, is_loot_of_reward
from caverna_sim.games.caverna.fiends.friendly import works_like_a_dwarf
from caverna_sim.games.caverna.fiends.hostile import extra_orc_fits
from caverna_sim.games.caverna.fiends.ids import bounty
from caverna_sim.games.caverna.fiends.prices import IN_MATERIAL
from caverna_sim.games.caverna.home.breeding import list_breed
from caverna_sim.games.caverna.home.crops import list_sow
from caverna_sim.games.caverna.home.dwarfs import NOT_A_DWARF, acting_weapon, strengths_at_home
from caverna_sim.games.caverna.home.limits import family_is_complete, may_use, strongest_arming
from caverna_sim.games.caverna.home.wares import can_pay
from caverna_sim.games.caverna.ids import act, argument, good, harvest, part, score, step, terrain
from caverna_sim.games.caverna.shape.board import BOARD, adjacent_to, step_from
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of

ANY_CELL = ~0xFF00  # of an action's id all but the second argument


@njit
def choose(state, rules, bot, scratch, mind, out):
    """The id of the action the bot takes now."""
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    now = int(row["step"])
    if now == step.FEED or now == step.BREED or now == step.SOW or now == step.MAKE_ROOM:
        if now == step.FEED:
            food = need(rules, seat, row)
            if food <= seat["goods"][good.FOOD]:
                return code(act.FEED, food, 0, 0)
        weigh(state, rules, bot, seat, mind)
    elif now != step.ACTION and now != step.FINAL:  # half of the first need no thought, see _act; the others look at points only
        think(state, rules, bot, seat, mind)
    return _decide(state, rules, bot, scratch, mind, mind["legal"], row, seat_number, seat)


@njit
def _decide(state, rules, bot, scratch, mind, out, row, seat_number, seat):
    now = int(row["step"])
    if now >= step.GRANT:
        return _decide_fiends(state, rules, bot, scratch, mind, out, row, seat_number, seat)
    if now == step.PLACE:
        action = place_in_fiends(state, rules, bot, mind, out, seat_number, seat)
        if action >= 0:
            return action
        return _place(state, rules, bot, mind, seat_number, seat)
    if now == step.ACTION:
        return _act(state, rules, bot, mind, out, row, seat_number, seat)
    if now == step.LOOT_ITEM:
        item = rules["loot"][row[argument.LOOT]]["part"]
        weapon = acting_weapon(state, seat)
        n = list_part(state, rules, seat_number, part.NO_SPACE, 0, item, weapon, NOT_IMITATING, out, 0)
        if item["do"] == part.SET_TRAP and n:
            best_trap(state, rules, bot, seat, mind, item["free"] == 1)
            return int(mind["trap_action"][1 if item["free"] else 0])
        return _best_of(state, rules, bot, mind, out, n, seat_number, seat, item)[0]
    if now == step.SOW:
        n = list_sow(rules, seat, int(row[argument.GRAIN_LEFT]), int(row[argument.VEGETABLES_LEFT]), out, 0)
        return _best_sowing(rules, bot, mind, out, n)
    if now == step.EXPEDITION:
        return _loot(state, rules, bot, mind, out, row, seat_number)
    if now == step.BUY:
        return _buy(rules, bot, mind, out, row, seat)
    if now == step.FEED:
        action = cheapest_meal(rules, bot, seat, mind, row, out)
        if action >= 0:
            return action
        list_feed(rules, seat, row, out, 0)
        return _most_food(rules, seat, row, out)
    if now == step.MAKE_ROOM:
        return cheapest_room(rules, bot, seat, mind)
    if now == step.FINAL:
        return best_final_trade(state, rules, scratch, mind, out, seat_number)
    if now == step.TRADE:
        one = rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]]
        n = list_exchanges(seat, one, int(row[argument.TRADES_LEFT]), out, 0)
        return int(out[n - 1]) if n and trade_worth(rules, bot, seat, mind, one) > 0.0 else code(act.PASS, 0, 0, 0)
    if now == step.START:
        return code(act.PASS, 0, 0, 0)
    if now == step.BREED:
        return _breed(rules, mind, out, row, seat, state, scratch)
    if now == step.HARVEST_CHOICE:
        return _skip(rules, mind, seat)
    return _protect(state, rules, bot, mind, out, seat_number, seat)


@njit
def _most_food(rules, seat, row, out):
    """Feed with as much food as is needed and at hand."""
    n = list_feed(rules, seat, row, out, 0)
    for index in range(n):
        if kind_of(out[index]) == act.FEED:
            return int(out[index])
    return int(out[0])


# ---------------------------------------------------------------- placing


@njit
def _place(state, rules, bot, mind, seat_number, seat):
    """The space with the best outcome for a dwarf that may go there."""
    strengths = strengths_at_home(seat)
    best, action = WORST, code(act.PASS, 0, 0, 0)
    is_weakest = True
    price = int(rules["reorder_rubies"])
    gives = rules["gives_always"] | (rules["gives_stock"] & state["stocked"])
    most = most_noise(bot, mind)
    while strengths:
        strength = first(strengths)
        strengths &= strengths - 1
        if not is_weakest and seat["goods"][good.RUBY] < price:
            break
        n = 0
        sure = best  # the best space gets at least that, whatever the lots: what cannot reach it needs no lot
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if state["used_by"][space] >= 0 or not may_use(seat, space):
                continue
            if not is_weakest and not _has_expedition(rules, space):
                continue
            worth = space_worth(state, rules, bot, mind, seat_number, space, strength, NOT_IMITATING)
            if worth == WORST and not ((gives >> space) & 1):
                continue
            if not is_weakest:
                worth -= price * mind["worth"][good.RUBY] + 0.5
            mind["space_looked_at"][n] = space
            mind["space_worth"][n] = worth
            n += 1
            sure = max(sure, worth + (bot["space"][space] - most) - ROUNDING)
        for number in range(n):
            space, worth = int(mind["space_looked_at"][number]), mind["space_worth"][number]
            if worth + (bot["space"][space] + most) <= max(sure, best):
                continue
            worth += bot["space"][space] + noise(state, bot, seat_number, mind, code(act.PLACE, space, 0, 0))
            if worth > best:
                best, action = worth, code(act.PLACE, space, strength, 0)
        is_weakest = False
    return action


@njit_hook(base_game="False")
def leaves_to_policy(state, rules, seat, out):
    """Placements that no bot looks at closely: an orc that may move in, friendly orcs once the dwarfs are out."""
    return strengths_at_home(seat) == 0 or list_late_move_in(state, rules, seat, out, 0) > 0


@njit_hook(base_game="0")
def nothing_to_judge(state, rules, bot, scratch, mind, out):
    """A placement without a space for any dwarf: pass, or what is left to do with friendly orcs."""
    return choose(state, rules, bot, scratch, mind, out)


@njit_hook(base_game="-1")
def place_in_fiends(state, rules, bot, mind, out, seat_number, seat):
    """A held orc moves in whenever it may, dwarfs go first, friendly orcs fetch the best goods afterwards."""
    n = list_late_move_in(state, rules, seat, out, 0)
    if n:
        return int(out[0])
    if strengths_at_home(seat):
        action = _place(state, rules, bot, mind, seat_number, seat)
        if kind_of(action) != act.PASS:
            return action
    n = list_place_orc(state, rules, seat_number, out, 0)
    best, choice = WORST, code(act.PASS, 0, 0, 0)
    for index in range(n):
        number, space = first_of(out[index]), second_of(out[index])
        worth = stock_worth(rules, bot, seat, mind, state["space_goods"][space], int(rules["space"][space]["wares"]))
        if works_like_a_dwarf(rules, seat, number):
            worth = max(worth, space_worth(state, rules, bot, mind, seat_number, space, NOT_A_DWARF, NOT_IMITATING) - 0.5)
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


@njit
def _has_expedition(rules, space):
    row = rules["space"][space]
    for number in range(row["num_parts"]):
        if row["parts"][number]["do"] == part.EXPEDITION:
            return True
    return False


@njit
def space_worth(state, rules, bot, mind, seat_number, space, weapon, imitating):
    """Best outcome of a whole space, WORST when nothing can be done there."""
    if rules["space"][space]["is_imitation"]:
        return _imitation_worth(state, rules, bot, mind, seat_number, space, weapon)
    return plain_space_worth(state, rules, bot, mind, seat_number, space, weapon, imitating)


@njit
def plain_space_worth(state, rules, bot, mind, seat_number, space, weapon, imitating):
    """The same for all but imitations: parts that go together are added, of alternatives the best counts."""
    row = rules["space"][space]
    seat = state["seats"][seat_number]
    total, found = 0.0, False
    best_alternative = 0.0
    strength = weapon
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        do = int(one["do"])
        if do == part.FORGE and weapon == 0:
            level = _level_after(row, number)
            strength = best_strength(state, rules, bot, seat_number, mind, level)
            if strength:
                found = True
                total += forged_worth(rules, bot, seat, mind, strength)
            continue
        if do == part.GROW and one["needs"]:
            continue
        worth = part_outcome(state, rules, bot, seat_number, mind, space, one, strength if do == part.EXPEDITION else weapon, imitating)
        if worth == WORST:
            continue
        found = True
        if do == part.FURNISH and number + 1 < row["num_parts"] and row["parts"][number + 1]["needs"]:
            may_grow = seat["dwarfs"] < rules["most_dwarfs"] and not family_is_complete(seat)
            worth += max(0.0, dwarf_worth(bot, mind)) if may_grow else 0.0
        elif do == part.SET_TRAP:
            worth += growth_after(rules, bot, mind, seat, row, number, 0)
        if worth <= 0.0:
            continue
        if _is_alternative(rules, seat, space, one):  # of alternatives only one counts
            best_alternative = max(best_alternative, worth)
        else:
            total += worth
    return total + best_alternative if found else WORST


@njit
def _is_alternative(rules, seat, space, one):
    """Whether a part shuts out another one, or an earlier one shuts it out."""
    if one["is_alternative"] == one["is_alternative_for_guest"] or not guest_room_works(rules, seat, space):
        return one["is_alternative"] == 1
    return one["is_alternative_for_guest"] == 1


@njit
def _level_after(row, number):
    """Level of the expedition that follows forging."""
    for other in range(number + 1, row["num_parts"]):
        if row["parts"][other]["do"] == part.EXPEDITION:
            return int(row["parts"][other]["level"])
    return 0


@njit
def _imitation_worth(state, rules, bot, mind, seat_number, space, weapon):
    """The best space to imitate, less the food."""
    row = rules["space"][space]["parts"][0]
    seat = state["seats"][seat_number]
    if not can_pay(seat, row["pay"]):
        return WORST
    if mind["imitated_by"] != weapon:
        mind["imitated_by"] = weapon
        mind["imitated"] = _best_to_imitate(state, rules, bot, mind, seat_number, weapon)
    if mind["imitated"] == WORST:
        return WORST
    return mind["imitated"] * bot["imitate"] - imitation_price(bot, mind, row)


@njit
def _best_to_imitate(state, rules, bot, mind, seat_number, weapon):
    """The best of the spaces that opponents occupy; all imitations share it, as they differ in their price only."""
    best = WORST
    seat = state["seats"][seat_number]
    for index in range(state["num_open"]):
        target = int(state["open_spaces"][index])
        user = state["used_by"][target]
        if user < 0 or user == seat_number or not rules["space"][target]["may_be_imitated"] or not may_use(seat, target):
            continue
        if rules["space"][target]["is_imitation"]:
            worth = 0.0 if imitable(state, rules, seat_number, target, weapon, NOT_IMITATING) else WORST
        else:
            worth = plain_space_worth(state, rules, bot, mind, seat_number, target, weapon, IMITATING)
        best = max(best, worth)
    return best


# ---------------------------------------------------------------- carrying out


@njit
def _act(state, rules, bot, mind, out, row, seat_number, seat):
    """The part that leads to the best sum of parts, with its best choice; the end when nothing is worth it."""
    space, done, imitating = int(row[argument.SPACE]), int(row[argument.DONE]), int(row[argument.IMITATING])
    weapon = acting_weapon(state, seat)
    space_row = rules["space"][space]
    parts = choosable_parts(state, rules, seat_number, space, done, imitating)
    possible = 0
    only = -1  # a part with one choice, which is not weighed unless there is something else to do
    left = parts
    while left:
        number = first(left)
        left &= left - 1
        one = space_row["parts"][number]
        n = list_part(state, rules, seat_number, space, done, one, weapon, imitating, out, 0)
        if n == 0:
            continue
        if possible == 0 and only < 0:
            if done == 0 and n == 1:
                only = number
                mind["part_action"][number] = out[0]
                continue
            if left == 0 and _is_never_left_out(bot, one):
                forget(mind)
                return int(out[0])
        if possible == 0:
            think(state, rules, bot, seat, mind)
        possible |= 1 << number
        choice, worth = _best_of_part(state, rules, bot, mind, out, n, seat_number, seat, space, one, weapon, imitating)
        mind["part_action"][number] = choice
        mind["part_worth"][number] = worth
    if possible == 0:
        forget(mind)
        return int(mind["part_action"][only]) if only >= 0 else code(act.PASS, 0, 0, 0)
    if only >= 0:
        one = space_row["parts"][only]
        out[0] = mind["part_action"][only]
        _, mind["part_worth"][only] = _best_of_part(state, rules, bot, mind, out, 1, seat_number, seat, space, one, weapon, imitating)
        possible |= 1 << only
    return _best_sum(rules, bot, mind, seat, space, done, possible)


@njit
def _is_never_left_out(bot, one):
    """Whether a part is an expedition and nothing else, which a bot that likes loot and weapons never leaves out."""
    if one["do"] != part.EXPEDITION or one["gain_wares"] or one["gain_per"] >= 0 or one["take"] or one["start_player"]:
        return False
    return bot["loot"] >= 0.0 and bot["weapon"] >= 0.0


@njit
def _best_sum(rules, bot, mind, seat, space, done, possible):
    """Of the possible parts, the one that together with those it leaves open is worth most."""
    row = rules["space"][space]
    guest = guest_room_works(rules, seat, space)
    best, action = -0.01, code(act.PASS, 0, 0, 0)
    if done == 0 and possible:  # something must be done
        best, action = WORST, int(mind["part_action"][first(possible)])
    for number in range(row["num_parts"]):
        if not (possible >> number) & 1:
            continue
        worth = mind["part_worth"][number] + growth_after(rules, bot, mind, seat, row, number, int(mind["part_action"][number]))
        for other in range(row["num_parts"]):
            one = row["parts"][other]
            blocked = one["blocked_by_guest"] if guest else one["blocked_by"]
            if other != number and (possible >> other) & 1 and not (blocked >> number) & 1:
                worth += max(0.0, mind["part_worth"][other])
        if worth > best + 1e-4:
            best, action = worth, int(mind["part_action"][number])
    return action


@njit
def _best_of_part(state, rules, bot, mind, out, n, seat_number, seat, space, one, weapon, imitating):
    """The best choice of a part and its worth, with what comes with the part."""
    do = int(one["do"])
    if do == part.COLLECT or do == part.GROW or do == part.EXPEDITION or do == part.BUY:
        worth = part_worth(state, rules, bot, seat_number, mind, space, one, weapon, imitating)
        if do != part.BUY:
            return int(out[0]), worth
        return _best_purchase(rules, bot, mind, out, n, seat), worth
    if do == part.IMITATE:
        return _best_imitation(state, rules, bot, mind, out, n, seat_number, weapon)
    if do == part.FORGE:
        level = _level_after(rules["space"][space], 0)
        strength = best_strength(state, rules, bot, seat_number, mind, level)
        worth = forged_worth(rules, bot, seat, mind, strength)
        if level:
            worth += expedition_worth(state, rules, bot, seat_number, mind, level, strength)
        return code(act.FORGE, strength, 0, 0), worth
    if do == part.SOW:
        return _best_sowing(rules, bot, mind, out, n), part_worth(state, rules, bot, seat_number, mind, space, one, weapon, imitating)
    if do == part.TRADE:
        each = trade_worth(rules, bot, seat, mind, one)
        return int(out[n - 1]) if each > 0.0 else int(out[0]), each * n
    if do == part.SET_TRAP:
        worth = best_trap(state, rules, bot, seat, mind, one["free"] == 1)
        choice = int(mind["trap_action"][1 if one["free"] else 0])
        if one["tiles"] and not (one["tiles"] >> first_of(choice)) & 1:
            choice = best_listed_trap(state, rules, bot, seat, mind, out, n)
        return choice, worth
    if do == part.FORGE_WOOD:
        strength = wooden_strength(state, rules, bot, seat, mind)
        return code(act.FORGE_WOOD, strength, 0, 0), wooden_worth(rules, bot, seat, mind, strength)
    choice, worth = _best_of(state, rules, bot, mind, out, n, seat_number, seat, one)
    return choice, worth + stock_worth(rules, bot, seat, mind, one["gain"], int(one["gain_wares"]))


@njit
def _best_imitation(state, rules, bot, mind, out, n, seat_number, weapon):
    best, choice = WORST, int(out[0])
    for index in range(n):
        target = first_of(out[index])
        worth = 0.0
        if not rules["space"][target]["is_imitation"]:
            worth = plain_space_worth(state, rules, bot, mind, seat_number, target, weapon, IMITATING)
        if worth > best:
            best, choice = worth, int(out[index])
    return choice, best


@njit
def _best_purchase(rules, bot, mind, out, n, seat):
    best, choice = WORST, int(out[0])
    for index in range(n):
        worth = ware_worth(rules, bot, seat, mind, first_of(out[index]), 1)
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


@njit
def _best_sowing(rules, bot, mind, out, n):
    if n == 0:
        return code(act.PASS, 0, 0, 0)
    best, choice = WORST, int(out[0])
    for index in range(n):
        worth = crop_worth(rules, mind, first_of(out[index]))
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


@njit
def _best_of(state, rules, bot, mind, out, n, seat_number, seat, one):
    """The best of the listed choices of tiles, furnishings, pastures, stables and mines."""
    best, choice = WORST, int(out[0])
    most = most_noise(bot, mind) if n > 1 else 0.0
    same, worth_of_same = -1, 0.0  # the same furnishing, paid alike, comes with one cell after another
    prices_hurt = one["do"] == part.FURNISH and payments_hurt(bot, mind)
    for index in range(n):
        action = int(out[index])
        if action & ANY_CELL == same:
            worth = worth_of_same
        elif prices_hurt and most_furnishing_worth(state, rules, bot, mind, seat, action) + 0.3 * most <= best:
            same, worth_of_same = action & ANY_CELL, WORST  # not even for nothing, on whatever cell
            continue
        else:
            worth = choice_worth(state, rules, bot, mind, seat, one, action)
            if kind_of(action) == act.FURNISH and not depends_on_cell(rules, first_of(action)):
                same, worth_of_same = action & ANY_CELL, worth
        if worth + 0.3 * most <= best:
            continue
        if n > 1:
            worth += 0.3 * noise(state, bot, seat_number, mind, action)
        if worth > best:
            best, choice = worth, action
    return choice, best


@njit
def most_furnishing_worth(state, rules, bot, mind, seat, action):
    """What a furnishing would be worth if it cost nothing, where that is known without looking at its cell."""
    furnishing = first_of(action)
    if costs_food(rules, furnishing) or depends_on_cell(rules, furnishing):
        return -WORST
    return tile_worth(state, rules, bot, seat, mind, furnishing) + 0.05


@njit
def choice_worth(state, rules, bot, mind, seat, one, action):
    kind = kind_of(action)
    if kind == act.TWIN_TILE:
        return _twin_choice_worth(rules, bot, mind, seat, action)
    if kind == act.FURNISH:
        furnishing = first_of(action)
        if depends_on_cell(rules, furnishing):
            worth = furnishing_worth(state, rules, bot, seat, mind, furnishing, second_of(action))
        else:
            worth = tile_worth(state, rules, bot, seat, mind, furnishing)
        if one["has_price"]:
            worth -= price_worth(rules, bot, seat, mind, one, furnishing)
        else:
            worth -= printed_price(rules, bot, seat, mind, furnishing)
        if third_of(action) >= IN_MATERIAL:
            return worth + mix_worth(rules, bot, seat, mind, furnishing, third_of(action))
        return worth + (0.05 if third_of(action) else 0.0)
    if kind == act.SINGLE_TILE:
        return terrain_worth(bot, seat, mind, first_of(action)) + cell_bonus(rules, bot, seat, mind, second_of(action))
    if kind == act.PASTURE:
        return pasture_worth(rules, bot, seat, mind, first_of(action)) + _stables_fenced(seat, action)
    if kind == act.STABLE:
        return stable_worth(rules, bot, seat, mind) + _stable_place(bot, mind, seat, second_of(action))
    if kind == act.RUBY_MINE:
        return mine_worth(rules, bot, seat, mind, terrain.RUBY_MINE)
    if kind == act.BREED:
        worth = 0.0
        for animal in range(good.NUM_FARM_ANIMALS):
            if (first_of(action) >> animal) & 1:
                worth += mind["worth"][good.FIRST_FARM_ANIMAL + animal]
        return worth
    if kind == act.RESTOCK:
        return 1.0 + seat["detail"][second_of(action)] + 9.0 * ((seat["terrain"][terrain.RUBY_MINE] >> second_of(action)) & 1)
    return 0.0


@njit
def cell_bonus(rules, bot, seat, mind, cell):
    if not ((BOARD & rules["bonus_cells"]) >> cell) & 1:
        return 0.0
    worth = 0.0
    for ware in range(good.NUM):
        if rules["cell_bonus"][cell, ware]:
            worth += ware_worth(rules, bot, seat, mind, ware, int(rules["cell_bonus"][cell, ware]))
    return worth


@njit
def _twin_choice_worth(rules, bot, mind, seat, action):
    row = rules["twin_tile"][first_of(action)]
    cell = second_of(action)
    other = step_from(cell, third_of(action))
    if not (mind["twin_known"] >> first_of(action)) & 1:
        twin_worth(rules, bot, seat, mind, 1 << first_of(action))
    worth = mind["twin"][first_of(action)]
    if row["on"] != terrain.EMPTY:
        return worth
    worth += cell_bonus(rules, bot, seat, mind, cell) + cell_bonus(rules, bot, seat, mind, other)
    if not (BOARD >> cell) & 1 or not (BOARD >> other) & 1:
        worth += 2.0 * mind["worth"][good.GOLD] - bot["cell"]
    together = is_beside_its_like(seat, int(row["first"]), cell) + is_beside_its_like(seat, int(row["second"]), other)
    return worth + bot["together"] * together + _lone_cells(seat, cell, other)


@njit
def is_beside_its_like(seat, kind, cell):
    """1 when a meadow or a tunnel would lie beside another one."""
    if kind != terrain.MEADOW and kind != terrain.TUNNEL:
        return 0
    return 1 if adjacent_to(1 << cell) & seat["terrain"][kind] else 0


@njit
def _lone_cells(seat, cell, other):
    """A placement that strands single empty cells makes later twin tiles impossible."""
    from_empty = seat["terrain"][terrain.EMPTY] & ~((1 << cell) | (1 << other))
    lone = from_empty & ~adjacent_to(from_empty)
    worth = 0.0
    while lone:
        lone &= lone - 1
        worth -= 0.8
    return worth


@njit
def _stables_fenced(seat, action):
    """Stables count for more inside a pasture."""
    cells = 1 << second_of(action)
    if first_of(action) == 1:
        cells |= 1 << step_from(second_of(action), third_of(action))
    return 0.7 if cells & seat["stables"] else 0.0


@njit
def _stable_place(bot, mind, seat, cell):
    bit = 1 << cell
    if seat["terrain"][terrain.LARGE_PASTURE] & bit:
        return 0.6
    if seat["terrain"][terrain.SMALL_PASTURE] & bit:
        return 0.3
    if seat["terrain"][terrain.EMPTY] & bit:
        return bot["cell"] * mind["late"]
    return 0.0


@njit
def _loot(state, rules, bot, mind, out, row, seat_number):
    """The best item that can be taken, or the end."""
    look_at_loot(state, rules, bot, seat_number, mind, int(row[argument.STRENGTH]), int(row[argument.LOOT_TAKEN]))
    by_reward = row[argument.ITEMS_TAKEN] & BY_REWARD
    most = most_noise(bot, mind)
    best, choice = 0.0, -1
    for loot in range(rules["num_loot"]):
        if mind["loot"][loot] <= 0.0 or rules["loot"][loot]["strength"] > row[argument.STRENGTH] or (row[argument.LOOT_TAKEN] >> loot) & 1:
            continue
        if mind["loot"][loot] + 0.3 * most <= best:
            continue
        if by_reward and not is_loot_of_reward(rules, rules["loot"][loot]["part"]):
            continue
        worth = mind["loot"][loot] + 0.3 * noise(state, bot, seat_number, mind, code(act.LOOT, loot, 0, 0))
        if worth > best:
            best, choice = worth, loot
    if not by_reward and (row[argument.ITEMS_LEFT] == 1 or choice < 0):
        worth = best_fight(state, rules, bot, state["seats"][seat_number], mind, acting_weapon(state, state["seats"][seat_number]))
        if worth > best:
            choice = _fight_loot(rules)
    if choice >= 0:
        return code(act.LOOT, choice, 0, 0)
    if row[argument.ITEMS_TAKEN] < rules["least_loot"] and list_loot(state, rules, seat_number, row, out, 0) > 0:
        return int(out[0])
    return code(act.PASS, 0, 0, 0)


@njit
def _fight_loot(rules):
    """The item that is a fight."""
    for loot in range(rules["num_loot"]):
        if rules["loot"][loot]["part"]["do"] == part.FIGHT:
            return loot
    return -1


# ---------------------------------------------------------------- Frantic Fiends: rewards


@njit_hook(base_game="0")
def _decide_fiends(state, rules, bot, scratch, mind, out, row, seat_number, seat):
    """Steps of the expansion: rewards and granted spaces here, as they may lead to any space, others in orcs.py."""
    now = int(row["step"])
    if now == step.GRANT:
        return _act(state, rules, bot, mind, out, row, seat_number, seat)
    if now != step.BOUNTY and now != step.USE_SPACE:
        return decide_fiends(state, rules, bot, mind, out, row, seat_number, seat)
    n = list_step(state, rules, seat_number, row, out)
    best, choice = WORST, int(out[0])
    for index in range(n):
        action = int(out[index])
        if kind_of(action) == act.TAKE_GOLD:
            worth = mind["worth"][good.GOLD] * rules["orcs"]["gold"][first_of(action)]
        elif kind_of(action) == act.BOUNTY:
            worth = _bounty_worth(state, rules, bot, mind, seat_number, seat, second_of(action), int(row[argument.STRENGTH]))
        elif kind_of(action) == act.USE_SPACE:
            worth = _granted_worth(state, rules, bot, mind, seat_number, seat, first_of(action))
        else:
            worth = 0.0
        if n > 1:
            worth += 0.3 * noise(state, bot, seat_number, mind, action)
        if worth > best:
            best, choice = worth, action
    return choice


@njit
def _granted_worth(state, rules, bot, mind, seat_number, seat, space):
    """Worth of using a space without placing anybody."""
    if rules["space"][space]["is_imitation"]:
        return 0.0
    return max(0.0, plain_space_worth(state, rules, bot, mind, seat_number, space, acting_weapon(state, seat), NOT_IMITATING))


@njit
def _bounty_worth(state, rules, bot, mind, seat_number, seat, field, strength):
    """Worth of a field of the bounty board (F-BOUNTY-9)."""
    row = rules["orcs"]["bounty"][field]
    do = int(row["do"])
    if do == bounty.GAIN:
        return stock_worth(rules, bot, seat, mind, row["gain"], (1 << good.NUM) - 1)
    if do == bounty.EXPEDITION:
        look_at_loot(state, rules, bot, seat_number, mind, strength, 0)
        return _loot_without_fight(rules, bot, mind, int(row["level"]), strength)
    if do == bounty.PROGRAM:
        return _granted_worth(state, rules, bot, mind, seat_number, seat, int(row["program"]))
    if do == bounty.USE_FREE or do == bounty.USE_OCCUPIED:
        best = 0.0
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if (state["used_by"][space] >= 0) == (do == bounty.USE_OCCUPIED) and may_use(seat, space):
                best = max(best, _granted_worth(state, rules, bot, mind, seat_number, seat, space))
        return best
    if do == bounty.ARM and row["strength"] <= strongest_arming(state, seat):
        for dwarf in range(seat["dwarfs"]):
            if seat["weapon"][dwarf] == 0:
                return max(0.0, forged_worth_free(bot, seat, mind, int(row["strength"])))
    if do == bounty.ARM:
        return 0.0
    if do == bounty.BEGGAR:
        marker = -float(rules["points"][score.POINTS_BEGGING])
        return mind["worth"][good.GOLD] * row["gain"][good.GOLD] + (marker if seat["begging"] > 0 else 0.0)
    if do == bounty.EXTRA_ORC:
        return mind["friend"] if extra_orc_fits(state, rules, seat) else 0.0
    if do == bounty.FOOD_PER_PERSON:
        return food_worth(bot, mind, int(seat["dwarfs"]) * int(row["per_person"][0]))
    return 0.5


@njit
def _loot_without_fight(rules, bot, mind, level, strength):
    """The best different items for a strength, no fight among them; greedy, as each is worth what it is worth."""
    taken, total = 0, 0.0
    for _ in range(level):
        best, choice = 0.0, -1
        for loot in range(rules["num_loot"]):
            if (taken >> loot) & 1 or rules["loot"][loot]["strength"] > strength:
                continue
            if mind["loot"][loot] > best:
                best, choice = mind["loot"][loot], loot
        if choice < 0:
            break
        taken |= 1 << choice
        total += best
    return total * bot["loot"]


@njit
def _buy(rules, bot, mind, out, row, seat):
    one = rules["space"][row[argument.SPACE]]["parts"][row[argument.PART]]
    n = list_buy(seat, one, int(row[argument.BOUGHT]), out, 0)
    best, choice = 0.0, code(act.PASS, 0, 0, 0)
    for index in range(n):
        ware = first_of(out[index])
        worth = ware_worth(rules, bot, seat, mind, ware, 1) - one["cost"][ware] * mind["worth"][good.GOLD]
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


@njit
def _breed(rules, mind, out, row, seat, state, scratch):
    n = list_breed(rules, seat, good.NUM_FARM_ANIMALS, out, 0)
    best, choice = 0.0, code(act.PASS, 0, 0, 0)
    for index in range(n):
        worth = 0.0
        for animal in range(good.NUM_FARM_ANIMALS):
            if (first_of(out[index]) >> animal) & 1:
                worth += mind["worth"][good.FIRST_FARM_ANIMAL + animal]
        if worth > best:
            best, choice = worth, int(out[index])
    return choice


@njit
def _skip(rules, mind, seat):
    """Skip what brings less: crops from the fields, and goods from the mines, or newborn animals."""
    crops = mined_worth(rules, mind, seat)
    for kind in (terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD):
        cells = seat["terrain"][kind]
        while cells:
            cells &= cells - 1
            crops += 0.5
    animals = 0.0
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if seat["goods"][animal] >= 2:
            animals += mind["worth"][animal]
    return code(act.SKIP_STEP, harvest.SKIP_FIELD if crops < animals else harvest.SKIP_BREEDING, 0, 0)


@njit
def _protect(state, rules, bot, mind, out, seat_number, seat):
    n = protect.list_choices(state, rules, seat, out, 0)
    best, choice = bot["protect"], code(act.PASS, 0, 0, 0)
    for index in range(n):
        worth = bundle_worth(rules, bot, seat, mind, state["space_goods"][first_of(out[index])])
        if worth > best:
            best, choice = worth, int(out[index])
    return choice
