"""A game before its first turn (N-SETUP-1 to N-SETUP-6, N-VAR-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.course.choices import put
from caverna_sim.games.neanderthal.ids import act, phase, step, things
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.kit.records.agenda import push
from caverna_sim.kit.records.rows import shuffle, wipe


@njit
def blank(state, rules):
    """Nobody has anything, nothing lies anywhere."""
    state["players"], state["variant"] = rules["players"], rules["variant"]
    state["quarry"] = state["fighter"] = state["victim"] = state["partner"] = state["onward"] = state["gain_card"] = NOTHING
    state["event"] = state["spot"] = state["card"] = NOTHING
    for place in range(things.NUM_PLACES):
        state["biome"][place] = NOTHING
    for daughter in range(things.NUM_DAUGHTERS):
        state["daughters"][daughter]["owner"] = NOTHING
    for seat_number in range(state["players"]):
        state["order"][seat_number] = seat_number
        state["seats"][seat_number]["species"] = rules["species"][seat_number]


@njit
def set_up(state, rules, seed, game_key):
    """Shuffle, turn up both rows, give everybody tribesmen and disks; mating sides are chosen next."""
    state["seed"], state["game_key"] = seed, game_key
    blank(state, rules)
    state["phase"] = phase.SETUP
    daughters = state["event_deck"]
    for number in range(things.NUM_DAUGHTERS):
        daughters[number] = number
    shuffle(state, daughters, 0, things.NUM_DAUGHTERS)
    state["event_end"] = rules["event_deck"]
    for number in range(rules["event_deck"], things.NUM_DAUGHTERS):
        state["unused"][state["unused_end"]] = daughters[number]
        state["unused_end"] += 1
        daughters[number] = 0
    for region in range(2):
        _deal_row(state, rules, region)
    cards = state["line"]
    for number in range(things.MAX_SEATS):
        cards[number] = number
    shuffle(state, cards, 0, things.MAX_SEATS)
    for seat_number in range(state["players"]):
        _set_up_seat(state, rules, state["seats"][seat_number], int(cards[seat_number]))
    wipe(cards)
    for species in range(3):
        if state["variant"] == things.ONE_SPECIES and rules["species"][0] != species:
            state["dead"][species] = things.TRIBESMEN


@njit
def _deal_row(state, rules, region):
    deck, number = state["deck"][region], 0
    for biome in range(things.NUM_BIOMES):
        if rules["biome"][biome]["region"] == region:
            deck[number] = biome
            number += 1
    shuffle(state, deck, 0, things.PER_REGION)
    for column in range(things.ROW_LENGTH):
        state["biome"][region * things.ROW_LENGTH + column] = deck[column]
    state["setup"] = (int(state["setup"]) * 31 + int(deck[0]) * 37 + int(deck[5])) % 1000003
    state["deck_next"][region], state["deck_end"][region] = things.ROW_LENGTH, things.PER_REGION


@njit
def _set_up_seat(state, rules, seat, card):
    species = int(seat["species"])
    seat["card"] = card
    seat["mating"] = rules["card_sides"][card, 0]
    seat["pool"][species] = rules["unassigned"]
    state["dead"][species] = things.TRIBESMEN - rules["unassigned"] - 1
    for colour in range(3):
        seat["disks"][colour] = rules["disks"]
        seat["vocabulary"][colour] = rules["disks"]
    start = int(rules["start_portal"][species])
    seat["portals"] = 1 << start
    seat["vocabulary"][start % 3] -= 1
    seat["elder"][things.FIREBUILDER] = 1
    seat["elder_disk"][things.FIREBUILDER] = 1 + rules["firebuilder_colour"]
    seat["vocabulary"][rules["firebuilder_colour"]] -= 1


@njit
def advance_setup(state):
    """Seats choose mating sides; then the first turn begins."""
    if state["turn"] < state["players"]:
        push(state, step.MATING, state["turn"])
        state["turn"] += 1
    else:
        state["turn"], state["round"], state["phase"] = 0, 1, phase.EVENT


@njit
def can_turn_to(rules, seat, mating):
    """Whether old MPI disks and vocabulary pay for a mating side (N-EVT-4), and no limit forbids it."""
    if seat["limits"]["mating"] >> mating & 1:
        return False
    for colour in range(3):
        if rules["mpi"][mating, colour] > seat["vocabulary"][colour] + seat["mpi"][colour]:
            return False
    return True


@njit
def do_mating(state, rules, seat_number, seat, side):
    """The mating card shows a side: the old MPI disks return, the new ones are paid (N-EVT-4, N-MATE-4)."""
    seat["mating"] = side
    for colour in range(3):
        seat["vocabulary"][colour] += seat["mpi"][colour]
        seat["mpi"][colour] = rules["mpi"][side, colour]
        seat["vocabulary"][colour] -= seat["mpi"][colour]
    note(state, notes.MATING, seat_number, side, 0, 0, 0, 0)


do_turn_mating = do_mating


@njit
def list_mating(rules, seat, out, n):
    """Which side of the mating card lies up at the beginning (ND-01)."""
    begin = n
    for side in range(2):
        mating = int(rules["card_sides"][seat["card"], side])
        if can_turn_to(rules, seat, mating):
            n = put(out, n, act.MATING, mating, 0, 0)
    if n == begin:  # limits forbid both
        n = put(out, n, act.MATING, rules["card_sides"][seat["card"], 0], 0, 0)
    return n


@njit
def list_turn_mating(rules, seat, out, n):
    """Whether the mating card is turned over after losses (N-EVT-4, ND-04)."""
    for side in range(2):
        mating = int(rules["card_sides"][seat["card"], side])
        if mating != seat["mating"] and can_turn_to(rules, seat, mating):
            n = put(out, n, act.TURN_MATING, mating, 0, 0)
    return n
