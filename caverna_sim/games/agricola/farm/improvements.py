"""Major improvements: who may build which, and what for (AG-MAJ)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.goods import can_pay
from caverna_sim.games.agricola.farm.ground import list_members
from caverna_sim.games.agricola.ids import act, good
from caverna_sim.games.agricola.shape.sizes import MAX_MAJORS
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.codes import code

NONE = -1


@njit
def returnable(rules, seat, number):
    """The own improvements of which one may be given back instead of paying (AG-MAJ-03)."""
    return int(rules["major"][number]["returns"]) & int(seat["majors"])


@njit
def ways_to_pay(rules, seat, number):
    """In how many ways an improvement can be paid."""
    return count(returnable(rules, seat, number)) + (1 if can_pay(seat, rules["major"][number]["cost"], 1) else 0)


@njit
def buildable(state, rules, seat):
    """The set of improvements on the supply board that the seat may have and can pay (AG-SET-04, AG-MAJ-01)."""
    offered = found = offered_to(state, seat)
    while offered:
        if not _is_payable(rules, seat, first(offered)):
            found &= ~(offered & -offered)
        offered &= offered - 1
    return found


@njit
def can_build(state, rules, seat):
    """Whether there is any."""
    offered = offered_to(state, seat)
    while offered and not _is_payable(rules, seat, first(offered)):
        offered &= offered - 1
    return offered != 0


@njit
def offered_to(state, seat):
    """The set of improvements on the supply board that a seat may have."""
    return int(state["supply"]) & ~int(seat["limits"]["improvements"])


@njit
def _is_payable(rules, seat, number):
    return returnable(rules, seat, number) != 0 or can_pay(seat, rules["major"][number]["cost"], 1)


@njit
def list_payments(rules, seat, number, out, n):
    """The cost, and own improvements that may be given back instead."""
    cost = rules["major"][number]["cost"]
    if can_pay(seat, cost, 1):
        out[n] = payment(cost)
        n += 1
    return list_members(act.RETURN, returnable(rules, seat, number), out, n)


@njit
def payment(cost):
    """The id of paying these goods: up to three of them, a byte each with the good, counted from 1, above the amount."""
    packed, place = 0, 16
    for ware in range(good.NUM):
        if cost[ware] > 0:
            packed |= ((ware + 1) << 4 | int(cost[ware])) << place
            place -= 8
    return code(act.PAY, 0, 0, 0) | packed


@njit
def take_back(state, seat, number):
    """An improvement goes back to the supply board."""
    seat["majors"] &= ~(1 << number)
    state["supply"] |= 1 << number
    kept = 0
    for place in range(MAX_MAJORS):
        other = int(seat["order"][place])
        seat["order"][place] = NONE
        if other >= 0 and other != number:
            seat["order"][kept] = other
            kept += 1


@njit
def lay_in_front(state, rules, seat, number):
    """The improvement is the seat's own from now on, and lays out what it promises (AG-MAJ-06, AG-GDS-06)."""
    state["supply"] &= ~(1 << number)
    place = count(int(seat["majors"]))
    seat["majors"] |= 1 << number
    seat["order"][place] = number
    major = rules["major"][number]
    for coming in range(state["round"] + 1, min(state["round"] + major["coming_rounds"], int(rules["last_round"])) + 1):
        for ware in range(good.NUM):
            seat["promised"][coming, ware] += major["coming"][ware]
