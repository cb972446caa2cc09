"""What a bot of any tier takes now."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.games.caverna.bots.hooks import is_left_to_judge
from caverna_sim.games.caverna.bots.layout import RANDOM, SEARCH, SWIFT, VALUE
from caverna_sim.games.caverna.bots.policy import choose
from caverna_sim.games.caverna.bots.search import choose_by_search
from caverna_sim.games.caverna.bots.swift import choose_by_appeal
from caverna_sim.games.caverna.bots.value import choose_by_value
from caverna_sim.games.caverna.course.core import legal
from caverna_sim.kit.records.agenda import top_step


@njit
def bot_action(state, rules, bots, judges, which, scratch, mind, out):
    """What a bot takes now. Without judges all bots are random or scripted: the others, half of all compile time, drop out then."""
    bot = bots[which]
    if judges is not None:
        if bot["tier"] == VALUE or (bot["tier"] == SWIFT and bot["has_prior"] and is_left_to_judge(state, top_step(state))):
            return choose_by_value(state, rules, bot, judges[which], scratch, mind, out, int(bot["candidates"]), int(bot["options"]))
        if bot["tier"] == SWIFT:
            return choose_by_appeal(state, rules, bot, judges[which], scratch, mind, out)
        if bot["tier"] == SEARCH:
            return choose_by_search(state, rules, bot, judges[which], scratch, mind, out)
    if bot["tier"] == RANDOM:
        n = legal(state, rules, scratch, out)
        return int(out[draw(state, STREAM_BOT + top_step(state)["seat"], n)]) if n > 1 else int(out[0])
    return choose(state, rules, bot, scratch, mind, out)


@njit
def bot_action_here(states, rules, bots, judges, which, scratch, minds, out):
    """`bot_action` for a state and a bot in arrays: what a game for people asks shares its code with what a batch plays."""
    return bot_action(states[0], rules[0], bots, judges, which, scratch, minds[0], out)
