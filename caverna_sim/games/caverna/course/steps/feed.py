"""Feed the dwarfs (R-FEED, R-HARV-5)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, njit_merged
from caverna_sim.games.caverna.course.hooks import ARMED_EAT_MORE, ARMED_SHIFT, food_of_friends, special_feeding_of_event
from caverna_sim.games.caverna.home.furnish import cell_of_furnishing
from caverna_sim.games.caverna.home.wares import can_pay, count_of, owns, pay
from caverna_sim.games.caverna.ids import act, argument, effect, good
from caverna_sim.kit.records.agenda import pop
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of

ADULT = 0
NEWBORN = 1
# argument c of the FEED step
SPECIAL = 1  # 1 food per dwarf (R-HARV-5)


@njit
def need(rules, seat, row):
    """Food still needed: per adult, per newborn, less what the Mining cave saves, never below 0 (R-FEED-3)."""
    if row[argument.EATERS] & SPECIAL:
        food = (row[argument.ADULTS_LEFT] + row[argument.NEWBORNS_LEFT]) * rules["special_food"]
    elif row[argument.EATERS] & ARMED_EAT_MORE:
        food = special_feeding_of_event(rules, row)
    else:
        food = row[argument.ADULTS_LEFT] * rules["adult_food"] + row[argument.NEWBORNS_LEFT] * rules["newborn_food"]
    food += food_of_friends(rules, row)
    for index in range(rules["effect_start"][effect.FEEDING], rules["effect_start"][effect.FEEDING + 1]):
        line = rules["effect"][index]
        if line["do"] == effect.REDUCE_NEED and owns(seat, int(line["furnishing"])):
            cell = cell_of_furnishing(seat, int(line["furnishing"]))
            food -= line["amount"] * count_of(rules, seat, int(line["per"]), cell)
    return max(0, int(food))


@njit
def list_choices(rules, seat, row, out, n):
    """Ways to feed: other food for one dwarf (F-working_cave), then the food that is paid (R-FEED-2, U-9)."""
    if not row[argument.OTHER_FOOD]:
        option = 0
        for index in range(rules["effect_start"][effect.FEEDING], rules["effect_start"][effect.FEEDING + 1]):
            line = rules["effect"][index]
            if line["do"] != effect.FEED_ONE_DWARF:
                continue
            if owns(seat, int(line["furnishing"])) and can_pay(seat, line["give"]):
                if row[argument.ADULTS_LEFT] > 0:
                    out[n] = code(act.FEED_DWARF, option, ADULT, 0)
                    n += 1
                if row[argument.NEWBORNS_LEFT] > 0:
                    out[n] = code(act.FEED_DWARF, option, NEWBORN, 0)
                    n += 1
            option += 1
    most = min(need(rules, seat, row), int(seat["goods"][good.FOOD]))
    least = 0 if rules["may_withhold_food"] else most
    for food in range(most, least - 1, -1):
        out[n] = code(act.FEED, food, 0, 0)
        n += 1
    return n


@njit
def carry_out(state, rules, seat, row, action):
    """One dwarf eats something else, or food is paid; a begging marker for each that is missing (R-FEED-2)."""
    if kind_of(action) == act.FEED_DWARF:
        _feed_dwarf(rules, seat, row, first_of(action), second_of(action))
        return
    food = first_of(action)
    seat["begging"] += need(rules, seat, row) - food
    seat["goods"][good.FOOD] -= food
    pop(state)


@njit
def _feed_dwarf(rules, seat, row, option, which):
    """Feed one dwarf with something else than food; once in a feeding (R-INT-8)."""
    number = 0
    for index in range(rules["effect_start"][effect.FEEDING], rules["effect_start"][effect.FEEDING + 1]):
        line = rules["effect"][index]
        if line["do"] != effect.FEED_ONE_DWARF:
            continue
        if number == option:
            pay(seat, line["give"], 1)
        number += 1
    row[argument.OTHER_FOOD] = 1
    if which == ADULT:
        row[argument.ADULTS_LEFT] -= 1
        if (row[argument.EATERS] >> ARMED_SHIFT) & 7:  # who eats most is fed otherwise first
            row[argument.EATERS] -= 1 << ARMED_SHIFT
    else:
        row[argument.NEWBORNS_LEFT] -= 1


@njit_merged
def is_over(rules, seat, row):
    """Whether nothing is needed any more."""
    return need(rules, seat, row) <= 0
