"""One action: a portal, an innovation, a hand card, or nothing (N-ACT-1, ND-22)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.ending import convert_if_due, portal_disks
from caverna_sim.games.neanderthal.ids import act, ruling
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.ids.things import (
    ANIMAL,
    CHIEF,
    NUM_BIOMES,
    NUM_DAUGHTERS,
    NUM_LEVELS,
    TRIBAL,
    VOICE,
)
from caverna_sim.games.neanderthal.tribe.cards import NUM_WHERE, can_release, is_usable, is_where, release
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import has_elder
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.codes import code, first_of, kind_of, second_of, third_of

ALL_COLOURS = 7


@njit
def list_choices(state, rules, seat_number, seat, out, n):
    if seat["side"] == VOICE:
        n = _list_portals(state, rules, seat_number, seat, out, n)
        n = _list_innovations(state, seat_number, seat, out, n)
    else:
        n = _list_cards(rules, seat, out, n)
    out[n] = code(act.PASS, 0, 0, 0)
    return n + 1


@njit
def _list_portals(state, rules, seat_number, seat, out, n):
    """Portals of usable daughters that are free and can be paid (N-PORT-2)."""
    if seat["limits"]["tribal"] and portal_disks(seat) + 1 >= rules["convert_at"]:
        return n
    for daughter in range(NUM_DAUGHTERS):
        if is_usable(state, rules, daughter, seat_number, True):
            for place in range(9):
                wanted = rules["woman"][daughter]["portals"] >> place & 1
                if wanted and not seat["portals"] >> place & 1 and seat["vocabulary"][place % 3]:
                    out[n] = code(act.PORTAL, NUM_BIOMES + daughter, place // 3, place % 3)
                    n += 1
    return n


@njit
def _colours(portals):
    """Set of the colours of portal disks."""
    found = 0
    for place in range(9):
        if portals >> place & 1:
            found |= 1 << place % 3
    return found


@njit
def _list_innovations(state, seat_number, seat, out, n):
    """A disk of a colour among the own portals, or those of a foreign wife's father before this turn (N-INNO-1, N-INNO-2)."""
    colours = _colours(int(seat["portals"]))
    for daughter in range(NUM_DAUGHTERS):
        woman = state["daughters"][daughter]
        if woman["owner"] >= 0 and woman["owner"] != seat_number and woman["husband"] == 1 + seat["species"]:
            father = state["seats"][woman["owner"]]
            colours |= ALL_COLOURS if father["side"] == TRIBAL else _colours(int(father["before"]))
    for colour in range(3):
        if colours >> colour & 1:
            for where in range(NUM_WHERE):
                if is_where(where) and can_release(state, seat_number, seat, colour, where, False):
                    out[n] = code(act.INNOVATE, colour, where, 0)
                    n += 1
    return n


@njit
def _list_cards(rules, seat, out, n):
    """Hand cards that a mature elder can play and pay (N-ACT-2 to N-ACT-5)."""
    left, is_free = int(seat["hand"]), has_elder(seat, CHIEF)
    while left:
        card = first(left)
        left &= left - 1
        for level in range(CHIEF, NUM_LEVELS):
            if rules["level_plays"][level] != rules["biome"][card]["hand"] or not has_elder(seat, level):
                continue
            if rules["ruling"][ruling.INVENTION_ELDER] == 1 and rules["biome"][card]["hand"] != ANIMAL:
                if rules["level_material"][level] != rules["biome"][card]["material"]:
                    continue
            if is_free or seat["vocabulary"][rules["level_colour"][level]]:
                out[n] = code(act.PLAY_CARD, card, level, 0)
                n += 1
    return n


@njit
def carry_out(state, rules, seat_number, seat, action):
    kind, what = kind_of(action), first_of(action)
    if kind == act.PORTAL:
        place = second_of(action) * 3 + third_of(action)
        seat["portals"] |= 1 << place
        seat["vocabulary"][place % 3] -= 1
        note(state, notes.ACTION, seat_number, 1, place, 0, 0, 0)
        convert_if_due(state, rules, seat_number, seat)
    elif kind == act.INNOVATE:
        release(state, seat_number, seat, what, second_of(action))
        note(state, notes.ACTION, seat_number, 2, second_of(action), 0, 0, 0)
    elif kind == act.PLAY_CARD:
        _play_card(state, rules, seat, what, second_of(action))
        note(state, notes.ACTION, seat_number, 3, what, 0, 0, 0)
    else:
        note(state, notes.ACTION, seat_number, 0, 0, 0, 0, 0)
    return False


@njit
def _play_card(state, rules, seat, card, level):
    """The card comes to the tableau with a disk of the level's colour, or for nothing (N-ACT-5)."""
    bit = 1 << card
    seat["hand"] &= ~bit
    if rules["biome"][card]["hand"] == ANIMAL:
        seat["animals"] |= bit
    else:
        seat["inventions"] |= bit
    if not has_elder(seat, CHIEF):
        colour = int(rules["level_colour"][level])
        seat["vocabulary"][colour] -= 1
        state["biome_disks"][card][colour] += 1
    elif rules["ruling"][ruling.CHIEF_FREE] == 1:
        state["new_cards"] |= bit
