"""Goods and animals of a seat: counting, receiving, paying."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.expansions import EVERYTHING, module_of
from caverna_sim.games.caverna.ids import effect, good, per, terrain
from caverna_sim.games.caverna.shape.board import adjacent_to
from caverna_sim.games.caverna.shape.sizes import MOST_GOODS
from caverna_sim.games.caverna.shape.tiles import has, share, size_of_both
from caverna_sim.kit.records.bits import count, first

_count_more = module_of(EVERYTHING, "counting").count_more


@njit
def owns(seat, furnishing):
    """Whether a furnishing works for this seat."""
    return has(seat["owned"], furnishing)


@njit
def owns_any(seat, furnishings):
    """Whether any furnishing of a set works for this seat."""
    return share(seat["owned"], furnishings)


@njit
def _put_aside(seat, ware, amount):
    """Lay wares into the supply of a seat; house rules may bring more than it keeps, and then it says so."""
    held = int(seat["goods"][ware]) + amount
    if held > MOST_GOODS:
        held = MOST_GOODS
        seat["spilled"] = 1
    seat["goods"][ware] = held


@njit
def gain(rules, seat, ware, amount):
    """Receive wares from the general supply; Seam and Dog school react to every one of them (R-INT-4)."""
    if amount <= 0:
        return
    _put_aside(seat, ware, amount)
    for index in range(rules["effect_start"][effect.ON_GAIN], rules["effect_start"][effect.ON_GAIN + 1]):
        row = rules["effect"][index]
        if row["ware"] == ware and owns(seat, int(row["furnishing"])):
            for other in range(good.NUM):
                if row["get"][other]:
                    _put_aside(seat, other, int(row["get"][other]) * amount)


@njit
def gain_all(rules, seat, amounts, times):
    """Receive a set of wares a number of times."""
    for ware in range(good.NUM):
        if amounts[ware]:
            gain(rules, seat, ware, int(amounts[ware]) * times)


@njit
def can_pay(seat, cost):
    """Whether every ware of a cost is at hand."""
    for ware in range(good.NUM):
        if seat["goods"][ware] < cost[ware]:
            return False
    return True


@njit
def pay(seat, cost, times):
    """Pay a set of wares a number of times to the general supply."""
    for ware in range(good.NUM):
        seat["goods"][ware] -= cost[ware] * times


@njit
def total(amounts):
    """How many wares there are altogether."""
    number = 0
    for ware in range(good.NUM):
        number += int(amounts[ware])
    return number


@njit
def crops_on_fields(seat, kind):
    """Grain or vegetables still standing on the fields (R-SCORE-2)."""
    number = 0
    cells = seat["terrain"][kind]
    while cells:
        number += int(seat["detail"][first(cells)])
        cells &= cells - 1
    return number


@njit
def farm_animals(seat):
    """Farm animals of all types; dogs are none (R-COMP-2)."""
    goods = seat["goods"]
    return int(goods[good.SHEEP]) + int(goods[good.DONKEY]) + int(goods[good.WILD_BOAR]) + int(goods[good.CATTLE])


@njit
def armed_dwarfs(seat):
    """Dwarfs in play that have a weapon."""
    number = 0
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] > 0:
            number += 1
    return number


@njit
def adjacent_dwellings(rules, seat, cell):
    """Dwellings orthogonally beside a cell, the entry-level dwelling included (R-INT-15)."""
    number = 0
    beside = adjacent_to(1 << cell) & seat["terrain"][terrain.FURNISHED] & rules["usable"]
    while beside:
        number += 1 if has(rules["dwellings"], int(seat["detail"][first(beside)])) else 0
        beside &= beside - 1
    return number


@njit
def yellow_furnishings(rules, seat):
    """Parlors, storages and chambers that are not built over (F-main_storage)."""
    return size_of_both(seat["owned"], rules["yellow"])


@njit
def donkeys_in_ore_mines(rules, seat):
    """Donkeys move into ore mines first: they may be moved just before (U-15)."""
    places = count(seat["terrain"][terrain.ORE_MINE] & rules["usable"]) * rules["ore_mine_room"]
    return min(places, int(seat["goods"][good.DONKEY]))


@njit
def donkeys_in_mines(rules, seat):
    """Donkeys that can stand in mines of either kind (R-INT-7)."""
    places = count(seat["terrain"][terrain.ORE_MINE] & rules["usable"]) * rules["ore_mine_room"]
    places += count(seat["terrain"][terrain.RUBY_MINE] & rules["usable"]) * rules["ruby_mine_room"]
    return min(places, int(seat["goods"][good.DONKEY]))


@njit
def count_of(rules, seat, what, cell):
    """How many of something a seat has; `cell` is where the furnishing that asks lies. See ids/per.py."""
    if what < good.NUM:
        return int(seat["goods"][what])
    if what == per.FARM_ANIMAL:
        return farm_animals(seat)
    if what == per.CROP_SET:
        grain = seat["goods"][good.GRAIN] + crops_on_fields(seat, terrain.GRAIN_FIELD)
        vegetables = seat["goods"][good.VEGETABLE] + crops_on_fields(seat, terrain.VEGETABLE_FIELD)
        return min(grain, vegetables)
    if what == per.DWARF:
        return int(seat["dwarfs"])
    if what == per.ARMED_DWARF:
        return armed_dwarfs(seat)
    if what == per.YELLOW_FURNISHING:
        return yellow_furnishings(rules, seat)
    if what == per.ADJACENT_DWELLING:
        return adjacent_dwellings(rules, seat, cell)
    if what == per.ORE_MINE:
        return count(seat["terrain"][terrain.ORE_MINE] & rules["usable"])
    if what == per.RUBY_MINE:
        return count(seat["terrain"][terrain.RUBY_MINE] & rules["usable"])
    if what == per.DONKEY_IN_ORE_MINE:
        return donkeys_in_ore_mines(rules, seat)
    if what == per.DONKEY_IN_MINE:
        return donkeys_in_mines(rules, seat)
    return _count_more(rules, seat, what)
