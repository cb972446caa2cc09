"""The kernels of whole games: setting up, phases, listing and taking choices, scoring."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_SETUP, draw
from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.kit.play import kinds, loop
from caverna_sim.kit.records.agenda import pop, push, top_step
from caverna_sim.kit.records.history import remember
from caverna_sim.kit.records.phases import begin, next_seat
from tests.orchard.ids import HOME, OVER, PREPARE, SPACES, STEPS, WORK
from tests.orchard.shape.layout import NOBODY

PLACE_STEP = 0
_kinds = own_copy(kinds, __name__)
_steps = _kinds.Kinds(["tests.orchard.course.steps"], STEPS, 'int(row["step"])')
_list_choices = _steps.gather("_list_choices", "state, rules, seat_number, seat, row, out, n", "list_choices", "n")
_carry_out = _steps.gather("_carry_out", "state, rules, seat_number, seat, row, action", "carry_out", "None")


@njit
def set_up(state, rules, seed, game_key):
    """Prices are dealt face down; `state` is all zeros."""
    state["seed"], state["game_key"], state["players"] = seed, game_key, rules["players"]
    deal(state, rules, 1)
    for space in range(len(SPACES)):
        state["used_by"][space] = NOBODY


@njit
def deal(state, rules, first):
    """Prices of rounds from `first` on."""
    for number in range(first, rules["last_round"] + 1):
        price = draw(state, STREAM_SETUP, int(rules["highest_price"]))
        state["price"][number] = 1 + price
        state["setup"] = (state["setup"] * rules["highest_price"] + price) & 0x3FFFFFFF


# ---------------------------------------------------------------- phases


@njit
def _prepare(state, rules):
    """The card of the round is turned, fruit grows."""
    state["round"] += 1
    for tree in range(state["space_goods"].shape[1]):
        state["space_goods"][tree, tree] += rules["growth"]
        state["stocked"] |= 1 << tree
    begin(state, WORK)


@njit
def _work(state):
    """The next seat sends its picker."""
    seat = next_seat(state)
    if seat < 0:
        begin(state, HOME)
    else:
        push(state, PLACE_STEP, seat)


@njit
def _go_home(state, rules):
    """All pickers come home; the next seat begins."""
    for space in range(len(SPACES)):
        state["used_by"][space] = NOBODY
    state["start_player"] = (state["start_player"] + 1) % state["players"]
    begin(state, OVER if state["round"] >= rules["last_round"] else PREPARE)


advance_once = _kinds.by_phase({PREPARE: _prepare, WORK: _work, HOME: _go_home})


# ---------------------------------------------------------------- choices


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
    return _list_choices(state, rules, seat_number, state["seats"][seat_number], row, out, 0)


@njit
def apply(state, rules, action):
    """Carry out a legal action."""
    row = top_step(state)
    seat_number = int(row["seat"])
    remember(state, action)
    _carry_out(state, rules, seat_number, state["seats"][seat_number], row, action)
    pop(state)


@njit
def score_seat(rules, seat, parts):
    """Points of a seat: coins, and something for fruit that is left."""
    parts[0] = seat["coins"]
    parts[1] = (seat["goods"][0] + seat["goods"][1]) // rules["fruit_per_point"]
    return int(parts[0]) + int(parts[1])


# ---------------------------------------------------------------- what is hidden


@njit
def hide(state, rules):
    """Turn prices of rounds to come, and forget what keys the chances."""
    for number in range(state["round"] + 1, state["price"].shape[0]):
        state["price"][number] = -1
    state["setup"], state["game_key"], state["seed"] = -1, 0, 0
    for stream in range(state["draws"].shape[0]):
        state["draws"][stream] = 0


@njit
def hide_here(states, rules):
    """The same for a state in an array."""
    hide(states[0], rules[0])


@njit
def deal_anew(state, rules):
    """Other prices of rounds to come, as nobody knows them."""
    deal(state, rules, int(state["round"]) + 1)


_loop = own_copy(loop, __name__, OVER=OVER, set_up=set_up, advance_once=advance_once, settle=settle, legal=legal, apply=apply)
advance, random_games = _loop.advance, _loop.random_games
legal_here, apply_here, advance_once_here, set_up_here = _loop.legal_here, _loop.apply_here, _loop.advance_once_here, _loop.set_up_here
