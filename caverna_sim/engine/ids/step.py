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

NUM = 14
NAMES = (
    "place", "action", "sow", "expedition", "loot_item", "buy", "make_room", "protect", "harvest_choice", "feed",
    "breed", "final", "trade", "start",
)  # fmt: skip
