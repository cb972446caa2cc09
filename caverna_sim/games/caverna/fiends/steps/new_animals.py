"""Animals gained during an event: a free place, else they are eaten (F-BOUNTY-5, F-EVENT-12)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.ids import ruling
from caverna_sim.games.caverna.fiends.standing import list_new_animals, place_new, unplaced
from caverna_sim.games.caverna.ids import act, good
from caverna_sim.kit.records.codes import code

carry_out = place_new


@njit
def list_choices(rules, seat, out, n):
    """Places that are free, by ruling new_animals_during_event_placeable, and meals."""
    if rules["orcs"]["ruling"][ruling.NEW_ANIMALS_DURING_EVENT_PLACEABLE] == 0:
        n = list_new_animals(rules, seat, out, n)
    for ware in range(good.FIRST_FARM_ANIMAL, good.NUM):
        if unplaced(seat, ware) > 0:
            out[n] = code(act.CONVERT, ware, 1, 0)
            n += 1
    return n
