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
    is_alike: bool = False  # possible, and worth the same, wherever it is offered and whichever dwarf acts
    fiends: bool = False
    kind: int = -1  # of an action of its own: its number, the next free one of ids/act.py,
    says: str = ""  # and its text, with arguments in brackets (`ORDINARY` in actions.py)


ROWS: tuple[Part, ...] = (
    Part("none", "", {}),
    Part("collect", "collect", {"gain": "goods"}),
    Part("twin_tile", "twin_tile", {"place_twin_tile": "tiles"}, is_alike=True),
    Part("single_tile", "single_tile", {"place_single_tile": "tile"}, is_alike=True),
    Part("furnish", "furnish", {"furnish_cavern": "cost? basic_display?", "furnish_dwelling": "cost? tiles?"}, is_alike=True),
    Part("grow", "grow", {"family_growth": ""}),
    Part("sow", "sow", {"sow": ""}, is_alike=True),
    Part("forge", "forge", {"forge": ""}),
    Part("expedition", "expedition", {"expedition": "level"}),
    Part("pasture", "pasture", {"build_small_pasture": "cost?"}, is_alike=True),
    Part("pasture", "pasture", {"build_large_pasture": "cost?"}, is_alike=True),
    Part("stable", "stable", {"build_stable": "cost?"}, is_alike=True),
    Part("ruby_mine", "ruby_mine", {"place_ruby_mine": "on"}, is_alike=True),
    Part("buy", "buy", {"buy": "prices"}, is_alike=True),
    Part("trade", "trade", {"trade": "most give get"}, is_alike=True),
    Part("imitate", "imitate", {"imitate": ""}),
    Part("breed", "breed", {"breed": "max_types"}, is_alike=True),
    Part("all_weapons", "", {"increase_all_weapons": "amount"}),
    Part("forge_wood", "forge_wood", {"forge_wood": ""}, fiends=True),
    Part("set_trap", "set_trap", {"set_trap": "free? basic_display?"}, fiends=True),
    Part("restock", "restock", {"restock_mines": ""}, fiends=True),
    Part("fight", "", {"fight_orc": ""}, fiends=True),
)
NUM = len(ROWS)
OF_WORD = {word: number for number, row in enumerate(ROWS) for word in row.words}
