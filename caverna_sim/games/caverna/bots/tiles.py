"""What furnishings are worth to a bot: printed points, bonuses to come, rooms, goods they bring, and its own liking."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_hook, njit_inline
from caverna_sim.games.caverna.bots.hooks import IN_MATERIAL, build_worth, can_pay_in_material, other_room_worth
from caverna_sim.games.caverna.bots.worth import WORST, bundle_worth, cost_worth, dwarf_worth, payments_hurt
from caverna_sim.games.caverna.course.parts.furnish import available
from caverna_sim.games.caverna.home.furnish import can_pay_furnishing, furnish_cells, has_discount, open_cells, price_of, reduced
from caverna_sim.games.caverna.home.limits import family_is_complete, strongest_arming
from caverna_sim.games.caverna.home.wares import adjacent_dwellings, armed_dwarfs, count_of, owns_any
from caverna_sim.games.caverna.ids import effect, good, per, score, terrain
from caverna_sim.games.caverna.shape.board import BOARD
from caverna_sim.games.caverna.shape.tiles import BITS, WORDS, has, put
from caverna_sim.kit.records.bits import count, first


@njit
def _plain_worth(rules, bot, mind, furnishing):
    """Printed points and the liking for a furnishing, less the cavern that is gone."""
    worth = float(rules["furnishing"][furnishing]["points"]) + bot["furnishing"][furnishing]
    worth += bot["furnishing_per_round"][furnishing] * mind["rounds_left"]
    return worth - bot["cavern"] * 0.5


@njit_inline
def furnishing_worth(state, rules, bot, seat, mind, furnishing, cell):
    """Worth of owning a furnishing from now on; `cell` is where it would lie, or -1."""
    row = rules["furnishing"][furnishing]
    worth = _plain_worth(rules, bot, mind, furnishing)
    if has(rules["dwellings"], furnishing):
        worth += _room_worth(rules, bot, seat, mind, int(row["dwarf_room"]))
    worth += other_room_worth(state, rules, bot, seat, mind, furnishing)
    if row["any_material"]:  # the price is printed as a number only; see _mixed_price
        worth -= _mixed_price(rules, bot, seat, mind, furnishing)
    if row["build_rows"][0] < row["build_rows"][1]:
        worth += _build_worth(state, rules, bot, seat, mind, furnishing, cell)
    if row["score_rows"][0] < row["score_rows"][1]:
        worth += _bonus_worth(rules, bot, seat, mind, furnishing, cell)
    return worth


@njit
def _room_worth(rules, bot, seat, mind, room):
    """Room lets the family grow: dear while every bed is taken."""
    dwarfs = int(seat["dwarfs"])
    if room == 0 or dwarfs >= rules["most_dwarfs"] or family_is_complete(seat):
        return bot["spare_room"] * 0.3
    if seat["room"] > dwarfs:
        return bot["spare_room"]
    return max(0.0, dwarf_worth(bot, mind) * bot["room"])


@njit
def _build_worth(state, rules, bot, seat, mind, furnishing, cell):
    """Goods a furnishing brings at once or lays on the rounds to come."""
    worth = 0.0
    rows = rules["furnishing"][furnishing]["build_rows"]
    for index in range(rows[0], rows[1]):
        row = rules["effect"][index]
        if row["do"] == effect.GAIN:
            worth += bundle_worth(rules, bot, seat, mind, row["get"])
        elif row["do"] == effect.GAIN_PER:
            worth += bundle_worth(rules, bot, seat, mind, row["get"]) * _counted(rules, seat, int(row["per"]), cell)
        elif row["do"] == effect.PLACE_ON_FUTURE_ROUNDS:
            times = min(float(row["amount"]), mind["rounds_left"])
            worth += bundle_worth(rules, bot, seat, mind, row["get"]) * times * 0.9
        elif row["do"] >= effect.ARM_LIKE_STRONGEST:
            grown = 0.0 if family_is_complete(seat) else dwarf_worth(bot, mind)
            worth += build_worth(rules, bot, seat, mind, int(row["do"]), grown, strongest_arming(state, seat))
    return worth


@njit_hook(base_game="0.0")
def _mixed_price(rules, bot, seat, mind, furnishing):
    """Building materials of any kind beyond the least of each, those of which most is at hand (F-TILE-8)."""
    tile = rules["furnishing"][furnishing]
    left = int(tile["any_material"])
    most = 0.0
    for ware in (good.WOOD, good.STONE, good.ORE):
        left -= int(tile["cost"][ware])
        at_hand = int(seat["goods"][ware]) - int(tile["cost"][ware])
        if at_hand > 0:
            most = max(most, cost_worth(bot, seat, mind, ware, min(left, at_hand)) / min(left, at_hand))
    return left * most


@njit
def mix_worth(rules, bot, seat, mind, furnishing, payment):
    """Worth of a mix of building materials, below 0, against what was counted for it."""
    wood, stone = (payment - IN_MATERIAL) >> 3, payment & 7
    ore = int(rules["furnishing"][furnishing]["any_material"]) - wood - stone
    worth = cost_worth(bot, seat, mind, good.WOOD, wood) + cost_worth(bot, seat, mind, good.STONE, stone)
    return -0.1 * (worth + cost_worth(bot, seat, mind, good.ORE, ore))


@njit
def _counted(rules, seat, what, cell):
    if what == per.ADJACENT_DWELLING:
        return best_adjacent_dwellings(rules, seat) if cell < 0 else adjacent_dwellings(rules, seat, cell)
    return count_of(rules, seat, what, cell)


@njit
def best_adjacent_dwellings(rules, seat):
    """Most dwellings beside one open cell."""
    best = 0
    cells = open_cells(rules, seat)
    while cells:
        best = max(best, adjacent_dwellings(rules, seat, first(cells)))
        cells &= cells - 1
    return best


@njit
def _bonus_worth(rules, bot, seat, mind, furnishing, cell):
    """Bonus points of yellow tiles: as things stand, and what may still be added."""
    worth = 0.0
    left = mind["rounds_left"]
    rows = rules["furnishing"][furnishing]["score_rows"]
    for index in range(rows[0], rows[1]):
        row = rules["effect"][index]
        amount = float(row["amount"])
        if row["do"] == effect.POINTS_PER:
            what = int(row["per"])
            number = float(_counted(rules, seat, what, cell))
            if what == per.YELLOW_FURNISHING:
                number += 1.0
            number = number * bot["bonus_now"] + bot["bonus_later"] * left
            if what == per.ADJACENT_DWELLING:
                number = min(number, 4.0)
            worth += number / float(row["divisor"]) * amount
        elif row["do"] == effect.POINTS_IF_NONE_ARMED:
            worth += amount * bot["peaceful_bonus"] if armed_dwarfs(seat) == 0 else 0.0
        elif row["do"] == effect.POINTS_IF_ALL_ARMED:
            share = armed_dwarfs(seat) / max(1, int(seat["dwarfs"]))
            worth += amount * bot["armed_bonus"] * share
        elif row["do"] == effect.POINTS_BY_DWARFS:
            dwarfs = min(6, int(seat["dwarfs"]) + (1 if left > 2.5 else 0))
            worth += float(row["table"][dwarfs])
        elif row["do"] == effect.CANCEL_LOSSES:
            worth += min(amount, expected_losses(rules, bot, seat, mind))
    return worth


@njit
def expected_losses(rules, bot, seat, mind):
    """Minus points that will probably be left at the end."""
    unused = count(seat["terrain"][terrain.EMPTY] & ~seat["stables"] & BOARD)
    missing = 0
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        missing += 1 if seat["goods"][animal] == 0 else 0
    points = rules["points"]
    cells, animals = max(0.0, unused - 0.9 * mind["rounds_left"]), max(0.0, missing - 0.5 * mind["rounds_left"])
    lost = cells * points[score.POINTS_UNUSED] + animals * points[score.POINTS_MISSING]
    return -float(lost + seat["begging"] * points[score.POINTS_BEGGING])


@njit
def price_worth(rules, bot, seat, mind, part, furnishing):
    """Worth of what has to be paid."""
    return _cost_worth(rules, bot, seat, mind, furnishing, price_of(rules, part, furnishing), has_discount(rules, part))


@njit
def _cost_worth(rules, bot, seat, mind, furnishing, cost, may_be_reduced):
    wares = int(rules["furnishing"][furnishing]["cost_wares"])
    is_reduced = may_be_reduced and owns_any(seat, rules["passive"][effect.DISCOUNT])
    worth = 0.0
    while wares:
        ware = first(wares)
        wares &= wares - 1
        amount = reduced(rules, seat, cost, ware, effect.ON_FURNISH, is_reduced)
        if amount:
            worth += cost_worth(bot, seat, mind, ware, amount)
    return worth


@njit_inline
def tile_worth(state, rules, bot, seat, mind, furnishing):
    """Worth of a furnishing on its best cell, before its price; worked out once."""
    if has(rules["plain_tiles"], furnishing):  # as quickly worked out as looked up
        return _plain_worth(rules, bot, mind, furnishing) + other_room_worth(state, rules, bot, seat, mind, furnishing)
    if not has(mind["tiles_known"], furnishing):
        put(mind["tiles_known"], furnishing)
        mind["tile_worth"][furnishing] = furnishing_worth(state, rules, bot, seat, mind, furnishing, -1)
    return mind["tile_worth"][furnishing]


@njit
def printed_price(rules, bot, seat, mind, furnishing):
    """Worth of the printed price after discounts; worked out once."""
    if not has(mind["prices_known"], furnishing):
        put(mind["prices_known"], furnishing)
        mind["tile_price"][furnishing] = _cost_worth(rules, bot, seat, mind, furnishing, rules["furnishing"][furnishing]["cost"], True)
    return mind["tile_price"][furnishing]


@njit
def costs_food(rules, furnishing):
    """Whether food is paid for a furnishing: that is worth more or less by what the family needs."""
    return (rules["furnishing"][furnishing]["cost_wares"] >> good.FOOD) & 1 == 1


@njit
def depends_on_cell(rules, furnishing):
    """Whether it matters where a furnishing lies."""
    return has(rules["cell_tiles"], furnishing)


@njit
def best_furnishing(state, rules, bot, seat, mind, part):
    """Worth of the best furnishing that can be paid and placed, at least 0; WORST when there is none.

    Of one that would not be the best for nothing the price is not asked.
    """
    best, found = 0.0, False
    prices_hurt = payments_hurt(bot, mind)
    cells = open_cells(rules, seat)
    ask = part["has_price"] or owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE])
    for word in range(WORDS):
        tiles = available(state, rules, seat, part, cells, word)
        while tiles:
            furnishing = word * BITS + first(tiles)
            tiles &= tiles - 1
            if cells == 0 and furnish_cells(rules, seat, furnishing, cells) == 0:
                continue
            if ask and not can_pay_furnishing(rules, seat, price_of(rules, part, furnishing), has_discount(rules, part), 0):
                continue
            if rules["furnishing"][furnishing]["any_material"] and not can_pay_in_material(rules, seat, furnishing):
                continue
            found = True
            worth = tile_worth(state, rules, bot, seat, mind, furnishing)
            if worth <= best and prices_hurt and not costs_food(rules, furnishing):
                continue
            if part["has_price"]:
                worth -= price_worth(rules, bot, seat, mind, part, furnishing)
            else:
                worth -= printed_price(rules, bot, seat, mind, furnishing)
            best = max(best, worth)
    return best if found else WORST
