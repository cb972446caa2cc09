"""Furnishing: which tiles can be had, at what price, and what they do at once (R-FURN, R-INT)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.course.hooks import (
    IN_MATERIAL,
    can_pay_in_material,
    furnished,
    granted_by_tile,
    list_in_material,
    markers_left,
    pay_in_material,
)
from caverna_sim.games.caverna.home.furnish import (
    NO_SUBSTITUTE,
    NUM_PAYMENTS,
    can_pay_furnishing,
    furnish_cells,
    has_discount,
    lay_furnishing,
    lay_on_rounds,
    open_cells,
    pay_reduced,
    payable,
    price_of,
    substituted,
)
from caverna_sim.games.caverna.home.limits import closed_tiles
from caverna_sim.games.caverna.home.wares import count_of, gain_all, owns_any
from caverna_sim.games.caverna.ids import act, effect, good
from caverna_sim.games.caverna.shape.tiles import BITS, WORDS, drop
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, second_of, third_of

FINDS_OUT_BY_LISTING = True


@njit
def available(state, rules, seat, row, cells, word):
    """Furnishings that a part offers, that are still to be had, and that can be paid somehow; without an open cell only those
    that are built over others. One word of the set."""
    tiles = (state["supply"][word] | rules["unlimited"][word]) & row["furnishings"][word] & ~closed_tiles(state, rules, seat, word)
    if cells == 0:
        tiles &= rules["overbuilders"][word]
    if tiles == 0:
        return tiles
    if markers_left(rules, seat):
        tiles &= ~rules["yellow"][word]  # F-YELLOW-1
    if row["has_price"] or owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE]):
        return tiles  # these are asked one by one
    return tiles & payable(rules, seat, word)


@njit
def possible(state, rules, seat, row):
    """Whether any furnishing can be built."""
    payments = NUM_PAYMENTS if owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE]) else 1
    cells_now = open_cells(rules, seat)
    for word in range(WORDS):
        tiles = available(state, rules, seat, row, cells_now, word)
        while tiles:
            furnishing = word * BITS + first(tiles)
            tiles &= tiles - 1
            if furnish_cells(rules, seat, furnishing, cells_now) == 0:
                continue
            if rules["furnishing"][furnishing]["any_material"]:
                if can_pay_in_material(rules, seat, furnishing):
                    return True
                continue
            for payment in range(payments):
                if can_pay_furnishing(rules, seat, price_of(rules, row, furnishing), has_discount(rules, row), payment):
                    return True
    return False


@njit
def list_choices(state, rules, seat, row, out, n):
    """Every furnishing, cell and way to pay."""
    payments = NUM_PAYMENTS if owns_any(seat, rules["passive"][effect.MAY_SUBSTITUTE]) else 1
    asks = row["has_price"] or payments > 1  # else all that are available can be paid
    cells_now = open_cells(rules, seat)
    for word in range(WORDS):
        tiles = available(state, rules, seat, row, cells_now, word)
        while tiles:
            furnishing = word * BITS + first(tiles)
            tiles &= tiles - 1
            all_cells = furnish_cells(rules, seat, furnishing, cells_now)
            if all_cells == 0:
                continue
            if rules["furnishing"][furnishing]["any_material"]:
                n = list_in_material(rules, seat, furnishing, all_cells, out, n)
                continue
            for payment in range(payments):
                if not asks or can_pay_furnishing(rules, seat, price_of(rules, row, furnishing), has_discount(rules, row), payment):
                    cells = all_cells
                    while cells:
                        out[n] = code(act.FURNISH, furnishing, first(cells), payment)
                        n += 1
                        cells &= cells - 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, row, action):
    """Pay a furnishing, lay it, and carry out what it gives at once (R-FURN-4)."""
    furnishing, cell, payment = first_of(action), second_of(action), third_of(action)
    cost, with_discount = price_of(rules, row, furnishing), has_discount(rules, row)
    if payment >= IN_MATERIAL:
        pay_in_material(rules, seat, furnishing, payment)
    elif payment == NO_SUBSTITUTE:
        pay_reduced(rules, seat, cost, effect.ON_FURNISH, with_discount)
    else:
        for ware in range(good.NUM):
            seat["goods"][ware] -= substituted(rules, seat, cost, ware, with_discount, payment)
    if state["copies"][furnishing] > 0:
        state["copies"][furnishing] -= 1
    if state["copies"][furnishing] == 0:
        drop(state["supply"], furnishing)
    lay_furnishing(rules, seat, furnishing, cell)
    _built(state, rules, seat, furnishing, cell)
    furnished(state, rules, seat_number)


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
            lay_on_rounds(state, rules, seat, row)
        elif row["do"] >= effect.ARM_LIKE_STRONGEST:
            granted_by_tile(state, rules, int(row["do"]))
