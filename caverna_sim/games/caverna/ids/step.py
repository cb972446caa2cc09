"""Steps of the agenda: what a player has to decide next. What each remembers: ids/argument.py."""

PLACE = 0  # put a dwarf on an action space
ACTION = 1  # carry out a space
SOW = 2  # go on sowing
EXPEDITION = 3  # take loot
LOOT_ITEM = 4  # carry out the loot item just chosen
BUY = 5  # go on buying at the market
MAKE_ROOM = 6  # some animals have no room: turn animals into food (R-ANIM-4)
PROTECT = 7  # solo: keep overfull spaces from being emptied (R-SOLO-7)
HARVEST_CHOICE = 8  # third question mark: skip field or breeding step (R-HARV-4)
FEED = 9  # feed the dwarfs
BREED = 10  # newborn animals
FINAL = 11  # last trades before scoring (R-SCORE-1)
TRADE = 12  # go on trading
START = 13  # a round is about to begin: trades before a tile that pays then (U-10)
# Frantic Fiends; an orc is 0 A ... 3 D, 4 the extra orc (fiends/ids/orc.py)
GRANT = 14  # carry out a space or program that a reward grants
HOUSE = 15  # who lives where (F-CAVE-7)
ARRANGE = 16  # where the animals stand before an event or the end (F-EVENT-12)
NEW_ANIMALS = 17  # animals gained during an event find a place or are eaten
ORC = 18  # bribe or displace an orc (F-EVENT-3, F-EVENT-4)
MOVE = 19  # automatic: an orc's steps (F-EVENT-7)
TRAP_PAY = 20  # pay goods to weaken the orc (food trap, rockfall)
REDUCE = 21  # choose orcs for the reductions of darts or blast
BOUNTY = 22  # field of the bounty board or gold (F-BOUNTY-1)
USE_SPACE = 23  # Forger or Herald: choose a space
MOVE_IN = 24  # room for an orc that turns friendly, for the extra orc, or for a friendly one that makes way
CAVE = 25  # the owner chooses among the cells an orc may occupy
CAPTURE = 26  # which of equally weak dwarfs is captured
RESTOCK = 27  # go on restocking mines (F-MINE-3)
ARM = 28  # arm an unarmed dwarf
SWAP = 29  # Barterer: one building material into another
BEGGAR = 30  # Beggar king: return a begging marker and/or take gold
MINE = 31  # which mines are emptied (F-MINE-4)
FIGHT = 32  # which orc, how many dogs (F-FIGHT-3)
GROW = 33  # a family growth that a tile grants (F-TILE-10)

NUM = 34
NAMES = (
    "place", "action", "sow", "expedition", "loot_item", "buy", "make_room", "protect", "harvest_choice", "feed",
    "breed", "final", "trade", "start", "grant", "house", "arrange", "new_animals", "orc", "move", "trap_pay", "reduce",
    "bounty", "use_space", "move_in", "cave", "capture", "restock", "arm", "swap", "beggar", "mine", "fight", "grow",
)  # fmt: skip
