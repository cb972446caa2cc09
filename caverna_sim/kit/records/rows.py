"""Rows of numbers within a record: added up, wiped, copied, taken up, shuffled and dealt back."""

from __future__ import annotations

from caverna_sim.chance.philox import STREAM_SETUP, draw
from caverna_sim.compiling.jit import njit


@njit
def total(row):
    """What the numbers of a row come to."""
    found = 0
    for place in range(row.shape[0]):
        found += int(row[place])
    return found


@njit
def wipe(row):
    """Set all of a row to 0."""
    for place in range(row.shape[0]):
        row[place] = 0


@njit
def copy_into(row, other):
    """Give a row the numbers of another one."""
    for place in range(row.shape[0]):
        row[place] = other[place]


@njit
def take_up(cards, number, row, first, end):
    """Lay some places of a row behind the cards that are held already; returns how many there are now."""
    for place in range(first, end):
        cards[number] = row[place]
        number += 1
    return number


@njit
def deal_back(cards, number, row, first, end):
    """Deal the last of the cards that are held to some places of a row, from the last place down; returns how many are left."""
    for place in range(end - 1, first - 1, -1):
        number -= 1
        row[place] = cards[number]
    return number


@njit
def shuffle(state, cards, first, end):
    """Mix some places of a row of cards; they are sorted first, or the order that nobody may know would choose the deal."""
    for place in range(first + 1, end):
        card, at = int(cards[place]), place
        while at > first and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    for last in range(end - 1, first, -1):
        other = first + draw(state, STREAM_SETUP, last - first + 1)
        card = int(cards[last])
        cards[last] = cards[other]
        cards[other] = card
