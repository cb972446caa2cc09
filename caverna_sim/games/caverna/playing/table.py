"""Whole games between bots, compiled."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.games.caverna.bots.layout import RANDOM, SEARCH, VALUE
from caverna_sim.games.caverna.bots.policy import choose
from caverna_sim.games.caverna.bots.search import choose_by_search
from caverna_sim.games.caverna.bots.value import choose_by_value
from caverna_sim.games.caverna.course.core import advance, apply, legal, new_game
from caverna_sim.games.caverna.course.scoring import score_seat
from caverna_sim.games.caverna.ids import phase
from caverna_sim.games.caverna.playing.traits import describe_seat
from caverna_sim.games.caverna.shape.agenda import top_step
from caverna_sim.jit import njit

NUM_SCRATCH = 7  # states: for trades, of zeros, for looking ahead, for playouts, for rehearsals, and two for `playing.games.is_blocked`


@njit
def decide(state, rules, bot, judge, scratch, mind, out):
    """The id of the action that a bot takes now; `judge` holds what a value bot judges outcomes by."""
    if bot["tier"] == VALUE:
        return choose_by_value(state, rules, bot, judge, scratch, mind, out, int(bot["candidates"]), int(bot["options"]))
    if bot["tier"] == SEARCH:
        return choose_by_search(state, rules, bot, judge, scratch, mind, out)
    if bot["tier"] == RANDOM:
        n = legal(state, rules, scratch, out)
        return int(out[draw(state, STREAM_BOT + top_step(state)["seat"], n)]) if n > 1 else int(out[0])
    return choose(state, rules, bot, scratch, mind, out)


@njit
def play_out(state, rules, bots, judges, seats, scratch, mind, out):
    """Let bots play a game to its end, seats[seat] naming the bot of each seat; returns the number of choices."""
    choices = 0
    while state["phase"] != phase.OVER:
        which = seats[top_step(state)["seat"]]
        action = decide(state, rules, bots[which], judges[which], scratch, mind, out)
        apply(state, rules, int(action))
        advance(state, rules)
        choices += 1
    return choices


@njit
def play_blocks(states, rules, bots, judges, seatings, scratch, minds, out, seed, first_block, blocks, totals, parts, traits, hashes):
    """Play blocks of games: the same chances in every seating.

    seatings[seating, seat] names the bot; game = block * seatings + seating, counted from the first block here.
    Fills totals[game, seat], parts[game, seat, part], traits[game, seat, trait] and hashes[game], and returns the number of
    choices.
    """
    game = 0
    choices = 0
    for block in range(first_block, first_block + blocks):
        for seating in range(seatings.shape[0]):
            states[0] = scratch[1]  # all zeros
            new_game(states[0], rules[0], seed, block)
            choices += play_out(states[0], rules[0], bots, judges, seatings[seating], scratch, minds[0], out)
            hashes[game] = states[0]["hash"]
            for seat in range(int(states[0]["players"])):
                totals[game, seat] = score_seat(rules[0], states[0]["seats"][seat], parts[game, seat])
                describe_seat(rules[0], states[0]["seats"][seat], traits[game, seat])
            game += 1
    return choices
