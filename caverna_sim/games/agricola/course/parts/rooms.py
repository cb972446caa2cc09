"""Build rooms, one after another (AG-HSE-01 to AG-HSE-04)."""

from caverna_sim.compiling.jit import njit, njit_counting
from caverna_sim.games.agricola.course.targets import OWN, farms, seat_of
from caverna_sim.games.agricola.farm.goods import can_pay, pay
from caverna_sim.games.agricola.farm.ground import list_cells
from caverna_sim.games.agricola.farm.house import room_cells
from caverna_sim.games.agricola.ids import act
from caverna_sim.kit.records.codes import first_of, second_of


@njit_counting
def _cost(rules, target, farm):
    """A room is of the material of the house that it joins (AG-VAR-22, UNC-10)."""
    return rules["room_cost"][target["house"]] if farm == OWN else rules["partner_room_cost"][target["house"]]


@njit
def _cells(state, rules, seat_number, farm):
    target = state["seats"][seat_of(state, seat_number, farm)]
    return room_cells(target) if can_pay(state["seats"][seat_number], _cost(rules, target, farm), 1) else 0


@njit
def possible(state, rules, seat_number):
    """Whether a room can be paid and has a place."""
    for farm in range(farms(rules)):
        if _cells(state, rules, seat_number, farm):
            return True
    return False


@njit
def list_choices(state, rules, seat_number, out, n):
    """Every place for a room."""
    for farm in range(farms(rules)):
        n = list_cells(act.ROOM, farm, _cells(state, rules, seat_number, farm), out, n)
    return n


@njit
def carry_out(state, rules, seat_number, seat, action, count):
    """Pay and build."""
    farm = first_of(action)
    target = state["seats"][seat_of(state, seat_number, farm)]
    pay(seat, _cost(rules, target, farm), 1)
    target["rooms"] |= 1 << second_of(action)
    return count + 1
