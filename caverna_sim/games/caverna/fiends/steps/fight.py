"""Which orc is fought, with how many dogs (F-FIGHT-3)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.fight import LOST_WEAPON, can_beat, dogs_of_use, weapon_loss
from caverna_sim.games.caverna.fiends.hostile import defeat
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.home.dwarfs import acting_weapon
from caverna_sim.games.caverna.ids import act, argument, good
from caverna_sim.kit.records.agenda import pop, top_step
from caverna_sim.kit.records.codes import code, first_of, second_of


@njit
def list_choices(state, rules, seat, out, n):
    """Every orc that can be beaten, with every number of dogs that may be given up."""
    weapon = acting_weapon(state, seat)
    for number in range(orc.NUM_HOSTILE):
        if not can_beat(rules, seat, number, weapon):
            continue
        for dogs in range(dogs_of_use(rules, seat, int(seat["orcs"][number]["strength"])) + 1):
            if weapon_loss(rules, seat, number, dogs) <= weapon:
                out[n] = code(act.FIGHT, number, dogs, 0)
                n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    """Pay with dogs and weapon, then take the reward; the expedition is over (F-FIGHT-5, F-FIGHT-6)."""
    number, dogs, dwarf = first_of(action), second_of(action), int(state["dwarf"])
    seat["weapon"][dwarf] -= weapon_loss(rules, seat, number, dogs)
    seat["goods"][good.DOG] -= dogs
    pop(state)
    expedition = top_step(state)
    expedition[argument.ITEMS_LEFT] = 0
    if seat["weapon"][dwarf] == 0:
        expedition[argument.ITEMS_TAKEN] |= LOST_WEAPON
    before = int(seat["orcs"][number]["strength"])
    defeat(state, rules, seat_number, number, before, orc.FOUGHT)
