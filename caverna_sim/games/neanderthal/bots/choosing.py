"""What a bot does: one of the legal actions."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.bots.layout import RANDOM, SCRIPTED
from caverna_sim.games.neanderthal.bots.policy import choose
from caverna_sim.games.neanderthal.bots.search import choose_by_playouts, looks_ahead
from caverna_sim.games.neanderthal.course.core import legal
from caverna_sim.kit.records.agenda import top_step


@njit
def bot_action(state, rules, bot, scratch, mind, out):
    """The only action, or what the bot's tier makes of several; `scratch` has three states."""
    number = legal(state, rules, scratch, out)
    found = int(out[0])
    if number > 1 and bot["tier"] == RANDOM:
        found = int(out[draw(state, STREAM_BOT + int(top_step(state)["seat"]), number)])
    elif number > 1 and bot["tier"] > SCRIPTED and looks_ahead(state):
        found = choose_by_playouts(state, rules, bot, scratch, mind, out, number)
    elif number > 1:
        found = int(choose(state, rules, bot, out, number))
    return found


@njit
def bot_action_here(states, rules, bots, scratch, minds, out):
    """The same for a state in an array, and a bot as it is in each variant."""
    return bot_action(states[0], rules[0], bots[int(rules[0]["variant"])], scratch, minds[0], out)
