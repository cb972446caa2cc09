"""Feed the family (AG-HRV-03 to AG-HRV-06)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.food import list_converts
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of


@njit
def list_choices(rules, seat, need, out, n):
    """What is there is paid (AG-HRV-05); others must turn what they can into food first, if begging is no choice (UNC-01)."""
    food = min(need, int(seat["goods"][good.FOOD]))
    if food < need and rules["force_conversion"] and list_converts(rules, seat, True, True, out, n) > n:
        return n
    out[n] = code(act.FEED, food, 0, 0)
    return n + 1


@njit
def carry_out(state, rules, seat, need, action):
    """A begging marker for every food that is missing (AG-HRV-04)."""
    seat["goods"][good.FOOD] -= first_of(action)
    seat["begging"] += rules["begging_per_food"] * (need - first_of(action))
    pop(state)
