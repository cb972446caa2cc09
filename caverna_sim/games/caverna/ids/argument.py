"""What a step of the agenda remembers: names of the four numbers of an agenda record, `row[argument.GRAIN_LEFT]`.

Steps that remember the same thing share its name, and doors of steps ask for it by name, `grain_left`.
"""

FIELDS = ("a", "b", "c", "d")
FIRST = "a"  # whatever it stands for

# ACTION, and GRANT by a reward
SPACE = "a"
DONE = "b"  # set of parts
IMITATING = "c"
# BUY and TRADE, on the same SPACE
PART = "b"
BOUGHT = "c"  # set of wares
TRADES_LEFT = "c"
# SOW
GRAIN_LEFT = "a"
VEGETABLES_LEFT = "b"
# EXPEDITION
ITEMS_LEFT = "a"
STRENGTH = "b"  # at the start; in BOUNTY the strength that counts
LOOT_TAKEN = "c"  # set of loot
ITEMS_TAKEN = "d"  # with Frantic Fiends and flags above it, see fiends/fight.py
# LOOT_ITEM
LOOT = "a"
# FEED
ADULTS_LEFT = "a"
NEWBORNS_LEFT = "b"
EATERS = "c"  # 1 special feeding; with Frantic Fiends who else eats, and who eats more, see fiends/friendly.py
OTHER_FOOD = "d"  # was used already

# Frantic Fiends: ORC, MOVE, TRAP_PAY, BOUNTY, MOVE_IN (-1: any held one), CAVE, CAPTURE
LETTER = "a"  # of the orc: 0 A ... 3 D, 4 the extra one (fiends/ids/orc.py)
DISPLACED = "b"  # ORC: how often
ENDED = "c"  # ORC: it moves no more
STEPS_DONE = "b"  # MOVE
WHY = "c"  # MOVE, see fiends/events.py
STOPPED = "d"  # MOVE: no movement any more
PAID_TRAP = "b"  # TRAP_PAY
AT_THE_END = "b"  # CAVE: of the game
CELL = "b"  # CAPTURE
# REDUCE
REDUCING_TRAP = "a"
REDUCTIONS_LEFT = "b"
HITS = "c"  # of each orc, four bits each
# HOUSE, ARRANGE
NEXT_RESIDENT = "a"  # 0-5 dwarfs, 6-10 friendly orcs
NEXT_CELL = "a"
# USE_SPACE
WANTS_OCCUPIED = "a"
# RESTOCK
ORE_MINES_LEFT = "a"
RUBY_MINES_LEFT = "b"
MINES_DONE = "c"  # set of mountain cells, in MINE too
# MINE
DONKEYS_LEFT = "a"
MINE_ORC_LEFT = "b"
# ARM
GIVEN = "a"  # strength for nothing; 0: it is paid in ore or wood
BUT_THE_FIGHTER = "b"
# BEGGAR
BOUNTY = "a"
