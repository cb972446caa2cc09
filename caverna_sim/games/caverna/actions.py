"""The actions of Caverna: kinds with their texts and arguments (kit/play/actions.py)."""

from __future__ import annotations

import re

from caverna_sim.games.caverna.action_fields import (
    CELL,
    DEAL,
    DWARFS,
    GOOD,
    MEAL,
    OPTION,
    PASTURE_DIRECTIONS,
    PAYMENT,
    PLACES,
    SPACE,
    STANDING,
    STEP,
    TILE,
    TITLE,
    TYPES,
    thing,
)
from caverna_sim.games.caverna.box.names import PRINTED
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.expansions import modules
from caverna_sim.games.caverna.ids import act, good, part, terrain
from caverna_sim.games.caverna.shape.board import DIRECTIONS
from caverna_sim.kit.play import actions
from caverna_sim.kit.play.fields import Field, named, number

ARGUMENTS = (
    "space", "weapon", "tile", "cell", "direction", "payment", "size", "crop", "strength", "level", "loot", "good",
    "amount", "times", "option", "food", "dwarf", "types", "step", "place",
    *(name for share in modules("actions") for name in share.ARGUMENTS),
)  # fmt: skip

# kind -> text and fields; words in brackets are arguments
KINDS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "pass": ("pass", ()),
    "place": ("place a dwarf of strength {weapon} on {space}", (SPACE, number("weapon", 1))),
    "imitate": ("imitate {space}", (SPACE,)),
    "collect": ("collect from {space}", (SPACE,)),
    "twin_tile": ("place {tile} on {cell} going {direction}", (named("tile", 2, TWIN_TILES), CELL, named("direction", 0, DIRECTIONS))),
    "single_tile": ("place a single {tile} on {cell}", (named("tile", 2, terrain.NAMES), CELL)),
    "furnish": ("furnish {cell} with {tile}{payment}", (TILE, CELL, PAYMENT)),
    "pasture": (
        "fence a {size} pasture on {cell}{direction}",
        (named("size", 2, ("small", "large")), CELL, named("direction", 0, PASTURE_DIRECTIONS, " going ")),
    ),
    "stable": ("build a stable on {cell}", (CELL,)),
    "ruby_mine": ("build a ruby mine on {cell}", (CELL,)),
    "sow": ("sow {crop} on {cell}", (named("crop", 2, good.NAMES), CELL)),
    "grow": ("grow the family", ()),
    "forge": ("forge a weapon of strength {strength}", (number("strength", 2),)),
    "expedition": ("go on an expedition of level {level}", (number("level", 2),)),
    "loot": ("take loot {loot}", (thing("loot", 2, "loot"),)),
    "buy": ("buy {good}", (GOOD,)),
    "trade": ("trade {times} times", (number("times", 2),)),
    "convert": ("turn {amount} {good} into food{cell}", (GOOD, number("amount", 1), STANDING)),
    "exchange": ("exchange a ruby for {good}", (GOOD,)),
    "buy_tile": ("buy a single {tile} for {cell}", (named("tile", 2, terrain.NAMES), CELL)),
    "use_tile": ("trade {option} at the {tile}", (TITLE, DEAL)),
    "disarm": ("give up a weapon of strength {weapon} of a dwarf {place}", (number("weapon", 2), named("place", 1, PLACES))),
    "feed": ("feed with {food} food", (number("food", 2),)),
    "feed_dwarf": ("feed one {dwarf} dwarf with {option}", (MEAL, named("dwarf", 1, DWARFS))),
    "breed": ("breed {types}", (TYPES,)),
    "skip_step": ("skip the {step} step", (STEP,)),
    "protect": ("protect {space}", (SPACE,)),
}
for share in modules("actions"):
    KINDS |= share.KINDS
# arguments of the kinds of actions that rows of ids/part.py bring along
ORDINARY = {field.name: field for field in (CELL, SPACE, GOOD, number("strength", 2), number("amount", 2))}
KINDS |= {row.action: (row.says, tuple(ORDINARY[name] for name in re.findall(r"{(\w+)}", row.says))) for row in part.ROWS if row.says}
assert tuple(KINDS) == act.NAMES
# how texts were written once; they are still read
OLD_TEXTS: dict[str, tuple[str, tuple[Field, ...]]] = {"use_tile": ("use {tile}, trade {option}", (TILE, OPTION))}


class Action(actions.Action):
    """One choice. Arguments that a kind does not have are None."""

    __slots__ = ()

    vocabulary = actions.Vocabulary(KINDS, act.NAMES, ARGUMENTS, PRINTED, OLD_TEXTS)

    @property
    def goods(self) -> dict[str, int] | None:
        """What a conversion, exchange, purchase or sowing is about."""
        ware = self._arguments.get("good") or self._arguments.get("crop")
        return None if ware is None else {ware: self._arguments.get("amount", 1)}
