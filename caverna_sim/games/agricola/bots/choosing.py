"""What a bot does: one of the legal actions."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.layout import RANDOM
from caverna_sim.games.agricola.bots.policy import choose
from caverna_sim.games.agricola.course.core import legal
from caverna_sim.kit.records.agenda import top_step


@njit
def bot_action(state, rules, bot, scratch, out):
    """The action that a bot takes."""
    n = legal(state, rules, scratch, out)
    if n == 1:
        return int(out[0])
    if bot["tier"] == RANDOM:
        return int(out[draw(state, STREAM_BOT + int(top_step(state)["seat"]), n)])
    return int(choose(state, rules, bot, out, n))


@njit
def bot_action_here(states, rules, bots, scratch, out):
    """The same for a state in an array."""
    return bot_action(states[0], rules[0], bots[0], scratch, out)
