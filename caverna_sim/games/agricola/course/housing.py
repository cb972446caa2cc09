"""Animals without room: their owner says which stay (AG-PRC-06)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.animals import animals_fit
from caverna_sim.games.agricola.ids import argument, step
from caverna_sim.kit.records.agenda import push

NO_SPACE = -1
NO_ARRIVALS = 0


@njit
def house_animals(state, rules, seat_number, space, arrived):
    """Ask which animals stay, if not all fit; `arrived` is the herd that has just come, from a space or NO_SPACE."""
    if not animals_fit(rules, state["seats"][seat_number]):
        pushed = push(state, step.KEEP, seat_number)
        pushed[argument.SPACE], pushed[argument.ARRIVED] = space, arrived
