"""Paying costs and receiving goods (AG-GDS-02, AG-GDS-05)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.ids import good


@njit
def can_pay(seat, cost, times):
    """Whether so many times these goods are in the supply and on the farm."""
    for ware in range(good.NUM):
        if seat["goods"][ware] < cost[ware] * times:
            return False
    return True


@njit
def pay(seat, cost, times):
    """Give up so many times these goods."""
    for ware in range(good.NUM):
        seat["goods"][ware] -= cost[ware] * times


@njit
def times_payable(seat, cost, most):
    """How often these goods could be paid, at most so many times."""
    times = most
    for ware in range(good.NUM):
        if cost[ware] > 0:
            times = min(times, seat["goods"][ware] // cost[ware])
    return times


@njit
def goods_in_all(seat, kinds):
    """All goods of a player of so many kinds, the first ones."""
    total = 0
    for ware in range(kinds):
        total += seat["goods"][ware]
    return total
