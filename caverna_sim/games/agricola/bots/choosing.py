"""What a bot of any tier does: one of the legal actions."""

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.games.agricola.bots.names import RANDOM, SEARCH, SWIFT, VALUE
from caverna_sim.games.agricola.bots.policy import choose
from caverna_sim.games.agricola.bots.search import choose_by_search
from caverna_sim.games.agricola.bots.swift import choose_by_appeal
from caverna_sim.games.agricola.bots.value import choose_by_value
from caverna_sim.games.agricola.course.core import legal
from caverna_sim.kit.records.agenda import top_step


@njit
def bot_action(state, rules, bots, judges, which, scratch, mind, out):
    """The action that a bot takes. Without judges all bots are random or scripted: the others drop out of what is compiled then."""
    bot = bots[which]
    if judges is not None:
        if bot["tier"] == VALUE:
            return choose_by_value(state, rules, bot, judges[which], scratch, mind, out)
        if bot["tier"] == SEARCH:
            return choose_by_search(state, rules, bot, judges[which], scratch, mind, out)
        if bot["tier"] == SWIFT:
            return choose_by_appeal(state, rules, bot, judges[which], scratch, mind, out)
    n = legal(state, rules, scratch, out)
    if n == 1:
        return int(out[0])
    if bot["tier"] == RANDOM:
        return int(out[draw(state, STREAM_BOT + int(top_step(state)["seat"]), n)])
    return int(choose(state, rules, bot, out, n))


@njit
def bot_action_here(states, rules, bots, judges, scratch, minds, out):
    """The same for a state, a bot and its judge in arrays."""
    return bot_action(states[0], rules[0], bots, judges, 0, scratch, minds[0], out)
