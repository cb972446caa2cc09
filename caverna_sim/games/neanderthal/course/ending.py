"""Phases 5 and 6 and the end of a turn: livestock, one action each, more turns, the end (N-LIVE-1, N-ACT-1, N-END-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.climate import any_biome
from caverna_sim.games.neanderthal.course.hunt import any_release
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.ids import phase, ruling, step
from caverna_sim.games.neanderthal.ids.things import NUM_BIOMES, ONE_SPECIES, TRIBAL, VOICE
from caverna_sim.games.neanderthal.tribe.cards import biome_mature, remove_card
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import give_birth
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import count

BEGIN, ANIMAL, RELEASES = 0, 1, 2
ACTIONS, CLOSE, EXTENDED = 1, 2, 3


@njit
def _in_turn(state, rules):
    """The seat whose turn it is in phases 5 and 6 (NR-ORDER-56)."""
    place = int(state["turn"])
    return int(state["order"][place if rules["ruling"][ruling.ORDER_56] == 0 else state["players"] - 1 - place])


@njit
def advance_livestock(state, rules):
    """Each mature animal of tribal seats gives its babies and releases (N-LIVE-1)."""
    if state["turn"] >= state["players"]:
        state["turn"], state["stage"], state["animal"], state["phase"] = 0, 0, 0, phase.ACTION
        for number in range(state["players"]):
            state["seats"][number]["swapped"] = 0
        return
    number = _in_turn(state, rules)
    seat = state["seats"][number]
    if state["stage"] == RELEASES:
        if any_release(state, number, seat):
            push(state, step.RELEASE, number, 0, 0, 0, 0)
            return
        for colour in range(3):
            state["gain_left"][colour] = 0
        state["released"] = 0
        state["stage"] = BEGIN
        return
    card = int(state["animal"])
    while card < NUM_BIOMES and not (seat["side"] == TRIBAL and seat["animals"] >> card & 1 and biome_mature(state, card)):
        card += 1
    if card >= NUM_BIOMES:
        state["animal"] = 0
        state["turn"] += 1
        return
    state["animal"] = card + 1
    give_birth(state, number, seat, int(rules["biome"][card]["animal_babies"]), notes.FROM_ANIMAL)
    for colour in range(3):
        state["gain_left"][colour] = rules["biome"][card]["animal_release"][colour]
    state["stage"] = RELEASES


@njit
def portal_disks(seat):
    """Disks on the brain map."""
    return count(int(seat["portals"]))


@njit
def convert_if_due(state, rules, seat_number, seat):
    """Enough portals turn the placard to tribal at once; they become vocabulary (N-PORT-3)."""
    if seat["side"] != VOICE or portal_disks(seat) < rules["convert_at"]:
        return
    seat["side"] = TRIBAL
    for place in range(9):
        if seat["portals"] >> place & 1:
            seat["vocabulary"][place % 3] += 1
    seat["portals"] = 0
    seat["count"][notes.CONVERTED] = state["round"]
    note(state, notes.TRIBAL, seat_number, 0, 0, 0, 0, 0)


@njit
def advance_action(state, rules):
    """One action a seat; then the turn ends."""
    if state["stage"] == BEGIN:
        if state["turn"] < state["players"]:
            push(state, step.ACT, _in_turn(state, rules), 0, 0, 0, 0)
            state["turn"] += 1
        else:
            state["turn"], state["stage"] = 0, CLOSE
    elif state["stage"] == CLOSE:
        if state["event"] >= 0:
            remove_card(state, NUM_BIOMES + state["event"])
            state["event"] = -1
        state["stage"] = EXTENDED
        is_due = state["variant"] == ONE_SPECIES and state["round"] >= rules["event_deck"] and state["extended"] == 0
        if is_due:
            state["extended"] = 1
            push(state, step.EXTEND, 0, 0, 0, 0, 0)
    else:
        _end_turn(state, rules)


@njit
def _end_turn(state, rules):
    state["stage"] = 0
    for number in range(state["players"]):
        state["seats"][number]["swapped"] = 0
    if state["event_next"] >= state["event_end"] or (rules["ruling"][ruling.ICE_END] == 1 and not any_biome(state)):
        state["phase"] = phase.OVER
    else:
        state["round"] += 1
        state["phase"] = phase.EVENT
