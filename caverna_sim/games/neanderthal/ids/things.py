"""Species, colours, places, pieces: what has a number in records, in the order in which positions name it."""

from __future__ import annotations

SPECIES = ("archaic", "neanderthal", "cro_magnon")
COLOURS = ("orange", "white", "black")
ORANGE, WHITE, BLACK = range(3)
SPOTS = ("venus", "shaman", "bison")
ROWS = ("north", "south")
ROW_LENGTH = 6
PLACES = tuple(f"{row[0].upper()}{column + 1}" for row in ROWS for column in range(ROW_LENGTH))
NUM_PLACES = len(PLACES)

SIDES = ("voice", "tribal")
VOICE, TRIBAL = range(2)
MATINGS = ("promiscuous", "pair", "harem")
PROMISCUOUS, PAIR, HAREM = range(3)
VARIANTS = ("", "all_species", "one_species")
ORDINARY, ALL_SPECIES, ONE_SPECIES = range(3)

CLASSES = ("large", "small", "club")
LARGE, SMALL, CLUB = range(3)
ICONS = ("cooling", "warming", "interstadial", "elder_death", "chaos", "blizzard", "wanderer")
COOLING, WARMING, INTERSTADIAL, ELDER_DEATH, CHAOS, BLIZZARD, WANDERER = range(7)
ABILITIES = ("none", "wins_ties", "acts_first", "poetry", "gathering", "anti_chaos", "vp_flat", "vp_per_husband", "vp_per_trophy")
NONE, WINS_TIES, ACTS_FIRST, POETRY, GATHERING, ANTI_CHAOS, VP_FLAT, VP_PER_HUSBAND, VP_PER_TROPHY = range(9)
KINDS = ("", "animal", "invention")  # of a hand card
ANIMAL, INVENTION = 1, 2
MATERIALS = ("flint", "bone")
DOMAINS = ("social", "technical", "natural")

# elders, by level (0 is nobody)
CHIEF, SHAMAN, KNAPPER, WARRIOR, TRAPPER, FIREBUILDER = range(1, 7)
NUM_LEVELS = 7
POWER_OF_CLASS = (KNAPPER, TRAPPER, WARRIOR)  # whose alpha is strong there (N-ALPHA-3)

# a piece in the words of its seat; wanderers by their colour
TRIBESMAN, ALPHA, FIRST_SPECIES, HUSBAND = 0, 1, 2, 5
PIECES = ("tribesman", "alpha", *SPECIES, "husband")

# where an alpha is; places, levels and daughters are added to what says so
DEAD, POOL, AT_PLACE, ELDER_OF, HUSBAND_OF, SUITOR_OF = 0, 1, 16, 32, 48, 72

MAX_SEATS = 3
NUM_BIOMES, NUM_DAUGHTERS = 36, 21
NUM_CARDS = NUM_BIOMES + NUM_DAUGHTERS  # biomes first
PER_REGION = 18
TRIBESMEN = 18  # of a colour

# `where` of a disk that is released, and what is offered in a deal: a card, or one of these added to a level, a place, a daughter
ELDER_AT, HUSBAND_AT = 64, 96
NOTHING, CARD_ITEM, LEAVE_PLACE, LEAVE_CARD, MARRY, DIVORCE = 0, 1, 64, 80, 104, 128

# what is rolled
ROLLS = ("elder_death", "attack", "hunt", "courtship")
ROLL_DEATH, ROLL_ATTACK, ROLL_HUNT, ROLL_COURT = range(4)
