"""Phases 5 and 6 and the end of a turn: livestock, one action each, more turns, the end (N-LIVE-1, N-ACT-1, N-END-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.course.climate import any_biome
from caverna_sim.games.neanderthal.course.events import add_turn
from caverna_sim.games.neanderthal.course.hunt import any_release
from caverna_sim.games.neanderthal.ids import act, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.tribe import cards
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import give_birth, has_elder
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.bits import count, first
from caverna_sim.kit.records.rows import copy_into, wipe

BEGIN, RELEASES = 0, 2
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
        return
    seat_number = _in_turn(state, rules)
    seat = state["seats"][seat_number]
    if state["stage"] == RELEASES:
        if any_release(state, seat_number, seat):
            push(state, step.RELEASE, seat_number)
            return
        wipe(state["gain_left"])
        state["released"] = 0
        state["stage"] = BEGIN
        return
    card = int(state["animal"])
    while card < things.NUM_BIOMES and not (
        seat["side"] == things.TRIBAL and seat["animals"] >> card & 1 and cards.biome_mature(state, card)
    ):
        card += 1
    if card >= things.NUM_BIOMES:
        state["animal"] = 0
        state["turn"] += 1
        return
    state["animal"] = card + 1
    give_birth(state, seat_number, seat, int(rules["biome"][card]["animal_babies"]), notes.FROM_ANIMAL)
    copy_into(state["gain_left"], rules["biome"][card]["animal_release"])
    state["stage"] = RELEASES


@njit
def portal_disks(seat):
    """Disks on the brain map."""
    return count(int(seat["portals"]))


@njit
def convert_if_due(state, rules, seat_number, seat):
    """Enough portals turn the placard to tribal at once; they become vocabulary (N-PORT-3)."""
    if seat["side"] != things.VOICE or portal_disks(seat) < rules["convert_at"]:
        return
    seat["side"] = things.TRIBAL
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
            push(state, step.ACT, _in_turn(state, rules))
            state["turn"] += 1
        else:
            state["turn"], state["stage"] = 0, CLOSE
    elif state["stage"] == CLOSE:
        if state["event"] >= 0:
            cards.remove_card(state, things.NUM_BIOMES + state["event"])
            state["event"] = -1
        state["stage"] = EXTENDED
        is_due = state["variant"] == things.ONE_SPECIES and state["round"] >= rules["event_deck"] and state["extended"] == 0
        if is_due:
            state["extended"] = 1
            push(state, step.EXTEND, 0)
    else:
        _end_turn(state, rules)


@njit
def _end_turn(state, rules):
    state["stage"] = 0
    if state["event_next"] >= state["event_end"] or (rules["ruling"][ruling.ICE_END] == 1 and not any_biome(state)):
        state["phase"] = phase.OVER
    else:
        state["round"] += 1
        state["phase"] = phase.EVENT


@njit
def list_act(state, rules, seat_number, seat, out, n):
    """One action: a portal, an innovation, a hand card, or nothing (N-ACT-1, ND-22)."""
    if seat["side"] == things.VOICE:
        n = _list_portals(state, rules, seat_number, seat, out, n)
        n = _list_innovations(state, seat_number, seat, out, n)
    else:
        n = _list_cards(rules, seat, out, n)
    return n


@njit
def _list_portals(state, rules, seat_number, seat, out, n):
    """Portals of usable daughters that are free and can be paid (N-PORT-2)."""
    if seat["limits"]["tribal"] and portal_disks(seat) + 1 >= rules["convert_at"]:
        return n
    for daughter in range(things.NUM_DAUGHTERS):
        if cards.is_usable(state, rules, daughter, seat_number, True):
            for place in range(9):
                wanted = rules["woman"][daughter]["portals"] >> place & 1
                if wanted and not seat["portals"] >> place & 1 and seat["vocabulary"][place % 3]:
                    n = put(out, n, act.PORTAL, things.NUM_BIOMES + daughter, place // 3, place % 3)
    return n


@njit
def _list_innovations(state, seat_number, seat, out, n):
    """A disk of a colour among the own portals, or those of a foreign wife's father before this turn (N-INNO-1, N-INNO-2)."""
    colours = cards.colours_of(int(seat["portals"]))
    for daughter in range(things.NUM_DAUGHTERS):
        woman = state["daughters"][daughter]
        if woman["owner"] >= 0 and woman["owner"] != seat_number and woman["husband"] == 1 + seat["species"]:
            father = state["seats"][woman["owner"]]
            colours |= cards.ALL_COLOURS if father["side"] == things.TRIBAL else cards.colours_of(int(father["before"]))
    for colour in range(3):
        if colours >> colour & 1:
            for where in range(cards.NUM_WHERE):
                if cards.can_release(state, seat_number, seat, colour, where, False):
                    n = put(out, n, act.INNOVATE, colour, where, 0)
    return n


@njit
def _list_cards(rules, seat, out, n):
    """Hand cards that a mature elder can play and pay (N-ACT-2 to N-ACT-5)."""
    left, is_free = int(seat["hand"]), has_elder(seat, things.CHIEF)
    while left:
        card = first(left)
        left &= left - 1
        for level in range(things.CHIEF, things.NUM_LEVELS):
            if rules["level_plays"][level] != rules["biome"][card]["hand"] or not has_elder(seat, level):
                continue
            if rules["ruling"][ruling.INVENTION_ELDER] == 1 and rules["biome"][card]["hand"] != things.ANIMAL:
                if rules["level_material"][level] != rules["biome"][card]["material"]:
                    continue
            if is_free or seat["vocabulary"][rules["level_colour"][level]]:
                n = put(out, n, act.PLAY_CARD, card, level, 0)
    return n


@njit
def do_portal(state, rules, seat_number, seat, spot, tint):
    seat["portals"] |= 1 << spot * 3 + tint
    seat["vocabulary"][tint] -= 1
    note(state, notes.ACTION, seat_number, 1, spot * 3 + tint, 0, 0, 0)
    convert_if_due(state, rules, seat_number, seat)


@njit
def do_innovate(state, seat_number, seat, colour, where):
    cards.release(state, seat_number, seat, colour, where)
    note(state, notes.ACTION, seat_number, 2, where, 0, 0, 0)


@njit
def decline_act(state, seat_number):
    """No action."""
    note(state, notes.ACTION, seat_number, 0, 0, 0, 0, 0)


@njit
def do_play_card(state, rules, seat_number, seat, card, rank):
    """The card comes to the tableau with a disk of the level's colour, or for nothing (N-ACT-5)."""
    bit = 1 << card
    seat["hand"] &= ~bit
    if rules["biome"][card]["hand"] == things.ANIMAL:
        seat["animals"] |= bit
    else:
        seat["inventions"] |= bit
    if not has_elder(seat, things.CHIEF):
        colour = int(rules["level_colour"][rank])
        seat["vocabulary"][colour] -= 1
        state["biome_disks"][card][colour] += 1
    elif rules["ruling"][ruling.CHIEF_FREE] == 1:
        state["new_cards"] |= bit
    note(state, notes.ACTION, seat_number, 3, card, 0, 0, 0)


@njit
def list_extend(state, rules, out, n):
    """How many turns are added after the eighth (N-VAR-2, ND-23)."""
    left = int(state["unused_end"]) - int(state["unused_next"])
    for amount in range(min(left, int(rules["most_extra"])) + 1):
        n = put(out, n, act.EXTEND, amount, 0, 0)
    return n


@njit
def do_extend(state, amount):
    for _ in range(amount):
        add_turn(state)
