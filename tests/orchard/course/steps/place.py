"""Where the picker of a seat goes."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.codes import code, first_of
from tests.orchard.ids import PLACE, SPACES, STALL, WELL
from tests.orchard.shape.layout import NOBODY


@njit
def list_choices(state, out, n):
    """Every place where nobody is."""
    for space in range(len(SPACES)):
        if state["used_by"][space] == NOBODY:
            out[n] = code(PLACE, space, 0, 0)
            n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    """Go there and do what can be done there."""
    space = first_of(action)
    state["used_by"][space] = seat_number
    if space == WELL:
        seat["coins"] += rules["wage"]
    elif space == STALL:
        _sell(state, seat)
    else:
        seat["goods"][space] += state["space_goods"][space, space]
        state["space_goods"][space, space] = 0
        state["stocked"] &= ~(1 << space)


@njit
def _sell(state, seat):
    """All fruit, at the price of the round."""
    for fruit in range(seat["goods"].shape[0]):
        seat["coins"] += seat["goods"][fruit] * state["price"][state["round"]]
        seat["goods"][fruit] = 0
