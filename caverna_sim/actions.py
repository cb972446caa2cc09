"""Actions: immutable choices with a stable id, named arguments and a text in plain words.

An id is kind * 2**24 + first * 2**16 + second * 2**8 + third. Kinds and names only ever get appended to, so an id means
the same in every position and version.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from caverna_sim.engine.board import CELL_NAMES, DIRECTIONS
from caverna_sim.engine.ids import act, good, terrain
from caverna_sim.errors import UnknownAction, nearest
from caverna_sim.rules.pack import FURNISHINGS, LOOT, SPACES
from caverna_sim.rules.schema import TWIN_TILES

ARGUMENTS = (
    "space", "weapon", "tile", "cell", "direction", "payment", "size", "crop", "strength", "level", "loot", "good",
    "amount", "times", "option", "food", "dwarf", "types", "step",
    "place",
)  # fmt: skip
PAYMENTS = ("", "ore for wood", "ore for stone", "ore for wood and stone")


class Field(NamedTuple):
    """An argument: its name, the byte it lies in, and how a byte becomes a value and back."""

    name: str
    byte: int
    decode: Callable[[int], Any]
    encode: Callable[[str], int]


def _named(name: str, byte: int, names: tuple[str, ...]) -> Field:
    def encode(text: str) -> int:
        if text not in names:
            raise UnknownAction(f"unknown {name} `{text}`; {nearest(text, names)}")
        return names.index(text)

    return Field(name, byte, lambda number: names[number], encode)


def _number(name: str, byte: int) -> Field:
    return Field(name, byte, int, int)


def _encode_types(text: str) -> int:
    words = text.split(" and ")
    for word in words:
        if word not in good.FARM_ANIMALS or words.count(word) > 1:
            raise UnknownAction(f"unknown types `{text}`; name different ones of {', '.join(good.FARM_ANIMALS)}, joined by `and`")
    return sum(1 << good.FARM_ANIMALS.index(word) for word in words)


def _decode_types(number: int) -> tuple[str, ...]:
    if not 0 < number < 1 << good.NUM_FARM_ANIMALS:
        raise IndexError(number)
    return tuple(name for index, name in enumerate(good.FARM_ANIMALS) if number >> index & 1)


_PASTURE_DIRECTIONS = (*DIRECTIONS, "")
_DWARFS = ("adult", "newborn")
_PLACES = ("at home", "acting now", "at work")
_STEPS = ("", "field", "breeding")

# kind -> text and fields; words in brackets are arguments
KINDS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "pass": ("pass", ()),
    "place": ("place a dwarf of strength {weapon} on {space}", (_named("space", 2, SPACES), _number("weapon", 1))),
    "imitate": ("imitate {space}", (_named("space", 2, SPACES),)),
    "collect": ("collect from {space}", (_named("space", 2, SPACES),)),
    "twin_tile": (
        "place {tile} on {cell} going {direction}",
        (_named("tile", 2, TWIN_TILES), _named("cell", 1, CELL_NAMES), _named("direction", 0, DIRECTIONS)),
    ),
    "single_tile": ("place a single {tile} on {cell}", (_named("tile", 2, terrain.NAMES), _named("cell", 1, CELL_NAMES))),
    "furnish": (
        "furnish {cell} with {tile}{payment}",
        (_named("tile", 2, FURNISHINGS), _named("cell", 1, CELL_NAMES), _named("payment", 0, PAYMENTS)),
    ),
    "pasture": (
        "fence a {size} pasture on {cell}{direction}",
        (_named("size", 2, ("small", "large")), _named("cell", 1, CELL_NAMES), _named("direction", 0, _PASTURE_DIRECTIONS)),
    ),
    "stable": ("build a stable on {cell}", (_named("cell", 1, CELL_NAMES),)),
    "ruby_mine": ("build a ruby mine on {cell}", (_named("cell", 1, CELL_NAMES),)),
    "sow": ("sow {crop} on {cell}", (_named("crop", 2, good.NAMES), _named("cell", 1, CELL_NAMES))),
    "grow": ("grow the family", ()),
    "forge": ("forge a weapon of strength {strength}", (_number("strength", 2),)),
    "expedition": ("go on an expedition of level {level}", (_number("level", 2),)),
    "loot": ("take loot {loot}", (_named("loot", 2, LOOT),)),
    "buy": ("buy {good}", (_named("good", 2, good.NAMES),)),
    "trade": ("trade {times} times", (_number("times", 2),)),
    "convert": ("turn {amount} {good} into food", (_named("good", 2, good.NAMES), _number("amount", 1))),
    "exchange": ("exchange a ruby for {good}", (_named("good", 2, good.NAMES),)),
    "buy_tile": ("buy a single {tile} for {cell}", (_named("tile", 2, terrain.NAMES), _named("cell", 1, CELL_NAMES))),
    "use_tile": ("use {tile}, trade {option}", (_named("tile", 2, FURNISHINGS), _number("option", 1))),
    "disarm": ("give up a weapon of strength {weapon} of a dwarf {place}", (_number("weapon", 2), _named("place", 1, _PLACES))),
    "feed": ("feed with {food} food", (_number("food", 2),)),
    "feed_dwarf": ("feed one {dwarf} dwarf with option {option}", (_number("option", 2), _named("dwarf", 1, _DWARFS))),
    "breed": ("breed {types}", (Field("types", 2, _decode_types, _encode_types),)),
    "skip_step": ("skip the {step} step", (_named("step", 2, _STEPS),)),
    "protect": ("protect {space}", (_named("space", 2, SPACES),)),
}
assert tuple(KINDS) == act.NAMES
_OPTIONAL = {"payment": " paying ", "direction": " going "}  # left out of the text when empty


class Action:
    """One choice. Arguments that a kind does not have are None."""

    __slots__ = ("_arguments", "_id")

    _id: int
    _arguments: dict[str, Any]

    def __new__(cls, number: int) -> Action:
        """The action with an id."""
        if isinstance(number, bool):
            raise UnknownAction(f"{number} is not the id of an action")
        return _action(int(number))

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
        words = {}
        for name, value in self._arguments.items():
            shown = " and ".join(value) if isinstance(value, tuple) else str(value)
            is_optional = name == "payment" or (name == "direction" and self.kind == "pasture")
            words[name] = (_OPTIONAL[name] + shown if shown else "") if is_optional else shown
        return KINDS[self.kind][0].format(**words)

    @staticmethod
    def parse(text: str) -> Action:
        """The action with this text."""
        for kind, pattern in _patterns().items():
            match = pattern.fullmatch(text.strip())
            if match:
                fields = KINDS[kind][1]
                try:
                    values = {field.name: field.encode(match[field.name] or "") for field in fields}
                except UnknownAction as error:
                    raise UnknownAction(f"action `{text}`: {error}") from None
                number = act.NAMES.index(kind) << 24
                for field in fields:
                    if not 0 <= values[field.name] <= 255:
                        raise UnknownAction(f"action `{text}`: {field.name} must be from 0 to 255")
                    number |= values[field.name] << 8 * field.byte
                return Action(number)
        known = [template for template, _ in KINDS.values()]
        raise UnknownAction(f"`{text}` is not an action; {nearest(text, known)}")

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

    def __reduce__(self) -> tuple[type[Action], tuple[int]]:
        return Action, (self._id,)


@lru_cache(maxsize=8192)
def _action(number: int) -> Action:
    kind = number >> 24
    if not 0 <= kind < act.NUM:
        raise UnknownAction(f"{number} is not the id of an action")
    arguments: dict[str, Any] = {}
    for field in KINDS[act.NAMES[kind]][1]:
        try:
            arguments[field.name] = field.decode(number >> 8 * field.byte & 255)
        except IndexError:
            raise UnknownAction(f"{number} is not the id of an action: it has no such {field.name}") from None
    used = sum(255 << 8 * field.byte for field in KINDS[act.NAMES[kind]][1])
    if number & 0xFFFFFF & ~used or arguments.get("step") == "":
        raise UnknownAction(f"{number} is not the id of an action: `{act.NAMES[kind]}` has no such arguments")
    action = object.__new__(Action)
    object.__setattr__(action, "_id", number)
    object.__setattr__(action, "_arguments", arguments)
    return action


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    patterns = {}
    for kind, (template, fields) in KINDS.items():
        pattern = re.escape(template).replace(r"\{", "{").replace(r"\}", "}")
        for field in fields:
            is_optional = field.name == "payment" or (field.name == "direction" and kind == "pasture")
            word = r"\d+" if field.decode is int else (r"[a-z_ ]+" if field.name in ("types", "payment", "place") else r"[\w:]+")
            group = f"(?P<{field.name}>{word})"
            pattern = pattern.replace("{" + field.name + "}", f"(?:{_OPTIONAL[field.name]}{group})?" if is_optional else group)
        patterns[kind] = re.compile(pattern)
    return patterns
