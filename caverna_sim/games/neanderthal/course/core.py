"""The three kernels everything else is built on: `legal` lists choices, `apply` takes one, `advance` goes to the next.

A player decides the step on top of the agenda. Each kind is a row of ids/step.py with doors in its phase: what to choose from (`list_bid`),
what a pass means (`decline_bid`), whether it goes on (`goes_on_release`). Each kind of action has a door, too: what follows (`do_promote`).
Doors name what they need of the step and the action (ids/argument.py). Between decisions a phase goes on by small automatic steps; no more
than one roll falls in each.
"""

from __future__ import annotations

from caverna_sim.compiling.jit import gathered, njit, own_copy
from caverna_sim.games.neanderthal.course import assign, attack, auction, courting, deals, ending, events, hunt, losses, setup
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.ids import act, argument, phase, step
from caverna_sim.games.neanderthal.ids.things import NUM_BIOMES
from caverna_sim.games.neanderthal.tribe.people import can_swap, mature_elders, swap
from caverna_sim.kit.play import kinds, loop
from caverna_sim.kit.records.agenda import pop, push, top_step
from caverna_sim.kit.records.bits import count
from caverna_sim.kit.records.codes import first_of, kind_of, second_of, third_of
from caverna_sim.kit.records.history import remember

_ROOMS = (setup, events, auction, assign, deals, attack, hunt, courting, losses, ending)


_OF_STEP = {name.lower(): f'int(row["{field}"])' for name, field in vars(argument).items() if field in argument.FIELDS}
_OF_ACTION = {
    name: f"{number}(action)" + (f" - {NUM_BIOMES}" if name in argument.DAUGHTERS else "")
    for number, names in zip(("first_of", "second_of", "third_of"), argument.OF_ACTION, strict=True)
    for name in names
}


def _doors(name, arguments, door, otherwise, asks='int(row["step"])', names=step.NAMES, words=_OF_STEP):
    """A kernel that opens the same door of whichever step it is: of a bid `list_bid`, in whichever room of the course it stands."""
    wanted = {number: f"{door}_{one}" for number, one in enumerate(names)}
    found = {number: vars(room)[one] for number, one in wanted.items() for room in _ROOMS if one in vars(room)}
    return njit(
        gathered(name, arguments, asks, found, otherwise, words, kind_of=kind_of, first_of=first_of, second_of=second_of, third_of=third_of)
    )


_list_choices = _doors("_list_choices", "state, rules, seat_number, seat, row, out, n", "list", "n")
_carry_out = _doors(
    "_carry_out", "state, rules, seat_number, seat, row, action", "do", "None", "kind_of(action)", act.NAMES, {**_OF_STEP, **_OF_ACTION}
)
_decline = _doors("_decline", "state, rules, seat_number, seat, row", "decline", "None")
_goes_on = _doors("_goes_on", "state, rules, seat_number, seat, row", "goes_on", "False")


@njit
def legal(state, rules, scratch, out):
    """List the ids of all legal actions in `out` and return their number."""
    if state["depth"] == 0:
        return 0
    row = top_step(state)
    seat_number = int(row["seat"])
    seat = state["seats"][seat_number]
    n = _list_choices(state, rules, seat_number, seat, row, out, 0)
    if step.PASSES >> int(row["step"]) & 1:
        n = put(out, n, act.PASS, 0, 0, 0)
    if step.SWAPS >> int(row["step"]) & 1 and can_swap(state, rules, seat):
        n = put(out, n, act.SWAP_ALPHA, 0, 0, 0)
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
    elif kind_of(action) == act.PASS:
        _decline(state, rules, seat_number, seat, row)
        pop(state)
    else:
        _carry_out(state, rules, seat_number, seat, row, action)
        if not _goes_on(state, rules, seat_number, seat, row):
            pop(state)
    _check_hands(state)


@njit
def _check_hands(state):
    """Who holds too much discards at once, whatever else is pending (N-HAND-4)."""
    for seat_number in range(state["players"]):
        seat = state["seats"][seat_number]
        if seat["hand"] and count(int(seat["hand"])) > mature_elders(seat):
            push(state, step.DISCARD, seat_number)
            return


@njit
def settle(state, rules):
    """Nothing follows from anything."""
    return


_PHASES = {
    phase.SETUP: setup.advance_setup, phase.EVENT: events.advance_event, phase.AUCTION: auction.advance_auction,
    phase.ASSIGN: assign.advance_assign, phase.NEGOTIATE: deals.advance_negotiate, phase.ATTACK: attack.advance_attack,
    phase.HUNT: hunt.advance_hunt, phase.LIVESTOCK: ending.advance_livestock, phase.ACTION: ending.advance_action,
}  # fmt: skip
_advance_phase = own_copy(kinds, __name__).by_phase(_PHASES)


@njit
def advance_once(state, rules):
    """One automatic step; the agenda is empty."""
    state["num_notes"] = 0
    now = int(state["phase"])
    _advance_phase(state, rules)
    if state["phase"] != now:
        for seat_number in range(state["players"]):
            state["seats"][seat_number]["swapped"] = 0  # in this phase (NR-ALPHA-SWAP)
    _check_hands(state)


_loop = own_copy(
    loop, __name__, OVER=phase.OVER, set_up=setup.set_up, advance_once=advance_once, settle=settle, legal=legal, apply=apply,
)  # fmt: skip
advance, new_game, play_randomly, random_games = _loop.advance, _loop.new_game, _loop.play_randomly, _loop.random_games
legal_here, apply_here = _loop.legal_here, _loop.apply_here
advance_once_here, set_up_here = _loop.advance_once_here, _loop.set_up_here
