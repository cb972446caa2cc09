"""Bribe or displace an orc (F-EVENT-3, F-EVENT-4)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.fiends.cave import break_in
from caverna_sim.games.caverna.fiends.events import WAS_IN_CAVE, enter_cell, most_bribed
from caverna_sim.games.caverna.fiends.forest import INTO_CAVE, NOWHERE, NUM_DIRECTIONS, neighbour_of
from caverna_sim.games.caverna.fiends.hostile import is_hostile, weaken
from caverna_sim.games.caverna.fiends.ids import orc, ruling
from caverna_sim.games.caverna.home.wares import can_pay, pay
from caverna_sim.games.caverna.ids import act, argument
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of


@njit
def list_choices(state, rules, seat, letter, displaced, out, n):
    """Pay goods to weaken the orc (F-EVENT-3), or push it one cell (F-EVENT-4)."""
    one = seat["orcs"][letter]
    for amount in range(1, most_bribed(state, seat, letter) + 1):
        out[n] = code(act.BRIBE, letter, amount, 0)
        n += 1
    cost = rules["orcs"]["event"][state["event"]]["displace_cost"]
    if one["status"] == orc.FOREST and displaced < rules["orcs"]["displacements"] and can_pay(seat, cost):
        for direction in range(NUM_DIRECTIONS):
            if neighbour_of(rules, int(one["cell"]), direction) != NOWHERE:
                out[n] = code(act.DISPLACE, letter, direction, 0)
                n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    """One strength for each good (F-EVENT-3), or a push."""
    number, amount = first_of(action), second_of(action)
    if kind_of(action) == act.DISPLACE:
        _displace(state, rules, seat_number, number, amount)
    else:
        seat["goods"][state["bribe"][state["event"]]] -= amount
        weaken(state, rules, seat_number, number, amount, orc.BRIBED)


@njit
def _displace(state, rules, seat_number, number, direction):
    """Push an orc one cell, with all that follows from entering it (F-EVENT-5)."""
    seat = state["seats"][seat_number]
    one = seat["orcs"][number]
    row = top_step(state)
    row[argument.DISPLACED] += 1
    move = state["agenda"][state["depth"] - 2]
    pay(seat, rules["orcs"]["event"][state["event"]]["displace_cost"], 1)
    target = neighbour_of(rules, int(one["cell"]), direction)
    if target == INTO_CAVE:
        again = rules["orcs"]["ruling"][ruling.DISPLACED_INTO_CAVE_REDETERMINED_SAME_EVENT] != 0
        move[argument.WHY] = WAS_IN_CAVE
        move[argument.STOPPED] = 0 if again else 1
        row[argument.ENDED] = 1  # the activation ends here
        break_in(state, rules, seat_number, number)
        return
    enter_cell(state, rules, seat_number, number, target)
    if one["held"]:
        move[argument.STOPPED] = 1  # a trap that holds it ends its activation (F-EVENT-6)
        row[argument.ENDED] = 1


@njit
def is_over(seat, letter, ended):
    """Whether bribing and displacing have come to an end by themselves."""
    return not is_hostile(seat, letter) or ended != 0
