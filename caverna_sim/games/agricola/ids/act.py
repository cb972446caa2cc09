"""Kinds of actions. An id is kind * 2**24 + first * 2**16 + second * 2**8 + third; see games/agricola/actions.py."""

# RETURN is the other way to pay: an improvement that is given back. Logs count on these numbers: new kinds come last.
PASS, PLACE, ROOM, STABLE, RENOVATE, PLOW, SOW, BAKE, FENCE, FENCE_PIECE = range(10)
BUILD, PAY, RETURN, TAKE, KEEP, CONVERT, FEED, BREED, GIVE, FETCH = range(10, 20)

_KINDS = {number: name.lower() for name, number in list(globals().items()) if name.isupper()}
NUM = len(_KINDS)
NAMES = tuple(_KINDS[number] for number in range(NUM))
