"""Animals do not all fit: which ones stay (AG-PRC-06, AG-ANM-06)."""

from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.farm.animals import animals_fit, animals_in, herd_of, list_herds
from caverna_sim.games.agricola.farm.food import food_for
from caverna_sim.games.agricola.ids import act, good, house_rule
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import first_of, second_of, third_of


@njit
def may_cook(rules, arrived):
    """With HR1 animals that have just come are not cooked before they have a place."""
    return arrived == 0 or not rules["house_rules"] & house_rule.HOUSE_BEFORE_COOKING


@njit
def list_choices(rules, seat, out, n):
    """Every herd that fits and could not be larger."""
    return list_herds(rules, seat, act.KEEP, herd_of(seat), 0, out, n)


@njit
def carry_out(state, rules, seat, space, arrived, action):
    """What is given up is cooked if it can be (AG-ANM-07), with HR3 it stays where it came from, else it is released (AG-ACC-03)."""
    pop(state)
    for kind in range(good.NUM_ANIMALS):
        ware = good.FIRST_ANIMAL + kind
        kept = first_of(action) if kind == 0 else second_of(action) if kind == 1 else third_of(action)
        given_up = seat["goods"][ware] - kept
        food = food_for(rules, seat, ware) if may_cook(rules, arrived) else 0
        seat["goods"][ware] = kept
        if food > 0:
            seat["goods"][good.FOOD] += food * given_up
        elif space >= 0 and rules["house_rules"] & house_rule.TAKE_WHAT_IS_USED:
            stays = min(given_up, animals_in(arrived, kind))
            state["space_goods"][space, ware] += stays
            if stays > 0:
                state["stocked"] |= 1 << space


@njit
def is_over(rules, seat):
    """Whether all fit, as some were cooked."""
    return animals_fit(rules, seat)
