"""What the half of an action space does: a row for each kind, and its number for kernels.

A kind of part stands in one place more: its doors `possible`, `list_choices` and `carry_out` in a module of its name in course/parts/.
"""

from __future__ import annotations

from typing import NamedTuple

from caverna_sim.games.agricola.ids import act

NONE, ROOMS, STABLES, RENOVATE, FENCES, PLOW, SOW, BAKE, IMPROVE, TAKE_ONE, TRANSFER = range(11)


class Part(NamedTuple):
    """One kind of part."""

    name: str  # of the module with its doors
    actions: tuple[int, ...]  # kinds of actions that carry it out
    word: str = ""  # in the tables
    repeats: bool = False  # any number of times in one action, until the other half begins


ROWS: tuple[Part, ...] = (
    Part("none", ()),
    Part("rooms", (act.ROOM,), "build_rooms", repeats=True),
    Part("stables", (act.STABLE,), "build_stables", repeats=True),
    Part("renovate", (act.RENOVATE,), "renovate"),
    Part("fences", (act.FENCE, act.FENCE_PIECE), "build_fences", repeats=True),
    Part("plow", (act.PLOW,), "plow", repeats=True),
    Part("sow", (act.SOW,), "sow", repeats=True),
    Part("bake", (act.BAKE,), "bake_bread", repeats=True),
    Part("improve", (act.BUILD,), "major_or_minor_improvement"),
    Part("take_one", (act.TAKE,), "gain_choice"),
    Part("transfer", (act.GIVE, act.FETCH), "partner_transfer", repeats=True),
)
NUM = len(ROWS)
OF_WORD = {row.word: number for number, row in enumerate(ROWS) if row.word}
REPEATS = sum(1 << number for number, row in enumerate(ROWS) if row.repeats)  # set of kinds
_OF_ACTION = {kind: number for number, row in enumerate(ROWS) for kind in row.actions}
OF_ACTION = tuple(_OF_ACTION.get(kind, NONE) for kind in range(act.NUM))  # [kind of action] the part that it carries out
