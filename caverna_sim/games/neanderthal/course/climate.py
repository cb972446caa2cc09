"""Cooling and warming: biomes move between the rows, ice comes and melts (N-EVT-1, N-EVT-2)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids import note as notes
from caverna_sim.games.neanderthal.ids import ruling
from caverna_sim.games.neanderthal.ids.things import NUM_PLACES, ROW_LENGTH
from caverna_sim.games.neanderthal.shape.layout import NOTHING
from caverna_sim.games.neanderthal.tribe.cards import remove_card, take_removed
from caverna_sim.games.neanderthal.tribe.noting import note

NORTH, SOUTH = 0, 1
COOL, WARM = 0, 1


@njit
def is_biome(state, place):
    """Whether a biome lies there that can be hunted, no ice and no gap."""
    return state["biome"][place] >= 0 and state["ice"][place] == 0


@njit
def any_biome(state):
    """Whether anything is left to hunt (N-END-1)."""
    for place in range(NUM_PLACES):
        if is_biome(state, place):
            return True
    return False


@njit
def lowest(state, rules, row):
    """The place of the biome with the lowest climax in a row, -1 none (NR-CLIMAX-TIE)."""
    best, found = 0, NOTHING
    for column in range(ROW_LENGTH):
        place = row * ROW_LENGTH + column
        if is_biome(state, place):
            climax = int(rules["biome"][state["biome"][place]]["climax"])
            if found < 0 or climax < best or (climax == best and rules["ruling"][ruling.CLIMAX_TIE] == 1):
                best, found = climax, place
    return found


@njit
def gap_in(state, row):
    """The leftmost gap of a row, -1 none."""
    for column in range(ROW_LENGTH):
        if state["biome"][row * ROW_LENGTH + column] < 0:
            return row * ROW_LENGTH + column
    return NOTHING


@njit
def draw_biome(state, region):
    """The top card of a deck; the caller knows that there is one."""
    state["deck_next"][region] += 1
    return int(state["deck"][region, state["deck_next"][region] - 1])


@njit
def deck_left(state, region):
    """Cards of a deck."""
    return int(state["deck_end"][region]) - int(state["deck_next"][region])


@njit
def _tell(state, move, place, biome, fate):
    note(state, notes.CLIMATE, move, place // ROW_LENGTH, place % ROW_LENGTH, biome, fate, 0)


@njit
def _lay_ice(state, place, card):
    state["biome"][place], state["ice"][place], state["fresh"][place] = card, 1, 0
    _tell(state, COOL, place, card, notes.ICE)


@njit
def _leave(state, move, place, card):
    remove_card(state, card)
    _tell(state, move, place, card, notes.REMOVED)


@njit
def _settle(state, move, place, card):
    """A biome comes to a place; one that lies there leaves the game."""
    if state["biome"][place] >= 0:
        _leave(state, move, place, int(state["biome"][place]))
    state["biome"][place], state["ice"][place], state["fresh"][place] = card, 0, 0
    _tell(state, move, place, card, notes.MOVED)


@njit
def cool(state, rules):
    """The top northern card becomes ice where the climax is lowest; that biome moves straight south (N-EVT-1)."""
    place, goal = lowest(state, rules, NORTH), NOTHING
    if place < 0:
        goal = gap_in(state, NORTH) if rules["ruling"][ruling.COOL_GAPS] == 0 else NOTHING
        if goal < 0:
            goal = gap_in(state, SOUTH)
        if goal < 0:
            goal = lowest(state, rules, SOUTH)
        if goal < 0:
            return
    if deck_left(state, NORTH) > 0:
        card = draw_biome(state, NORTH)
    elif rules["ruling"][ruling.COOL_EMPTY] == 1:
        card = take_removed(state, rules, NORTH)
    else:
        card = NOTHING
    if card < 0:
        return
    if place >= 0:
        moving, below = int(state["biome"][place]), place + ROW_LENGTH
        if state["ice"][below] and rules["ruling"][ruling.COOL_ICE_BELOW] == 0:
            _leave(state, COOL, place, moving)
        else:
            _settle(state, COOL, below, moving)
        goal = place
    elif state["biome"][goal] >= 0:
        _leave(state, COOL, goal, int(state["biome"][goal]))
    _lay_ice(state, goal, card)


@njit
def melt(state):
    """All ice of the south row is turned over to its biome side."""
    for place in range(ROW_LENGTH, NUM_PLACES):
        if state["ice"][place]:
            state["ice"][place] = 0
            _tell(state, WARM, place, int(state["biome"][place]), notes.MELTED)


@njit
def _ice_above(state, rules, place):
    """The ice that stops a biome on its way north from a place, -1 none (NR-WARM-ICE)."""
    if state["ice"][place - ROW_LENGTH]:
        return place - ROW_LENGTH
    if rules["ruling"][ruling.WARM_ICE] == 1:
        for other in range(ROW_LENGTH):
            if state["ice"][other]:
                return other
    return NOTHING


@njit
def warm(state, rules):
    """The top southern card takes the place of the lowest climax; that biome moves straight north; then the south melts (N-EVT-2)."""
    if lowest(state, rules, SOUTH) < 0 and rules["ruling"][ruling.WARM_NOBIOME] == 1:
        melt(state)
    place, stock = lowest(state, rules, SOUTH), deck_left(state, SOUTH)
    if place < 0:
        if stock > 0:
            card, goal = draw_biome(state, SOUTH), gap_in(state, SOUTH)
            if goal < 0:
                _leave(state, WARM, ROW_LENGTH, card)
            else:
                _settle(state, WARM, goal, card)
    elif stock > 0 or rules["ruling"][ruling.WARM_EMPTY] == 1:
        moving, ice = int(state["biome"][place]), _ice_above(state, rules, place)
        state["biome"][place] = NOTHING
        if ice >= 0:
            state["ice"][ice] = 0
            _tell(state, WARM, ice, int(state["biome"][ice]), notes.MELTED)
            _leave(state, WARM, place, moving)
        else:
            _settle(state, WARM, place - ROW_LENGTH, moving)
        if stock > 0:
            state["biome"][place], state["fresh"][place] = draw_biome(state, SOUTH), 0
            _tell(state, WARM, place, int(state["biome"][place]), notes.NEW)
    melt(state)
