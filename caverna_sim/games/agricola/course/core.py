"""The three kernels everything else is built on: `legal` lists choices, `apply` takes one, `advance` goes to the next.

A player decides the step on top of the agenda, of which each kind is a row of ids/step.py and a module with its doors; beside most steps
goods can be turned into food (AG-CNV-01, AG-CNV-02). Between a placement and the first part of its action nothing is converted that would
leave nothing to carry out (AG-WRK-03): each conversion is tried on a scratch state.
"""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, draw
from caverna_sim.compiling.jit import gathered, njit
from caverna_sim.games.agricola.course.doors import doors_of, modules_of
from caverna_sim.games.agricola.course.rounds import advance_once, set_up
from caverna_sim.games.agricola.course.spaces import any_part_possible
from caverna_sim.games.agricola.course.steps.keep import may_cook
from caverna_sim.games.agricola.farm.food import convert, list_converts
from caverna_sim.games.agricola.ids import act, argument, phase, step
from caverna_sim.kit.records.agenda import pop, top_step
from caverna_sim.kit.records.codes import code, first_of, kind_of

# ---------------------------------------------------------------- the doors of all kinds of steps

_STEPS = modules_of("steps", step.ROWS)
_MEANS = {name.lower(): f'int(row["{field}"])' for name, field in vars(argument).items() if field in argument.FIELDS}
_ASKS = 'int(row["step"])'

_list_choices = njit(
    gathered("_list_choices", "state, rules, seat_number, seat, row, out, n", _ASKS, doors_of(_STEPS, "list_choices"), "n", _MEANS)
)
_carry_out = njit(
    gathered("_carry_out", "state, rules, seat_number, seat, row, action", _ASKS, doors_of(_STEPS, "carry_out"), "None", _MEANS)
)
_is_over = njit(gathered("_is_over", "state, rules, seat_number, seat, row", _ASKS, doors_of(_STEPS, "is_over"), "False", _MEANS))
_end = njit(gathered("_end", "state, rules, seat_number, seat, row", _ASKS, doors_of(_STEPS, "end"), "pop(state)", _MEANS, pop=pop))

# ---------------------------------------------------------------- what is legal


@njit
def legal(state, rules, scratch, out):
    """List the ids of all legal actions in `out` and return their number; `scratch` is a state to try things on."""
    if state["depth"] == 0:
        return 0
    row = top_step(state)
    now, seat_number = int(row["step"]), int(row["seat"])
    seat = state["seats"][seat_number]
    n = _list_choices(state, rules, seat_number, seat, row, out, 0)
    if (step.PASSES >> now) & 1:
        out[n] = code(act.PASS, 0, 0, 0)
        n += 1
    if not (step.CONVERTS >> now) & 1:
        return n
    cooking = now != step.KEEP or may_cook(rules, row[argument.ARRIVED])
    end = list_converts(rules, seat, now == step.FEED, cooking, out, n)
    if now == step.KEEP and state["depth"] > 1:
        row = state["agenda"][state["depth"] - 2]
    if row["step"] == step.ACTION and row[argument.DONE] == 0 and row["seat"] == seat_number:
        return _keep_harmless(state, rules, seat_number, int(row[argument.SPACE]), scratch, out, n, end)
    return end


@njit
def _keep_harmless(state, rules, seat_number, space, scratch, out, n, end):
    """Of conversions listed from n to end those that leave a part of the space to be carried out (AG-WRK-03)."""
    kept = n
    for index in range(n, end):
        scratch[0] = state
        seat = scratch[0]["seats"][seat_number]
        convert(rules, seat, first_of(out[index]), False)
        if any_part_possible(scratch[0], rules, seat_number, seat, space, 0, 0, 0):
            out[kept] = out[index]
            kept += 1
    return kept


# ---------------------------------------------------------------- taking an action


@njit
def apply(state, rules, action):
    """Carry out a legal action and settle what follows at once; the caller answers for its legality."""
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    _remember(state, action)
    if kind_of(action) == act.CONVERT:
        convert(rules, seat, first_of(action), row["step"] == step.FEED)
    elif kind_of(action) == act.PASS:
        _end(state, rules, seat_number, seat, row)
    else:
        _carry_out(state, rules, seat_number, seat, row, action)
    settle(state, rules)


@njit
def _remember(state, action):
    """Fold the action into the trajectory hash: two polynomials modulo primes below 2**31."""
    action = int(action)
    high = int(state["hash"]) >> 31
    low = int(state["hash"]) & 0x7FFFFFFF
    high = (high * 1103515245 + action + 1) % 2147483629
    low = (low * 1664525 + action + 1) % 2147483647
    state["hash"] = (high << 31) | low
    state["choices"] += 1


@njit
def settle(state, rules):
    """Close steps with nothing left to decide."""
    while state["depth"] > 0:
        row = top_step(state)
        seat_number = int(row["seat"])
        seat = state["seats"][seat_number]
        if not _is_over(state, rules, seat_number, seat, row):
            return
        _end(state, rules, seat_number, seat, row)


@njit
def advance(state, rules):
    """Go on until somebody has to decide or the game is over."""
    while state["depth"] == 0 and state["phase"] != phase.OVER:
        advance_once(state, rules)
        settle(state, rules)


# ---------------------------------------------------------------- whole games


@njit
def new_game(state, rules, seed, game_key):
    """A game at its first decision; `state` is all zeros."""
    set_up(state, rules, seed, game_key)
    advance(state, rules)


@njit
def play_randomly(state, rules, scratch, out, most_choices):
    """Choose uniformly among all legal actions until the game is over; returns the number of choices."""
    choices = 0
    while state["phase"] != phase.OVER and choices < most_choices:
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
