"""What things are worth to a bot in points at the end, here and now."""

from __future__ import annotations

from caverna_sim.engine.animals import numbers_fit
from caverna_sim.engine.bits import count, first
from caverna_sim.engine.ids import effect, good, harvest, terrain
from caverna_sim.engine.wares import count_of, owns
from caverna_sim.jit import njit


@njit
def think(state, rules, bot, seat, mind):
    """Work out once per decision what every worth below needs."""
    last = int(rules["last_round"])
    now = int(state["round"])
    mind["rounds_left"] = last - now
    mind["late"] = min(1.0, max(0.0, (now - 1) / max(1, last - 1)))
    for ware in range(good.NUM):
        early, late = bot["worth_early"][ware], bot["worth_late"][ware]
        mind["worth"][ware] = early + (late - early) * mind["late"]
    mind["has_loot"] = 0
    mind["furnish_tiles"] = 0
    mind["noise_left"] = 0
    _look_at_feedings(state, rules, seat, mind)


@njit
def _harvest_in(state, rules, number):
    """Kind of harvest a player at the table expects in a round; a marker to come is taken for a leaf."""
    if number == state["round"]:
        return int(state["harvest"])
    kind = int(rules["schedule"][number])
    return harvest.FULL if kind == harvest.MARKER else kind


@njit
def _look_at_feedings(state, rules, seat, mind):
    """Need of the next two feedings against the food at hand."""
    newborns = 0
    for dwarf in range(seat["dwarfs"]):
        newborns += seat["newborn"][dwarf]
    dwarfs = int(seat["dwarfs"])
    found = 0
    mind["food_gap"] = 0.0
    mind["food_next"] = 0.0
    mind["feeding_near"] = 0.0
    for number in range(int(state["round"]), int(rules["last_round"]) + 1):
        if not rules["is_played"][number]:
            continue
        kind = _harvest_in(state, rules, number)
        if kind == harvest.NONE:
            continue
        if kind == harvest.SPECIAL:
            need = dwarfs * int(rules["special_food"])
        else:
            young = newborns if number == state["round"] else 0
            need = (dwarfs - young) * int(rules["adult_food"]) + young * int(rules["newborn_food"])
        need -= _saved_food(rules, seat)
        if found == 0:
            mind["food_gap"] = max(0, need) - seat["goods"][good.FOOD]
            mind["feeding_near"] = 1.0 if number == state["round"] else 0.0
        else:
            mind["food_next"] = max(0, need)
            return
        found += 1


@njit
def _saved_food(rules, seat):
    saved = 0
    for index in range(rules["effect_start"][effect.FEEDING], rules["effect_start"][effect.FEEDING + 1]):
        row = rules["effect"][index]
        if not owns(seat, int(row["furnishing"])):
            continue
        if row["do"] == effect.REDUCE_NEED:
            saved += int(row["amount"]) * count_of(rules, seat, int(row["per"]), 0)
    return saved


@njit
def food_worth(bot, mind, food):
    """Worth of some food: dear while the next feeding is not covered, then less and less."""
    left = float(food)
    gap = mind["food_gap"]
    worth = 0.0
    if gap > 0.0:
        part = min(left, gap)
        price = bot["food_now"] if mind["feeding_near"] > 0.0 else 0.5 * (bot["food_now"] + bot["food_soon"])
        worth += part * price
        left -= part
        gap = 0.0
    soon = mind["food_next"] + min(0.0, gap)
    if left > 0.0 and soon > 0.0:
        part = min(left, soon)
        worth += part * bot["food_soon"]
        left -= part
    return worth + left * bot["food_spare"]


@njit
def ware_worth(rules, bot, seat, mind, ware, amount):
    """Worth of receiving some of a ware."""
    if ware == good.FOOD:
        return food_worth(bot, mind, amount)
    if ware >= good.FIRST_FARM_ANIMAL:
        return animal_worth(rules, bot, seat, mind, ware, amount)
    each = mind["worth"][ware]
    wanted = min(float(amount), max(0.0, bot["enough"][ware] - seat["goods"][ware]))
    return each * (wanted + (amount - wanted) * bot["surplus"])


@njit
def cost_worth(bot, seat, mind, ware, amount):
    """Worth of what is paid: units beyond `enough` go first."""
    if ware == good.FOOD:
        return -food_worth_lost(bot, mind, amount)
    spare = min(float(amount), max(0.0, seat["goods"][ware] - bot["enough"][ware]))
    return mind["worth"][ware] * (spare * bot["surplus"] + (amount - spare))


@njit
def food_worth_lost(bot, mind, food):
    """Negative worth of spending food."""
    kept = mind["food_gap"]
    mind["food_gap"] = kept + food
    lost = -food_worth(bot, mind, food)
    mind["food_gap"] = kept
    return lost


@njit
def animal_worth(rules, bot, seat, mind, animal, amount):
    """Worth of farm animals: first of a type, a pair that breeds, and less without room."""
    goods = seat["goods"]
    have = int(goods[animal])
    worth = mind["worth"][animal] * amount
    if have == 0 and amount > 0:
        worth += bot["missing_animal"]
    if have < 2 <= have + amount:
        worth += bot["pair"] * mind["rounds_left"]
    if numbers_fit(
        rules,
        seat,
        int(goods[good.SHEEP]) + (amount if animal == good.SHEEP else 0),
        int(goods[good.DONKEY]) + (amount if animal == good.DONKEY else 0),
        int(goods[good.WILD_BOAR]) + (amount if animal == good.WILD_BOAR else 0),
        int(goods[good.CATTLE]) + (amount if animal == good.CATTLE else 0),
    ):
        return worth
    eaten = food_worth(bot, mind, int(rules["food_value"][animal]) * amount)
    return max(eaten, bot["no_room"] * worth)


@njit
def bundle_worth(rules, bot, seat, mind, amounts):
    """Worth of receiving several wares."""
    worth = 0.0
    for ware in range(good.NUM):
        if amounts[ware]:
            worth += ware_worth(rules, bot, seat, mind, ware, int(amounts[ware]))
    return worth


@njit
def stock_worth(rules, bot, seat, mind, amounts, wares):
    """The same when the set of wares that can be among them is known."""
    worth = 0.0
    while wares:
        ware = first(wares)
        wares &= wares - 1
        if amounts[ware]:
            worth += ware_worth(rules, bot, seat, mind, ware, int(amounts[ware]))
    return worth


@njit
def terrain_worth(bot, seat, mind, kind):
    """Worth of one more cell of a terrain, the covered cell included; the more there are, the less."""
    left = mind["rounds_left"] / 11.0
    if kind == terrain.MEADOW:
        number = count(seat["terrain"][terrain.MEADOW])
        return bot["cell"] + bot["meadow"] / (1.0 + bot["crowding"] * number)
    if kind == terrain.FIELD:
        number = count(seat["terrain"][terrain.FIELD]) + count(seat["terrain"][terrain.GRAIN_FIELD])
        number += count(seat["terrain"][terrain.VEGETABLE_FIELD])
        return bot["cell"] + bot["field"] * left / (1.0 + bot["crowding"] * number)
    if kind == terrain.CAVERN:
        number = count(seat["terrain"][terrain.CAVERN])
        return bot["cell"] + bot["cavern"] / (1.0 + bot["crowding"] * number)
    number = count(seat["terrain"][terrain.TUNNEL])
    return bot["cell"] + bot["tunnel"] / (1.0 + bot["crowding"] * number)


@njit
def dwarf_worth(bot, mind):
    """Worth of a dwarf born now: a point, the placements it will have, less what it eats."""
    return 1.0 + mind["rounds_left"] * (bot["placement"] - bot["mouth"])


@njit
def sow_worth(rules, bot, seat, mind):
    """Worth of a whole sow action with what is at hand."""
    fields = count(seat["terrain"][terrain.FIELD] & rules["usable"])
    vegetables = min(min(fields, int(rules["most_vegetable_fields"])), int(seat["goods"][good.VEGETABLE]))
    grain = min(min(fields - vegetables, int(rules["most_grain_fields"])), int(seat["goods"][good.GRAIN]))
    worth = grain * crop_worth(rules, mind, good.GRAIN) + vegetables * crop_worth(rules, mind, good.VEGETABLE)
    return worth * bot["sow"]


@njit
def crop_worth(rules, mind, crop):
    """Worth of planting one crop: what the general supply adds."""
    tokens = rules["grain_tokens"] if crop == good.GRAIN else rules["vegetable_tokens"]
    return (int(tokens) - 1) * mind["worth"][crop]
