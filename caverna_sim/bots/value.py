"""The value bot: looks one whole placement ahead on a copy of the state and judges what comes out."""

from __future__ import annotations

from caverna_sim.bots.parts import WORST
from caverna_sim.bots.policy import choose, space_worth
from caverna_sim.bots.worth import dwarf_worth, think
from caverna_sim.engine.agenda import top_step
from caverna_sim.engine.animals import numbers_fit
from caverna_sim.engine.bits import count, first
from caverna_sim.engine.codes import code
from caverna_sim.engine.core import apply
from caverna_sim.engine.dwarfs import strengths_at_home
from caverna_sim.engine.ids import act, good, score, step, terrain
from caverna_sim.engine.scoring import score_seat
from caverna_sim.engine.spaces import NOT_IMITATING
from caverna_sim.jit import njit


@njit
def position_worth(state, rules, bot, seat_number, mind):
    """Points as if the game ended now, and what goods, land, family and food promise beyond them."""
    seat = state["seats"][seat_number]
    think(state, rules, bot, seat, mind)
    worth = float(score_seat(rules, seat, mind["parts"]))
    left = float(mind["rounds_left"])
    worth += _goods_worth(rules, bot, seat, mind)
    worth += int(seat["dwarfs"]) * left * (bot["placement"] - bot["mouth"])
    beds = min(int(seat["room"]), int(rules["most_dwarfs"])) - int(seat["dwarfs"])
    if beds > 0:
        worth += dwarf_worth(bot, mind) * bot["room"] + (beds - 1) * bot["spare_room"]
    worth += _land_worth(bot, seat, left)
    worth += _weapons_worth(bot, seat, left)
    worth += _animals_worth(rules, bot, seat, left)
    worth += _food_outlook(bot, seat, mind)
    return worth


@njit
def _goods_worth(rules, bot, seat, mind):
    """Goods beyond the points they would score now."""
    worth = 0.0
    points = rules["points"]
    for ware in range(good.NUM_GOODS):
        amount = float(seat["goods"][ware])
        if ware == good.FOOD or amount == 0.0:
            continue
        useful = min(amount, float(bot["enough"][ware]))
        worth += mind["worth"][ware] * (useful + (amount - useful) * bot["surplus"])
        if ware == good.RUBY:
            worth -= amount * points[score.POINTS_RUBY]
        elif ware == good.GOLD:
            worth -= amount * points[score.POINTS_GOLD]
        elif ware == good.VEGETABLE:
            worth -= amount * points[score.POINTS_VEGETABLE]
        elif ware == good.GRAIN:
            worth -= amount / points[score.GRAIN_PER_POINT]
    return worth


@njit
def _diminishing(number, crowding):
    """1 + 1/(1+c) + 1/(1+2c) + ... for a number of like things."""
    total = 0.0
    for index in range(number):
        total += 1.0 / (1.0 + crowding * index)
    return total


@njit
def _land_worth(bot, seat, left):
    """Land that can still be used: meadows, fields, caverns, tunnels; crops that will be reaped."""
    share = left / 11.0
    crowding = bot["crowding"]
    worth = bot["meadow"] * _diminishing(count(seat["terrain"][terrain.MEADOW]), crowding) * min(1.0, share * 2.0)
    worth += bot["field"] * share * _diminishing(count(seat["terrain"][terrain.FIELD]), crowding)
    sown = count(seat["terrain"][terrain.GRAIN_FIELD]) + count(seat["terrain"][terrain.VEGETABLE_FIELD])
    worth += 0.5 * bot["field"] * share * sown
    worth += bot["cavern"] * _diminishing(count(seat["terrain"][terrain.CAVERN]), crowding) * min(1.0, share * 3.0)
    worth += bot["tunnel"] * _diminishing(count(seat["terrain"][terrain.TUNNEL]), crowding) * min(1.0, share * 3.0)
    worth += bot["ore_mine"] * share * count(seat["terrain"][terrain.ORE_MINE])
    worth += bot["ruby_mine"] * share * count(seat["terrain"][terrain.RUBY_MINE])
    for furnishing in range(62):
        if (seat["owned"] >> furnishing) & 1:
            worth += bot["furnishing_per_round"][furnishing] * left
    worth += 0.3 * bot["small_pasture"] * count(seat["terrain"][terrain.SMALL_PASTURE])
    large = count(seat["pasture_east"]) + count(seat["pasture_south"])
    return worth + 0.3 * bot["large_pasture"] * large + 0.3 * bot["stable"] * count(seat["stables"])


@njit
def _weapons_worth(bot, seat, left):
    worth = 0.0
    for dwarf in range(seat["dwarfs"]):
        if seat["weapon"][dwarf] > 0:
            worth += bot["first_weapon"] * left / 11.0 + bot["weapon"] * seat["weapon"][dwarf] * left
    return worth


@njit
def _animals_worth(rules, bot, seat, left):
    """Pairs breed while there is room for one more."""
    goods = seat["goods"]
    worth = 0.0
    for animal in range(good.NUM_FARM_ANIMALS):
        if goods[good.FIRST_FARM_ANIMAL + animal] >= 2:
            fits = numbers_fit(
                rules,
                seat,
                int(goods[good.SHEEP]) + (1 if animal == 0 else 0),
                int(goods[good.DONKEY]) + (1 if animal == 1 else 0),
                int(goods[good.WILD_BOAR]) + (1 if animal == 2 else 0),
                int(goods[good.CATTLE]) + (1 if animal == 3 else 0),
            )
            worth += bot["pair"] * left * (1.0 if fits else 0.4)
    return worth


@njit
def _food_outlook(bot, seat, mind):
    """Spare food is worth a little; food that is missing and not easily had costs."""
    gap = float(mind["food_gap"])
    if gap <= 0.0:
        return bot["food_spare"] * min(6.0, -gap)
    easy = float(seat["goods"][good.GRAIN]) + 2.0 * seat["goods"][good.VEGETABLE] + 2.0 * seat["goods"][good.RUBY]
    return -bot["food_soon"] * max(0.0, gap - 0.7 * easy)


@njit
def _finish_turn(state, rules, bot, scratch, mind, out, seat_number, round_number):
    """Let the policy finish the turn of a seat."""
    while state["depth"] > 0:
        row = top_step(state)
        if row["step"] == step.PLACE or row["seat"] != seat_number or state["round"] != round_number:
            return
        action = choose(state, rules, bot, scratch, mind, out)
        apply(state, rules, int(action))


@njit
def choose_by_value(state, rules, bot, judge, scratch, mind, out):
    """The placement whose outcome is worth most; other decisions as the policy takes them."""
    row = top_step(state)
    if row["step"] != step.PLACE:
        return choose(state, rules, bot, scratch, mind, out)
    seat_number = int(row["seat"])
    number = best_placements(state, rules, bot, mind, seat_number, int(bot["candidates"]))
    if number == 0:
        return code(act.PASS, 0, 0, 0)
    best, action = WORST, int(mind["candidate"][0])
    for index in range(number):
        chosen = int(mind["candidate"][index])
        scratch[2] = state
        tried = scratch[2]
        apply(tried, rules, chosen)
        _finish_turn(tried, rules, bot, scratch, mind, out, seat_number, int(state["round"]))
        worth = position_worth(tried, rules, judge, seat_number, mind)
        if worth > best:
            best, action = worth, chosen
    return action


@njit
def best_placements(state, rules, bot, mind, seat_number, most):
    """The placements the policy likes best, in mind["candidate"], best first; returns how many."""
    seat = state["seats"][seat_number]
    think(state, rules, bot, seat, mind)
    strengths = strengths_at_home(seat)
    price = int(rules["reorder_rubies"])
    gives = rules["gives_always"] | (rules["gives_stock"] & state["stocked"])
    is_weakest = True
    number = 0
    while strengths:
        strength = first(strengths)
        strengths &= strengths - 1
        if not is_weakest and seat["goods"][good.RUBY] < price:
            break
        for index in range(state["num_open"]):
            space = int(state["open_spaces"][index])
            if state["used_by"][space] >= 0:
                continue
            worth = space_worth(state, rules, bot, mind, seat_number, space, strength, NOT_IMITATING)
            if worth == WORST and not (gives >> space) & 1:
                continue
            worth += bot["space"][space]
            if not is_weakest:
                worth -= price * mind["worth"][good.RUBY]
            number = _insert(mind, number, most, code(act.PLACE, space, strength, 0), worth)
        is_weakest = False
    return number


@njit
def _insert(mind, number, most, action, worth):
    """Keep the best few in order."""
    place = number
    while place > 0 and mind["candidate_worth"][place - 1] < worth:
        place -= 1
    if place >= most:
        return number
    end = min(number, most - 1)
    for index in range(end, place, -1):
        mind["candidate"][index] = mind["candidate"][index - 1]
        mind["candidate_worth"][index] = mind["candidate_worth"][index - 1]
    mind["candidate"][place] = action
    mind["candidate_worth"][place] = worth
    return min(number + 1, most)
