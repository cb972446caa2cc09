"""Records of the engine: STATE, one whole game, and RULES, the tables it is played by. Every field with its axes in brackets."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.neanderthal.ids import note, ruling, score
from caverna_sim.games.neanderthal.ids.things import MAX_SEATS, NUM_BIOMES, NUM_CARDS, NUM_DAUGHTERS, NUM_LEVELS, NUM_PLACES, PER_REGION

NOTHING = -1  # no biome, no card, nobody
MAX_AGENDA = 3
MAX_LEGAL = 8192  # deals of everything for everything
MAX_ICONS = 8
MAX_DICE = 64
MAX_GIVEN = 96
MAX_NOTES = 48
MOST_SAID = 19  # numbers of a note
MAX_UNDONE = 8  # disks released by one large hunt
MAX_LINE = 4

LIMITS = np.dtype(  # what a seat may not do (experiments)
    [("mating", np.int8), ("promote", np.int8), ("large_game", np.int8), ("bids", np.int8), ("tribal", np.int8)], align=True
)
SEAT = np.dtype(
    [
        ("hand", np.int64),  # sets of biomes
        ("animals", np.int64),
        ("inventions", np.int64),
        ("trophies", np.int64),
        ("portals", np.int16),  # set of spot * 3 + colour
        ("before", np.int16),  # ... as the turn began (N-INNO-2)
        ("species", np.int8),
        ("side", np.int8),
        ("mating", np.int8),
        ("card", np.int8),  # mating card
        ("disks", np.int8, (3,)),  # [colour] owned
        ("vocabulary", np.int8, (3,)),
        ("mpi", np.int8, (3,)),
        ("pool", np.int8, (3,)),  # [species] unassigned; those of other species are wanderers
        ("elder", np.int8, (NUM_LEVELS,)),  # [level] whether there is one
        ("elder_disk", np.int8, (NUM_LEVELS,)),  # 1 + colour under him, 0 none
        ("elder_new", np.int8),  # set of levels that are mature from the next turn on (NR-FREE-PROMOTION)
        ("tableau", np.int8, (NUM_DAUGHTERS,)),  # daughters in the order in which they came
        ("daughters", np.int8),  # their number
        ("hunters", np.int8, (NUM_PLACES, 3)),  # [place, species]
        ("lost", np.int8, (5,)),  # in the chaos of this turn: unassigned, of them own, elders; in a blizzard: elders, cards
        ("swapped", np.int8),  # in this phase
        ("recalls", np.int8),  # left in this phase (N-ASG-4)
        ("rolled", np.int8, (NUM_BIOMES,)),  # rolls for a card in this phase
        ("count", np.int16, (len(note.COUNTS),)),  # for tables; no rule asks
        ("limits", LIMITS),
    ],
    align=True,
)
DAUGHTER = np.dtype(
    [
        ("owner", np.int8),
        ("disks", np.int8, (3,)),
        ("husband", np.int8),  # 1 + species, 0 none
        ("husband_disk", np.int8),  # 1 + colour, 0 none
        ("suitor", np.int8, (3,)),  # [species of the player] 0 none, 1 his own colour, 3 + species a wanderer
        ("moved", np.int8),  # whether her husband moved in this turn
    ],
    align=True,
)
PENDING = np.dtype(  # a large hunt whose gains a predator may take
    [
        ("seat", np.int8),  # 1 + seat, 0 none
        ("first", np.int8),  # places of predators, -1 none
        ("second", np.int8),
        ("safe", np.int8),
        ("trophy", np.int8),
        ("hand", np.int8),
        ("babies", np.int8),  # born already (NR-PENDING)
        ("taken", np.int8),
        ("undone", np.int16, (MAX_UNDONE,)),  # 1 + colour + 4 * where of disks released already
        ("group", np.int8, (4,)),  # survivors by species; the alpha
        ("note", np.int16, (MOST_SAID,)),
    ],
    align=True,
)
AGENDA_STEP = np.dtype([("step", np.int8), ("seat", np.int8), *((name, np.int16) for name in "abcd")], align=True)
NOTE = np.dtype([("kind", np.int8), ("said", np.int16, (MOST_SAID,))], align=True)

# the registers of the course: name, axes, lowest and highest value in a position
COURSE: tuple[tuple[str, tuple[int, ...], int, int], ...] = (
    ("card", (), -1, NUM_DAUGHTERS - 1),  # of this turn
    ("stage", (), 0, 99),  # of the phase
    ("turn", (), 0, 2 * MAX_SEATS),  # place in the order; deals and exchanges go round twice
    ("back", (), 0, 99),  # stage to go back to
    ("spot", (), -1, 80),  # place, or 12 + daughter, or number of a contested card
    ("needed", (), 0, 127),  # losses, supports, hits: how many are still to come
    ("total", (), 0, 127),
    ("line", (MAX_LINE,), -1, 2),  # who acts at a card, in order: species in fights, seats in hunts
    ("in_line", (), 0, MAX_LINE),
    ("at", (), 0, MAX_LINE),  # place in the line
    ("fighter", (), -1, 2),
    ("victim", (), -1, 2),
    ("bids", (MAX_SEATS,), 0, 15),
    ("passed", (), 0, 7),  # sets of seats
    ("acted", (), 0, 7),
    ("quarry", (), -1, NUM_BIOMES - 1),  # the biome that is hunted
    ("status", (), 0, 3),  # of the card: there, taken, hunted, replaced
    ("virtual", (), 0, 1),  # the alpha counts without a die
    ("group", (4,), 0, 60),  # who rolls: by species, and the alpha
    ("part", (), -2, NUM_PLACES),  # which group of the seat (NR-PRED-MERGE)
    ("faces", (7,), 0, MAX_DICE),  # how many dice show a face
    ("dead_faces", (7,), 0, MAX_DICE),  # ... of hunters that died
    ("converted", (), 0, MAX_DICE),
    ("bitten", (), 0, MAX_DICE),
    ("frozen", (), 0, MAX_DICE),
    ("hits", (), 0, MAX_DICE),
    ("own_gain", (), 0, 7),  # of a predator: 1 success, 2 trophy, 4 hand
    ("gain_place", (), 0, NUM_PLACES - 1),
    ("gain_card", (), -1, NUM_BIOMES - 1),
    ("gain", (), 0, 7),
    ("gain_left", (3,), 0, 99),  # [colour] disks still to be released
    ("released", (), 0, 99),
    ("born", (), 0, 99),
    ("taken", (), 0, 2),
    ("after", (), 0, 99),
    ("onward", (), -1, NUM_PLACES - 1),  # the second predator
    ("plundered", (), 0, 9),
    ("animal", (), 0, NUM_BIOMES),
    ("offers", (), 0, 9),
    ("offer", (), 0, 2**24),  # that waits for answers
    ("refused", (), 0, 2**24),
    ("asked", (), 0, 7),
    ("partner", (), -1, 2),
    ("extended", (), 0, 1),
    ("exchanged", (), 0, 2),  # in this turn: not yet, done, asked for
)
STATE = np.dtype(
    [
        *((name, np.int8) for name in ("players", "variant", "round", "phase", "depth", "event")),
        ("setup", np.int32),
        ("choices", np.int32),
        ("hash", np.int64),
        ("game_key", np.int64),
        ("seed", np.int64),
        ("draws", np.int32, (MAX_SEATS + 2,)),
        ("new_cards", np.int64),  # set of biomes in tableaus that are mature from the next turn on (NR-CHIEF-FREE)
        ("order", np.int8, (MAX_SEATS,)),  # [place] seat
        ("icons", np.int8, (MAX_ICONS,)),
        ("num_icons", np.int8),
        ("icon", np.int8),  # the one that is resolved
        ("event_deck", np.int8, (NUM_DAUGHTERS,)),
        ("event_next", np.int8),  # top of it
        ("event_end", np.int8),
        ("unused", np.int8, (NUM_DAUGHTERS,)),
        ("unused_next", np.int8),
        ("unused_end", np.int8),
        ("deck", np.int8, (2, PER_REGION)),  # [region]
        ("deck_next", np.int8, (2,)),
        ("deck_end", np.int8, (2,)),
        ("removed", np.int8, (NUM_CARDS,)),  # in the order in which they left
        ("num_removed", np.int8),
        ("biome", np.int8, (NUM_PLACES,)),  # [place] also the one under an ice sheet
        ("ice", np.int8, (NUM_PLACES,)),
        ("fresh", np.int8, (NUM_PLACES,)),  # came into the row in this turn: as a predator inactive (N-PRED-6)
        ("dead", np.int8, (3,)),  # [species] tribesmen in the dead pile
        ("alpha", np.int8, (3,)),  # [species] where he is
        ("daughters", DAUGHTER, (NUM_DAUGHTERS,)),
        ("biome_disks", np.int8, (NUM_BIOMES, 3)),  # on cards in tableaus
        ("given", np.int8, (MAX_GIVEN,)),  # dice that a position brings along
        ("given_next", np.int8),
        ("given_end", np.int8),
        *((name, np.int32 if name in ("offer", "refused") else np.int16, axes) for name, axes, _, _ in COURSE),
        ("pending", PENDING, (NUM_PLACES,)),  # [place of the large hunt]
        ("rolls", np.int32),  # so far
        *((f"roll_{name}", np.int16) for name in ("what", "seat", "at", "dice", "virtual")),  # the last one
        ("roll", np.int8, (MAX_DICE,)),
        ("notes", NOTE, (MAX_NOTES,)),  # of the last step
        ("num_notes", np.int16),
        ("agenda", AGENDA_STEP, (MAX_AGENDA,)),
        ("seats", SEAT, (MAX_SEATS,)),
    ],
    align=True,
)
BIOME = np.dtype(
    [
        ("region", np.int8),
        ("climax", np.int16),
        ("kind", np.int8),  # class
        ("predator", np.int8),
        ("gather", np.int8),
        ("tools", np.int8, (3,)),
        ("hit_faces", np.int8),  # sets of faces, by bit
        ("hits", np.int8),
        ("bite", np.int8),
        ("frost", np.int8),
        ("babies", np.int8),
        ("release", np.int8, (3,)),
        ("trophy", np.int8),  # points, 0 none
        ("trophy_match", np.int8),
        ("hand", np.int8),  # kind of a hand card, 0 none
        ("hand_match", np.int8),
        ("animal_babies", np.int8),
        ("animal_release", np.int8, (3,)),
        ("convert", np.int8),  # set of classes
        ("weapon", np.int8),
        ("anti_chaos", np.int8),
        ("material", np.int8),
    ],
    align=True,
)
WOMAN = np.dtype(
    [
        ("order", np.int8, (3,)),
        ("icons", np.int8, (MAX_ICONS,)),
        ("num_icons", np.int8),
        ("media", np.int8, (3,)),
        ("portals", np.int16),  # set of spot * 3 + colour
        ("ability", np.int8),
    ],
    align=True,
)
RULES = np.dtype(
    [
        ("players", np.int8),  # seats
        ("variant", np.int8),
        ("species", np.int8, (3,)),  # [seat]
        ("convert_at", np.int8),
        ("event_deck", np.int8),
        ("unassigned", np.int8),
        ("firebuilder_colour", np.int8),
        ("disks", np.int8),
        ("least_bid", np.int8),
        ("per_dependent", np.int8),
        ("most_daughters", np.int8),
        ("most_extra", np.int8),
        ("won_score", np.int16),
        ("won_trophies", np.int8),
        ("won_animals", np.int8),
        ("attack", np.int8),  # sets of faces
        ("war_party", np.int8),
        ("woo", np.int8),
        ("woo_killed", np.int8),
        ("weapon_from", np.int8),
        ("weapon_to", np.int8),
        ("alpha_face", np.int8),
        ("level_side", np.int8, (NUM_LEVELS,)),  # set of sides
        ("level_colour", np.int8, (NUM_LEVELS,)),
        ("level_domain", np.int8, (NUM_LEVELS,)),  # 1 + domain, 0 none
        ("level_plays", np.int8, (NUM_LEVELS,)),  # kind of a hand card
        ("level_material", np.int8, (NUM_LEVELS,)),
        ("domain", np.int16, (3,)),  # set of portal places
        ("mpi", np.int8, (3, 3)),  # [mating, colour]
        ("value", np.int8, (3, len(score.VALUES))),  # [mating]
        ("card_sides", np.int8, (3, 2)),  # [mating card, side]
        ("start_portal", np.int8, (3,)),  # [species] spot * 3 + colour
        ("points", np.int8, (16,)),  # [ability]
        ("ruling", np.int8, (ruling.NUM,)),  # which reading
        ("biome", BIOME, (NUM_BIOMES,)),
        ("woman", WOMAN, (NUM_DAUGHTERS,)),
    ],
    align=True,
)
