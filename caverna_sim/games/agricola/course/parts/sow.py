"""Sow, one field at a time (AG-FLD-04)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.fields import can_sow, list_sow, sow
from caverna_sim.kit.records.codes import first_of, second_of

possible = can_sow
list_choices = list_sow


@njit
def carry_out(rules, seat, action, count):
    """One field."""
    sow(rules, seat, first_of(action), second_of(action))
    return count + 1
