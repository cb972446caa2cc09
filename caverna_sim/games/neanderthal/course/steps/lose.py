"""Who dies: in the chaos, in a fight, in a hunt (ND-03, ND-13, ND-17)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.attack import daughter_at, lose_in_fight, piece_of_suitor
from caverna_sim.games.neanderthal.course.events import LOSE_CHAOS, LOSE_FIGHT, lose_in_chaos
from caverna_sim.games.neanderthal.course.hunt import kill_in_hunt
from caverna_sim.games.neanderthal.ids import act, argument, ruling
from caverna_sim.games.neanderthal.ids.things import (
    ALPHA,
    AT_PLACE,
    FIRST_SPECIES,
    HUSBAND,
    HUSBAND_OF,
    NUM_PLACES,
    POOL,
    TRIBESMAN,
)
from caverna_sim.games.neanderthal.tribe.people import kill_from_pool, unassigned
from caverna_sim.kit.records.codes import code, first_of, kind_of


@njit
def _list_pieces(seat, pieces, alpha, out, n):
    """Tribesmen, the alpha, wanderers, as far as there are any."""
    species = int(seat["species"])
    if pieces[species] > 0:
        out[n] = code(act.LOSE, TRIBESMAN, 0, 0)
        n += 1
    if alpha:
        out[n] = code(act.LOSE, ALPHA, 0, 0)
        n += 1
    for colour in range(3):
        if colour != species and pieces[colour] > 0:
            out[n] = code(act.LOSE, FIRST_SPECIES + colour, 0, 0)
            n += 1
    return n


@njit
def _list_of_daughter(state, seat, spot, out, n):
    """A suitor, a husband."""
    daughter, species = daughter_at(state, spot), int(seat["species"])
    woman = state["daughters"][daughter]
    if woman["suitor"][species]:
        out[n] = code(act.LOSE, piece_of_suitor(state, daughter, species), 0, 0)
        n += 1
    if woman["husband"] == 1 + species:
        piece = ALPHA if state["alpha"][species] == HUSBAND_OF + daughter else TRIBESMAN
        out[n] = code(act.LOSE, HUSBAND if woman["suitor"][species] else piece, 0, 0)
        n += 1
    return n


@njit
def list_choices(state, rules, seat, row, out, n):
    cause, spot, alpha = int(row[argument.CAUSE]), int(row[argument.SPOT]), int(state["alpha"][seat["species"]])
    if cause == LOSE_CHAOS:
        n = _list_pieces(seat, seat["pool"], alpha == POOL, out, n)
        if state["needed"] == 0:
            out[n] = code(act.PASS, 0, 0, 0)
            n += 1
        return n
    if cause == LOSE_FIGHT and spot >= NUM_PLACES:
        return _list_of_daughter(state, seat, spot, out, n)
    if cause == LOSE_FIGHT:
        return _list_pieces(seat, seat["hunters"][spot], alpha == AT_PLACE + spot, out, n)
    return _list_pieces(seat, state["group"], state["group"][3] > 0, out, n)


@njit
def carry_out(state, rules, seat_number, seat, row, action):
    cause, spot, piece = int(row[argument.CAUSE]), int(row[argument.SPOT]), first_of(action)
    if kind_of(action) == act.PASS:
        return False
    if cause == LOSE_FIGHT:
        lose_in_fight(state, seat, spot, piece)
        return False
    if cause != LOSE_CHAOS:
        kill_in_hunt(state, seat, spot, piece)
        return False
    kill_from_pool(state, seat, piece)
    lose_in_chaos(state, seat_number, seat, piece)
    may_lose_more = rules["ruling"][ruling.CHAOS_MORE] == 0 and unassigned(state, seat) > 0
    return state["needed"] > 0 or may_lose_more
