"""Kinds of actions. An id is kind * 2**24 + first * 2**16 + second * 2**8 + third; see games/agricola/actions.py."""

from __future__ import annotations

PASS = 0
PLACE = 1
ROOM = 2
STABLE = 3
RENOVATE = 4
PLOW = 5
SOW = 6
BAKE = 7
FENCE = 8
FENCE_PIECE = 9
BUILD = 10
PAY = 11
RETURN = 12  # the other way to pay: an improvement that is given back
TAKE = 13
KEEP = 14
CONVERT = 15
FEED = 16
BREED = 17
GIVE = 18
FETCH = 19

_KINDS = {number: name.lower() for name, number in list(globals().items()) if name.isupper()}
NUM = len(_KINDS)
NAMES = tuple(_KINDS[number] for number in range(NUM))
