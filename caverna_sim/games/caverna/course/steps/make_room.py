"""Some animals have no room: they are turned into food (R-ANIM-4)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.home.trades import list_meals
from caverna_sim.kit.records.codes import first_of


@njit
def list_choices(rules, seat, out, n):
    """Animals without food value: they are listed by no trade, and yet they have to go."""
    end = list_meals(rules, seat, out, n)
    for index in range(n, end):  # edible ones are listed among the trades
        if rules["food_value"][first_of(out[index])] == 0:
            out[n] = out[index]
            n += 1
    return n
