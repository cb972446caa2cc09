"""What the learned evaluation sees of a seat: a row of numbers, the same for every seat of every game.

All of it is open information. Counts are scaled so that usual values lie between 0 and 2; what matters in steps (a first
animal, a pair, a bed) is told in steps.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_unrolled
from caverna_sim.games.caverna.bots.hooks import see_more, work_goes_on
from caverna_sim.games.caverna.bots.layout import JUDGED_FURNISHINGS, NUM_FEATURES, START
from caverna_sim.games.caverna.bots.worth import known_harvest, known_questions, think
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.home.animals import numbers_fit
from caverna_sim.games.caverna.home.limits import may_use, strongest_arming, strongest_weapon
from caverna_sim.games.caverna.home.wares import crops_on_fields
from caverna_sim.games.caverna.ids import good, harvest, score, terrain
from caverna_sim.games.caverna.shape.board import BOARD, EAST, FOREST, MOUNTAIN, SOUTH, adjacent_to, has_neighbour_in
from caverna_sim.games.caverna.shape.layout import AT_HOME
from caverna_sim.games.caverna.shape.sizes import MAX_DWARFS
from caverna_sim.games.caverna.shape.tiles import BITS, WORDS, size_of_both
from caverna_sim.kit.records.bits import count, first

TIME = START["time"]
TABLE = START["table"]
FAMILY = START["family"]
GOODS = START["goods"]
HAVE = START["have"]
ANIMALS = START["animals"]
ANIMAL_STEPS = START["animal_steps"]
LAND = START["land"]
FOOD = START["food"]
WEAPONS = START["weapons"]
POINTS = START["points"]
OWNED = START["owned"]
SUPPLY = START["supply"]
LEARNED = START["learned"]
FREE = START["free"]
STOCK = START["stock"]
CARD = START["card"]
OTHERS = START["others"]
LIMITS = START["limits"]
ARMS = START["arms"]
MOST_DWARFS = START["most_dwarfs"]
CLOSED = START["closed"]
NO_LOOT = START["no_loot"]
DEARER = START["dearer"]
NEVER_WORTH_IT = 12.0  # goods above the printed price at which a furnishing is as good as absent
HARDER = START["harder"]

ARM_STEPS = 6  # limits of weapons are told as below 3, 5, 7, 9, 11, 13; 14 is more than any loot asks for
OUT_OF_REACH = 20  # goods of one kind that nobody saves for one furnishing: at such a price it counts as absent

MOST_PLAYERS_TOLD = 5  # larger tables are alike
GROUND = (
    terrain.MEADOW, terrain.FIELD, terrain.GRAIN_FIELD, terrain.VEGETABLE_FIELD, terrain.SMALL_PASTURE, terrain.LARGE_PASTURE,
    terrain.CAVERN, terrain.TUNNEL, terrain.DEEP_TUNNEL, terrain.ORE_MINE, terrain.RUBY_MINE,
)  # fmt: skip


@njit_unrolled
def look(state, rules, bot, seat_number, learned, mind):
    """Fill mind["feature"] for a seat; returns its points as if the game ended now."""
    row = mind["feature"]
    for index in range(NUM_FEATURES):
        row[index] = 0.0
    seat = state["seats"][seat_number]
    think(state, rules, bot, seat, mind)
    points = score_seat(rules, seat, mind["parts"])
    _time(state, rules, seat_number, row)
    _family(state, rules, seat, row)
    _goods(seat, row)
    _animals(rules, seat, row)
    _land(rules, seat, row)
    _food(state, seat, mind, row)
    _weapons(seat, row)
    row[POINTS] = points / 50.0
    row[POINTS + 1] = mind["parts"][score.BONUS] / 10.0
    row[POINTS + 2] = mind["parts"][score.UNUSED_SPACES] / 10.0
    row[POINTS + 3] = mind["parts"][score.MISSING_ANIMALS] / 4.0
    _tiles(state, rules, seat, row)
    row[LEARNED] = learned
    _spaces(state, seat, row)
    _others(state, seat_number, row)
    _limits(state, rules, seat, row)
    _told_from_the_start(state, rules, seat, row)
    see_more(state, rules, seat, mind, row)
    return points


@njit
def _time(state, rules, seat_number, row):
    row[TIME + int(state["round"]) - 1] = 1.0
    players = int(state["players"])
    row[TABLE + min(players, MOST_PLAYERS_TOLD) - 1] = 1.0
    row[TABLE + MOST_PLAYERS_TOLD] = 1.0 if state["next_start_player"] == seat_number and players > 1 else 0.0
    row[TABLE + MOST_PLAYERS_TOLD + 1] = ((seat_number - int(state["start_player"])) % players) / 4.0
    kind = known_harvest(state, rules)
    row[TABLE + MOST_PLAYERS_TOLD + 2] = 1.0 if kind == harvest.FULL else 0.0
    row[TABLE + MOST_PLAYERS_TOLD + 3] = 1.0 if kind == harvest.SPECIAL else 0.0
    row[TABLE + MOST_PLAYERS_TOLD + 4] = known_questions(state, rules) / 3.0


@njit
def _family(state, rules, seat, row):
    dwarfs = int(seat["dwarfs"])
    row[FAMILY + dwarfs - 1] = 1.0
    beds = int(seat["room"]) - dwarfs
    row[FAMILY + 6] = 1.0 if beds >= 1 else 0.0
    row[FAMILY + 7] = 1.0 if beds >= 2 else 0.0
    home = 0
    newborn = 0
    for dwarf in range(dwarfs):
        newborn += int(seat["newborn"][dwarf])
        if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf] and work_goes_on(state):
            home += 1
    row[FAMILY + 8] = home / 3.0
    row[FAMILY + 9] = newborn


@njit
def _goods(seat, row):
    for ware in range(good.NUM_GOODS):
        amount = float(seat["goods"][ware])
        row[GOODS + ware] = amount / 8.0
        row[HAVE + 2 * ware] = min(amount, 2.0) / 2.0
        row[HAVE + 2 * ware + 1] = min(amount, 5.0) / 5.0
    row[HAVE + 2 * good.NUM_GOODS] = min(1.0, float(seat["goods"][good.GRAIN]))
    row[HAVE + 2 * good.NUM_GOODS + 1] = min(1.0, float(seat["goods"][good.VEGETABLE]))
    row[HAVE + 2 * good.NUM_GOODS + 2] = min(1.0, float(seat["goods"][good.RUBY]))


@njit
def _animals(rules, seat, row):
    goods = seat["goods"]
    row[ANIMALS] = goods[good.DOG] / 3.0
    for animal in range(good.NUM_FARM_ANIMALS):
        amount = float(goods[good.FIRST_FARM_ANIMAL + animal])
        row[ANIMALS + 1 + animal] = amount / 6.0
        row[ANIMAL_STEPS + 3 * animal] = min(amount, 1.0)
        row[ANIMAL_STEPS + 3 * animal + 1] = 1.0 if amount >= 2.0 else 0.0
        fits = numbers_fit(
            rules,
            seat,
            int(goods[good.SHEEP]) + (1 if animal == 0 else 0),
            int(goods[good.DONKEY]) + (1 if animal == 1 else 0),
            int(goods[good.WILD_BOAR]) + (1 if animal == 2 else 0),
            int(goods[good.CATTLE]) + (1 if animal == 3 else 0),
        )
        row[ANIMAL_STEPS + 3 * animal + 2] = 1.0 if fits else 0.0


@njit
def _land(rules, seat, row):
    ground = seat["terrain"]
    empty = int(ground[terrain.EMPTY]) & BOARD
    for index in range(len(GROUND)):
        row[LAND + index] = count(ground[GROUND[index]] & rules["usable"]) / 4.0
    at = LAND + len(GROUND)
    row[at] = count(empty & FOREST) / 6.0
    row[at + 1] = count(empty & MOUNTAIN) / 6.0
    pairs = (empty & has_neighbour_in(empty, EAST)), (empty & has_neighbour_in(empty, SOUTH))
    row[at + 2] = (count(pairs[0] & FOREST) + count(pairs[1] & FOREST)) / 8.0
    row[at + 3] = (count(pairs[0] & MOUNTAIN) + count(pairs[1] & MOUNTAIN)) / 8.0
    row[at + 4] = count(empty & ~adjacent_to(empty)) / 3.0  # lone cells take no twin tile
    meadows = int(ground[terrain.MEADOW]) & BOARD
    row[at + 5] = 1.0 if meadows & adjacent_to(meadows) else 0.0
    tunnels = (int(ground[terrain.TUNNEL]) | int(ground[terrain.DEEP_TUNNEL])) & BOARD
    row[at + 6] = 1.0 if tunnels & adjacent_to(int(ground[terrain.TUNNEL]) & BOARD) else 0.0
    row[at + 7] = count(seat["stables"]) / 3.0
    row[at + 8] = count(int(seat["stables"]) & empty) / 2.0
    row[at + 9] = 1.0 if ground[terrain.CAVERN] else 0.0
    row[at + 10] = crops_on_fields(seat, terrain.GRAIN_FIELD) / 5.0
    row[at + 11] = crops_on_fields(seat, terrain.VEGETABLE_FIELD) / 4.0
    row[at + 12] = 1.0 if ground[terrain.FIELD] else 0.0
    row[at + 13] = (count(seat["pasture_east"]) + count(seat["pasture_south"])) / 2.0


@njit
def _food(state, seat, mind, row):
    gap = float(mind["food_gap"])
    row[FOOD] = max(0.0, gap) / 5.0
    row[FOOD + 1] = min(10.0, max(0.0, -gap)) / 5.0
    row[FOOD + 2] = 1.0 if gap > 0.0 else 0.0
    row[FOOD + 3] = mind["feeding_near"]
    row[FOOD + 4] = mind["food_next"] / 8.0
    row[FOOD + 5] = max(0.0, gap) / 5.0 * mind["feeding_near"]
    row[FOOD + 6] = float(seat["begging"])
    goods = 0  # laid out for rounds to come
    for number in range(int(state["round"]) + 1, seat["round_goods"].shape[0]):
        for ware in range(good.NUM_GOODS):
            goods += int(seat["round_goods"][number, ware])
    row[FOOD + 7] = goods / 5.0
    row[FOOD + 8] = min(10.0, max(0.0, mind["slack_now"])) / 5.0
    row[FOOD + 9] = min(10.0, max(0.0, mind["slack_soon"])) / 5.0
    row[FOOD + 10] = min(10.0, max(0.0, -mind["slack_soon"])) / 5.0


@njit
def _weapons(seat, row):
    strongest, second, armed = 0, 0, 0
    for dwarf in range(MAX_DWARFS):
        strength = int(seat["weapon"][dwarf]) if dwarf < seat["dwarfs"] else 0
        armed += 1 if strength else 0
        if strength > strongest:
            strongest, second = strength, strongest
        elif strength > second:
            second = strength
    row[WEAPONS] = strongest / 10.0
    row[WEAPONS + 1] = second / 10.0
    row[WEAPONS + 2] = armed / 3.0
    row[WEAPONS + 3] = min(1.0, armed)
    row[WEAPONS + 4] = 1.0 if armed == seat["dwarfs"] else 0.0


@njit
def _tiles(state, rules, seat, row):
    for word in range(WORDS):
        _mark(int(seat["owned"][word]), word, row, OWNED)
        there = int(state["supply"][word]) & ~int(seat["limits"]["tiles"][word]) & _within_reach(rules, word)
        _mark(there, word, row, SUPPLY)
        _mark_prices(rules, there, word, row)


@njit
def _within_reach(rules, word):
    """Furnishings that somebody may ever pay: what is not among them is worth no more than if it were not there."""
    tiles = -1
    for ware in range(good.NUM):
        tiles &= int(rules["payable"][ware, OUT_OF_REACH, word])
    return tiles


@njit
def _mark_prices(rules, tiles, word, row):
    """By how much house rules made furnishings dearer that lie in the supply: the dearer, the more as if they were not there."""
    while tiles:
        furnishing = word * BITS + first(tiles)
        if furnishing < JUDGED_FURNISHINGS:
            dearer = float(rules["furnishing"][furnishing]["dearer"])
            worth_it = min(1.0, 1.0 - dearer / NEVER_WORTH_IT) if dearer < NEVER_WORTH_IT else 0.0
            row[SUPPLY + furnishing] = worth_it
            row[DEARER + furnishing] = worth_it * dearer / 4.0
        tiles &= tiles - 1


@njit
def _mark(tiles, word, row, start):
    while tiles:
        furnishing = word * BITS + first(tiles)
        if furnishing < JUDGED_FURNISHINGS:
            row[start + furnishing] = 1.0
        tiles &= tiles - 1


@njit
def dwarfs_to_place(state, seat):
    """Dwarfs that may still be placed this round."""
    home = 0
    if not work_goes_on(state):
        return home
    for dwarf in range(seat["dwarfs"]):
        home += 1 if seat["at"][dwarf] == AT_HOME and not seat["newborn"][dwarf] else 0
    return home


@njit
def _spaces(state, seat, row):
    """What can still be taken this round, what lies there, and which cards are out."""
    can_place = dwarfs_to_place(state, seat) > 0
    stocked = int(state["stocked"])
    for index in range(state["num_open"]):
        space = int(state["open_spaces"][index])
        if state["used_by"][space] >= 0 or not may_use(seat, space):
            continue
        if can_place:
            row[FREE + space] = 1.0
        if (stocked >> space) & 1:
            amount = 0
            for ware in range(good.NUM):
                amount += int(state["space_goods"][space, ware])
            row[STOCK + space] = amount / 6.0
    for number in range(1, int(state["round"]) + 1):
        if state["cards"][number] >= 0:
            row[CARD + int(state["cards"][number])] = 1.0


@njit
def _others(state, seat_number, row):
    """What the other players have and how soon they place."""
    players = int(state["players"])
    others = float(max(1, players - 1))
    ahead = dwarfs_to_place(state, state["seats"][seat_number]) > 0
    row[OTHERS] = ((seat_number - int(state["next_start_player"])) % players) / 4.0
    for other in range(players):
        if other == seat_number:
            continue
        seat = state["seats"][other]
        home = dwarfs_to_place(state, seat)
        row[OTHERS + 1] += home / 6.0
        row[OTHERS + 2] += 0.25 if ahead and home else 0.0  # placements before the seat's next one
        row[OTHERS + 3] += seat["dwarfs"] / 4.0 / others
        row[OTHERS + 4] += 0.5 if seat["room"] > seat["dwarfs"] else 0.0
        row[OTHERS + 5] += 0.5 if seat["room"] > seat["dwarfs"] and home else 0.0
        armed, strongest = 0, 0
        for dwarf in range(seat["dwarfs"]):
            armed += 1 if seat["weapon"][dwarf] else 0
            strongest = max(strongest, int(seat["weapon"][dwarf]))
        row[OTHERS + 6] += armed / 3.0 / others
        row[OTHERS + 7] = max(row[OTHERS + 7], strongest / 10.0)
        row[OTHERS + 8] += 0.5 if armed and home else 0.0
        row[OTHERS + 9] += count(seat["terrain"][terrain.CAVERN]) / 2.0 / others
        row[OTHERS + 10] += size_of_both(seat["owned"], seat["owned"]) / 6.0 / others
        row[OTHERS + 11] += count(int(seat["terrain"][terrain.EMPTY]) & BOARD) / 16.0 / others
        row[OTHERS + 12] += seat["goods"][good.FOOD] / 5.0 / others
        row[OTHERS + 13] += seat["goods"][good.WOOD] / 5.0 / others
        row[OTHERS + 14] += seat["goods"][good.STONE] / 5.0 / others
        row[OTHERS + 15] += seat["goods"][good.ORE] / 5.0 / others
        row[OTHERS + 16] += seat["goods"][good.RUBY] / 4.0 / others
        row[OTHERS + 17] += seat["goods"][good.GRAIN] / 4.0 / others


@njit
def _limits(state, rules, seat, row):
    """What an experiment forbids the seat now, and what it has come to; what is forbidden to everybody is no limit."""
    most_strength, most_dwarfs = strongest_weapon(seat), int(seat["limits"]["dwarfs"])
    if most_strength < rules["weapon_most"]:
        row[LIMITS] = 1.0 if most_strength == 0 else 0.0
        row[LIMITS + 1] = 1.0 if 0 < most_strength < 10.0 * row[WEAPONS] + 0.5 else 0.0
    row[LIMITS + 2] = 1.0 if strongest_arming(state, seat) < most_strength else 0.0
    row[LIMITS + 3] = 1.0 if 0 < most_dwarfs <= seat["dwarfs"] and most_dwarfs < MAX_DWARFS else 0.0


@njit
def _told_from_the_start(state, rules, seat, row):
    """What the seat will never be allowed or will find dearer, told in every round: who may arm to 3 may plan without arms.

    A limit beyond what is ever reached is not told, so it changes nothing.
    """
    limits = seat["limits"]
    below = int(limits["weapons_below"])
    if below:
        for index in range(ARM_STEPS):
            row[ARMS + index] = 1.0 if below - 1 < 2 * index + 3 else 0.0
    row[ARMS + ARM_STEPS] = max(0, int(limits["weapons_from"]) - int(state["round"])) / 6.0
    most = int(limits["dwarfs"])
    if 0 < most < MAX_DWARFS:
        row[MOST_DWARFS + max(most, 2) - 2] = 1.0
    _mark_members(int(limits["spaces"]), row, CLOSED)
    _mark_members(int(limits["loot"]), row, NO_LOOT)
    for loot in range(rules["num_loot"]):
        row[HARDER + loot] = rules["loot"][loot]["harder"] / 4.0


@njit
def _mark_members(members, row, start):
    while members:
        row[start + first(members)] = 1.0
        members &= members - 1
