"""Actions: immutable choices with a stable id, named arguments and a text in plain words.

An id is kind * 2**24 + first * 2**16 + second * 2**8 + third. Kinds and names only ever get appended to, so an id means
the same in every position and version.
"""

from __future__ import annotations

import re
from functools import lru_cache
from numbers import Integral
from typing import Any

from caverna_sim.check import shown_name
from caverna_sim.errors import UnknownAction, nearest, shown
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
    STEPS,
    TILE,
    TITLE,
    TYPES,
    Field,
    named,
    number,
    thing,
)
from caverna_sim.games.caverna.box.names import PRINTED, Names
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.expansions import shares
from caverna_sim.games.caverna.ids import act, good, part, terrain
from caverna_sim.games.caverna.shape.board import DIRECTIONS

ARGUMENTS = (
    "space", "weapon", "tile", "cell", "direction", "payment", "size", "crop", "strength", "level", "loot", "good",
    "amount", "times", "option", "food", "dwarf", "types", "step", "place",
    *(name for share in shares("actions") for name in share.ARGUMENTS),
)  # fmt: skip
MOST_LETTERS = 300  # of a text; the longest has some 80

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
    "skip_step": ("skip the {step} step", (named("step", 2, STEPS),)),
    "protect": ("protect {space}", (SPACE,)),
}
for share in shares("actions"):
    KINDS |= share.KINDS
# arguments of the kinds of actions that rows of ids/part.py bring along
ORDINARY = {field.name: field for field in (CELL, SPACE, GOOD, number("strength", 2), number("amount", 2))}
KINDS |= {row.action: (row.says, tuple(ORDINARY[name] for name in re.findall(r"{(\w+)}", row.says))) for row in part.ROWS if row.says}
assert tuple(KINDS) == act.NAMES
# how texts were written once; they are still read
OLD_TEXTS: dict[str, tuple[str, tuple[Field, ...]]] = {"use_tile": ("use {tile}, trade {option}", (TILE, OPTION))}


class Action:
    """One choice. Arguments that a kind does not have are None."""

    __slots__ = ("_arguments", "_id", "_names")

    _id: int
    _arguments: dict[str, Any]
    _names: Names

    def __new__(cls, number: int, names: Names = PRINTED) -> Action:
        """The action with an id; `names` are those of the game's rules (`game.rules.names`) where house rules add things."""
        is_whole = type(number) is int or (isinstance(number, Integral) and not isinstance(number, bool))
        if not is_whole or not 0 <= number < 2**31:
            raise UnknownAction(f"{shown(number)} is not the id of an action")
        return _action(int(number), names)

    @property
    def id(self) -> int:
        """Stable over positions and versions."""
        return self._id

    @property
    def kind(self) -> str:
        """What the action does, for example `furnish`."""
        return act.NAMES[self._id >> 24]

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments by name."""
        return dict(self._arguments)

    @property
    def goods(self) -> dict[str, int] | None:
        """What a conversion, exchange, purchase or sowing is about."""
        ware = self._arguments.get("good") or self._arguments.get("crop")
        return None if ware is None else {ware: self._arguments.get("amount", 1)}

    @property
    def text(self) -> str:
        """The action in plain words; `Action.parse` is the inverse."""
        template, fields = KINDS[self.kind]
        words = {}
        for field in fields:
            value = self._arguments[field.name] if field.words is None else field.words(self._arguments, self._names)
            shown = " and ".join(value) if isinstance(value, tuple) else str(value)
            words[field.name] = shown if field.before is None else field.before + shown if value else ""
        return template.format(**words)

    @staticmethod
    def parse(text: str, names: Names = PRINTED) -> Action:
        """The action with this text."""
        if not isinstance(text, str) or len(text) > MOST_LETTERS:
            raise UnknownAction(f"{shown(text)} is not the text of an action")
        for kind, pattern, fields in _patterns():
            match = pattern.fullmatch(text.strip())
            if match:
                try:
                    return Action(_id_of(kind, fields, match, names), names)
                except UnknownAction as error:
                    raise UnknownAction(f"action `{shown_name(text)}`: {error}") from None
        known = [template for template, _ in KINDS.values()]
        raise UnknownAction(f"`{shown_name(text)}` is not an action; {nearest(text, known)}")

    def __getattr__(self, name: str) -> Any:
        if name in ARGUMENTS:
            return self._arguments.get(name)
        raise AttributeError(f"an Action has no attribute {name!r}; arguments are {', '.join(ARGUMENTS)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Action cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other._id == self._id

    def __hash__(self) -> int:
        return hash(self._id)

    def __repr__(self) -> str:
        return f"<Action {self.text!r}>"

    def __reduce__(self) -> tuple[type[Action], tuple[int, Names]]:
        return Action, (self._id, self._names)


def _id_of(kind: str, fields: tuple[Field, ...], match: re.Match[str], names: Names) -> int:
    """The id that the words of a text make."""
    number, read = act.NAMES.index(kind) << 24, dict[str, int]()
    for field in fields:
        read[field.name] = field.encode(match[field.name] or "", names, read)
        if not 0 <= read[field.name] <= 255:
            raise UnknownAction(f"{field.name} must be from 0 to 255")
        number |= read[field.name] << 8 * field.byte
    return number


@lru_cache(maxsize=8192)
def _action(number: int, names: Names) -> Action:
    kind = number >> 24
    if not 0 <= kind < act.NUM:
        raise UnknownAction(f"{number} is not the id of an action")
    arguments: dict[str, Any] = {}
    for field in KINDS[act.NAMES[kind]][1]:
        try:
            arguments[field.name] = field.decode(number >> 8 * field.byte & 255, names)
        except IndexError:
            raise UnknownAction(f"{number} is not the id of an action: it has no such {field.name}") from None
    used = sum(255 << 8 * field.byte for field in KINDS[act.NAMES[kind]][1])
    if number & 0xFFFFFF & ~used or arguments.get("step") == "":
        raise UnknownAction(f"{number} is not the id of an action: `{act.NAMES[kind]}` has no such arguments")
    action = object.__new__(Action)
    object.__setattr__(action, "_id", number)
    object.__setattr__(action, "_arguments", arguments)
    object.__setattr__(action, "_names", names)
    return action


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str], tuple[Field, ...]]]:
    patterns = []
    for kind, (template, fields) in (*KINDS.items(), *OLD_TEXTS.items()):
        pattern = re.escape(template).replace(r"\{", "{").replace(r"\}", "}")
        for field in fields:
            group = f"(?P<{field.name}>{field.pattern})"
            pattern = pattern.replace("{" + field.name + "}", group if field.before is None else f"(?:{field.before}{group})?")
        patterns.append((kind, re.compile(pattern), fields))
    return patterns
