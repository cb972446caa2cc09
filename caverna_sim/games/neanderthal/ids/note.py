"""What kernels note of each step, for the log, the rolls and the tables of a run: kinds of notes and the names of their numbers."""

from __future__ import annotations

FIELDS: dict[str, tuple[str, ...]] = {
    "event": ("n", "icon", "seat", "tribesmen_lost", "elders_lost", "cards_lost"),
    "climate": ("move", "row", "column", "biome", "fate"),
    "auction": ("daughter", "seat", "disks", "bidders", "tied"),
    "daughter": ("seat", "daughter", "what", "species"),
    "hunt": (
        "seat", "place", "biome", "hunters", "alpha_power", "converted", "hits", "needed", "success", "bitten", "frozen", "babies",
        "released", "taken", "predator", "plundered", "faces_12", "faces_34", "faces_56",
    ),  # how many dice show two faces: the first, and 64 times the second
    "attack": ("at", "seat", "dice", "war_party", "hits", "killed"),
    "courtship": ("daughter", "father", "seat", "how", "die", "success", "killed", "outcome"),
    "birth": ("seat", "source", "number"),
    "elder": ("seat", "level", "what", "cause", "free"),
    "action": ("seat", "action", "what"),
    "offer": ("seat", "partner", "give", "get", "accepted"),
    "hand": ("seat", "card", "what"),
    "tribal": ("seat",),
    "mating": ("seat", "side"),
}  # fmt: skip
NAMES = tuple(FIELDS)
EVENT, CLIMATE, AUCTION, DAUGHTER, HUNT, ATTACK, COURTSHIP, BIRTH, ELDER, ACTION, OFFER, HAND, TRIBAL, MATING = range(len(NAMES))

FATES = ("moved", "removed", "ice", "new", "melted", "ice removed")
MOVED, REMOVED, ICE, NEW, MELTED, ICE_REMOVED = range(len(FATES))
OF_DAUGHTER = ("came", "matured", "married", "lost")
CAME, MATURED, MARRIED, LOST = range(len(OF_DAUGHTER))
TAKEN = ("none", "trophy", "hand")
HOW = ("automatic", "roll", "refused")
AUTOMATIC, ROLLED, REFUSED = range(len(HOW))
OUTCOMES = ("nothing", "husband", "wanderer")
SOURCES = ("hunt", "gather", "animal")
FROM_HUNT, FROM_GATHER, FROM_ANIMAL = range(len(SOURCES))
OF_ELDER = ("promoted", "matured", "died", "recalled")
PROMOTED, GREW, DIED, RECALLED = range(len(OF_ELDER))
CAUSES = ("none", "elder_death", "chaos", "blizzard")
ACTIONS = ("none", "portal", "innovate", "play_card")
OF_HAND = ("taken", "discarded", "played")

# what is counted of a seat
COUNTS = ("born", "killed_hunting", "killed_fighting", "killed_chaos", "hunts", "successes", "plundered", "converted")
BORN, KILLED_HUNTING, KILLED_FIGHTING, KILLED_CHAOS, HUNTS, SUCCESSES, PLUNDERED, CONVERTED = range(len(COUNTS))
