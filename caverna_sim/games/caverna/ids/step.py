"""Steps of the agenda: what a player has to decide next. A row for each kind, and its number for kernels.

A kind of step stands in one place more: its doors in a module of its name in course/steps/ or fiends/steps/ (course/doors.py finds
them there). What each remembers: ids/argument.py.
"""

from __future__ import annotations

from typing import NamedTuple

PLACE = 0
ACTION = 1
SOW = 2
EXPEDITION = 3
LOOT_ITEM = 4
BUY = 5
MAKE_ROOM = 6
PROTECT = 7
HARVEST_CHOICE = 8
FEED = 9
BREED = 10
FINAL = 11
TRADE = 12
START = 13
# Frantic Fiends; an orc is 0 A ... 3 D, 4 the extra orc (fiends/ids/orc.py)
GRANT = 14
HOUSE = 15
ARRANGE = 16
NEW_ANIMALS = 17
ORC = 18
MOVE = 19
TRAP_PAY = 20
REDUCE = 21
BOUNTY = 22
USE_SPACE = 23
MOVE_IN = 24
CAVE = 25
CAPTURE = 26
RESTOCK = 27
ARM = 28
SWAP = 29
BEGGAR = 30
MINE = 31
FIGHT = 32
GROW = 33

# whether what may be done at any time may be done beside a step
NEVER = 0
ALWAYS = 1
OTHER_TURN = 2  # it is neither in the own turn nor feeding nor the end: as the toggle anytime_during_other_turns says


class Step(NamedTuple):
    """One kind of step."""

    name: str  # in positions, and of the module with its doors
    trades: int = ALWAYS
    passes: bool = False  # its owner may always decide nothing, or nothing more; other modules say themselves when
    fiends: bool = False


ROWS: tuple[Step, ...] = (
    Step("place"),
    Step("action"),
    Step("sow", passes=True),
    Step("expedition"),
    Step("loot_item", NEVER),
    Step("buy", passes=True),
    Step("make_room"),
    Step("protect", OTHER_TURN, passes=True),
    Step("harvest_choice", OTHER_TURN),
    Step("feed"),
    Step("breed", OTHER_TURN, passes=True),
    Step("final", passes=True),  # trades only, before scoring (R-SCORE-1)
    Step("trade", passes=True),
    Step("start", passes=True),  # trades only, before a tile pays as a round begins (U-10)
    Step("grant", passes=True, fiends=True),
    Step("house", NEVER, passes=True, fiends=True),
    Step("arrange", NEVER, passes=True, fiends=True),
    Step("new_animals", NEVER, fiends=True),
    Step("orc", passes=True, fiends=True),
    Step("move", NEVER, fiends=True),
    Step("trap_pay", fiends=True),
    Step("reduce", NEVER, passes=True, fiends=True),
    Step("bounty", fiends=True),
    Step("use_space", passes=True, fiends=True),
    Step("move_in", NEVER, fiends=True),
    Step("cave", NEVER, fiends=True),
    Step("capture", NEVER, fiends=True),
    Step("restock", NEVER, passes=True, fiends=True),
    Step("arm", passes=True, fiends=True),
    Step("swap", NEVER, passes=True, fiends=True),
    Step("beggar", NEVER, fiends=True),
    Step("mine", NEVER, fiends=True),
    Step("fight", NEVER, fiends=True),
    Step("grow", passes=True, fiends=True),
)
NUM = len(ROWS)
NAMES = tuple(row.name for row in ROWS)
TRADES = tuple(row.trades for row in ROWS)  # [step]
PASSES = tuple(row.passes for row in ROWS)
# set of those whose end leaves animals and the home board alone, as that of every base step does
KEEPS_HOME = sum(1 << number for number, row in enumerate(ROWS) if not row.fiends)
OF_FIENDS = tuple(row.fiends for row in ROWS)  # [step] what to ask, and not whether its number is GRANT or more: rows are appended
