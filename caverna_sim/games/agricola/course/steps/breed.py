"""Animals breed (AG-HRV-07 to AG-HRV-09)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.animals import grown_herd, herd_of, list_herds
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import first_of, second_of, third_of


@njit
def list_choices(rules, seat, out, n):
    """Every herd that fits and could not be larger; others are released for it, unless that is not allowed (UNC-04)."""
    least = 0 if rules["discard_when_breeding"] else herd_of(seat)
    return list_herds(rules, seat, act.BREED, grown_herd(rules, seat), least, out, n)


@njit
def carry_out(state, seat, action):
    """The herd afterwards."""
    seat["goods"][good.SHEEP] = first_of(action)
    seat["goods"][good.WILD_BOAR] = second_of(action)
    seat["goods"][good.CATTLE] = third_of(action)
    pop(state)
