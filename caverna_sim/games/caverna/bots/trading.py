"""When bots trade: to feed the family, to make room for animals, and for points at the very end."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.course.hooks import ARMED_EAT_MORE
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.course.steps.feed import SPECIAL, need
from caverna_sim.games.caverna.course.steps.feed import list_choices as list_feed
from caverna_sim.games.caverna.home.animals import animals_fit
from caverna_sim.games.caverna.home.trades import (
    effect_of_option,
    has_trades,
    list_conversions,
    list_tile_trades,
    list_trades,
    list_wares_for_rubies,
    trade,
)
from caverna_sim.games.caverna.home.wares import owns
from caverna_sim.games.caverna.ids import act, argument, effect, good
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

PARENTS = 2


@njit
def _loss(rules, bot, seat, mind, ware, amount):
    """Worth that is lost with some wares: points, a missing type, a pair that would breed."""
    have = int(seat["goods"][ware])
    loss = mind["worth"][ware] * amount
    if ware >= good.FIRST_FARM_ANIMAL:
        if have - amount <= 0:
            loss += bot["missing_animal"]
        if have >= PARENTS > have - amount:
            loss += bot["pair"] * mind["rounds_left"] + 0.5
    return loss


@njit
def cheapest_meal(rules, bot, seat, mind, row, out):
    """The trade that covers missing food at the least loss, -1 when there is none better than begging."""
    missing = need(rules, seat, row) - int(seat["goods"][good.FOOD])
    if missing <= 0:
        return -1
    best, choice = -float(bot["begging"]), -1
    n = list_feed(rules, seat, row, out, 0)
    n = list_conversions(rules, seat, good.NUM, out, n)
    if seat["goods"][good.RUBY] > 0:
        n = list_wares_for_rubies(rules, seat, out, n)
    n = list_tile_trades(rules, seat, -1, out, n)
    most_gold = min(int(seat["goods"][good.GOLD]), missing + int(rules["gold_loss"])) if rules["gold_loss"] > 0 else 0
    for index in range(n):
        action = int(out[index])
        if kind_of(action) == act.CONVERT and first_of(action) == good.GOLD and second_of(action) < most_gold:
            continue  # the more gold at once, the less of it is lost
        food, loss = _meal(rules, bot, seat, mind, row, action, missing)
        if food <= 0:
            continue
        price = loss / min(food, missing) + 0.02 * max(0, food - missing)
        if price < best:
            best, choice = price, action
    return choice


@njit
def _meal(rules, bot, seat, mind, row, action, missing):
    """Food that a trade brings, and what it costs in worth."""
    kind, ware = kind_of(action), first_of(action)
    if kind == act.FEED_DWARF:
        food = int(rules["adult_food"]) if not row[argument.EATERS] & (SPECIAL | ARMED_EAT_MORE) and second_of(action) == 0 else 1
        return food, 1.2
    if kind == act.CONVERT:
        amount = second_of(action)
        if ware == good.GOLD:
            food = amount - int(rules["gold_loss"])
            return (food if food <= missing else 0), float(amount)
        if ware == good.DONKEY and amount == 2:
            return int(rules["donkey_pair_food"]), _loss(rules, bot, seat, mind, ware, amount)
        return int(rules["food_value"][ware]), _loss(rules, bot, seat, mind, ware, amount)
    if kind == act.USE_TILE:
        option = second_of(action)
        effect_row = rules["effect"][effect_of_option(rules, ware, option)]
        food = int(effect_row["get"][good.FOOD])
        loss = 0.0
        for other in range(good.NUM):
            if effect_row["give"][other]:
                loss += _loss(rules, bot, seat, mind, other, int(effect_row["give"][other]))
            if other != good.FOOD and effect_row["get"][other]:
                loss -= mind["worth"][other] * effect_row["get"][other]
        return food, max(0.0, loss)
    if kind == act.DISARM:
        return ware, 3.0 + 0.3 * ware * mind["rounds_left"]
    if kind == act.EXCHANGE and ware < good.DOG:  # eaten with the next trade
        return int(rules["food_value"][ware]), mind["worth"][good.RUBY] * rules["exchange"][ware, good.RUBY] + 0.3
    return 0, 0.0


@njit
def cheapest_room(rules, bot, seat, mind):
    """The farm animal whose loss hurts least; a pair of donkeys when both must go."""
    best, choice = 1e9, -1
    for animal in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if seat["goods"][animal] <= 0:
            continue
        loss = _loss(rules, bot, seat, mind, animal, 1) - 0.4 * rules["food_value"][animal]
        if loss < best:
            best, choice = loss, animal
    return code(act.CONVERT, choice, 1, 0)


@njit
def best_final_trade(state, rules, scratch, mind, out, seat_number):
    """Before scoring: the first of one or two trades that together add most points; the end when none does.

    Of pairs only those are tried that are more than their parts: the first makes the second possible, or both are alike.
    """
    seat = state["seats"][seat_number]
    if seat["goods"][good.RUBY] == 0 and not has_trades(rules, seat):
        return code(act.PASS, 0, 0, 0)  # food alone scores nothing
    n = _list_last_trades(rules, seat, out, 0)
    if n == 0:
        return code(act.PASS, 0, 0, 0)
    best, choice = score_seat(rules, seat, mind["parts"]), code(act.PASS, 0, 0, 0)
    has_all_food = seat["goods"][good.FOOD] >= rules["exchange_food"] and not has_trades(rules, seat) and _brings_food_only(rules, seat)
    once, twice = scratch[0]["seats"][0], scratch[0]["seats"][1]
    for index in range(n):
        action = int(out[index])
        scratch[0]["seats"][0] = seat
        trade(rules, once, -1, action)
        if not animals_fit(rules, once):
            continue
        total = score_seat(rules, once, mind["parts"])
        if total > best:
            best, choice = total, action
        if kind_of(action) == act.BUY_TILE or (kind_of(action) == act.CONVERT and has_all_food):  # gives nothing to trade with
            continue
        end = _list_last_trades(rules, once, out, n)
        at = 0
        for second in range(n, end):
            found = _find(out, at, n, int(out[second]))
            if found < n:
                at = found + 1  # both lists are in the same order
                if not _alike(action, int(out[second])):
                    continue
            scratch[0]["seats"][1] = once
            trade(rules, twice, -1, int(out[second]))
            total = score_seat(rules, twice, mind["parts"])
            if total > best and animals_fit(rules, twice):
                best, choice = total, action
    return choice


@njit
def _brings_food_only(rules, seat):
    """Whether nothing but food comes of what is turned into food, as it is with the Slaughtering cave."""
    for index in range(rules["effect_start"][effect.ON_CONVERT_ANIMAL], rules["effect_start"][effect.ON_CONVERT_ANIMAL + 1]):
        row = rules["effect"][index]
        for ware in range(good.NUM):
            if ware != good.FOOD and row["get"][ware] and owns(seat, int(row["furnishing"])):
                return False
    return True


@njit
def _list_last_trades(rules, seat, out, n):
    """Trades that can add points. Gold is turned into no more food than an exchange could cost, and of the cells for
    a tile one does for all: they score alike, unless the cell holds a bonus or a stable."""
    end = list_trades(rules, seat, -1, out, n)
    kept = n
    tile = -1
    for index in range(n, end):
        action = int(out[index])
        kind = kind_of(action)
        if kind == act.CONVERT and first_of(action) == good.GOLD and second_of(action) > rules["gold_loss"] + rules["exchange_food"]:
            continue
        if kind == act.BUY_TILE:
            if first_of(action) == tile and not _is_special(rules, seat, second_of(action)):
                continue
            if not _is_special(rules, seat, second_of(action)):
                tile = first_of(action)
        out[kept] = action
        kept += 1
    return kept


@njit
def _is_special(rules, seat, cell):
    """Whether covering a cell is not like covering any other: a printed bonus, a stable."""
    return ((seat["stables"] | rules["bonus_cells"]) >> cell) & 1 == 1


@njit
def _find(out, start, end, action):
    """The place of an action in a stretch of a list, its end when it is not there."""
    for index in range(start, end):
        if out[index] == action:
            return index
    return end


@njit
def _alike(one, other):
    """Whether two trades may be worth more together though each was possible before."""
    return one == other or kind_of(one) == act.DISARM == kind_of(other)
