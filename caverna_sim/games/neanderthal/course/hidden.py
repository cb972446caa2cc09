"""What nobody sees: daughters to come, decks, biomes under ice, dice that a position brings along (dossier 15)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids.things import NUM_PLACES
from caverna_sim.kit.records.rows import deal_back, shuffle, take_up


@njit
def deal_anew(state, rules):
    """Deal everything face down anew. `roll` holds cards meanwhile: nobody asks for the last roll in a game that is only thought of."""
    cards = state["roll"]
    number = take_up(cards, 0, state["event_deck"], state["event_next"], state["event_end"])
    number = take_up(cards, number, state["unused"], state["unused_next"], state["unused_end"])
    shuffle(state, cards, 0, number)
    number = deal_back(cards, number, state["unused"], state["unused_next"], state["unused_end"])
    deal_back(cards, number, state["event_deck"], state["event_next"], state["event_end"])
    for region in range(2):
        _deal_biomes(state, rules, region, cards)
    state["given_next"] = state["given_end"] = 0


@njit
def _is_under_ice(state, rules, place, region):
    return state["ice"][place] != 0 and rules["biome"][state["biome"][place]]["region"] == region


@njit
def _deal_biomes(state, rules, region, cards):
    """A deck, and what lies under ice of the same back."""
    first, end = state["deck_next"][region], state["deck_end"][region]
    number = take_up(cards, 0, state["deck"][region], first, end)
    for place in range(NUM_PLACES):
        if _is_under_ice(state, rules, place, region):
            cards[number] = state["biome"][place]
            number += 1
    shuffle(state, cards, 0, number)
    for place in range(NUM_PLACES):
        if _is_under_ice(state, rules, place, region):
            number -= 1
            state["biome"][place] = cards[number]
    for place in range(first, end):
        number -= 1
        state["deck"][region, place] = cards[number]
