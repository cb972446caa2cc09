"""Ids of Frantic Fiends that stand in action ids and records: only ever appended to, in the order of its tables."""

from __future__ import annotations

LONG_STRIPS = ("L1", "L2", "L3", "L4", "L5", "L6", "L7")
SHORT_STRIPS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7")
EXTENSIONS = ("X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9")
MOVEMENT_CARDS = tuple(f"M{stack}-{number}" for stack in (1, 2, 3) for number in range(1, 10))

BOUNTIES = (  # one line for a long strip, column 1 to 4 (F-BOUNTY-9)
    "farmer", "shepherd", "seasonal_worker", "mercenary",
    "woodcutter", "pig_farmer", "mine_foreman", "casanova",
    "stonemason", "dairyman", "soldier", "forger",
    "ore_worker", "merchant", "outfitter", "herald",
    "goldsmith", "jeweller", "beggar_king", "trapper",
    "pack_donkey", "grocer", "barterer", "breeder",
    "stray_dogs", "scrap_dealer", "orc_doctor", "big_donor",
)  # fmt: skip

TRAPS = (
    "leghold_trap", "net", "snare_stone", "pitfall", "food_trap", "poison_darts", "permanent_trap", "saw_trap", "snare",
    "spear_trap", "blast_trap", "rockfall",
)  # fmt: skip
