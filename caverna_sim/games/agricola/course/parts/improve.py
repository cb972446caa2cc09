"""Build a major improvement (AG-MAJ-01)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.building import build, pay_only_way
from caverna_sim.games.agricola.farm.ground import list_members
from caverna_sim.games.agricola.farm.improvements import buildable, can_build, ways_to_pay
from caverna_sim.games.agricola.ids import act, argument, step
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import first_of

possible = can_build


@njit
def list_choices(state, rules, seat, out, n):
    """Every one that can be paid."""
    return list_members(act.BUILD, buildable(state, rules, seat), out, n)


@njit
def carry_out(state, rules, seat_number, seat, action, count):
    """Build it at once, or ask how it is paid."""
    number = first_of(action)
    if ways_to_pay(rules, seat, number) > 1:
        push(state, step.PAY, seat_number)[argument.BOUGHT] = number
    else:
        pay_only_way(state, rules, seat, number)
        build(state, rules, seat_number, number)
    return count + 1
