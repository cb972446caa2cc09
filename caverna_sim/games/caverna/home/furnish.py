"""Furnishing: which tiles can be had, where, at what price, and what they do at once (R-FURN, R-INT)."""

from __future__ import annotations

from caverna_sim.games.caverna.home.land import put_terrain
from caverna_sim.games.caverna.home.wares import count_of, gain_all, owns, owns_any
from caverna_sim.games.caverna.ids import act, effect, good, orc, ruling, step, terrain
from caverna_sim.games.caverna.shape.agenda import push, top_step
from caverna_sim.games.caverna.shape.bits import first
from caverna_sim.games.caverna.shape.codes import code
from caverna_sim.games.caverna.shape.layout import MOST_COST
from caverna_sim.jit import array_njit, fiends_njit, njit

NO_SUBSTITUTE = 0
NUM_PAYMENTS = 4  # substitute for the first ware (bit 0), for the second (bit 1) (F-builder)


@njit
def discount(rules, seat, trigger, ware):
    """How much less of a ware is paid, never below zero in the end (R-FURN-5)."""
    less = 0
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
def _substituted(rules, seat, cost, ware, with_discount, payment):
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
        price = _substituted(rules, seat, cost, ware, with_discount, payment)
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


@array_njit
def price_of(rules, part, furnishing):
    """The printed cost, or the price of a loot item."""
    if part["has_price"]:
        return part["cost"]
    return rules["furnishing"][furnishing]["cost"]


@njit
def has_discount(rules, part):
    """Loot prices are reduced like others by default (U-6)."""
    return not part["is_loot"] or not part["has_price"] or rules["discounts_on_loot"] == 1


@njit
def payable(rules, seat):
    """Furnishings that can be paid with the goods at hand, discounts counted: a price after a discount is covered
    exactly when the printed price is covered by goods and discount together."""
    tiles = rules["all_furnishings"]
    has_discount = owns_any(seat, rules["passive"][effect.DISCOUNT])
    for ware in range(good.NUM):
        at_hand = int(seat["goods"][ware])
        if has_discount:
            at_hand += discount(rules, seat, effect.ON_FURNISH, ware)
        tiles &= rules["payable"][ware, min(at_hand, MOST_COST)]
    return tiles


@njit
def _orcs_left(seat):
    """Whether any strength marker is left on the own card (F-YELLOW-1)."""
    for number in range(orc.NUM_HOSTILE):
        if seat["orcs"][number]["strength"] > 0:
            return True
    return False


@njit
def available(state, rules, seat, part):
    """Furnishings that a part offers, that are still to be had, and that can be paid somehow."""
    tiles = (state["supply"] | rules["unlimited"]) & part["tiles"]
    if rules["fiends"] and _orcs_left(seat):
        tiles &= ~rules["yellow"]  # F-YELLOW-1
    if part["has_price"] or owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE]):
        return tiles  # these are asked one by one
    return tiles & payable(rules, seat)


@njit
def can_furnish(state, rules, seat, part):
    """Whether any furnishing can be built."""
    tiles = available(state, rules, seat, part)
    payments = NUM_PAYMENTS if owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE]) else 1
    cells_now = open_cells(rules, seat)
    if cells_now == 0:
        tiles &= rules["overbuilders"]
    while tiles:
        furnishing = first(tiles)
        tiles &= tiles - 1
        if furnish_cells(rules, seat, furnishing, cells_now) == 0:
            continue
        if rules["furnishing"][furnishing]["any_material"]:
            if can_pay_in_material(rules, seat, furnishing):
                return True
            continue
        for payment in range(payments):
            if can_pay_furnishing(rules, seat, price_of(rules, part, furnishing), has_discount(rules, part), payment):
                return True
    return False


@njit
def list_furnish(state, rules, seat, part, out, n):
    """Every furnishing, cell and way to pay."""
    tiles = available(state, rules, seat, part)
    payments = NUM_PAYMENTS if owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE]) else 1
    asks = part["has_price"] or payments > 1  # else all that are available can be paid
    cells_now = open_cells(rules, seat)
    if cells_now == 0:
        tiles &= rules["overbuilders"]
    while tiles:
        furnishing = first(tiles)
        tiles &= tiles - 1
        all_cells = furnish_cells(rules, seat, furnishing, cells_now)
        if all_cells == 0:
            continue
        if rules["furnishing"][furnishing]["any_material"]:
            n = list_in_material(rules, seat, furnishing, all_cells, out, n)
            continue
        for payment in range(payments):
            if not asks or can_pay_furnishing(rules, seat, price_of(rules, part, furnishing), has_discount(rules, part), payment):
                cells = all_cells
                while cells:
                    out[n] = code(act.FURNISH, furnishing, first(cells), payment)
                    n += 1
                    cells &= cells - 1
    return n


@njit
def furnish(state, rules, seat, part, furnishing, cell, payment):
    """Pay a furnishing, lay it, and carry out what it gives at once (R-FURN-4)."""
    cost, with_discount = price_of(rules, part, furnishing), has_discount(rules, part)
    if payment >= IN_MATERIAL:
        pay_in_material(rules, seat, furnishing, payment)
    elif payment == NO_SUBSTITUTE:
        pay_reduced(rules, seat, cost, effect.ON_FURNISH, with_discount)
    else:
        for ware in range(good.NUM):
            seat["goods"][ware] -= _substituted(rules, seat, cost, ware, with_discount, payment)
    if state["copies"][furnishing] > 0:
        state["copies"][furnishing] -= 1
    if state["copies"][furnishing] == 0:
        state["supply"] &= ~(1 << furnishing)
    lay_furnishing(rules, seat, furnishing, cell)
    _built(state, rules, seat, furnishing, cell)


@njit
def lay_furnishing(rules, seat, furnishing, cell):
    """Put a furnishing on its cell; a tile that is built over stops working (R-INT-1)."""
    if (seat["terrain"][terrain.FURNISHED] >> cell) & 1:
        under = int(seat["detail"][cell])
        seat["owned"] &= ~(1 << under)
        seat["covered"] |= 1 << under
        seat["room"] -= rules["furnishing"][under]["dwarf_room"]
    put_terrain(seat, cell, terrain.FURNISHED)
    seat["detail"][cell] = furnishing
    seat["owned"] |= 1 << furnishing
    seat["room"] += rules["furnishing"][furnishing]["dwarf_room"]


@njit
def _built(state, rules, seat, furnishing, cell):
    """Effects of a tile in the moment it is built."""
    rows = rules["furnishing"][furnishing]["build_rows"]
    for index in range(rows[0], rows[1]):
        row = rules["effect"][index]
        if row["do"] == effect.GAIN:
            gain_all(rules, seat, row["get"], 1)
        elif row["do"] == effect.GAIN_PER:
            gain_all(rules, seat, row["get"], count_of(rules, seat, int(row["per"]), cell))
        elif row["do"] == effect.PLACE_ON_FUTURE_ROUNDS:
            _lay_on_rounds(state, rules, seat, row)
        elif row["do"] >= effect.ARM_LIKE_STRONGEST:
            _built_by_fiends(state, rules, int(row["do"]))


@njit
def _lay_on_rounds(state, rules, seat, row):
    """Suppliers lay goods on the next round spaces; those after the end are lost (R-INT-17, U-7)."""
    left = int(row["amount"])
    number = state["round"] + 1
    while left > 0 and number <= rules["last_round"]:
        if rules["is_played"][number]:
            for ware in range(good.NUM_GOODS):
                seat["round_goods"][number, ware] += row["get"][ware]
            left -= 1
        elif not rules["suppliers_skip_round"]:
            left -= 1
        number += 1


# ---------------------------------------------------------------- Frantic Fiends

IN_MATERIAL = 64  # a price in building materials of any kind: 64 + 8 * wood + stone, the rest is ore (F-TILE-8)


@njit
def _material_discount(rules, seat, ware):
    """Discounts count as paid material (ruling warrior_dwelling_discounts)."""
    if rules["orcs"]["ruling"][ruling.WARRIOR_DWELLING_DISCOUNTS] != 0:
        return 0
    return discount(rules, seat, effect.ON_FURNISH, ware)


@njit
def _mix_fits(rules, seat, furnishing, wood, stone):
    """Whether the mix holds the least of each kind and can be paid."""
    cost = rules["furnishing"][furnishing]["cost"]
    ore = int(rules["furnishing"][furnishing]["any_material"]) - wood - stone
    if wood < cost[good.WOOD] or stone < cost[good.STONE] or ore < cost[good.ORE]:
        return False
    goods = seat["goods"]
    return (
        goods[good.WOOD] + _material_discount(rules, seat, good.WOOD) >= wood
        and goods[good.STONE] + _material_discount(rules, seat, good.STONE) >= stone
        and goods[good.ORE] + _material_discount(rules, seat, good.ORE) >= ore
    )


@fiends_njit("False")
def can_pay_in_material(rules, seat, furnishing):
    """Whether any mix of building materials can be paid."""
    most = int(rules["furnishing"][furnishing]["any_material"])
    for wood in range(most + 1):
        for stone in range(most + 1 - wood):
            if _mix_fits(rules, seat, furnishing, wood, stone):
                return True
    return False


@fiends_njit("n")
def list_in_material(rules, seat, furnishing, all_cells, out, n):
    """Every mix and every cell."""
    most = int(rules["furnishing"][furnishing]["any_material"])
    for wood in range(min(most, 7) + 1):
        for stone in range(min(most - wood, 7) + 1):
            if not _mix_fits(rules, seat, furnishing, wood, stone):
                continue
            cells = all_cells
            while cells:
                out[n] = code(act.FURNISH, furnishing, first(cells), IN_MATERIAL + 8 * wood + stone)
                n += 1
                cells &= cells - 1
    return n


@fiends_njit("None")
def pay_in_material(rules, seat, furnishing, payment):
    """Pay a mix of building materials."""
    wood, stone = (payment - IN_MATERIAL) >> 3, payment & 7
    ore = int(rules["furnishing"][furnishing]["any_material"]) - wood - stone
    seat["goods"][good.WOOD] -= max(0, wood - _material_discount(rules, seat, good.WOOD))
    seat["goods"][good.STONE] -= max(0, stone - _material_discount(rules, seat, good.STONE))
    seat["goods"][good.ORE] -= max(0, ore - _material_discount(rules, seat, good.ORE))


@fiends_njit("None")
def _built_by_fiends(state, rules, do):
    """What new dwellings grant once they are built becomes a step of its own (F-TILE-3, F-TILE-8, F-TILE-10)."""
    seat_number = int(top_step(state)["seat"])
    if do == effect.ARM_LIKE_STRONGEST:
        best = 0
        for number in range(state["players"]):
            other = state["seats"][number]
            for dwarf in range(other["dwarfs"]):
                best = max(best, int(other["weapon"][dwarf]))
        if best > 0:
            push(state, step.ARM, seat_number, best, 0, 0, 0)
    elif do == effect.ARM_FOR_GOODS:
        push(state, step.ARM, seat_number, 0, 0, 0, 0)
    elif state["orc_acts"] == 0:  # an orc at work cannot (F-TILE-11)
        push(state, step.GROW, seat_number, 0, 0, 0, 0)
