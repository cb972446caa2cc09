"""The scripted bot: each choice is worth so many points, partly what the farm would score, partly what its weights hope for."""

from caverna_sim.chance.philox import STREAM_LOTS, lot, lot_keys
from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.names import WEIGHTS
from caverna_sim.games.agricola.farm.animals import animals_fit
from caverna_sim.games.agricola.farm.baking import can_bake
from caverna_sim.games.agricola.farm.fences import fences_payable
from caverna_sim.games.agricola.farm.fields import crops_on_fields, empty_fields, field_cells
from caverna_sim.games.agricola.farm.food import craft_for, food_for
from caverna_sim.games.agricola.farm.goods import can_pay
from caverna_sim.games.agricola.farm.house import can_grow, can_renovate, newborns, num_rooms, room_cells, stable_cells
from caverna_sim.games.agricola.farm.improvements import buildable
from caverna_sim.games.agricola.farm.scoring import banded
from caverna_sim.games.agricola.ids import act, argument, good, house, part, score, step
from caverna_sim.games.agricola.shape.board import CELLS, outline
from caverna_sim.games.agricola.shape.layout import NUM_OUTLINES
from caverna_sim.games.agricola.shape.sizes import MAX_MAJORS, MAX_PASTURES
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import first_of, kind_of, second_of, third_of

W_GOAL, W_HUNGER, W_PATIENCE, W_GROWTH, W_ROOM, W_FIELD, W_SOWING, W_PASTURE, W_STABLE = range(good.NUM, good.NUM + 9)
W_RENOVATION, W_IMPROVEMENT, W_COOKING, W_BAKING, W_START, W_NOISE = range(good.NUM + 9, len(WEIGHTS))
assert WEIGHTS[: good.NUM] == good.NAMES

NEVER = -1000.0
MOST_ROOMS = 5  # that a bot looks for
PLENTY = 10.0  # of a good: as much again is worth half
WORD = 4294967296.0


# ---------------------------------------------------------------- what is coming


@njit
def rounds_left(state, rules):
    """Rounds after this one."""
    return int(rules["last_round"]) - int(state["round"])


@njit
def next_harvest(rules, now):
    """The round of the next harvest from a round on."""
    while now < rules["last_round"] and not rules["has_harvest"][now]:
        now += 1
    return now


@njit
def hunger(state, rules, seat):
    """Food that is missing for the next harvest, if everything that is not bred or sown is eaten; below 0 it suffices."""
    harvest = next_harvest(rules, int(state["round"]))
    need = rules["adult_food"] * int(seat["people"])
    if harvest == state["round"]:
        need -= (rules["adult_food"] - rules["newborn_food"]) * newborns(seat)
    have = int(seat["goods"][good.FOOD])
    for coming in range(int(state["round"]) + 1, harvest + 1):
        have += seat["promised"][coming, good.FOOD]
    for ware in range(good.GRAIN, good.CATTLE + 1):
        spare = int(seat["goods"][ware]) - (rules["parents"] if ware >= good.FIRST_ANIMAL else 0)
        have += max(0, spare) * food_for(rules, seat, ware)
    return need - have


# ---------------------------------------------------------------- what goods are worth


@njit
def scored(rules, seat, ware, amount):
    """Points for so many more of a good."""
    if ware == good.GRAIN:
        have, part_of = seat["goods"][ware] + crops_on_fields(seat, seat["grain_fields"]), score.GRAIN
    elif ware == good.VEGETABLE:
        have, part_of = seat["goods"][ware] + crops_on_fields(seat, seat["vegetable_fields"]), score.VEGETABLES
    elif good.SHEEP <= ware <= good.CATTLE:
        have, part_of = int(seat["goods"][ware]), score.SHEEP + ware - good.SHEEP
    else:
        return 0.0
    return float(banded(rules["band"][part_of], have + amount) - banded(rules["band"][part_of], have))


@njit
def missing_for_room(rules, seat, ware):
    """How much of a good the next room still needs, while the family waits for one."""
    if num_rooms(seat) >= MOST_ROOMS or num_rooms(seat) > seat["people"]:
        return 0
    return max(0, int(rules["room_cost"][seat["house"], ware]) - int(seat["goods"][ware]))


@njit
def hoped(state, rules, bot, seat, ware, amount):
    """What the weights hope for from so many more of a good: less the more there is, and the less time is left."""
    time = min(1.0, rounds_left(state, rules) / 4.0)
    goal = bot["weight"][W_GOAL] * min(amount, missing_for_room(rules, seat, ware))
    return time * (goal + bot["weight"][ware] * amount * PLENTY / (PLENTY + max(0, int(seat["goods"][ware]))))


@njit
def eaten(state, rules, bot, seat, food):
    """What so much food is worth while it is missing."""
    missing = hunger(state, rules, seat)
    waits = next_harvest(rules, int(state["round"])) - int(state["round"])
    return bot["weight"][W_HUNGER] * min(float(food), max(0.0, float(missing))) / (1.0 + bot["weight"][W_PATIENCE] * waits)


@njit
def room_for(rules, seat, ware, amount):
    """How many more of an animal find room."""
    found = 0
    while found < amount:
        seat["goods"][ware] += 1
        fits = animals_fit(rules, seat)
        if not fits:
            seat["goods"][ware] -= 1
            break
        found += 1
    seat["goods"][ware] -= found
    return found


@njit
def worth_of_goods(state, rules, bot, seat, ware, amount):
    """So many more of a good."""
    if amount == 0:
        return 0.0
    if ware == good.FOOD:
        return hoped(state, rules, bot, seat, ware, amount) + eaten(state, rules, bot, seat, amount)
    if amount > 0 and good.SHEEP <= ware <= good.CATTLE:
        kept = room_for(rules, seat, ware, amount)
        worth = scored(rules, seat, ware, kept) + hoped(state, rules, bot, seat, ware, kept)
        food = food_for(rules, seat, ware)
        if food > 0:
            worth += eaten(state, rules, bot, seat, food * amount) + 0.3 * food * (amount - kept)
        return worth
    return scored(rules, seat, ware, amount) + hoped(state, rules, bot, seat, ware, amount)


# ---------------------------------------------------------------- what building is worth


@njit
def worth_of_room(rules, bot, seat):
    """One more room: what it scores, and that the family may grow."""
    if num_rooms(seat) >= MOST_ROOMS:
        return -0.5
    needed = 1.0 if num_rooms(seat) <= seat["people"] else 0.3
    return 1.0 + rules["room_points"][seat["house"]] + bot["weight"][W_ROOM] * needed


@njit
def worth_of_growth(state, rules, bot):
    """One more person."""
    return rules["person_points"] + bot["weight"][W_GROWTH] * rounds_left(state, rules) / 10.0


@njit
def worth_of_field(state, rules, bot, seat):
    """One more field."""
    fields = count(int(seat["fields"]))
    gain = banded(rules["band"][score.FIELDS], fields + 1) - banded(rules["band"][score.FIELDS], fields)
    return 1.0 + gain + (bot["weight"][W_FIELD] if fields < 5 else 0.0) * min(1.0, 0.3 + rounds_left(state, rules) / 6.0)


@njit
def worth_of_pasture(rules, bot, seat, cells, fences):
    """A new pasture of these cells that takes so many fences."""
    fresh = count(cells & ~int(seat["fenced"]) & ~int(seat["stables"]))
    pastures = int(seat["num_pastures"])
    gain = banded(rules["band"][score.PASTURES], pastures + 1) - banded(rules["band"][score.PASTURES], pastures)
    more = bot["weight"][W_PASTURE] * fresh + gain + fresh + 1.0 * count(cells & int(seat["stables"]))
    if pastures >= MAX_PASTURES:
        return NEVER
    return more - 0.45 * fences - (0.6 * (count(cells) - 3) if count(cells) > 3 else 0.0)


@njit
def worth_of_stable(rules, bot, seat, cell):
    """A stable on this cell: inside a pasture it scores, outside it makes a space used."""
    if (int(seat["fenced"]) >> cell) & 1:
        return bot["weight"][W_STABLE] + rules["stable_points"]
    return bot["weight"][W_STABLE] + 1.0 - 0.02 * cell / 15.0


@njit
def worth_of_major(state, rules, bot, seat, number):
    """An improvement: points, cooking for who cannot yet, baking for who has grain."""
    major = rules["major"][number]
    worth = float(major["points"]) + bot["weight"][W_IMPROVEMENT]
    time = min(1.0, 0.15 + rounds_left(state, rules) / 7.0)
    for ware in range(good.SHEEP, good.CATTLE + 1):
        worth += bot["weight"][W_COOKING] * time * max(0, int(major["cook"][ware]) - food_for(rules, seat, ware)) / 3.0
    if major["bakes"] > 0 and not can_bake(rules, seat, 0):
        worth += bot["weight"][W_BAKING] * time * (0.5 + 0.25 * min(4, int(seat["goods"][good.GRAIN])))
    if major["coming_rounds"] > 0:
        worth += 0.3 * min(int(major["coming_rounds"]), rounds_left(state, rules))
    if major["craft_good"] >= 0:
        worth += 0.7 * time * min(3, int(seat["goods"][major["craft_good"]]))
    for ware in range(good.NUM_BUILDING):
        worth -= 0.5 * hoped(state, rules, bot, seat, ware, int(major["cost"][ware]))
    return worth


@njit
def best_major(state, rules, bot, seat):
    """The worth of the best improvement that can be built, NEVER without one."""
    found, best = buildable(state, rules, seat), NEVER
    for number in range(MAX_MAJORS):
        if (found >> number) & 1:
            best = max(best, worth_of_major(state, rules, bot, seat, number))
    return best


# ---------------------------------------------------------------- what a space is worth


@njit
def worth_of_fencing(rules, bot, seat):
    """The best that can be done with the wood at hand, roughly."""
    payable = fences_payable(rules, seat, seat, -1)
    if payable <= 0 or (seat["num_pastures"] == 0 and payable < 4):
        return 0.0
    built = count(int(seat["fences"]))
    cells = min(payable / (2.0 if built else 2.6), 5.0)
    return cells * (bot["weight"][W_PASTURE] + 0.6) + (1.5 if seat["num_pastures"] == 0 else 0.5)


@njit
def worth_of_part(state, rules, bot, seat, space, one):
    """What a half of a space could bring."""
    do = one["do"]
    if do == part.ROOMS:
        cost = rules["room_cost"][seat["house"]]
        if room_cells(seat) == 0 or not can_pay(seat, cost, 1):
            return 0.0
        return max(0.0, worth_of_room(rules, bot, seat)) * (1.6 if can_pay(seat, cost, 2) else 1.0)
    if do == part.STABLES:
        cells = stable_cells(rules, seat)
        return bot["weight"][W_STABLE] + 1.0 if cells and can_pay(seat, one["cost"], 1) else 0.0
    if do == part.RENOVATE:
        if not can_renovate(rules, seat):
            return 0.0
        now = int(seat["house"])
        gain = rules["room_points"][min(now + 1, house.STONE)] - rules["room_points"][now]
        return gain * num_rooms(seat) + bot["weight"][W_RENOVATION]
    if do == part.FENCES:
        return worth_of_fencing(rules, bot, seat)
    if do == part.PLOW:
        return worth_of_field(state, rules, bot, seat) if field_cells(rules, seat) else 0.0
    if do == part.SOW:
        seeds = int(seat["goods"][good.GRAIN]) + int(seat["goods"][good.VEGETABLE])
        return bot["weight"][W_SOWING] * min(count(empty_fields(seat)), seeds) * min(1.0, 0.3 + rounds_left(state, rules) / 4.0)
    if do == part.BAKE:
        if not can_bake(rules, seat, 0):
            return 0.0
        return eaten(state, rules, bot, seat, 3 * min(2, int(seat["goods"][good.GRAIN])))
    if do == part.IMPROVE:
        return max(0.0, best_major(state, rules, bot, seat))
    if do == part.TAKE_ONE:
        best = 0.0
        for option in range(rules["space"][space]["num_options"]):
            best = max(best, worth_of_option(state, rules, bot, seat, space, option))
        return best
    return 0.0


@njit
def worth_of_option(state, rules, bot, seat, space, option):
    """One of several gains."""
    worth = 0.0
    for ware in range(good.NUM):
        worth += worth_of_goods(state, rules, bot, seat, ware, int(rules["space"][space]["options"][option, ware]))
    return worth


@njit
def worth_of_space(state, rules, bot, seat_number, seat, space):
    """Everything that a person could do there."""
    row = rules["space"][space]
    worth = 0.0
    for ware in range(good.NUM):
        amount = int(state["space_goods"][space, ware]) + int(row["gain"][ware])
        if amount > 0:
            worth += worth_of_goods(state, rules, bot, seat, ware, amount)
    if row["start_player"] and state["start_player"] != seat_number:
        worth += bot["weight"][W_START]
    if row["grows"] and can_grow(rules, seat, row["grows"] == 1):
        worth += worth_of_growth(state, rules, bot)
    for number in range(row["num_parts"]):
        gain = worth_of_part(state, rules, bot, seat, space, row["parts"][number])
        worth += gain * (0.7 if row["parts"][number]["needs"] else 1.0)
    return worth


# ---------------------------------------------------------------- what any other choice is worth


@njit
def worth_of_herd(state, rules, bot, seat, action):
    """Animals that stay."""
    worth = 0.0
    for kind in range(good.NUM_ANIMALS):
        ware = good.FIRST_ANIMAL + kind
        number = first_of(action) if kind == 0 else second_of(action) if kind == 1 else third_of(action)
        worth += banded(rules["band"][score.SHEEP + kind], number) + (bot["weight"][ware] + 0.2) * number
        if number >= rules["parents"] and rounds_left(state, rules) > 0:
            worth += 0.5
    return worth


@njit
def worth_of_converting(state, rules, bot, seat, ware, missing):
    """Eating a good while food is missing: what begging would cost, less what the good is worth."""
    if missing <= 0:
        return NEVER
    food = food_for(rules, seat, ware)
    craft = craft_for(rules, seat, ware)
    if craft >= 0:
        food = max(food, int(rules["major"][craft]["craft_food"]))
    lost = -scored(rules, seat, ware, -1) + 0.5 * hoped(state, rules, bot, seat, ware, 1)
    if good.SHEEP <= ware <= good.CATTLE and seat["goods"][ware] == rules["parents"] and rounds_left(state, rules) > 0:
        lost += 1.0
    return -rules["begging_points"] * rules["begging_per_food"] * min(food, missing) - lost


@njit
def worth_of_fences(rules, bot, seat, action):
    """A pasture; with HR4 a fence of the best pasture that could be finished."""
    if kind_of(action) == act.FENCE:
        cells = int(action) & CELLS
        return worth_of_pasture(rules, bot, seat, cells, count(outline(cells) & ~int(seat["fences"])))
    target = best_outline(rules, bot, seat)
    return 1.0 - second_of(action) / 100.0 if (target >> second_of(action)) & 1 else NEVER


@njit
def best_outline(rules, bot, seat):
    """What is missing of the outline that is worth most (HR4), 0 when none is worth anything."""
    barred = int(seat["rooms"]) | int(seat["fields"])
    payable, best, found = fences_payable(rules, seat, seat, -1), 0.0, 0
    for number in range(NUM_OUTLINES):
        row = rules["outlines"][number]
        missing = int(row["outline"]) & ~int(seat["fences"])
        cells = int(row["cells"])
        if cells & barred or missing == 0 or count(missing) > payable:
            continue
        if seat["fenced"] and int(row["beside"]) & int(seat["fenced"]) == 0:
            continue
        worth = worth_of_pasture(rules, bot, seat, cells, count(missing))
        if worth > best:
            best, found = worth, missing
    return found


@njit
def neatness(cell, cells):
    """A little for cells that leave room: rooms from the left, fields from the right."""
    column = cell % 5
    return 0.01 * (column if cells else 4 - column) + 0.001 * (cell // 5)


@njit
def worth_of_choice(state, rules, bot, seat_number, seat, row, action):
    """Any choice but a placement; 0 is what it is worth to stop."""
    kind = kind_of(action)
    if kind == act.PASS:
        return 0.0
    if kind == act.CONVERT:
        if row["step"] != step.FEED:
            return NEVER
        return worth_of_converting(state, rules, bot, seat, first_of(action), int(row[argument.NEED]) - int(seat["goods"][good.FOOD]))
    if kind == act.FEED:
        return 0.01
    if kind == act.KEEP or kind == act.BREED:
        return 100.0 + worth_of_herd(state, rules, bot, seat, action)
    if kind == act.SOW:
        return 5.0 + (0.5 if first_of(action) == good.VEGETABLE else 0.0)
    if kind == act.BAKE:
        bakes = float(rules["major"][first_of(action)]["bakes"])
        wanted = eaten(state, rules, bot, seat, int(bakes)) + 0.05 * bakes - 0.5
        return wanted if row["step"] == step.BAKE or row[argument.DONE] else wanted + 0.6
    if kind == act.BUILD:
        return worth_of_major(state, rules, bot, seat, first_of(action)) + 0.01
    if kind == act.TAKE:
        space = int(row[argument.SPACE])
        for option in range(rules["space"][space]["num_options"]):
            if rules["space"][space]["option_good"][option] == first_of(action):
                return 100.0 + worth_of_option(state, rules, bot, seat, space, option)
    if kind == act.RETURN:
        return 2.0
    if kind == act.RENOVATE:
        return 10.0
    if kind == act.PAY:
        return 1.0 - 0.01 * (first_of(action) >> 4) if row[argument.BOUGHT] >= 0 else 10.0 - bot["weight"][(first_of(action) >> 4) - 1]
    if kind == act.FENCE or kind == act.FENCE_PIECE:
        is_own = first_of(action) == 0
        return worth_of_fences(rules, bot, seat, action) if is_own else NEVER
    if kind == act.ROOM or kind == act.STABLE or kind == act.PLOW:
        if first_of(action) != 0:
            return NEVER
        cell = second_of(action)
        if kind == act.ROOM:
            return worth_of_room(rules, bot, seat) + neatness(cell, False)
        if kind == act.PLOW:
            return 5.0 + neatness(cell, True)
        return worth_of_stable(rules, bot, seat, cell)
    return NEVER  # goods for the partner


@njit
def choose(state, rules, bot, out, n):
    """The best of n choices; lots are added to placements."""
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    first_key, second_key = lot_keys(state["seed"], state["game_key"], STREAM_LOTS + seat_number, state["choices"])
    best, chosen = -1e9, int(out[0])
    for index in range(n):
        action = int(out[index])
        if kind_of(action) == act.PLACE:
            worth = worth_of_space(state, rules, bot, seat_number, seat, first_of(action))
            worth += bot["weight"][W_NOISE] * lot(first_key, second_key, action) / WORD
        else:
            worth = worth_of_choice(state, rules, bot, seat_number, seat, row, action)
        if worth > best:
            best, chosen = worth, action
    return chosen
