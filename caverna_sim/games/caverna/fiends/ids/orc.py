"""Orcs of a player: where they are, and how they stopped being hostile."""

A = 0
B = 1
C = 2
D = 3
EXTRA = 4  # the extra friendly orc of the Orc doctor
NUM_HOSTILE = 4
NUM = 5
NAMES = ("A", "B", "C", "D", "extra")

# status
OUT = 0  # not in this game (base game; the extra orc before the Orc doctor)
WAITING = 1  # D before the end of event 2
FOREST = 2  # hostile, in the forest
CAVE = 3  # hostile, in the cave
FRIENDLY = 4
DEFEATED = 5
STATUS = ("out", "waiting", "forest", "cave", "friendly", "defeated")

# fate
LEFT = 0  # still hostile
FOUGHT = 1
TRAPPED = 2
BRIBED = 3
BEFRIENDED = 4
FATES = ("left", "fought", "trapped", "bribed", "befriended")

# ways to be rid of orcs that a limit may close
TRAPS = 0  # setting traps
BRIBES = 1
FIGHTS = 2
ROOMS = 3  # rooms for friendly orcs
DOGS = 4  # dogs in fights
WAYS = ("traps", "bribes", "fights", "rooms", "dogs")

GOLD_REWARD = 127  # reward of an orc: 0 none yet, 1 + bounty, or gold
