"""Take one of several gains: Resource Market, Animal Market (AG-TIL-04)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.housing import NO_SPACE, house_animals
from caverna_sim.games.agricola.farm.animals import herd
from caverna_sim.games.agricola.farm.goods import can_pay, pay
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.kit.records.codes import code, first_of


@njit
def _can_take(rules, seat, space, option):
    """Whether what an option asks for is there: gains below 0."""
    return can_pay(seat, rules["space"][space]["options"][option], -1)


@njit
def possible(rules, seat, space):
    """Whether any option can be paid."""
    for option in range(rules["space"][space]["num_options"]):
        if _can_take(rules, seat, space, option):
            return True
    return False


@njit
def list_choices(rules, seat, space, out, n):
    """Every option that can be paid, by the good that it is called by."""
    for option in range(rules["space"][space]["num_options"]):
        if _can_take(rules, seat, space, option):
            out[n] = code(act.TAKE, rules["space"][space]["option_good"][option], 0, 0)
            n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, space, action, count):
    """Receive and pay; animals need room."""
    row = rules["space"][space]
    for option in range(row["num_options"]):
        if row["option_good"][option] == first_of(action):
            gain = row["options"][option]
            pay(seat, gain, -1)
            arrived = herd(max(0, gain[good.SHEEP]), max(0, gain[good.WILD_BOAR]), max(0, gain[good.CATTLE]))
            house_animals(state, rules, seat_number, NO_SPACE, arrived)
    return count + 1
