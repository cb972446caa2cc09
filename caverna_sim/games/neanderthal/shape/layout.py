"""Records of the engine: STATE, one whole game, and RULES, the tables it is played by. Every field with its axes in brackets."""

from __future__ import annotations

from typing import Any

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


def _fields(kind: type[np.integer[Any]], names: str, *axes: int) -> list[tuple[Any, ...]]:
    """Fields of one type."""
    return [(name, kind, axes) if axes else (name, kind) for name in names.split()]


LIMITS = np.dtype(_fields(np.int8, "mating promote large_game bids tribal"), align=True)  # what a seat may not do (experiments)
SEAT = np.dtype(
    [
        *_fields(np.int64, "hand animals inventions trophies"),  # sets of biomes
        ("portals", np.int16),  # set of spot * 3 + colour
        ("before", np.int16),  # ... as the turn began (N-INNO-2)
        *_fields(np.int8, "species side mating card"),  # the mating card
        *_fields(np.int8, "disks vocabulary mpi", 3),  # [colour] owned, free, on the mating card
        ("pool", np.int8, (3,)),  # [species] unassigned; those of other species are wanderers
        *_fields(np.int8, "elder elder_disk", NUM_LEVELS),  # [level] whether there is one; 1 + colour under him, 0 none
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
        *_fields(np.int8, "first second"),  # places of predators, -1 none
        *_fields(np.int8, "safe trophy hand"),
        *_fields(np.int8, "babies taken"),  # already (NR-PENDING)
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
        *_fields(np.int8, "players variant round phase depth event"),
        *_fields(np.int32, "setup choices"),
        *_fields(np.int64, "hash game_key seed"),
        ("draws", np.int32, (MAX_SEATS + 2,)),
        ("new_cards", np.int64),  # set of biomes in tableaus that are mature from the next turn on (NR-CHIEF-FREE)
        ("order", np.int8, (MAX_SEATS,)),  # [place] seat
        ("icons", np.int8, (MAX_ICONS,)),
        *_fields(np.int8, "num_icons icon"),  # the one that is resolved
        *_fields(np.int8, "event_deck unused", NUM_DAUGHTERS),
        *_fields(np.int8, "event_next event_end unused_next unused_end"),  # the top of each, and behind it
        ("deck", np.int8, (2, PER_REGION)),  # [region]
        *_fields(np.int8, "deck_next deck_end", 2),
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
        *_fields(np.int8, "given_next given_end"),
        *((name, np.int32 if name in ("offer", "refused") else np.int16, axes) for name, axes, _, _ in COURSE),
        ("pending", PENDING, (NUM_PLACES + 1,)),  # [place of the large hunt]; the last is a blank one
        ("rolls", np.int32),  # so far
        *_fields(np.int16, "roll_what roll_seat roll_at roll_dice roll_virtual"),  # the last one
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
        ("climax", np.int16),
        *_fields(np.int8, "region kind predator gather"),  # its class
        ("tools", np.int8, (3,)),
        *_fields(np.int8, "hit_faces bite frost"),  # sets of faces, by bit
        *_fields(np.int8, "hits babies"),
        *_fields(np.int8, "release animal_release", 3),
        *_fields(np.int8, "trophy trophy_match"),  # points, 0 none
        *_fields(np.int8, "hand hand_match"),  # kind of a hand card, 0 none
        *_fields(np.int8, "animal_babies material"),
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
        *_fields(np.int8, "players variant"),  # seats
        ("species", np.int8, (3,)),  # [seat]
        *_fields(np.int8, "convert_at event_deck unassigned firebuilder_colour disks least_bid per_dependent"),
        *_fields(np.int8, "most_daughters most_extra won_trophies won_animals"),
        ("won_score", np.int16),
        *_fields(np.int8, "attack war_party woo woo_killed"),  # sets of faces
        *_fields(np.int8, "weapon_from weapon_to alpha_face"),
        ("level_side", np.int8, (NUM_LEVELS,)),  # set of sides
        ("level_domain", np.int8, (NUM_LEVELS,)),  # 1 + domain, 0 none
        *_fields(np.int8, "level_colour level_plays level_material", NUM_LEVELS),  # plays: kind of a hand card
        ("domain", np.int16, (3,)),  # set of portal places
        ("mpi", np.int8, (3, 3)),  # [mating, colour]
        ("value", np.int8, (3, len(score.VALUES))),  # [mating]
        ("card_sides", np.int8, (3, 2)),  # [mating card, side]
        ("start_portal", np.int8, (3,)),  # [species] spot * 3 + colour
        ("points", np.int8, (16,)),  # [ability]
        ("ruling", np.int8, (ruling.NUM,)),  # which reading
        ("biome", BIOME, (NUM_BIOMES,)),
        *_fields(np.int64, "weapons calming"),  # sets of biomes: what inventions are good for
        ("converting", np.int64, (3,)),  # [class]
        ("woman", WOMAN, (NUM_DAUGHTERS,)),
    ],
    align=True,
)
