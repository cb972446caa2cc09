"""Cards: maturity, abilities, tools, hands, disks on them (N-DISK-3, N-MATE-2, N-WOO-8)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.ids import ruling, things
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe.noting import note
from caverna_sim.games.neanderthal.tribe.people import hunters_at
from caverna_sim.kit.records.bits import first
from caverna_sim.kit.records.rows import total


@njit
def daughter_mature(woman):
    """Whether no disk lies on her (NI-11)."""
    return total(woman["disks"]) == 0


@njit
def biome_mature(state, biome):
    """The same for an animal or an invention in a tableau."""
    return total(state["biome_disks"][biome]) == 0 and not state["new_cards"] >> biome & 1


@njit
def is_usable(state, rules, daughter, seat_number, for_portal):
    """Whether a seat has the benefits of a daughter: as her father, or as the owner of her mature foreign husband (N-WOO-8)."""
    woman, seat = state["daughters"][daughter], state["seats"][seat_number]
    if woman["owner"] < 0 or not daughter_mature(woman):
        return False
    if woman["owner"] != seat_number:
        return woman["husband"] == 1 + seat["species"] and woman["husband_disk"] == 0
    if seat["mating"] != things.PAIR or woman["husband"]:
        return True
    return for_portal and rules["ruling"][ruling.PAIR_BENEFIT] == 1


@njit
def abilities(state, rules, seat_number, ability):
    """How many active daughters with an ability a seat has."""
    found = 0
    for daughter in range(things.NUM_DAUGHTERS):
        if rules["woman"][daughter]["ability"] == ability and is_usable(state, rules, daughter, seat_number, False):
            found += 1
    return found


@njit
def gathers(state, rules, seat_number):
    """Whether a seat gathers (N-GATH-1)."""
    return state["seats"][seat_number]["mating"] == things.PROMISCUOUS or abilities(state, rules, seat_number, things.GATHERING) > 0


@njit
def mature_of(state, found):
    """The mature ones of a set of animals or inventions."""
    left, mature = int(found), 0
    while left:
        mature |= (left & -left) if biome_mature(state, first(left)) else 0
        left &= left - 1
    return mature


@njit
def has_weapon(state, rules, seat):
    """Whether a mature weapon makes all its hunters war parties (N-ATK-5)."""
    return mature_of(state, seat["inventions"] & rules["weapons"]) != 0


@njit
def is_calm(state, rules, seat_number):
    """Whether an anti-chaos icon applies (N-EVT-4)."""
    calming = mature_of(state, state["seats"][seat_number]["inventions"] & rules["calming"])
    return calming != 0 or abilities(state, rules, seat_number, things.ANTI_CHAOS) > 0


@njit
def converts(state, rules, seat, kind):
    """Whether a mature invention counts threes as ones on biomes of a class (N-HUNT-4)."""
    return mature_of(state, seat["inventions"] & rules["converting"][kind]) != 0


@njit
def words_for(rules, seat, daughter):
    """Free disks of the colours that a daughter shows (N-AUC-2, N-WOO-6)."""
    found = 0
    for colour in range(3):
        if rules["woman"][daughter]["media"][colour]:
            found += int(seat["vocabulary"][colour])
    return found


@njit
def tools_suffice(state, rules, seat, more, biome):
    """Whether vocabulary covers the tools of all biomes the seat occupies, and of one more place (N-ASG-2).

    `biome` stands for the card of that place.
    """
    for colour in range(3):
        needed = int(rules["biome"][biome]["tools"][colour])
        for place in range(things.NUM_PLACES):
            if place != more and state["biome"][place] >= 0 and hunters_at(state, seat, place) > 0:
                needed += rules["biome"][state["biome"][place]]["tools"][colour]
        if needed > seat["vocabulary"][colour]:
            return False
    return True


ALL_COLOURS = 7


@njit
def colours_of(portals):
    """Set of the colours of portal disks: they are numbered spot * 3 + colour."""
    return (portals | portals >> 3 | portals >> 6) & ALL_COLOURS


# ---------------------------------------------------------------- leaving the game


@njit
def remove_card(state, card):
    """A card leaves the game; daughters are numbered after biomes."""
    if state["num_removed"] < state["removed"].shape[0]:
        state["removed"][state["num_removed"]] = card
        state["num_removed"] += 1


@njit
def take_removed(state, rules, region):
    """The biome of a region that left last comes back, -1 none (NR-COOL-EMPTY, NR-DECK-EMPTY)."""
    number = int(state["num_removed"])
    while number > 0:
        number -= 1
        card = int(state["removed"][number])
        if card < things.NUM_BIOMES and rules["biome"][card]["region"] == region:
            for later in range(number, state["num_removed"] - 1):
                state["removed"][later] = state["removed"][later + 1]
            state["num_removed"] -= 1
            state["removed"][state["num_removed"]] = 0
            return card
    return NOTHING


@njit
def lose_biome_card(state, seat, card):
    """An animal or invention of a tableau leaves the game, its disks return."""
    bit = 1 << card
    for colour in range(3):
        seat["vocabulary"][colour] += state["biome_disks"][card][colour]
        state["biome_disks"][card][colour] = 0
    seat["animals"] &= ~bit
    seat["inventions"] &= ~bit
    state["new_cards"] &= ~bit
    remove_card(state, card)


@njit
def add_daughter(state, seat_number, daughter):
    """A daughter joins a tableau, the last in its row."""
    seat = state["seats"][seat_number]
    state["daughters"][daughter]["owner"] = seat_number
    seat["tableau"][seat["daughters"]] = daughter
    seat["daughters"] += 1


@njit
def drop_daughter(state, daughter):
    """A daughter leaves her tableau."""
    woman = state["daughters"][daughter]
    seat = state["seats"][woman["owner"]]
    place = 0
    for number in range(seat["daughters"]):
        if seat["tableau"][number] != daughter:
            seat["tableau"][place] = seat["tableau"][number]
            place += 1
    seat["daughters"] -= 1
    seat["tableau"][seat["daughters"]] = 0
    woman["owner"] = NOTHING


@njit
def lose_daughter(state, daughter):
    """She leaves the game, her disks return; her husband is gone already."""
    woman = state["daughters"][daughter]
    seat_number = int(woman["owner"])
    for colour in range(3):
        state["seats"][seat_number]["vocabulary"][colour] += woman["disks"][colour]
        woman["disks"][colour] = 0
    note(state, notes.DAUGHTER, seat_number, daughter, notes.LOST, 0, 0, 0)
    drop_daughter(state, daughter)
    remove_card(state, things.NUM_BIOMES + daughter)


# ---------------------------------------------------------------- disks that bind (N-HUNT-7, N-INNO-1)


@njit
def can_release(state, seat_number, seat, colour, where, cards):
    """Whether a disk of the colour lies there; `cards`: also on animals and inventions. Not every number names a place."""
    if where < things.NUM_BIOMES:
        mine = (seat["animals"] | seat["inventions"]) >> where & 1
        return cards and mine != 0 and state["biome_disks"][where][colour] > 0
    if where < things.NUM_BIOMES + things.NUM_DAUGHTERS:
        woman = state["daughters"][where - things.NUM_BIOMES]
        return woman["owner"] == seat_number and woman["disks"][colour] > 0
    if where < things.ELDER_AT + things.NUM_LEVELS:
        return where > things.ELDER_AT and seat["elder_disk"][where - things.ELDER_AT] == 1 + colour
    if where < things.HUSBAND_AT:
        return False
    woman = state["daughters"][where - things.HUSBAND_AT]
    return woman["husband"] == 1 + seat["species"] and woman["husband_disk"] == 1 + colour


@njit
def release(state, seat_number, seat, colour, where):
    """A disk returns to vocabulary; what has none left is mature."""
    seat["vocabulary"][colour] += 1
    if where < things.NUM_BIOMES:
        state["biome_disks"][where][colour] -= 1
    elif where < things.NUM_BIOMES + things.NUM_DAUGHTERS:
        woman = state["daughters"][where - things.NUM_BIOMES]
        woman["disks"][colour] -= 1
        if daughter_mature(woman):
            note(state, notes.DAUGHTER, seat_number, where - things.NUM_BIOMES, notes.MATURED, 0, 0, 0)
    elif where < things.HUSBAND_AT:
        seat["elder_disk"][where - things.ELDER_AT] = 0
        note(state, notes.ELDER, seat_number, where - things.ELDER_AT, notes.GREW, 0, 0, 0)
    else:
        state["daughters"][where - things.HUSBAND_AT]["husband_disk"] = 0


@njit
def bind_again(state, seat_number, seat, colour, where):
    """A disk that was released goes back (NR-PENDING), if its place is still there."""
    if seat["vocabulary"][colour] == 0:
        return
    if where < things.NUM_BIOMES:
        if not (seat["animals"] | seat["inventions"]) >> where & 1:
            return
        state["biome_disks"][where][colour] += 1
    elif where < things.NUM_BIOMES + things.NUM_DAUGHTERS:
        if state["daughters"][where - things.NUM_BIOMES]["owner"] != seat_number:
            return
        state["daughters"][where - things.NUM_BIOMES]["disks"][colour] += 1
    elif where < things.HUSBAND_AT:
        if seat["elder"][where - things.ELDER_AT] == 0:
            return
        seat["elder_disk"][where - things.ELDER_AT] = 1 + colour
    else:
        if state["daughters"][where - things.HUSBAND_AT]["husband"] != 1 + seat["species"]:
            return
        state["daughters"][where - things.HUSBAND_AT]["husband_disk"] = 1 + colour
    seat["vocabulary"][colour] -= 1


NUM_WHERE = things.HUSBAND_AT + things.NUM_DAUGHTERS


# ---------------------------------------------------------------- who stands on a daughter's card


@njit
def pieces_on(state, daughter, species):
    """Suitor and husband of a species' player there."""
    woman = state["daughters"][daughter]
    return (1 if woman["suitor"][species] else 0) + (1 if woman["husband"] == 1 + species else 0)


@njit
def rivals_on(state, daughter, species):
    """Whether somebody else has a piece there."""
    for other in range(3):
        if other != species and pieces_on(state, daughter, other):
            return True
    return False
