"""What things are worth to a bot in points at the end, here and now."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_inline
from caverna_sim.games.caverna.fiends.bots.danger import food_after_event, friends_to_feed, harvest_of_event, look_at_orcs
from caverna_sim.games.caverna.home.animals import numbers_fit
from caverna_sim.games.caverna.home.furnish import cell_of_furnishing
from caverna_sim.games.caverna.home.wares import count_of, owns, owns_any
from caverna_sim.games.caverna.ids import effect, good, harvest, phase, terrain
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.games.caverna.shape.tiles import clear
from caverna_sim.kit.records.bits import count, first

WORST = -1.0e9  # below any sum of worths
ROUNDING = 1e-6  # by less do sums differ that are added up in another order
NOT_YET = -3  # was anything worked out for: below every strength, and below what stands for others who work (home/dwarfs.py)
MANY = 32767  # animals, the most that a MIND can remember
STORED = sum(1 << ware for ware in range(good.FIRST_FARM_ANIMAL) if ware != good.FOOD)  # wares that need no room


@njit
def think(state, rules, bot, seat, mind):
    """Work out once per decision what every worth below needs."""
    weigh(state, rules, bot, seat, mind)
    _look_at_feedings(state, rules, bot, seat, mind)


@njit
def weigh(state, rules, bot, seat, mind):
    """The same where nothing depends on how well fed the family will be."""
    last = int(rules["last_round"])
    now = int(state["round"])
    mind["rounds_left"], mind["rounds_at_first"] = last - now, max(1, last - 1)
    late = min(1.0, max(0.0, (now - 1) / mind["rounds_at_first"]))
    mind["late"] = late
    for ware in range(good.NUM):
        first_worth, last_worth = bot["worth_early"][ware], bot["worth_late"][ware]
        mind["worth"][ware] = first_worth + (last_worth - first_worth) * late
    forget(mind)
    look_at_orcs(state, rules, bot, seat, mind)


@njit
def forget(mind):
    """What was worked out for another position holds no more."""
    mind["has_loot"] = 0
    mind["expedition_known"] = 0
    mind["sorted_up_to"] = -1
    mind["forge_known"] = 0
    mind["twin_known"] = 0
    mind["outcomes_known"] = 0
    clear(mind["tiles_known"])
    clear(mind["prices_known"])
    for number in range(good.NUM_FARM_ANIMALS):
        mind["room_for"][number] = 0
        mind["no_room_for"][number] = MANY
    mind["imitated_by"] = NOT_YET
    mind["lots_known"] = 0
    mind["paths_known"] = 0
    mind["traps_known"] = 0
    mind["best_trap_known"] = 0


@njit
def marker_is_hidden(state, rules):
    """Whether this round's harvest marker still lies face down (toggle harvest_marker_reveal)."""
    is_early = state["phase"] <= phase.RETURN_HOME or state["phase"] == phase.LATE_START
    return rules["late_markers"] == 1 and state["markers"][state["round"]] != 0 and is_early


@njit
def known_harvest(state, rules):
    """Kind of harvest that a player at the table expects at the end of this round; a hidden marker is taken for a leaf."""
    return harvest.FULL if marker_is_hidden(state, rules) else int(state["harvest"])


@njit
def known_questions(state, rules):
    """Question marks that have been turned over."""
    is_secret = marker_is_hidden(state, rules) and state["markers"][state["round"]] == harvest.QUESTION
    return int(state["questions"]) - (1 if is_secret else 0)


@njit
def _harvest_in(state, rules, number):
    """Kind of harvest a player at the table expects in a round; a marker to come is taken for a leaf."""
    if number == state["round"]:
        return known_harvest(state, rules)
    kind = int(rules["schedule"][number])
    return harvest.FULL if kind == harvest.MARKER else kind


@njit_inline
def _look_at_feedings(state, rules, bot, seat, mind):
    """Need of the next two feedings against the food at hand, and against everything that can be eaten."""
    newborns = 0
    for dwarf in range(seat["dwarfs"]):
        newborns += seat["newborn"][dwarf]
    dwarfs = int(seat["dwarfs"])
    found = 0
    saved = _saved_food(rules, seat)
    eatable = _eatable(rules, seat)
    mind["food_gap"] = 0.0
    mind["food_next"] = 0.0
    mind["feeding_near"] = 0.0
    mind["slack_now"] = eatable
    mind["slack_soon"] = eatable
    mind["urgency"] = 0.0
    for number in range(int(state["round"]), int(rules["last_round"]) + 1):
        if not rules["is_played"][number]:
            continue
        kind = _harvest_in(state, rules, number)
        if kind == harvest.EVENT:
            kind = harvest_of_event(state, rules, number)
        if kind == harvest.NONE:
            continue
        if kind == harvest.SPECIAL:
            need = dwarfs * int(rules["special_food"])
        elif kind == harvest.FEED_ARMED:
            need = food_after_event(rules, seat)
        else:
            young = newborns if number == state["round"] else 0
            need = (dwarfs - young) * int(rules["adult_food"]) + young * int(rules["newborn_food"])
        need += friends_to_feed(rules, seat)
        need = max(0, need - saved)
        eatable += _reaped(rules, seat, found) if kind == harvest.FULL else 0.0
        eatable -= need
        if found == 0:
            mind["food_gap"] = need - seat["goods"][good.FOOD]
            mind["feeding_near"] = 1.0 if number == state["round"] else 0.0
            mind["slack_now"] = eatable
            mind["slack_soon"] = eatable
            mind["urgency"] = 1.0 / (1.0 + bot["patience"] * _later_placements(seat, number == state["round"]))
            eatable = max(0.0, eatable)
        else:
            mind["food_next"] = need
            mind["slack_soon"] = eatable
            return
        found += 1


@njit
def _eatable(rules, seat):
    """Food that everything at hand would make, if nothing were kept."""
    goods = seat["goods"]
    food = int(goods[good.FOOD])
    for ware in range(good.NUM):
        food += int(goods[ware]) * int(rules["food_value"][ware])
    food += max(0, int(goods[good.GOLD]) - int(rules["gold_loss"]))
    return float(food)


@njit
def _reaped(rules, seat, harvests):
    """Food in the crops that the next full harvest brings, when so many came before."""
    food = 0
    for kind, crop in ((terrain.GRAIN_FIELD, good.GRAIN), (terrain.VEGETABLE_FIELD, good.VEGETABLE)):
        cells = seat["terrain"][kind]
        while cells:
            cell = first(cells)
            cells &= cells - 1
            if seat["detail"][cell] > harvests:
                food += int(rules["food_value"][crop])
    return float(food)


@njit
def _later_placements(seat, is_this_round):
    """Dwarfs that can still fetch food after this one until the feeding."""
    number = 0 if is_this_round else int(seat["dwarfs"])
    for dwarf in range(seat["dwarfs"]):
        if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf]:
            number += 1
    return max(0, number - 1)


@njit
def _saved_food(rules, seat):
    saved = 0
    if not owns_any(seat, rules["passive"][effect.REDUCE_NEED]):
        return saved
    for index in range(rules["effect_start"][effect.FEEDING], rules["effect_start"][effect.FEEDING + 1]):
        row = rules["effect"][index]
        if not owns(seat, int(row["furnishing"])):
            continue
        if row["do"] == effect.REDUCE_NEED:
            cell = cell_of_furnishing(seat, int(row["furnishing"]))
            saved += int(row["amount"]) * count_of(rules, seat, int(row["per"]), cell)
    return saved


@njit
def relief(bot, mind, food):
    """Worth of begging markers that some more food would save."""
    now = min(food, max(0.0, -mind["slack_now"]))
    soon = min(food - now, max(0.0, -mind["slack_soon"]))
    return mind["urgency"] * (now * bot["hunger"] + soon * bot["hunger_soon"])


@njit
def _distress(bot, mind, now, soon):
    """Worth lost by begging markers when so much more food were needed at the next feeding and after."""
    more = min(now, max(0.0, now - max(0.0, mind["slack_now"])))
    later = min(soon, max(0.0, soon - max(0.0, mind["slack_soon"])))
    return mind["urgency"] * (more * bot["hunger"] + later * bot["hunger_soon"])


@njit
def food_worth(bot, mind, food):
    """Worth of some food: dear while the next feeding is not covered, then less and less."""
    return _food_by_need(bot, mind, food) + relief(bot, mind, float(food))


@njit
def _food_by_need(bot, mind, food):
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
        worth = animal_worth(rules, bot, seat, mind, ware, amount)
    else:
        worth = _stored_worth(bot, seat, mind, ware, amount)
    if mind["slack_soon"] < 0.0 or mind["slack_now"] < 0.0:
        food = int(rules["food_value"][ware]) * amount
        if ware == good.GOLD:
            food = amount
        if food:
            worth = max(worth, food_worth(bot, mind, food))
    return worth


@njit
def _stored_worth(bot, seat, mind, ware, amount):
    """The same for wares that need no room, apart from their use as food: beyond `enough` they are worth less."""
    wanted = min(float(amount), max(0.0, bot["enough"][ware] - seat["goods"][ware]))
    return mind["worth"][ware] * (wanted + (amount - wanted) * bot["surplus"])


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
    lost = -_food_by_need(bot, mind, food)
    mind["food_gap"] = kept
    return lost - _distress(bot, mind, float(food), 0.0)


@njit
def payments_hurt(bot, mind):
    """Whether nothing that is paid, but for food, makes a bot better off."""
    for ware in range(good.NUM):
        if mind["worth"][ware] < 0.0:
            return False
    return bot["surplus"] >= 0.0


@njit_inline
def animal_worth(rules, bot, seat, mind, animal, amount):
    """Worth of farm animals: first of a type, a pair that breeds, and less without room."""
    goods = seat["goods"]
    have = int(goods[animal])
    worth = mind["worth"][animal] * amount
    if have == 0 and amount > 0:
        worth += bot["missing_animal"]
    if have < 2 <= have + amount:
        worth += bot["pair"] * mind["rounds_left"]
    if _have_room(rules, seat, mind, animal, amount):
        return worth
    eaten = food_worth(bot, mind, int(rules["food_value"][animal]) * amount)
    return max(eaten, bot["no_room"] * worth)


@njit_inline
def _have_room(rules, seat, mind, animal, amount):
    """Whether so many more animals of a type can be accommodated; where there is room for some there is for fewer."""
    number = animal - good.FIRST_FARM_ANIMAL
    if amount <= mind["room_for"][number]:
        return True
    if amount >= mind["no_room_for"][number]:
        return False
    goods = seat["goods"]
    fits = numbers_fit(
        rules,
        seat,
        int(goods[good.SHEEP]) + (amount if animal == good.SHEEP else 0),
        int(goods[good.DONKEY]) + (amount if animal == good.DONKEY else 0),
        int(goods[good.WILD_BOAR]) + (amount if animal == good.WILD_BOAR else 0),
        int(goods[good.CATTLE]) + (amount if animal == good.CATTLE else 0),
    )
    if fits:
        mind["room_for"][number] = amount
    else:
        mind["no_room_for"][number] = amount
    return fits


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
    is_fed = mind["slack_soon"] >= 0.0 and mind["slack_now"] >= 0.0  # nothing is worth more as food
    while wares:
        ware = first(wares)
        wares &= wares - 1
        if is_fed and (STORED >> ware) & 1:
            worth += _stored_worth(bot, seat, mind, ware, int(amounts[ware]))
        elif amounts[ware]:
            worth += ware_worth(rules, bot, seat, mind, ware, int(amounts[ware]))
    return worth


@njit
def terrain_worth(bot, seat, mind, kind):
    """Worth of one more cell of a terrain, the covered cell included; the more there are, the less."""
    left = mind["rounds_left"] / mind["rounds_at_first"]
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
    """Worth of a dwarf born now: a point, the placements it will have, less what it eats and the markers it brings."""
    return 1.0 + mind["rounds_left"] * (bot["placement"] - bot["mouth"]) - _distress(bot, mind, 1.0, 2.0)


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
