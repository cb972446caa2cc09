"""The course of whole games, from the kernels of a game: on to the next decision, random play, and the doors for Python.

A game takes its own copy and gives its kernels (`own_copy(loop, __name__, legal=legal, ...)`); `legal` lists choices and `apply` takes one,
`set_up` begins a game, `advance_once` is one automatic step and `settle` what follows from it at once.
"""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import njit
from caverna_sim.kit.records.agenda import top_step

OVER = 0  # the phase of a game that has ended
set_up = None
advance_once = None
settle = None
legal = None
apply = None


@njit
def advance(state, rules):
    """Go on until somebody has to decide or the game is over."""
    while state["depth"] == 0 and state["phase"] != OVER:
        advance_once(state, rules)
        settle(state, rules)


@njit
def new_game(state, rules, seed, game_key):
    """A game at its first decision; `state` is all zeros."""
    set_up(state, rules, seed, game_key)
    advance(state, rules)


@njit
def play_randomly(state, rules, scratch, out, most_choices):
    """Choose uniformly among all legal actions until the game is over; returns the number of choices."""
    choices = 0
    while state["phase"] != OVER and choices < most_choices:
        n = legal(state, rules, scratch, out)
        seat = int(top_step(state)["seat"])
        action = out[draw(state, STREAM_BOT + seat, n)] if n > 1 else out[0]
        apply(state, rules, int(action))
        advance(state, rules)
        choices += 1
    return choices


# ---------------------------------------------------------------- doors for Python: arrays of length 1


@njit
def legal_here(states, rules, scratch, out):
    """`legal` for a state in an array."""
    return legal(states[0], rules[0], scratch, out)


@njit
def apply_here(states, rules, action):
    """`apply` for a state in an array, without advancing."""
    apply(states[0], rules[0], action)


@njit
def advance_once_here(states, rules):
    """One automatic step for a state in an array."""
    advance_once(states[0], rules[0])
    settle(states[0], rules[0])


@njit
def set_up_here(states, rules, seed, game_key):
    """A game before its first round for a state in an array."""
    set_up(states[0], rules[0], seed, game_key)


@njit
def random_games(states, rules, scratch, out, seed, first_game, games):
    """Play games at random one after another in the same state; returns choices and a digest of their hashes."""
    choices = 0
    digest = 0
    for game in range(first_game, first_game + games):
        states[0] = scratch[1]  # all zeros
        new_game(states[0], rules[0], seed, game)
        choices += play_randomly(states[0], rules[0], scratch, out, 1_000_000)
        digest = (digest % (1 << 55)) * 31 + states[0]["hash"]
    return choices, digest
