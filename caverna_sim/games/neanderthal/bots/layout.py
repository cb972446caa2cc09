"""Records of bots: their parameters."""

from __future__ import annotations

import numpy as np

from caverna_sim.games.neanderthal.ids import score

RANDOM = 0
SCRIPTED = 1
TIERS = ("random", "scripted", "value", "search")
MOST_CANDIDATES = 16
WEIGHTS = (
    "small", "large", "site", "predator",  # how much the gains of such a card count
    "basket",  # one hunter on a basket biome, when the seat gathers
    "baby", "life", "disk",  # one more tribesman, one that dies, a disk that is released
    "trophy", "animal", "invention",  # a card that is taken or played
    "contest",  # share of the gains where others hunt, too
    "kill",  # a piece of another seat that dies
    "chief", "shaman", "knapper", "warrior", "trapper", "firebuilder",  # an elder
    "alpha",  # him in the pool with a power
    "daughter", "ability", "bid",  # a new daughter; her ability; the most disks a bid holds
    "portal", "tribal", "innovate",  # a portal; the one that converts; what an innovation makes mature
    "husband_home", "husband_away", "child",  # marriages, a wanderer with a foreign daughter
    "promiscuous", "pair", "harem",  # a side of the mating card
    "extend",  # more turns, alone
    "noise",  # the most that lots add
    # of those who look ahead: choices that are tried, playouts of each, turns that these last
    "candidates",
    "playouts",
    "horizon",
)  # fmt: skip
PLACE_OF = {name: number for number, name in enumerate(WEIGHTS)}

BOT = np.dtype([("tier", np.int8), ("weight", np.float64, (len(WEIGHTS),))], align=True)
MIND = np.dtype(  # what a bot that looks ahead thinks of
    [
        ("action", np.int32, (MOST_CANDIDATES,)),
        ("worth", np.float64, (MOST_CANDIDATES,)),
        ("total", np.float64, (MOST_CANDIDATES,)),
        ("parts", np.int32, (score.NUM,)),
    ],
    align=True,
)
