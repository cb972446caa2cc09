"""Steps of the agenda: what a player has to decide next. Meaning of the arguments a, b, c, d in brackets."""

PLACE = 0  # put a dwarf on an action space
ACTION = 1  # carry out a space [a space, b parts done, c imitating]
SOW = 2  # go on sowing [a grain fields left, b vegetable fields left]
EXPEDITION = 3  # take loot [a items left, b strength at the start, c loot taken (mask), d items taken]
LOOT_ITEM = 4  # carry out the loot item just chosen [a loot]
BUY = 5  # go on buying at the market [a space, b part, c wares bought (mask)]
MAKE_ROOM = 6  # some animals have no room: turn animals into food (R-ANIM-4)
PROTECT = 7  # solo: keep overfull spaces from being emptied (R-SOLO-7)
HARVEST_CHOICE = 8  # third question mark: skip field or breeding step (R-HARV-4)
FEED = 9  # feed the dwarfs [a adults left, b newborns left, c special feeding, d other food already used]
BREED = 10  # newborn animals
FINAL = 11  # last trades before scoring (R-SCORE-1)
TRADE = 12  # go on trading [a space, b part, c trades left]
START = 13  # a round is about to begin: trades before a tile that pays then (U-10)
# Frantic Fiends; an orc is 0 A ... 3 D, 4 the extra orc (ids/orc.py)
GRANT = 14  # carry out a space or program that a reward grants [a space, b parts done, c imitating, d 1 during an event]
HOUSE = 15  # who lives where (F-CAVE-7) [a next resident: 0-5 dwarfs, 6-10 friendly orcs]
ARRANGE = 16  # where the animals stand before an event or the end (F-EVENT-12) [a next cell]
NEW_ANIMALS = 17  # animals gained during an event find a place or are eaten
ORC = 18  # bribe or displace an orc (F-EVENT-3, F-EVENT-4) [a orc, b displaced already]
MOVE = 19  # automatic: an orc's steps (F-EVENT-7) [a orc, b steps done, c was in the cave, d no movement any more]
TRAP_PAY = 20  # pay goods to weaken the orc (food trap, rockfall) [a orc, b trap, c strength before]
REDUCE = 21  # choose orcs for the reductions of darts or blast [a trap, b reductions left, c how often each orc was hit, 4 bits each]
BOUNTY = 22  # field of the bounty board or gold (F-BOUNTY-1) [a orc, b strength that counts]
USE_SPACE = 23  # Forger or Herald: choose a space [a 1 occupied, 0 unoccupied; b parts as of d in GRANT]
MOVE_IN = 24  # room for an orc that turns friendly, for the extra orc, or for a friendly one that makes way [a orc, -1 any held]
CAVE = 25  # the owner chooses among the cells an orc may occupy [a orc, b at the end of the game]
CAPTURE = 26  # which of equally weak dwarfs is captured [a orc, b cell]
RESTOCK = 27  # go on restocking mines (F-MINE-3) [a ore mines left, b ruby mines left, c mines done (mask of mountain cells)]
ARM = 28  # arm an unarmed dwarf [a strength given for nothing, or 0: pay ore or wood, b the dwarf that acts may be armed]
SWAP = 29  # Barterer: one building material into another
BEGGAR = 30  # Beggar king: return a begging marker and/or take gold
MINE = 31  # which mines are emptied (F-MINE-4) [a donkeys left, b mine orc left, c mines done (mask of mountain cells)]
FIGHT = 32  # which orc, how many dogs (F-FIGHT-3)
GROW = 33  # a family growth that a tile grants (F-TILE-10)

NUM = 34
NAMES = (
    "place", "action", "sow", "expedition", "loot_item", "buy", "make_room", "protect", "harvest_choice", "feed",
    "breed", "final", "trade", "start", "grant", "house", "arrange", "new_animals", "orc", "move", "trap_pay", "reduce",
    "bounty", "use_space", "move_in", "cave", "capture", "restock", "arm", "swap", "beggar", "mine", "fight", "grow",
)  # fmt: skip
