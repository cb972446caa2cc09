"""What a bot does."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.agenda import top_step
from caverna_sim.kit.records.codes import first_of
from tests.orchard.bots.layout import RANDOM
from tests.orchard.course.core import legal
from tests.orchard.ids import STALL, WELL


@njit
def decide(state, rules, bots, judges, which, scratch, minds, out):
    """One of the legal actions: drawn, or the one that is worth most to the bot."""
    number, bot, seat_number = legal(state, rules, scratch, out), bots[which], int(top_step(state)["seat"])
    if bot["tier"] == RANDOM:
        return int(out[draw(state, STREAM_BOT + seat_number, number)]) if number > 1 else int(out[0])
    best, most = 0, -1000.0
    for index in range(number):
        worth = _worth(state, rules, bot, state["seats"][seat_number], first_of(out[index]))
        if worth > most:
            best, most = index, worth
    return int(out[best])


@njit
def _worth(state, rules, bot, seat, space):
    """What a place brings: coins, or fruit that is worth something later."""
    if space == WELL:
        return float(rules["wage"])
    if space == STALL:
        patience = bot["weight"][1] if state["round"] < rules["last_round"] else 0.0
        return (seat["goods"][0] + seat["goods"][1]) * (state["price"][state["round"]] - patience)
    later = bot["weight"][0] if state["round"] < rules["last_round"] else 1.0 / rules["fruit_per_point"]
    return state["space_goods"][space, space] * later


@njit
def decide_here(states, rules, bots, minds, out):
    """The same for a state and a bot in arrays."""
    return decide(states[0], rules[0], bots, None, 0, states, minds, out)
