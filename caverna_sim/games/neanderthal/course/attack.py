"""Phase 3: attacks on contested cards (N-ATK-1 to N-ATK-5), then gathering (N-GATH-1)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.course.climate import is_biome
from caverna_sim.games.neanderthal.course.events import LOSE_FIGHT
from caverna_sim.games.neanderthal.ids import act, argument, phase, ruling, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe import cards, people
from caverna_sim.games.neanderthal.tribe.noting import note, roll, showing
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.rows import wipe

FIND, ROLL, HITS, LOSS = 0, 1, 2, 3
NUM_FIGHTS = things.NUM_PLACES + things.MAX_SEATS * things.NUM_DAUGHTERS


@njit
def put_in_line(state, keys, who, key):
    """Put somebody into the line at the place of a key, highest first; equal keys stay in the order in which they came."""
    place = int(state["in_line"])
    while place > 0 and keys[place - 1] < key:
        state["line"][place] = state["line"][place - 1]
        keys[place] = keys[place - 1]
        place -= 1
    state["line"][place] = who
    keys[place] = key
    state["in_line"] += 1


@njit
def daughter_at(state, spot):
    """The daughter of a contested card's number, -1 none."""
    seat_number, number = (spot - things.NUM_PLACES) // things.NUM_DAUGHTERS, (spot - things.NUM_PLACES) % things.NUM_DAUGHTERS
    if seat_number >= state["players"] or number >= state["seats"][seat_number]["daughters"]:
        return NOTHING
    return int(state["seats"][seat_number]["tableau"][number])


@njit
def pieces_at(state, spot, species):
    """Pieces of a species' player on a card: hunters, or suitor and husband."""
    if spot < things.NUM_PLACES:
        seat_number = people.seat_of(state, species)
        return people.hunters_at(state, state["seats"][seat_number], spot) if seat_number >= 0 else 0
    daughter = daughter_at(state, spot)
    return cards.pieces_on(state, daughter, species) if daughter >= 0 else 0


@njit
def opponents(state, spot, species):
    """How many others have pieces on a card."""
    found = 0
    for other in range(3):
        found += 1 if other != species and pieces_at(state, spot, other) else 0
    return found


@njit
def _line_up(state, rules, spot):
    """Who rolls when: acts first, most black vocabulary, player order; people without a seat come last (N-ORDER-3)."""
    state["in_line"], state["at"] = 0, 0
    keys = state["gain_left"]
    for place in range(state["players"]):
        number = int(state["order"][place])
        seat = state["seats"][number]
        if pieces_at(state, spot, int(seat["species"])):
            early = 50 if cards.abilities(state, rules, number, things.ACTS_FIRST) else 0
            put_in_line(state, keys, seat["species"], early + 1 + seat["vocabulary"][things.BLACK])
    for species in range(3):
        if people.seat_of(state, species) < 0 and pieces_at(state, spot, species) and state["in_line"] < 3:
            put_in_line(state, keys, species, 0)
    wipe(keys)


@njit
def advance_attack(state, rules):
    """One automatic step of the phase."""
    if state["stage"] == FIND:
        _find(state, rules)
    elif state["stage"] == ROLL:
        if state["at"] >= state["in_line"]:
            state["stage"], state["in_line"], state["at"] = FIND, 0, 0
        else:
            _attack(state, rules, int(state["line"][state["at"]]))
    elif state["stage"] == HITS:
        _apply_hits(state)
    else:
        _suffer(state)


@njit
def _find(state, rules):
    spot = int(state["spot"]) + 1
    while spot < NUM_FIGHTS:
        for species in range(3):
            if pieces_at(state, spot, species) and opponents(state, spot, species):
                state["spot"], state["stage"] = spot, ROLL
                _line_up(state, rules, spot)
                return
        spot += 1
    _after_fights(state, rules)


@njit
def _after_fights(state, rules):
    """Wanderers without a chaperone may go home (NR-CHAPERONE); then everybody gathers (N-GATH-1)."""
    state["spot"], state["stage"] = NOTHING, 0
    for seat_number in range(state["players"]):
        seat = state["seats"][seat_number]
        for place in range(things.NUM_PLACES):
            if rules["ruling"][ruling.CHAPERONE] == 1 and people.own_hunters_at(state, seat, place) == 0:
                people.send_home(state, seat, place)
    for place_in_order in range(state["players"]):
        seat_number = int(state["order"][place_in_order])
        seat = state["seats"][seat_number]
        if cards.gathers(state, rules, seat_number):
            for place in range(things.NUM_PLACES):
                if is_biome(state, place) and rules["biome"][state["biome"][place]]["gather"] and people.hunters_at(state, seat, place):
                    people.give_birth(state, seat_number, seat, 1, notes.FROM_GATHER)
    state["phase"] = phase.HUNT


@njit
def at_of(state, spot):
    """Where a roll is, as notes say it: a place, or 12 + daughter."""
    return spot if spot < things.NUM_PLACES else things.NUM_PLACES + daughter_at(state, spot)


@njit
def _attack(state, rules, species):
    """One roll of one player (N-ATK-1); each die hits on its own faces (N-ATK-2, N-ATK-4, N-ATK-5)."""
    spot = int(state["spot"])
    if pieces_at(state, spot, species) == 0 or opponents(state, spot, species) == 0:
        state["at"] += 1
        return
    dice, number, at = pieces_at(state, spot, species), people.seat_of(state, species), at_of(state, spot)
    card = max(0, int(state["biome"][spot])) if spot < things.NUM_PLACES else things.NUM_BIOMES + daughter_at(state, spot)
    roll(state, things.ROLL_ATTACK, number, at, card, 0, dice, 0)
    is_party = number < 0 or _is_party(state, rules, number, spot, species)
    state["hits"] = showing(state, rules["war_party"] if is_party else rules["attack"])
    if spot >= things.NUM_PLACES and not is_party:
        woman = state["daughters"][daughter_at(state, spot)]
        last = int(state["roll"][dice - 1])  # the husband's die comes after the suitor's
        is_mature_husband = woman["husband"] == 1 + species and woman["husband_disk"] == 0
        if is_mature_husband and rules["war_party"] >> last & 1 and not rules["attack"] >> last & 1:
            state["hits"] += 1
        if is_mature_husband and rules["attack"] >> last & 1 and not rules["war_party"] >> last & 1:
            state["hits"] -= 1
    victims = -dice
    for other in range(3):
        victims += pieces_at(state, spot, other)
    note(state, notes.ATTACK, at, number, dice, 1 if is_party else 0, state["hits"], min(victims, int(state["hits"])))
    state["stage"] = HITS


@njit
def _is_party(state, rules, number, spot, species):
    seat = state["seats"][number]
    if cards.has_weapon(state, rules, seat):
        return True
    if not people.has_elder(seat, things.WARRIOR):
        return False
    alpha = int(state["alpha"][species])
    if spot < things.NUM_PLACES:
        return alpha == things.AT_PLACE + spot
    daughter = daughter_at(state, spot)
    return alpha == things.SUITOR_OF + daughter or alpha == things.HUSBAND_OF + daughter


@njit
def _apply_hits(state):
    """Hits on one opponent fall by themselves, on several seats as the attacker says; more hits than victims are lost (N-ATK-3)."""
    spot, species = int(state["spot"]), int(state["line"][state["at"]])
    number = opponents(state, spot, species)
    if state["hits"] == 0 or number == 0:
        state["hits"] = 0
        state["at"] += 1
        state["stage"] = ROLL
        return
    state["hits"] -= 1
    state["stage"] = LOSS
    attacker = people.seat_of(state, species)
    if number > 1 and attacker >= 0 and state["players"] > 1:
        pushed = push(state, step.STRIKE, attacker)
        pushed[argument.CARD], pushed[argument.ATTACKER] = spot, species
        return
    for other in range(3):
        if other != species and pieces_at(state, spot, other):
            state["victim"] = other
            return


@njit
def _suffer(state):
    """The victim's owner chooses who dies; somebody without a seat dies by himself."""
    victim, spot = int(state["victim"]), int(state["spot"])
    seat_number = people.seat_of(state, victim)
    state["stage"] = HITS
    state["victim"] = NOTHING
    if seat_number >= 0:
        pushed = push(state, step.LOSE, seat_number)
        pushed[argument.CAUSE], pushed[argument.AT] = LOSE_FIGHT, spot
        return
    _fall(state, daughter_at(state, spot), victim, things.TRIBESMAN)


@njit
def _fall(state, daughter, species, piece):
    """A suitor dies, or the husband: if his owner says so, or there is no suitor."""
    if piece == things.HUSBAND or state["daughters"][daughter]["suitor"][species] == 0:
        people.remove_husband(state, daughter, True, NOTHING)
    else:
        people.remove_suitor(state, daughter, species, True)


@njit
def lose_in_fight(state, seat, spot, piece):
    """A piece on a contested card dies."""
    seat["count"][notes.KILLED_FIGHTING] += 1
    if spot < things.NUM_PLACES:
        people.kill(state, seat, seat["hunters"][spot], piece)
    else:
        _fall(state, daughter_at(state, spot), int(seat["species"]), piece)


@njit
def piece_of_suitor(state, daughter, species):
    """The suitor of a player in the words of its seat."""
    kind = int(state["daughters"][daughter]["suitor"][species])
    if kind >= 3:
        return 2 + kind - 3
    return things.ALPHA if state["alpha"][species] == things.SUITOR_OF + daughter else things.TRIBESMAN


@njit
def list_strike(state, seat_number, card, out, n):
    """Whom a hit falls on (N-ATK-3, ND-13)."""
    for other in range(state["players"]):
        if other != seat_number and pieces_at(state, card, int(state["seats"][other]["species"])):
            n = put(out, n, act.STRIKE, other, 0, 0)
    return n


@njit
def do_strike(state, other):
    state["victim"] = state["seats"][other]["species"]
