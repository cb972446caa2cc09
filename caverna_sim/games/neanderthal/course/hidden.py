"""What nobody sees: daughters to come, decks, biomes under ice, dice that a position brings along (dossier 15)."""

from __future__ import annotations

from caverna_sim.compiling.jit import njit
from caverna_sim.games.neanderthal.ids.things import NUM_PLACES
from caverna_sim.kit.records.rows import shuffle


@njit
def deal_anew(state, rules):
    """Deal everything face down anew. `roll` holds cards meanwhile: nobody asks for the last roll in a game that is only thought of."""
    cards, number = state["roll"], 0
    for place in range(state["event_next"], state["event_end"]):
        cards[number] = state["event_deck"][place]
        number += 1
    for place in range(state["unused_next"], state["unused_end"]):
        cards[number] = state["unused"][place]
        number += 1
    shuffle(state, cards, 0, number)
    for place in range(state["unused_end"] - 1, state["unused_next"] - 1, -1):
        number -= 1
        state["unused"][place] = cards[number]
    for place in range(state["event_end"] - 1, state["event_next"] - 1, -1):
        number -= 1
        state["event_deck"][place] = cards[number]
    for region in range(2):
        _deal_biomes(state, rules, region, cards)
    state["given_next"] = state["given_end"] = 0


@njit
def _is_under_ice(state, rules, place, region):
    return state["ice"][place] != 0 and rules["biome"][state["biome"][place]]["region"] == region


@njit
def _deal_biomes(state, rules, region, cards):
    """A deck, and what lies under ice of the same back."""
    deck, number = state["deck"][region], 0
    for place in range(state["deck_next"][region], state["deck_end"][region]):
        cards[number] = deck[place]
        number += 1
    for place in range(NUM_PLACES):
        if _is_under_ice(state, rules, place, region):
            cards[number] = state["biome"][place]
            number += 1
    shuffle(state, cards, 0, number)
    for place in range(NUM_PLACES):
        if _is_under_ice(state, rules, place, region):
            number -= 1
            state["biome"][place] = cards[number]
    for place in range(state["deck_next"][region], state["deck_end"][region]):
        number -= 1
        deck[place] = cards[number]
