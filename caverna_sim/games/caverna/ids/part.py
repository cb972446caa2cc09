"""What a part of an action space or a loot item does: a row for each kind, and its number for kernels.

A kind of part stands in two places more: its doors `possible`, `list_choices`, `is_choice` and `carry_out` in a module of its
name in course/parts/ or fiends/parts/ (course/doors.py finds them there), and what it is worth to bots in bots/parts.py.
"""

from __future__ import annotations

from typing import NamedTuple

NO_SPACE = -1  # where a loot item is carried out

NONE = 0
COLLECT = 1  # take accumulated goods and receive fixed ones
TWIN_TILE = 2
SINGLE_TILE = 3
FURNISH = 4
GROW = 5
SOW = 6
FORGE = 7
EXPEDITION = 8
SMALL_PASTURE = 9
LARGE_PASTURE = 10
STABLE = 11
RUBY_MINE = 12
BUY = 13
TRADE = 14
IMITATE = 15
BREED = 16
ALL_WEAPONS = 17
# Frantic Fiends
FORGE_WOOD = 18
SET_TRAP = 19
RESTOCK = 20
FIGHT = 21


class Part(NamedTuple):
    """One kind of part."""

    name: str  # of the module with its doors
    action: str  # the kind of action that carries it out, "" if none does
    words: dict[str, str]  # in a flow, with the fields that each takes; those with a `?` may be left out
    fiends: bool = False
    kind: int = -1  # of an action of its own: its number, the next free one of ids/act.py,
    says: str = ""  # and its text, with arguments in brackets (`ORDINARY` in actions.py)


ROWS: tuple[Part, ...] = (
    Part("none", "", {}),
    Part("collect", "collect", {"gain": "goods"}),
    Part("twin_tile", "twin_tile", {"place_twin_tile": "tiles"}),
    Part("single_tile", "single_tile", {"place_single_tile": "tile"}),
    Part("furnish", "furnish", {"furnish_cavern": "cost? basic_display?", "furnish_dwelling": "cost? tiles?"}),
    Part("grow", "grow", {"family_growth": ""}),
    Part("sow", "sow", {"sow": ""}),
    Part("forge", "forge", {"forge": ""}),
    Part("expedition", "expedition", {"expedition": "level"}),
    Part("pasture", "pasture", {"build_small_pasture": "cost?"}),
    Part("pasture", "pasture", {"build_large_pasture": "cost?"}),
    Part("stable", "stable", {"build_stable": "cost?"}),
    Part("ruby_mine", "ruby_mine", {"place_ruby_mine": "on"}),
    Part("buy", "buy", {"buy": "prices"}),
    Part("trade", "trade", {"trade": "most give get"}),
    Part("imitate", "imitate", {"imitate": ""}),
    Part("breed", "breed", {"breed": "max_types"}),
    Part("all_weapons", "", {"increase_all_weapons": "amount"}),
    Part("forge_wood", "forge_wood", {"forge_wood": ""}, fiends=True),
    Part("set_trap", "set_trap", {"set_trap": "free? basic_display?"}, fiends=True),
    Part("restock", "restock", {"restock_mines": ""}, fiends=True),
    Part("fight", "", {"fight_orc": ""}, fiends=True),
)
NUM = len(ROWS)
OF_WORD = {word: number for number, row in enumerate(ROWS) for word in row.words}
