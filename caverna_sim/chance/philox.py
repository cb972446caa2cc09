"""Counter-based random numbers: Philox4x32-10 keyed by (seed, game, stream).

A draw depends on nothing but its key and its number, so another bot in seat 2 or a changed rule never shifts anybody
else's draws. A lot belongs to a candidate of a decision: whatever else was decided, drawn or on offer, it stays the
same. The generator follows Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
"""

from __future__ import annotations

from caverna_sim.compiling.jit import njit

STREAM_SETUP = 0
STREAM_BOT = 1  # plus the seat; the last stream is left for the decks of an expansion
STREAM_LOTS = 32  # plus the seat

MASK32 = 0xFFFFFFFF
_M0 = 0xD2511F53
_M1 = 0xCD9E8D57
_W0 = 0x9E3779B9
_W1 = 0xBB67AE85
_ROUNDS = 10


@njit
def philox(c0, c1, c2, c3, k0, k1):
    """The four 32-bit words for a counter of four words and a key of two."""
    for _ in range(_ROUNDS):
        product0 = _M0 * c0
        product1 = _M1 * c2
        c0, c1, c2, c3 = (
            ((product1 >> 32) & MASK32) ^ c1 ^ k0,
            product1 & MASK32,
            ((product0 >> 32) & MASK32) ^ c3 ^ k1,
            product0 & MASK32,
        )
        k0 = (k0 + _W0) & MASK32
        k1 = (k1 + _W1) & MASK32
    return c0, c1, c2, c3


@njit
def word(seed, game, stream, number):
    """The n-th 32-bit word of a stream."""
    w0, w1, w2, w3 = philox(
        (int(number) >> 2) & MASK32,
        int(stream) & MASK32,
        int(game) & MASK32,
        (int(game) >> 32) & MASK32,
        int(seed) & MASK32,
        (int(seed) >> 32) & MASK32,
    )
    lane = number & 3
    if lane == 0:
        return w0
    if lane == 1:
        return w1
    if lane == 2:
        return w2
    return w3


@njit
def _mixed(number):
    """Another 32-bit word for every 32-bit word, each bit of it depending on all bits (the finaliser lowbias32 by Wellons)."""
    number ^= number >> 16
    number = number * 0x7FEB352D & MASK32
    number ^= number >> 15
    number = number * 0x846CA68B & MASK32
    return number ^ (number >> 16)


@njit
def lot_keys(seed, game, stream, decision):
    """Two words of Philox that key the lots of a decision."""
    game, seed = int(game), int(seed)
    words = philox(int(decision), int(stream), game & MASK32, (game >> 32) & MASK32, seed & MASK32, (seed >> 32) & MASK32)
    return words[0], words[1]


@njit
def lot(first_key, second_key, candidate):
    """The 32-bit word that is drawn for a candidate, named by a number below 2**32; no two of a decision draw the same."""
    return _mixed(_mixed(int(candidate) ^ int(first_key)) ^ int(second_key))


@njit
def draw(state, stream, bound):
    """A number from 0 to bound - 1, all equally likely; counts one or more draws of the stream."""
    limit = (MASK32 + 1) % bound  # words below it would make small numbers a little likelier
    while True:
        number = int(state["draws"][stream])
        state["draws"][stream] = number + 1
        product = word(state["seed"], state["game_key"], stream, number) * bound
        if (product & MASK32) >= limit:
            return product >> 32
