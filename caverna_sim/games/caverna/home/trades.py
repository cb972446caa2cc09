"""What may be done at any time: food, rubies, trades of furnishings (R-CONV, R-RUBY, R-INT-19)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.home.land import list_cells, place_single, single_cells
from caverna_sim.games.caverna.home.wares import can_pay, gain, gain_all, owns, owns_any, pay
from caverna_sim.games.caverna.ids import act, effect, good, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

PAIR = 2
AT_REST = 0  # where a dwarf is that gives up its weapon
ACTING = 1
AT_WORK = 2
NEWBORN = 3
_MOST_GOLD = 255  # what fits an action id


@njit
def list_trades(rules, seat, acting_dwarf, out, n):
    """Everything that may be done at any time."""
    n = list_conversions(rules, seat, good.NUM, out, n)
    if seat["goods"][good.RUBY] > 0:
        n = list_exchanges(rules, seat, out, n)
    return list_tile_trades(rules, seat, acting_dwarf, out, n)


@njit
def list_conversions(rules, seat, wares, out, n):
    """Food for goods and animals (R-CONV-1) and for gold (R-CONV-2)."""
    goods = seat["goods"]
    for ware in range(wares):
        if rules["food_value"][ware] and goods[ware] > 0:
            out[n] = code(act.CONVERT, ware, 1, 0)
            n += 1
    if wares == good.NUM and goods[good.DONKEY] >= PAIR and rules["donkey_pair_food"]:
        out[n] = code(act.CONVERT, good.DONKEY, PAIR, 0)
        n += 1
    least = max(int(rules["gold_least"]), int(rules["gold_loss"]) + 1)
    for gold in range(least, min(int(goods[good.GOLD]), _MOST_GOLD) + 1):
        out[n] = code(act.CONVERT, good.GOLD, gold, 0)
        n += 1
    return n


@njit
def list_meals(rules, seat, out, n):
    """Every farm animal at hand, also those that a house rule made inedible (R-ANIM-4)."""
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if seat["goods"][ware] > 0:
            out[n] = code(act.CONVERT, ware, 1, 0)
            n += 1
    return n


@njit
def list_exchanges(rules, seat, out, n):
    """Rubies for wares (R-RUBY-1) and for single tiles (R-RUBY-2)."""
    n = list_wares_for_rubies(rules, seat, out, n)
    for kind in terrain.SINGLES:
        price = rules["tile_rubies"][kind]
        if price and seat["goods"][good.RUBY] >= price:
            n = list_cells(act.BUY_TILE, kind, single_cells(rules, seat, kind), out, n)
    return n


@njit
def list_wares_for_rubies(rules, seat, out, n):
    """Rubies for wares (R-RUBY-1)."""
    for ware in range(good.NUM):
        if rules["exchange"][ware, good.RUBY] and can_pay(seat, rules["exchange"][ware]):
            out[n] = code(act.EXCHANGE, ware, 0, 0)
            n += 1
    return n


@njit
def has_trades(rules, seat):
    """Whether any furnishing of the seat trades at any time."""
    return owns_any(seat, rules["passive"][effect.TRADE]) or owns_any(seat, rules["passive"][effect.WEAPON_TO_FOOD])


@njit
def may_raise_goods(rules, seat):
    """Whether a ruby or a furnishing could still bring goods that a step needs."""
    return seat["goods"][good.RUBY] > 0 or owns_any(seat, rules["passive"][effect.TRADE])


@njit
def list_tile_trades(rules, seat, acting_dwarf, out, n):
    """Trades of furnishings; their options are numbered in the order of the tile's effects."""
    if not has_trades(rules, seat):
        return n
    option = 0
    last = -1
    for index in range(rules["effect_start"][effect.ANY_TIME], rules["effect_start"][effect.ANY_TIME + 1]):
        row = rules["effect"][index]
        option = option + 1 if row["furnishing"] == last else 0
        last = int(row["furnishing"])
        if not owns(seat, int(row["furnishing"])):
            continue
        if row["do"] == effect.WEAPON_TO_FOOD:
            n = _list_disarm(seat, acting_dwarf, out, n)
        elif can_pay(seat, row["give"]):
            out[n] = code(act.USE_TILE, int(row["furnishing"]), option, 0)
            n += 1
    return n


@njit
def _whereabouts(seat, acting_dwarf, dwarf):
    """Dwarfs of equal strength differ in whether they can still work, are at work, act right now, or were just born."""
    if dwarf == acting_dwarf:
        return ACTING
    if seat["newborn"][dwarf]:  # armed by a reward of the expansion only
        return NEWBORN
    return AT_REST if seat["at"][dwarf] == AT_HOME else AT_WORK


@njit
def _list_disarm(seat, acting_dwarf, out, n):
    """Any weapon can be given up (F-peaceful_cave, R-INT-9); dwarfs that are alike count once."""
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] > 0 and _armed_like(seat, acting_dwarf, int(seat["weapon"][dwarf]), dwarf) == dwarf:
            out[n] = code(act.DISARM, seat["weapon"][dwarf], _whereabouts(seat, acting_dwarf, dwarf), 0)
            n += 1
    return n


@njit
def _armed_like(seat, acting_dwarf, strength, like):
    """The first dwarf with this strength that is where another one is."""
    wanted = _whereabouts(seat, acting_dwarf, like)
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] == strength and _whereabouts(seat, acting_dwarf, dwarf) == wanted:
            return dwarf
    return like


@njit
def is_trade(action):
    """Whether an action may be done at any time."""
    kind = kind_of(action)
    return kind == act.CONVERT or kind == act.EXCHANGE or kind == act.BUY_TILE or kind == act.USE_TILE or kind == act.DISARM


@njit
def trade(rules, seat, acting_dwarf, action):
    """Carry out something that may be done at any time."""
    kind = kind_of(action)
    ware = first_of(action)
    if kind == act.CONVERT:
        _convert(rules, seat, ware, second_of(action))
    elif kind == act.EXCHANGE:
        pay(seat, rules["exchange"][ware], 1)
        gain(rules, seat, ware, 1)
    elif kind == act.BUY_TILE:
        seat["goods"][good.RUBY] -= rules["tile_rubies"][ware]
        place_single(rules, seat, ware, second_of(action))
    elif kind == act.USE_TILE:
        row = rules["effect"][effect_of_option(rules, ware, second_of(action))]
        pay(seat, row["give"], 1)
        gain_all(rules, seat, row["get"], 1)
    else:
        _disarm(rules, seat, acting_dwarf, ware, second_of(action))


@njit
def _convert(rules, seat, ware, amount):
    """Turn something into food; Slaughtering cave adds to every farm animal (R-INT-6)."""
    seat["goods"][ware] -= amount
    if ware == good.GOLD:
        food = amount - int(rules["gold_loss"])
    elif ware == good.DONKEY and amount == PAIR:
        food = int(rules["donkey_pair_food"])
    else:
        food = int(rules["food_value"][ware]) * amount
    gain(rules, seat, good.FOOD, food)
    if ware < good.FIRST_FARM_ANIMAL:
        return
    for index in range(rules["effect_start"][effect.ON_CONVERT_ANIMAL], rules["effect_start"][effect.ON_CONVERT_ANIMAL + 1]):
        row = rules["effect"][index]
        if owns(seat, int(row["furnishing"])):
            gain_all(rules, seat, row["get"], amount)


@njit
def effect_of_option(rules, furnishing, option):
    """The row of a furnishing's n-th trade."""
    for index in range(rules["effect_start"][effect.ANY_TIME], rules["effect_start"][effect.ANY_TIME + 1]):
        if rules["effect"][index]["furnishing"] == furnishing:
            if option == 0:
                return index
            option -= 1
    return -1


@njit
def _disarm(rules, seat, acting_dwarf, strength, where):
    """Give up the weapon of a dwarf and receive food for its strength (U-14: it may forge anew)."""
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] == strength and _whereabouts(seat, acting_dwarf, dwarf) == where:
            seat["weapon"][dwarf] = 0
            break
    for index in range(rules["effect_start"][effect.ANY_TIME], rules["effect_start"][effect.ANY_TIME + 1]):
        row = rules["effect"][index]
        if row["do"] == effect.WEAPON_TO_FOOD and owns(seat, int(row["furnishing"])):
            gain(rules, seat, good.FOOD, strength * int(row["amount"]))
