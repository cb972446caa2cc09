"""Build a major improvement (AG-MAJ-01)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.course.building import build, pay_only_way
from caverna_sim.games.agricola.farm.improvements import buildable, ways_to_pay
from caverna_sim.games.agricola.ids import act, argument, step
from caverna_sim.games.agricola.shape.sizes import MAX_MAJORS
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.codes import code, first_of


@njit
def possible(state, rules, seat):
    """Whether any can be paid."""
    return buildable(state, rules, seat) != 0


@njit
def list_choices(state, rules, seat, out, n):
    """Every one that can be paid."""
    found = buildable(state, rules, seat)
    for number in range(MAX_MAJORS):
        if (found >> number) & 1:
            out[n] = code(act.BUILD, number, 0, 0)
            n += 1
    return n


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
