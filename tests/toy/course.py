"""The kernels of the toy: in each round all guess a card, then each throws a die and may throw it again."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_BOT, STREAM_SETUP, draw
from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.kit.play import kinds, loop
from caverna_sim.kit.records.agenda import pop, push, top_step
from caverna_sim.kit.records.codes import code, kind_of
from caverna_sim.kit.records.history import remember
from tests.toy.chance import die
from tests.toy.ids import ROWS
from tests.toy.layout import AGAIN, BEGIN, GUESSING, OVER, PASS, SIDES, THROWING

GUESS_STEP, THROW_STEP = 0, 1

_kinds = own_copy(kinds, __name__).Kinds(["tests.toy.steps"], ROWS, 'int(row["step"])')
_list_choices = _kinds.gather("_list_choices", "state, rules, seat_number, seat, row, out, n", "list_choices", "n")
_carry_out = _kinds.gather("_carry_out", "state, rules, seat_number, seat, row, action", "carry_out", "None")


@njit
def set_up(state, rules, seed, game_key):
    """Cards are dealt face down."""
    state["seed"], state["game_key"] = seed, game_key
    state["players"] = rules["players"]
    for number in range(1, rules["dice"] + 1):
        state["cards"][number] = 1 + draw(state, STREAM_SETUP, SIDES)
        state["setup"] = state["setup"] * SIDES + state["cards"][number] - 1


@njit
def advance_once(state, rules):
    """One automatic step; the agenda is empty."""
    if state["phase"] == BEGIN:
        state["round"] += 1
        _begin(state, GUESSING)
    elif state["phase_seat"] < state["players"]:
        _ask(state, int(state["phase_seat"]))
        state["phase_seat"] += 1
    elif state["phase"] == GUESSING:
        _turn_card(state)
        _begin(state, THROWING)
    else:
        _begin(state, BEGIN if state["round"] < rules["dice"] else OVER)


@njit
def _begin(state, phase):
    state["phase"], state["phase_seat"] = phase, 0


@njit
def _ask(state, seat_number):
    if state["phase"] == GUESSING:
        push(state, GUESS_STEP, seat_number)
    else:
        state["seats"][seat_number]["dice"][state["round"]] = die(state, seat_number, 0)
        push(state, THROW_STEP, seat_number)


@njit
def _turn_card(state):
    for number in range(state["players"]):
        seat = state["seats"][number]
        if seat["guess"] == state["cards"][state["round"]]:
            seat["hits"] += 1
        seat["guess"] = 0


@njit
def settle(state, rules):
    """Nothing follows from anything."""
    return


@njit
def legal(state, rules, scratch, out):
    """The ids of all legal actions in `out`; their number."""
    if state["depth"] == 0:
        return 0
    row = top_step(state)
    seat_number = int(row["seat"])
    out[0] = code(PASS, 0, 0, 0)
    return _list_choices(state, rules, seat_number, state["seats"][seat_number], row, out, 1)


@njit
def apply(state, rules, action):
    """Carry out a legal action."""
    row = top_step(state)
    seat_number = int(row["seat"])
    remember(state, action)
    if kind_of(action) != PASS:
        _carry_out(state, rules, seat_number, state["seats"][seat_number], row, action)
    pop(state)


_loop = own_copy(loop, __name__, OVER=OVER, set_up=set_up, advance_once=advance_once, settle=settle, legal=legal, apply=apply)
advance, new_game, random_games = _loop.advance, _loop.new_game, _loop.random_games
legal_here, apply_here, advance_once_here, set_up_here = _loop.legal_here, _loop.apply_here, _loop.advance_once_here, _loop.set_up_here


@njit
def choose(state, rules, scratch, out, least):
    """What a bot takes that throws a die below `least` again; below 0 it takes anything."""
    n = legal(state, rules, scratch, out)
    row = top_step(state)
    seat_number = int(row["seat"])
    if least < 0:
        return int(out[draw(state, STREAM_BOT + seat_number, n)])
    throws = row["step"] == THROW_STEP and state["seats"][seat_number]["dice"][state["round"]] < least
    return code(AGAIN, 0, 0, 0) if throws else code(PASS, 0, 0, 0)


@njit
def choose_here(states, rules, scratch, out, least):
    """`choose` for a state in an array."""
    return choose(states[0], rules[0], scratch, out, least)


@njit
def play_here(states, rules, scratch, out, seed, block, least, choices):
    """A game to its end; counts the choices of each seat and round in `choices`."""
    state = states[0]
    new_game(state, rules[0], seed, block)
    while state["phase"] != OVER:
        seat_number = int(top_step(state)["seat"])
        choices[seat_number, state["round"]] += 1
        apply(state, rules[0], choose(state, rules[0], scratch, out, int(least[seat_number])))
        advance(state, rules[0])
