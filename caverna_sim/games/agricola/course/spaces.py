"""Action spaces: who may go where, what a space gives at once, and which of its parts are open (AG-WRK)."""

from caverna_sim.compiling.jit import njit, njit_inline
from caverna_sim.games.agricola.course.doors import part_possible
from caverna_sim.games.agricola.course.housing import NO_SPACE, house_animals
from caverna_sim.games.agricola.farm.animals import herd
from caverna_sim.games.agricola.farm.house import can_grow, grow
from caverna_sim.games.agricola.ids import argument, good, part, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import first

WITH_ROOM = 1


@njit_inline
def space_usable(state, rules, seat_number, seat, space):
    """Whether at least one of a space's actions can be carried out (AG-WRK-03)."""
    row = rules["space"][space]
    if row["grows"]:
        return can_grow(rules, seat, row["grows"] == WITH_ROOM)
    for number in range(row["num_parts"]):
        one = row["parts"][number]
        if one["needs"] == 0 and part_possible(state, rules, seat_number, seat, space, one, 0):
            return True
    return False


@njit
def free_spaces(state, rules, seat):
    """The set of spaces to which a seat may go now, as far as others, the round and its limits are concerned (AG-WRK-02, AG-TIL-02)."""
    free = int(state["open"]) & ~int(state["occupied"]) & ~int(seat["limits"]["spaces"])
    tiles = free & int(rules["not_always"])
    while tiles:
        row = rules["space"][first(tiles)]
        if state["round"] < row["first_round"] or state["occupied"] & row["shares"] != 0:
            free &= ~(tiles & -tiles)
        tiles &= tiles - 1
    return free


@njit
def open_part(rules, space, number, done, active, count):
    """Whether a part may be carried out now: not begun and what it needs has, or going on (AG-WRK-04, AG-WRK-05)."""
    one = rules["space"][space]["parts"][number]
    if (done >> number) & 1:
        if active != 1 + number or not (part.REPEATS >> int(one["do"])) & 1:
            return False
        return one["most"] == 0 or count < one["most"]
    return one["needs"] & done == one["needs"]


@njit
def any_part_possible(state, rules, seat_number, seat, space, done, active, count):
    """Whether anything is left to be done in an action."""
    for number in range(rules["space"][space]["num_parts"]):
        if open_part(rules, space, number, done, active, count):
            one = rules["space"][space]["parts"][number]
            so_far = count if active == 1 + number else 0
            if part_possible(state, rules, seat_number, seat, space, one, so_far):
                return True
    return False


@njit
def use_space(state, rules, seat_number, seat, space):
    """What happens as a person is placed: token, goods and growth come by themselves, parts are asked for (AG-ACC-01, AG-WRK-06)."""
    row = rules["space"][space]
    if row["start_player"]:
        state["start_player"] = seat_number
    if row["num_parts"]:
        push(state, step.ACTION, seat_number)[argument.SPACE] = space
    stock, gain = state["space_goods"][space], row["gain"]
    came = herd(stock[good.SHEEP] + gain[good.SHEEP], stock[good.WILD_BOAR] + gain[good.WILD_BOAR], stock[good.CATTLE] + gain[good.CATTLE])
    for ware in range(good.NUM):
        seat["goods"][ware] += stock[ware] + gain[ware]
        stock[ware] = 0
    is_market = (state["stocked"] >> space) & 1
    state["stocked"] &= ~(1 << space)
    if row["grows"]:
        grow(seat, space)
    if came:
        house_animals(state, rules, seat_number, space if is_market else NO_SPACE, came)
