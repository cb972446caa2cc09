"""What the learned evaluation sees of a seat: a row of numbers, the same for every seat of every game.

All of it is open information. Counts are scaled so that usual values lie between 0 and 2; what matters in steps (a first animal, a pair, a
spare room) is told in steps.
"""

from caverna_sim.compiling.jit import njit, njit_unrolled
from caverna_sim.games.agricola.bots.layout import ANIMAL_STEPS, NUM_FEATURES, START, STEPS
from caverna_sim.games.agricola.bots.policy import next_harvest
from caverna_sim.games.agricola.farm.animals import pasture_room, single_places
from caverna_sim.games.agricola.farm.baking import can_bake
from caverna_sim.games.agricola.farm.fields import crops_on_fields, empty_fields
from caverna_sim.games.agricola.farm.food import food_for
from caverna_sim.games.agricola.farm.goods import times_payable
from caverna_sim.games.agricola.farm.ground import unused_cells
from caverna_sim.games.agricola.farm.house import can_renovate, newborns, num_rooms, room_cells
from caverna_sim.games.agricola.farm.improvements import buildable, offered_to
from caverna_sim.games.agricola.farm.scoring import score_seat
from caverna_sim.games.agricola.ids import good, house, phase, score
from caverna_sim.games.agricola.shape.layout import AT_HOME
from caverna_sim.games.agricola.shape.sizes import MAX_MAJORS, MAX_PEOPLE, MAX_SPACES
from caverna_sim.kit.records.bits import count, first

ROUND, PHASE, PLAYERS, TURN, FAMILY, ROOMS = (START[name] for name in ("round", "phase", "players", "turn", "family", "rooms"))
GOODS, HAVE, PAYABLE, BUILDABLE, LAND = (START[name] for name in ("goods", "have", "payable", "buildable", "land"))
ANIMALS, POINTS, FOOD, OWNED, SUPPLY = (START[name] for name in ("animals", "points", "food", "owned", "supply"))
RATES, IN_PLAY, FREE, STOCK, OTHERS, RULES = (START[name] for name in ("rates", "in_play", "free", "stock", "others", "rules"))
OUT_OF_REACH = 11  # goods of one kind that nobody saves for one improvement: at a higher price it counts as absent
NUM_STEPS, NUM_ANIMAL_STEPS = len(STEPS), len(ANIMAL_STEPS)


@njit_unrolled
def look(state, rules, seat_number, mind):
    """Fill mind["feature"] for a seat; returns its points as if the game ended now."""
    row = mind["feature"]
    for index in range(NUM_FEATURES):
        row[index] = 0.0
    seat = state["seats"][seat_number]
    _others(state, rules, seat_number, mind, row)  # before the parts are the own ones
    points = score_seat(rules, seat, mind["parts"])
    for part in range(score.NUM):
        row[POINTS + part] = mind["parts"][part] / 4.0
    row[POINTS + score.NUM] = points / 30.0
    _time(state, seat_number, seat, row)
    _house(seat, row)
    _goods(state, rules, seat, row)
    _land(rules, seat, row)
    _animals(rules, seat, row)
    _food(state, rules, seat, row)
    _improvements(state, rules, seat, row)
    _spaces(state, seat, row)
    _rules(rules, seat, row)
    return points


@njit
def people_to_place(state, seat):
    """People who are still at home in a work phase."""
    if state["phase"] != phase.WORK:
        return 0
    number = 0
    for person in range(seat["people"]):
        number += seat["at"][person] == AT_HOME
    return number


@njit
def _time(state, seat_number, seat, row):
    row[ROUND + int(state["round"])] = 1.0
    row[PHASE + int(state["phase"])] = 1.0
    players = int(state["players"])
    row[PLAYERS + players - 1] = 1.0
    row[TURN] = 1.0 if state["start_player"] == seat_number and players > 1 else 0.0
    row[TURN + 1] = ((seat_number - int(state["start_player"])) % players) / 3.0
    row[TURN + 2] = ((seat_number - int(state["turn"])) % players) / 3.0
    others, growing = 0, 0
    for number in range(players):
        if number != seat_number:
            others += people_to_place(state, state["seats"][number])
            growing += num_rooms(state["seats"][number]) > state["seats"][number]["people"]
    row[TURN + 3] = others / 6.0
    row[TURN + 4] = growing / 3.0
    row[TURN + 5 + min(people_to_place(state, seat), MAX_PEOPLE - 1)] = 1.0


@njit
def _house(seat, row):
    people, rooms = int(seat["people"]), num_rooms(seat)
    row[FAMILY + people - 1] = 1.0
    row[FAMILY + MAX_PEOPLE] = newborns(seat)
    row[FAMILY + MAX_PEOPLE + 1] = 1.0 if rooms > people else 0.0
    row[FAMILY + MAX_PEOPLE + 2] = 1.0 if rooms > people + 1 else 0.0
    row[FAMILY + MAX_PEOPLE + 3] = 1.0 if rooms < people else 0.0
    for step in range(3):
        row[ROOMS + step] = 1.0 if rooms >= 3 + step else 0.0
    row[ROOMS + 3 + int(seat["house"])] = 1.0


@njit
def _goods(state, rules, seat, row):
    for ware in range(good.NUM):
        amount = int(seat["goods"][ware])
        row[GOODS + ware] = min(amount, 20) / 8.0
        for step in range(NUM_STEPS):
            row[HAVE + ware * NUM_STEPS + step] = 1.0 if amount >= STEPS[step] else 0.0
    rooms = times_payable(seat, rules["room_cost"][seat["house"]], 2)
    row[PAYABLE] = 1.0 if rooms >= 1 and room_cells(seat) else 0.0
    row[PAYABLE + 1] = 1.0 if rooms >= 2 and room_cells(seat) else 0.0
    row[PAYABLE + 2] = 1.0 if can_renovate(rules, seat) else 0.0
    row[PAYABLE + 3] = _lacking(seat, rules["room_cost"][seat["house"]]) / 4.0
    if seat["house"] < house.STONE:
        after = int(seat["house"]) + 1
        each, once = rules["renovate_per_room"][after], rules["renovate_once"][after]
        lacking = 0
        for ware in range(good.NUM_BUILDING):
            lacking += max(0, int(each[ware]) * num_rooms(seat) + int(once[ware]) - int(seat["goods"][ware]))
        row[PAYABLE + 4] = lacking / 4.0
    found = buildable(state, rules, seat)
    for number in range(MAX_MAJORS):
        row[BUILDABLE + number] = (found >> number) & 1
    row[PAYABLE + 5] = 1.0 if found else 0.0


@njit
def _lacking(seat, cost):
    total = 0
    for ware in range(good.NUM_BUILDING):
        total += max(0, int(cost[ware]) - int(seat["goods"][ware]))
    return total


@njit
def _land(rules, seat, row):
    fields, pastures = count(int(seat["fields"])), int(seat["num_pastures"])
    empty, fences = count(empty_fields(seat)), count(int(seat["fences"]))
    for step in range(5):
        row[LAND + step] = 1.0 if fields > step else 0.0
    for step in range(4):
        row[LAND + 5 + step] = 1.0 if pastures > step else 0.0
    for step in range(3):
        row[LAND + 9 + step] = 1.0 if empty > step else 0.0
    row[LAND + 12] = fields / 4.0
    row[LAND + 13] = empty / 3.0
    row[LAND + 14] = count(int(seat["grain_fields"])) / 2.0
    row[LAND + 15] = count(int(seat["vegetable_fields"])) / 2.0
    row[LAND + 16] = crops_on_fields(seat, seat["grain_fields"]) / 5.0
    row[LAND + 17] = crops_on_fields(seat, seat["vegetable_fields"]) / 3.0
    row[LAND + 18] = count(int(seat["fenced"])) / 5.0
    row[LAND + 19] = count(int(seat["stables"])) / 3.0
    row[LAND + 20] = count(int(seat["stables"]) & int(seat["fenced"])) / 2.0
    row[LAND + 21] = fences / 8.0
    row[LAND + 22] = (int(rules["fences"]) - fences) / 8.0
    unused = count(unused_cells(seat))
    row[LAND + 23] = unused / 8.0
    for step in range(4):
        row[LAND + 24 + step] = 1.0 if unused > 2 * step else 0.0
    row[LAND + 28] = 1.0 if empty and seat["goods"][good.GRAIN] else 0.0
    row[LAND + 29] = 1.0 if empty and seat["goods"][good.VEGETABLE] else 0.0
    row[LAND + 30] = 1.0 if empty > 1 and seat["goods"][good.GRAIN] + seat["goods"][good.VEGETABLE] > 1 else 0.0
    row[LAND + 31] = 1.0 if seat["fenced"] == 0 and fences else 0.0


@njit
def _animals(rules, seat, row):
    at = ANIMALS
    total = 0
    for ware in range(good.FIRST_ANIMAL, good.FIRST_ANIMAL + good.NUM_ANIMALS):
        amount = int(seat["goods"][ware])
        total += amount
        for step in range(NUM_ANIMAL_STEPS):
            row[at + step] = 1.0 if amount >= ANIMAL_STEPS[step] else 0.0
        at += NUM_ANIMAL_STEPS
    room, largest = single_places(rules, seat), 0
    for number in range(seat["num_pastures"]):
        one = pasture_room(rules, seat, number)
        room += one
        largest = max(largest, one)
    row[at] = min(room, 40) / 10.0
    row[at + 1] = min(largest, 20) / 8.0
    row[at + 2] = max(0, min(room - total, 20)) / 8.0
    row[at + 3] = total / 10.0


@njit
def _food(state, rules, seat, row):
    now, last = int(state["round"]), int(rules["last_round"])
    is_fed = state["phase"] == phase.FEEDING or state["phase"] == phase.BREEDING
    harvest = next_harvest(rules, now + 1 if is_fed else now)
    row[FOOD + min(3, max(0, harvest - now))] = 1.0
    if harvest > last:
        row[FOOD + 4] = 1.0
        return
    born = newborns(seat) if harvest == now else 0
    need = rules["adult_food"] * (int(seat["people"]) - born) + rules["newborn_food"] * born
    have = int(seat["goods"][good.FOOD])
    for coming in range(now + 1, harvest + 1):
        have += seat["promised"][coming, good.FOOD]
    row[FOOD + 5] = min(max(0, need - have), 12) / 4.0
    row[FOOD + 6] = min(max(0, have - need), 20) / 8.0
    for ware in range(good.GRAIN, good.CATTLE + 1):
        spare = int(seat["goods"][ware]) - (int(rules["parents"]) if ware >= good.FIRST_ANIMAL else 0)
        have += max(0, spare) * food_for(rules, seat, ware)
    row[FOOD + 7] = min(max(0, need - have), 12) / 4.0
    row[FOOD + 8] = min(max(0, have - need), 20) / 8.0
    for ware in range(good.FIRST_ANIMAL, good.CATTLE + 1):
        have += min(int(seat["goods"][ware]), int(rules["parents"])) * food_for(rules, seat, ware)
    for step in range(4):
        row[FOOD + 9 + step] = 1.0 if need - have > 2 * step else 0.0
    later = 0
    for coming in range(harvest + 1, last + 1):
        later += seat["promised"][coming, good.FOOD]
    row[FOOD + 13] = later / 4.0
    harvests = 0
    for coming in range(harvest, last + 1):
        harvests += rules["has_harvest"][coming]
    row[FOOD + 14] = harvests / 4.0
    row[FOOD + 15] = harvests * need / 20.0


@njit
def _is_in_reach(rules, number):
    """Whether anybody may ever pay an improvement: what nobody can is worth no more than if it were not there (AG-MAJ-03)."""
    if _has_price(rules, number):
        return True
    given = int(rules["major"][number]["returns"])
    while given:
        if _has_price(rules, first(given)):
            return True
        given &= given - 1
    return False


@njit
def _has_price(rules, number):
    for ware in range(good.NUM):
        if rules["major"][number]["cost"][ware] > OUT_OF_REACH:
            return False
    return True


@njit
def _improvements(state, rules, seat, row):
    for number in range(MAX_MAJORS):
        row[OWNED + number] = (int(seat["majors"]) >> number) & 1
        is_offered = (offered_to(state, seat) >> number) & 1
        row[SUPPLY + number] = 1.0 if is_offered and _is_in_reach(rules, number) else 0.0
    for ware in range(good.VEGETABLE, good.CATTLE + 1):
        row[RATES + ware - good.VEGETABLE] = food_for(rules, seat, ware) / 3.0
    bakes, most = 0, 0
    for number in range(MAX_MAJORS):
        if (int(seat["majors"]) >> number) & 1:
            bakes = max(bakes, int(rules["major"][number]["bakes"]))
            most += 1
    row[RATES + 4] = bakes / 3.0
    row[RATES + 5] = 1.0 if can_bake(rules, seat, 0) else 0.0
    row[RATES + 6] = most / 3.0


@njit
def _spaces(state, seat, row):
    """Spaces in play, those that are free while anybody of the seat is still to be placed, and what lies on them for the next."""
    open_, occupied = int(state["open"]), int(state["occupied"])
    places = people_to_place(state, seat) > 0
    for space in range(MAX_SPACES):
        if not (open_ >> space) & 1:
            continue
        row[IN_PLAY + space] = 1.0
        if places and not (occupied >> space) & 1:
            row[FREE + space] = 1.0
        if (int(state["stocked"]) >> space) & 1:
            total = 0
            for ware in range(good.NUM):
                total += state["space_goods"][space, ware]
            row[STOCK + space] = min(total, 20) / 4.0


@njit
def _others(state, rules, seat_number, mind, row):
    best, people, cooks, fenced, sown = -100, 0, 0, 0, 0
    for offset in range(1, int(state["players"])):
        other = state["seats"][(seat_number + offset) % int(state["players"])]
        best = max(best, score_seat(rules, other, mind["parts"]))
        people = max(people, int(other["people"]))
        cooks += food_for(rules, other, good.SHEEP) > 0
        fenced += other["num_pastures"] > 0
        sown += (int(other["grain_fields"]) | int(other["vegetable_fields"])) != 0
    if best == -100:
        return
    row[OTHERS] = best / 30.0
    row[OTHERS + 1] = people / 4.0
    row[OTHERS + 2] = cooks / 3.0
    row[OTHERS + 3] = fenced / 3.0
    row[OTHERS + 4] = sown / 3.0
    after = state["seats"][(seat_number + 1) % int(state["players"])]
    row[OTHERS + 5] = 1.0 if num_rooms(after) > after["people"] else 0.0
    row[OTHERS + 6] = 1.0 if food_for(rules, after, good.SHEEP) > 0 else 0.0
    for ware in range(good.NUM_BUILDING):
        row[OTHERS + 7 + ware] = min(int(after["goods"][ware]), 10) / 4.0
    row[OTHERS + 11] = after["goods"][good.GRAIN] / 2.0


@njit
def _rules(rules, seat, row):
    for bit in range(8):
        row[RULES + bit] = (int(rules["house_rules"]) >> bit) & 1
    row[RULES + 8] = rules["team_play"]
    row[RULES + 9] = rules["force_conversion"]
    row[RULES + 10] = 1.0 if not rules["discard_when_breeding"] else 0.0
    most = int(seat["limits"]["people"])
    if most > 0:
        row[RULES + 11] = 1.0 if most <= 3 else 0.0
        row[RULES + 12] = 1.0 if most <= 2 else 0.0
        row[RULES + 13] = 1.0 if most == 4 else 0.0
