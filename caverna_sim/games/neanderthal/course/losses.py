"""Who dies, and what leaves a hand that is too full: in the chaos, in a fight, in a hunt (ND-03, ND-13, ND-17, ND-19)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.attack import daughter_at, lose_in_fight, piece_of_suitor
from caverna_sim.games.neanderthal.course.choices import put, put_each
from caverna_sim.games.neanderthal.course.events import LOSE_CHAOS, LOSE_FIGHT, LOSE_HUNT, lose_in_chaos
from caverna_sim.games.neanderthal.course.hunt import kill_in_hunt
from caverna_sim.games.neanderthal.ids import act, argument, ruling, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe.cards import remove_card
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import kill, unassigned
from caverna_sim.kit.records.codes import first_of


@njit
def _list_pieces(seat, pieces, alpha, out, n):
    """Tribesmen, the alpha, wanderers, as far as there are any."""
    species = int(seat["species"])
    if pieces[species] > 0:
        n = put(out, n, act.LOSE, things.TRIBESMAN, 0, 0)
    if alpha:
        n = put(out, n, act.LOSE, things.ALPHA, 0, 0)
    for colour in range(3):
        if colour != species and pieces[colour] > 0:
            n = put(out, n, act.LOSE, things.FIRST_SPECIES + colour, 0, 0)
    return n


@njit
def _list_of_daughter(state, seat, spot, out, n):
    """A suitor, a husband."""
    daughter, species = daughter_at(state, spot), int(seat["species"])
    woman = state["daughters"][daughter]
    if woman["suitor"][species]:
        n = put(out, n, act.LOSE, piece_of_suitor(state, daughter, species), 0, 0)
    if woman["husband"] == 1 + species:
        piece = things.ALPHA if state["alpha"][species] == things.HUSBAND_OF + daughter else things.TRIBESMAN
        n = put(out, n, act.LOSE, things.HUSBAND if woman["suitor"][species] else piece, 0, 0)
    return n


@njit
def list_lose(state, rules, seat, row, out, n):
    """Who dies: in the chaos, in a fight, in a hunt (ND-03, ND-13, ND-17)."""
    cause, spot, alpha = int(row[argument.CAUSE]), int(row[argument.SPOT]), int(state["alpha"][seat["species"]])
    if cause == LOSE_CHAOS:
        n = _list_pieces(seat, seat["pool"], alpha == things.POOL, out, n)
        if state["needed"] == 0:
            n = put(out, n, act.PASS, 0, 0, 0)
        return n
    if cause == LOSE_FIGHT and spot >= things.NUM_PLACES:
        return _list_of_daughter(state, seat, spot, out, n)
    if cause == LOSE_FIGHT:
        return _list_pieces(seat, seat["hunters"][spot], alpha == things.AT_PLACE + spot, out, n)
    return _list_pieces(seat, state["group"], state["group"][3] > 0, out, n)


@njit
def do_lose(state, seat, row, action):
    cause, spot, piece = int(row[argument.CAUSE]), int(row[argument.SPOT]), first_of(action)
    if cause == LOSE_FIGHT:
        lose_in_fight(state, seat, spot, piece)
    elif cause == LOSE_HUNT:
        kill_in_hunt(state, seat, spot, piece)
    else:
        kill(state, seat, seat["pool"], piece)
        lose_in_chaos(state, seat, piece)


@njit
def goes_on_lose(state, rules, seat, row):
    """In the chaos more may go than must (NR-CHAOS-MORE)."""
    if row[argument.CAUSE] != LOSE_CHAOS:
        return False
    may_lose_more = rules["ruling"][ruling.CHAOS_MORE] == 0 and unassigned(state, seat) > 0
    return state["needed"] > 0 or may_lose_more


@njit
def list_discard(seat, out, n):
    """Which hand card is given up when the hand is too full (N-HAND-4)."""
    return put_each(out, n, act.DISCARD, seat["hand"])


@njit
def do_discard(state, seat_number, seat, action):
    seat["hand"] &= ~(1 << first_of(action))
    remove_card(state, first_of(action))
    note(state, notes.HAND, seat_number, first_of(action), 1, 0, 0, 0)
