"""Building a major improvement once it is known how it is paid (AG-MAJ-01, AG-MAJ-03, AG-MAJ-04)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.baking import can_bake
from caverna_sim.games.agricola.farm.goods import can_pay, pay
from caverna_sim.games.agricola.farm.improvements import lay_in_front, returnable, take_back
from caverna_sim.games.agricola.ids import step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import first


@njit
def pay_only_way(state, rules, seat, number):
    """Pay in goods, or give back the one improvement that may be given back."""
    if can_pay(seat, rules["major"][number]["cost"], 1):
        pay(seat, rules["major"][number]["cost"], 1)
    else:
        take_back(state, seat, first(returnable(rules, seat, number)))


@njit
def build(state, rules, seat_number, number):
    """The improvement comes to its owner; an oven allows a Bake Bread action at once (AG-MAJ-04)."""
    seat = state["seats"][seat_number]
    lay_in_front(state, rules, seat, number)
    if rules["major"][number]["bakes_when_built"] and can_bake(rules, seat, 0):
        push(state, step.BAKE, seat_number)
