"""Chance of the expansion: what is laid out at setup, and the movement cards (F-SETUP-4 to F-SETUP-6, F-EVENT-2).

A seat's card is the n-th of a shuffle keyed by (seed, game, event, orc): it depends on nothing that happened in the
game, so another bot or another rule never shifts the orcs of anybody.
"""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_SETUP, draw, word
from caverna_sim.compiling.jit import njit, njit_hook
from caverna_sim.games.caverna.fiends.forest import bar_cells
from caverna_sim.games.caverna.fiends.ids import orc
from caverna_sim.games.caverna.fiends.shape import CARDS_PER_STACK, MAX_OPEN_STRIPS, NUM_EVENTS
from caverna_sim.games.caverna.shape.sizes import BOUNTY_COLUMNS, MAX_PLAYERS
from caverna_sim.games.caverna.shape.tiles import WORDS
from caverna_sim.kit.records.bits import first

STREAM_MOVEMENT = 16  # beside the streams that count their draws
_WORDS = 16  # set aside for one shuffle
WHOLE_STACK = (1 << CARDS_PER_STACK) - 1
_FREE = -1
_NOT_ON_BOARD = -2


@njit
def card_of(state, event, active_orc, seat_number, stack):
    """The movement card that a seat draws from a stack: number `seat_number` of its shuffle, without replacement."""
    left = WHOLE_STACK
    for place in range(seat_number):
        left &= ~(1 << drawn(state, event, active_orc, place, left))
    return (stack - 1) * CARDS_PER_STACK + drawn(state, event, active_orc, int(seat_number), left)


@njit
def drawn(state, event, active_orc, place, left):
    """The card at a place of that shuffle, of those that are left of its stack."""
    number = ((event * orc.NUM + active_orc) * _WORDS) + place
    random = word(state["seed"], state["game_key"], STREAM_MOVEMENT, number)
    for _ in range((random * (CARDS_PER_STACK - place)) >> 32):
        left &= left - 1
    return first(left)


@njit
def _draw_some(state, pool, size, wanted, chosen):
    """Draw without replacement from a pool into a list; unused places are -1."""
    left = (1 << size) - 1
    for place in range(len(chosen)):
        chosen[place] = -1
        if place >= wanted or place >= size:
            continue
        rest = left
        for _ in range(draw(state, STREAM_SETUP, size - place)):
            rest &= rest - 1
        left &= ~(rest & -rest)
        chosen[place] = pool[first(rest)]


@njit_hook(base_game="None")
def lay_out(state, rules):
    """Bribe markers, bounty strips, display, traps, and every player's orcs (F-SETUP-4 to F-SETUP-8)."""
    table = rules["orcs"]
    markers = state["bribe"]
    _draw_some(state, table["bribe_wares"], int(table["num_bribe_wares"]), NUM_EVENTS, markers[1:])
    _draw_some(state, table["long_pool"], int(table["num_long"]), int(table["num_strips"]), state["long_strips"])
    _draw_some(state, table["short_pool"], int(table["num_short"]), int(table["num_strips"]), state["short_strips"])
    _draw_some(state, table["extension_pool"], int(table["extension_pool_size"]), int(table["num_extensions"]), state["extensions"])
    _lay_out_display(state, rules)
    for number in range(len(state["bounty_token"])):
        state["bounty_token"][number] = _NOT_ON_BOARD
    for strip in range(MAX_OPEN_STRIPS):
        if state["long_strips"][strip] >= 0:
            for column in range(BOUNTY_COLUMNS):
                field = state["long_strips"][strip] * BOUNTY_COLUMNS + column
                if table["bounty"][field]["is_printed"]:
                    state["bounty_token"][field] = _FREE
    for number in range(MAX_PLAYERS):
        state["movement"][number] = -1
        if number < state["players"]:
            _place_orcs(rules, state["seats"][number], number)


@njit
def _lay_out_display(state, rules):
    """Furnishings and traps that can be had (F-SETUP-5, F-SETUP-6)."""
    table = rules["orcs"]
    traps = int(table["base_traps"])
    for place in range(MAX_PLAYERS):
        if state["extensions"][place] >= 0:
            traps |= table["extension_traps"][state["extensions"][place]]
    for part in range(WORDS):
        tiles = int(table["base_tiles"][part])
        for place in range(MAX_PLAYERS):
            if state["extensions"][place] >= 0:
                tiles |= table["extension_tiles"][state["extensions"][place], part]
        for place in range(MAX_OPEN_STRIPS):
            if state["short_strips"][place] >= 0:
                tiles |= table["short_tiles"][state["short_strips"][place], part]
        state["supply"][part] = tiles & rules["supply"][part]
    for tile in range(len(state["copies"])):
        state["copies"][tile] = table["copies"][tile]
    for trap in range(table["num_traps"]):
        state["traps_left"][trap] = table["trap"][trap]["copies"] if (traps >> trap) & 1 else 0


@njit
def _place_orcs(rules, seat, number):
    """A, B and C stand in the forest, D waits with its marker on the card already (F-SETUP-8)."""
    for index in range(orc.NUM):
        one = seat["orcs"][index]
        one["cell"] = -1
        one["at"] = -1
        if index >= orc.NUM_HOSTILE:
            continue
        one["strength"] = rules["orcs"]["strength"][number, index]
        one["start_strength"] = one["strength"]
        if rules["orcs"]["waits"][index]:
            one["status"] = orc.WAITING
        else:
            one["status"] = orc.FOREST
            one["cell"] = rules["orcs"]["start_cell"][index]
    bar_cells(rules, seat)
    for dwarf in range(len(seat["home"])):
        seat["home"][dwarf] = -1
