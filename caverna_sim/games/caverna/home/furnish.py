"""Furnishings on a home board: where they go, what they cost, what they lay out (R-FURN, R-INT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_counting
from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.home.wares import owns, owns_any
from caverna_sim.games.caverna.ids import effect, good, terrain
from caverna_sim.games.caverna.shape.layout import MOST_COST
from caverna_sim.games.caverna.shape.sizes import MOST_COMING
from caverna_sim.games.caverna.shape.tiles import drop, put
from caverna_sim.kit.records.bits import first

NO_SUBSTITUTE = 0
NUM_PAYMENTS = 4  # substitute for the first ware (bit 0), for the second (bit 1) (F-builder)


@njit
def discount(rules, seat, trigger, ware):
    """How much less of a ware is paid, never below zero in the end (R-FURN-5)."""
    less = 0
    if not owns_any(seat, rules["passive"][effect.DISCOUNT]):
        return less
    for index in range(rules["effect_start"][trigger], rules["effect_start"][trigger + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.DISCOUNT and row["get"][ware] and owns(seat, int(row["furnishing"])):
            less += row["get"][ware]
    return less


@njit
def reduced(rules, seat, cost, ware, trigger, with_discount):
    """What has to be paid of one ware after discounts."""
    price = int(cost[ware])
    if price == 0 or not with_discount:
        return price
    return max(0, price - discount(rules, seat, trigger, ware))


@njit
def can_pay_reduced(rules, seat, cost, trigger, with_discount):
    """Whether a cost can be paid after discounts."""
    for ware in range(good.NUM):
        price = int(cost[ware])
        if price > 0 and seat["goods"][ware] < price:
            if seat["goods"][ware] < reduced(rules, seat, cost, ware, trigger, with_discount):
                return False
    return True


@njit
def pay_reduced(rules, seat, cost, trigger, with_discount):
    """Pay a cost after discounts."""
    for ware in range(good.NUM):
        if cost[ware]:
            seat["goods"][ware] -= reduced(rules, seat, cost, ware, trigger, with_discount)


@njit
def substituted(rules, seat, cost, ware, with_discount, payment):
    """What has to be paid of one ware when the Builder replaces something (R-INT-2), -1 when it cannot."""
    price = reduced(rules, seat, cost, ware, effect.ON_FURNISH, with_discount)
    bit = 1
    for index in range(rules["effect_start"][effect.ON_FURNISH], rules["effect_start"][effect.ON_FURNISH + 1]):
        row = rules["effect"][index]
        if row["do"] != effect.MAY_SUBSTITUTE:
            continue
        if payment & bit:
            if row["get"][ware]:
                price -= row["get"][ware]
                if price < 0:
                    return -1
            price += row["give"][ware]
        bit <<= 1
    return price


@njit
def can_pay_furnishing(rules, seat, cost, with_discount, payment):
    """Whether a furnishing can be paid, with a way to substitute building materials."""
    if payment == NO_SUBSTITUTE:
        return can_pay_reduced(rules, seat, cost, effect.ON_FURNISH, with_discount)
    for ware in range(good.NUM):
        price = substituted(rules, seat, cost, ware, with_discount, payment)
        if price < 0 or seat["goods"][ware] < price:
            return False
    return True


@njit
def open_cells(rules, seat):
    """Empty caverns, and tunnels with the Work room (R-FURN-1, R-FURN-3)."""
    cells = seat["terrain"][terrain.CAVERN]
    if owns_any(seat, rules["passive"][effect.FURNISH_TARGETS_ADD]):
        for kind in range(terrain.CAVERN, terrain.RUBY_MINE + 1):
            if (rules["furnish_terrains"] >> kind) & 1:
                cells |= seat["terrain"][kind]
    return cells & rules["usable"]


@njit
def furnish_cells(rules, seat, furnishing, cells):
    """Cells for a furnishing: the open ones, or the tile it must be built over (R-INT-1)."""
    under = int(rules["furnishing"][furnishing]["overbuilds"])
    if under >= 0 and owns(seat, under):
        return 1 << cell_of_furnishing(seat, under)
    return cells


@njit
def cell_of_furnishing(seat, furnishing):
    """Where a furnishing of this seat lies; it has it."""
    cells = seat["terrain"][terrain.FURNISHED]
    while cells:
        cell = first(cells)
        if seat["detail"][cell] == furnishing:
            return cell
        cells &= cells - 1
    return -1


@njit_counting
def price_of(rules, part, furnishing):
    """The printed cost, or the price of a loot item."""
    if part["has_price"]:
        return part["cost"]
    return rules["furnishing"][furnishing]["cost"]


@njit
def loot_discount(rules, part):
    """Loot prices are reduced like others by default (U-6)."""
    return not part["is_loot"] or rules["discounts_on_loot"] == 1


@njit
def has_discount(rules, part):
    """The printed cost of a furnishing is always reduced."""
    return not part["has_price"] or loot_discount(rules, part)


@njit
def payable(rules, seat, word):
    """Furnishings that can be paid with the goods at hand, discounts counted: a price after a discount is covered
    exactly when the printed price is covered by goods and discount together. One word of the set."""
    tiles = int(rules["all_furnishings"][word])
    has_discount = owns_any(seat, rules["passive"][effect.DISCOUNT])
    for ware in range(good.NUM):
        at_hand = int(seat["goods"][ware])
        if has_discount:
            at_hand += discount(rules, seat, effect.ON_FURNISH, ware)
        tiles &= rules["payable"][ware, min(at_hand, MOST_COST), word]
    return tiles


@njit
def lay_furnishing(rules, seat, furnishing, cell):
    """Put a furnishing on its cell; a tile that is built over stops working (R-INT-1)."""
    if (seat["terrain"][terrain.FURNISHED] >> cell) & 1:
        under = int(seat["detail"][cell])
        drop(seat["owned"], under)
        put(seat["covered"], under)
        seat["room"] -= rules["furnishing"][under]["dwarf_room"]
    put_terrain(seat, cell, terrain.FURNISHED)
    seat["detail"][cell] = furnishing
    put(seat["owned"], furnishing)
    seat["room"] += rules["furnishing"][furnishing]["dwarf_room"]


@njit
def lay_on_rounds(state, rules, seat, row):
    """Suppliers lay goods on the next round spaces; those after the end are lost (R-INT-17, U-7)."""
    left = int(row["amount"])
    number = state["round"] + 1
    while left > 0 and number <= rules["last_round"]:
        if rules["is_played"][number]:
            for ware in range(good.NUM_GOODS):
                coming = int(seat["round_goods"][number, ware]) + int(row["get"][ware])
                if coming > MOST_COMING:
                    coming = MOST_COMING
                    seat["spilled"] = 1
                seat["round_goods"][number, ware] = coming
            left -= 1
        elif not rules["suppliers_skip_round"]:
            left -= 1
        number += 1
