"""Kinds of actions. An id is kind * 2**24 + first * 2**16 + second * 2**8 + third; see caverna_sim/games/caverna/actions.py."""

from __future__ import annotations

from caverna_sim.games.caverna.ids import part

PASS = 0
PLACE = 1
IMITATE = 2
COLLECT = 3
TWIN_TILE = 4
SINGLE_TILE = 5
FURNISH = 6
PASTURE = 7
STABLE = 8
RUBY_MINE = 9
SOW = 10
GROW = 11
FORGE = 12
EXPEDITION = 13
LOOT = 14
BUY = 15
TRADE = 16
CONVERT = 17
EXCHANGE = 18
BUY_TILE = 19
USE_TILE = 20
DISARM = 21
FEED = 22
FEED_DWARF = 23
BREED = 24
SKIP_STEP = 25
PROTECT = 26
# Frantic Fiends
PLACE_ORC = 27  # a friendly orc goes to a space (F-FRIEND-5)
SET_TRAP = 28
RESTOCK = 29
FORGE_WOOD = 30
BRIBE = 31
DISPLACE = 32
FIGHT = 33
BOUNTY = 34
TAKE_GOLD = 35
USE_SPACE = 36
MOVE_IN = 37
OCCUPY = 38
CAPTURE = 39
HOUSE = 40
ARRANGE = 41
MINE = 42
REDUCE = 43
PAY_TRAP = 44
ARM = 45
SWAP = 46
BEGGAR = 47

_KINDS = {number: name.lower() for name, number in list(globals().items()) if name.isupper()}
_KINDS |= {row.kind: row.action for row in part.ROWS if row.kind >= 0}  # what only one kind of part needs
NUM = len(_KINDS)
NAMES = tuple(_KINDS[number] for number in range(NUM))
OF_PART = tuple(NAMES.index(row.action) if row.action else -1 for row in part.ROWS)  # [part] the kind that carries it out
