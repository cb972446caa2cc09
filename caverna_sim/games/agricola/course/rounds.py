"""Setup and the automatic course of a round: one phase, or one seat's part of it, at a time (AG-SET, AG-RND, AG-HRV)."""

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.agricola.course.hidden import deal_anew
from caverna_sim.games.agricola.course.housing import NO_SPACE, house_animals
from caverna_sim.games.agricola.farm.animals import animals_fit, animals_in, grown_herd, herd, herd_of
from caverna_sim.games.agricola.farm.fields import reap
from caverna_sim.games.agricola.farm.house import newborns, people_placed, person_at_home
from caverna_sim.games.agricola.ids import argument, good, house_rule, phase, step
from caverna_sim.games.agricola.shape.layout import AT_HOME, NOBODY, NOT_IN_PLAY
from caverna_sim.games.agricola.shape.sizes import MAX_MAJORS, MAX_PEOPLE, MAX_PLAYERS, MAX_SPACES, MAX_STAGE_CARDS, MAX_STAGES
from caverna_sim.kit.play import kinds
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.phases import begin, next_seat

# ---------------------------------------------------------------- setup


@njit
def set_up(state, rules, seed, game_key):
    """A game before its first round; `state` is all zeros (AG-SET)."""
    state["seed"] = seed
    state["game_key"] = game_key
    state["players"] = rules["players"]
    state["phase"] = phase.PREPARATION
    state["round"] = 1
    state["start_player"] = rules["start_player"]
    state["supply"] = rules["supply"]
    state["open"] = rules["start_spaces"]
    for space in range(MAX_SPACES):
        state["used_by"][space] = NOBODY
    for number in range(MAX_PLAYERS):
        set_up_seat(state["seats"][number], rules, number, number < rules["players"])
    _deal_cards(state, rules)


@njit
def set_up_seat(seat, rules, number, in_play):
    """A farmyard with its house and first people (AG-SET-01, AG-SET-02, AG-SET-06)."""
    seat["people"] = rules["start_people"] if in_play else 0
    for person in range(MAX_PEOPLE):
        seat["at"][person] = AT_HOME if person < seat["people"] else NOT_IN_PLAY
    for place in range(MAX_MAJORS):
        seat["order"][place] = -1
    if in_play:
        seat["goods"][good.FOOD] = rules["start_food"][number]
        seat["rooms"] = rules["start_rooms"]
        seat["house"] = rules["start_house"]


@njit
def _deal_cards(state, rules):
    """The cards of each stage in random order (AG-SET-05), unless they are given (AG-SOL-04)."""
    now = 1
    for stage in range(MAX_STAGES):
        for place in range(MAX_STAGE_CARDS):
            if rules["stage_cards"][stage, place] >= 0:
                given = int(rules["given_cards"][now])
                state["cards"][now] = given if given >= 0 else rules["stage_cards"][stage, place]
                now += 1
    deal_anew(state, rules)
    state["setup"] = number_of_order(state, rules)


@njit
def number_of_order(state, rules):
    """The number of an order of cards among all that there are, 0 for that of the tables (AG-SET-05)."""
    number, now = 0, 1
    for stage in range(MAX_STAGES):
        left = 0
        while left < MAX_STAGE_CARDS and rules["stage_cards"][stage, left] >= 0:
            left += 1
        while left > 0:
            before = 0  # cards that come later, but stand before this one in the tables
            for other in range(now + 1, now + left):
                before += state["cards"][other] < state["cards"][now]
            number = number * left + before
            left -= 1
            now += 1
    return number


# ---------------------------------------------------------------- the round


@njit
def _prepare(state, rules):
    """The card of the round, goods that were promised, goods on accumulation spaces (AG-PRC-02)."""
    state["open"] |= 1 << int(state["cards"][state["round"]])
    state["round_start"] = state["start_player"]
    state["turn"] = state["start_player"]
    for number in range(state["players"]):
        _deliver(state, rules, number)
    spaces = int(state["open"]) & int(rules["gives_stock"])
    state["stocked"] |= spaces
    while spaces:
        _replenish(state, rules, first(spaces))
        spaces &= spaces - 1
    begin(state, phase.WORK)


@njit
def _deliver(state, rules, seat_number):
    """Goods on the round space go to whom they were promised, wanted or not (AG-RND-03)."""
    seat = state["seats"][seat_number]
    promised = seat["promised"][state["round"]]
    came = herd(promised[good.SHEEP], promised[good.WILD_BOAR], promised[good.CATTLE])
    for ware in range(good.NUM):
        seat["goods"][ware] += promised[ware]
        promised[ware] = 0
    if came:
        house_animals(state, rules, seat_number, NO_SPACE, came)


@njit
def _replenish(state, rules, space):
    """Printed goods on top of what still lies there (AG-RND-04)."""
    for ware in range(good.NUM):
        state["space_goods"][space, ware] += rules["space"][space]["accumulates"][ware]


@njit
def _next_turn(state, rules):
    """The next player in order who has a person at home places one; none left: the work phase ends (AG-WRK-01)."""
    seat = _next_in_order(state, rules)
    if seat < 0:
        begin(state, phase.RETURNING_HOME)
    else:
        state["turn"] = seat
        push(state, step.PLACE, seat)


@njit
def _next_in_order(state, rules):
    """The seat that places next, -1 when nobody has a person left; with HR6 second people of round 1 go in the opposite order."""
    players = int(state["players"])
    if state["round"] == 1 and rules["house_rules"] & house_rule.REVERSE_SECOND_PEOPLE:
        for placed in range(2):
            for offset in range(players):
                place = offset if placed == 0 else players - 1 - offset
                seat = (state["round_start"] + place) % players
                if people_placed(state["seats"][seat]) == placed and person_at_home(state["seats"][seat]) >= 0:
                    return seat
    for offset in range(players):
        seat = (state["turn"] + offset) % players
        if person_at_home(state["seats"][seat]) >= 0:
            return seat
    return -1


@njit
def _return_home(state, rules):
    """All people go home, and spaces are free again (AG-RND-05, AG-PRC-02)."""
    state["occupied"] = 0
    for space in range(MAX_SPACES):
        state["used_by"][space] = NOBODY
    for number in range(state["players"]):
        seat = state["seats"][number]
        for person in range(seat["people"]):
            seat["at"][person] = AT_HOME
    if rules["has_harvest"][state["round"]]:
        begin(state, phase.FIELD)
    else:
        _end_round(state, rules)


@njit
def _end_round(state, rules):
    """Newborns are grown up from now on (AG-RND-05)."""
    for number in range(state["players"]):
        for person in range(MAX_PEOPLE):
            state["seats"][number]["newborn"][person] = 0
    if state["round"] >= rules["last_round"]:
        begin(state, phase.OVER)
    else:
        state["round"] += 1
        begin(state, phase.PREPARATION)


# ---------------------------------------------------------------- the harvest


@njit
def _field(state):
    """All harvest their fields; a harvest begins (AG-HRV-01, AG-HRV-02)."""
    for number in range(state["players"]):
        state["seats"][number]["crafts_used"] = 0
        reap(state["seats"][number])
    begin(state, phase.FEEDING)


@njit
def food_needed(rules, seat):
    """Food for the family (AG-HRV-03)."""
    born = newborns(seat)
    return rules["adult_food"] * (seat["people"] - born) + rules["newborn_food"] * born


@njit
def _feeding(state, rules):
    number = next_seat(state)
    if number < 0:
        begin(state, phase.BREEDING)
        return
    need = food_needed(rules, state["seats"][number])
    if need > 0:
        push(state, step.FEED, number)[argument.NEED] = need


@njit
def _breeding(state, rules):
    """Seats where something can be born say which animals there are afterwards (AG-HRV-09)."""
    number = next_seat(state)
    if number < 0:
        _end_round(state, rules)
    elif something_can_be_born(rules, state["seats"][number]):
        push(state, step.BREED, number)


@njit
def something_can_be_born(rules, seat):
    """Whether a newborn of any type finds room, if need be that of other animals (AG-HRV-07, UNC-04)."""
    now, grown = herd_of(seat), grown_herd(rules, seat)
    for kind in range(good.NUM_ANIMALS):
        if animals_in(grown, kind) > animals_in(now, kind) and _has_room_for_one_more(rules, seat, good.FIRST_ANIMAL + kind):
            return True
    return False


@njit
def _has_room_for_one_more(rules, seat, ware):
    goods = seat["goods"]
    sheep, boars, cattle = goods[good.SHEEP], goods[good.WILD_BOAR], goods[good.CATTLE]
    if rules["discard_when_breeding"]:
        for other in range(good.FIRST_ANIMAL, good.FIRST_ANIMAL + good.NUM_ANIMALS):
            if other != ware:
                goods[other] = 0
    goods[ware] += 1
    fits = animals_fit(rules, seat)
    goods[good.SHEEP], goods[good.WILD_BOAR], goods[good.CATTLE] = sheep, boars, cattle
    return fits


advance_once = own_copy(kinds, __name__).by_phase({
    phase.PREPARATION: _prepare, phase.WORK: _next_turn, phase.RETURNING_HOME: _return_home, phase.FIELD: _field,
    phase.FEEDING: _feeding, phase.BREEDING: _breeding,
})  # fmt: skip
