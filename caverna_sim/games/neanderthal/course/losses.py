"""Who dies, and what leaves a hand that is too full: in the chaos, in a fight, in a hunt (ND-03, ND-13, ND-17, ND-19)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.attack import daughter_at, lose_in_fight, piece_of_suitor
from caverna_sim.games.neanderthal.course.choices import put, put_each
from caverna_sim.games.neanderthal.course.events import LOSE_CHAOS, LOSE_FIGHT, LOSE_HUNT, lose_in_chaos
from caverna_sim.games.neanderthal.course.hunt import kill_in_hunt
from caverna_sim.games.neanderthal.ids import act, ruling, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe.cards import remove_card
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import kill, unassigned


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
def list_lose(state, seat, cause, at, out, n):
    """Who dies: in the chaos, in a fight, in a hunt (ND-03, ND-13, ND-17)."""
    alpha = int(state["alpha"][seat["species"]])
    if cause == LOSE_CHAOS:
        n = _list_pieces(seat, seat["pool"], alpha == things.POOL, out, n)
        if state["needed"] == 0:
            n = put(out, n, act.PASS, 0, 0, 0)
        return n
    if cause == LOSE_FIGHT and at >= things.NUM_PLACES:
        return _list_of_daughter(state, seat, at, out, n)
    if cause == LOSE_FIGHT:
        return _list_pieces(seat, seat["hunters"][at], alpha == things.AT_PLACE + at, out, n)
    return _list_pieces(seat, state["group"], state["group"][3] > 0, out, n)


@njit
def do_lose(state, seat, cause, at, piece):
    if cause == LOSE_FIGHT:
        lose_in_fight(state, seat, at, piece)
    elif cause == LOSE_HUNT:
        kill_in_hunt(state, seat, at, piece)
    else:
        kill(state, seat, seat["pool"], piece)
        lose_in_chaos(state, seat, piece)


@njit
def goes_on_lose(state, rules, seat, cause):
    """In the chaos more may go than must (NR-CHAOS-MORE)."""
    if cause != LOSE_CHAOS:
        return False
    may_lose_more = rules["ruling"][ruling.CHAOS_MORE] == 0 and unassigned(state, seat) > 0
    return state["needed"] > 0 or may_lose_more


@njit
def list_discard(seat, out, n):
    """Which hand card is given up when the hand is too full (N-HAND-4)."""
    return put_each(out, n, act.DISCARD, seat["hand"])


@njit
def do_discard(state, seat_number, seat, card):
    seat["hand"] &= ~(1 << card)
    remove_card(state, card)
    note(state, notes.HAND, seat_number, card, 1, 0, 0, 0)
