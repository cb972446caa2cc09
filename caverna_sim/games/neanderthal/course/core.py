"""The three kernels everything else is built on: `legal` lists choices, `apply` takes one, `advance` goes to the next.

A player decides the step on top of the agenda, of which each kind is a row of ids/step.py and a module with its doors. Between decisions
a phase goes on by small automatic steps; no more than one roll falls in each.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit, own_copy
from caverna_sim.games.neanderthal.course.assign import advance_assign
from caverna_sim.games.neanderthal.course.attack import advance_attack
from caverna_sim.games.neanderthal.course.auction import advance_auction
from caverna_sim.games.neanderthal.course.deals import advance_negotiate
from caverna_sim.games.neanderthal.course.ending import advance_action, advance_livestock
from caverna_sim.games.neanderthal.course.events import advance_event
from caverna_sim.games.neanderthal.course.hunt import advance_hunt
from caverna_sim.games.neanderthal.course.setup import set_up
from caverna_sim.games.neanderthal.ids import act, phase, step
from caverna_sim.games.neanderthal.tribe.people import can_swap, mature_elders, swap
from caverna_sim.kit.play import kinds, loop
from caverna_sim.kit.records.agenda import pop, push, top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import code, kind_of
from caverna_sim.kit.records.history import remember

_STEPS = own_copy(kinds, __name__).Kinds(["caverna_sim.games.neanderthal.course.steps"], step.ROWS, 'int(row["step"])')
_list_choices = _STEPS.gather("_list_choices", "state, rules, seat_number, seat, row, out, n", "list_choices", "n")
_carry_out = _STEPS.gather("_carry_out", "state, rules, seat_number, seat, row, action", "carry_out", "False")


@njit
def legal(state, rules, scratch, out):
    """List the ids of all legal actions in `out` and return their number."""
    if state["depth"] == 0:
        return 0
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    n = _list_choices(state, rules, seat_number, seat, row, out, 0)
    if step.SWAPS >> int(row["step"]) & 1 and can_swap(state, rules, seat):
        out[n] = code(act.SWAP_ALPHA, 0, 0, 0)
        n += 1
    return n


@njit
def apply(state, rules, action):
    """Carry out a legal action; the caller answers for its legality."""
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    remember(state, action)
    state["num_notes"] = 0
    if kind_of(action) == act.SWAP_ALPHA:
        swap(state, seat)
    elif not _carry_out(state, rules, seat_number, seat, row, action):
        pop(state)
    _check_hands(state)


@njit
def _check_hands(state):
    """Who holds too much discards at once, whatever else is pending (N-HAND-4)."""
    for number in range(state["players"]):
        seat = state["seats"][number]
        if seat["hand"] and count(int(seat["hand"])) > mature_elders(seat):
            push(state, step.DISCARD, number, 0, 0, 0, 0)
            return


@njit
def settle(state, rules):
    """Nothing follows from anything."""
    return


@njit
def advance_once(state, rules):
    """One automatic step; the agenda is empty."""
    state["num_notes"] = 0
    now = state["phase"]
    if now == phase.SETUP:
        _advance_setup(state)
    elif now == phase.EVENT:
        advance_event(state, rules)
    elif now == phase.AUCTION:
        advance_auction(state, rules)
    elif now == phase.ASSIGN:
        advance_assign(state, rules)
    elif now == phase.NEGOTIATE:
        advance_negotiate(state, rules)
    elif now == phase.ATTACK:
        advance_attack(state, rules)
    elif now == phase.HUNT:
        advance_hunt(state, rules)
    elif now == phase.LIVESTOCK:
        advance_livestock(state, rules)
    else:
        advance_action(state, rules)
    _check_hands(state)


@njit
def _advance_setup(state):
    """Seats choose mating sides; then the first turn begins."""
    if state["turn"] < state["players"]:
        push(state, step.MATING, state["turn"], 0, 0, 0, 0)
        state["turn"] += 1
    else:
        state["turn"], state["round"], state["phase"] = 0, 1, phase.EVENT


_loop = own_copy(
    loop, __name__, OVER=phase.OVER, set_up=set_up, advance_once=advance_once, settle=settle, legal=legal, apply=apply,
)  # fmt: skip
advance, new_game, play_randomly, random_games = _loop.advance, _loop.new_game, _loop.play_randomly, _loop.random_games
legal_here, apply_here = _loop.legal_here, _loop.apply_here
advance_once_here, set_up_here = _loop.advance_once_here, _loop.set_up_here
