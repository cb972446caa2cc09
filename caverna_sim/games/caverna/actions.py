"""Actions: immutable choices with a stable id, named arguments and a text in plain words.

An id is kind * 2**24 + first * 2**16 + second * 2**8 + third. Kinds and names only ever get appended to, so an id means
the same in every position and version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from numbers import Integral
from typing import Any, NamedTuple

from caverna_sim.check import shown_name
from caverna_sim.errors import UnknownAction, nearest, shown
from caverna_sim.games.caverna.box.names import PRINTED, Names
from caverna_sim.games.caverna.box.schema import TWIN_TILES
from caverna_sim.games.caverna.ids import act, good, orc, part, terrain
from caverna_sim.games.caverna.shape.board import CELL_NAMES, DIRECTIONS
from caverna_sim.games.caverna.shape.layout import MAX_DWARFS

ARGUMENTS = (
    "space", "weapon", "tile", "cell", "direction", "payment", "size", "crop", "strength", "level", "loot", "good",
    "amount", "times", "option", "food", "dwarf", "types", "step",
    "place", "orc", "trap", "dogs", "bounty", "resident", "worker", "wanted",
)  # fmt: skip
PAYMENTS = ("", "ore for wood", "ore for stone", "ore for wood and stone")
MOST_LETTERS = 300  # of a text; the longest has some 80
ANY_MATERIAL = 64  # from here on the payment of a tile priced in any building material: 64 + 8 * wood + stone


Read = Mapping[str, int]  # the arguments of a text that are read already


class Field(NamedTuple):
    """An argument: its name, the byte it lies in, how a byte becomes a value and back, and its place in the text."""

    name: str
    byte: int
    decode: Callable[[int, Names], Any]
    encode: Callable[[str, Names, Read], int]
    pattern: str = r"[\w:/]+"
    before: str | None = None  # words that go before it, left out with an empty value; None: never left out
    words: Callable[[Mapping[str, Any], Names], str] | None = None  # for the text, when the value alone does not say it


def _index(name: str, text: str, names: tuple[str, ...]) -> int:
    if text not in names:
        raise UnknownAction(f"unknown {name} `{text}`; {nearest(text, names)}")
    return names.index(text)


def _named(name: str, byte: int, names: tuple[str, ...], before: str | None = None) -> Field:
    pattern = r"[\w:]+(?: [\w:]+)*" if any(" " in word for word in names) else r"[\w:]+"
    return Field(name, byte, lambda number, _: names[number], lambda text, _, __: _index(name, text, names), pattern, before)


def _thing(name: str, byte: int, kind: str) -> Field:
    """Something that house rules may add to: its names are those of the game."""
    return Field(
        name, byte, lambda number, names: getattr(names, kind)[number], lambda text, names, _: _index(name, text, getattr(names, kind))
    )  # fmt: skip


def _number(name: str, byte: int) -> Field:
    return Field(name, byte, lambda number, _: number, lambda text, _, __: int(text), r"\d+")


def _encode_title(text: str, names: Names, _: Read) -> int:
    """A furnishing by what is printed on it, or by its id."""
    return names.furnishings.index(text) if text in names.furnishings else _index("tile", text, names.titles)


def _deal_in_words(arguments: Mapping[str, Any], names: Names) -> str:
    deals, option = names.deals[names.furnishings.index(arguments["tile"])], arguments["option"]
    return deals[option] if option < len(deals) and deals[option] else f"number {option}"


def _encode_deal(text: str, names: Names, read: Read) -> int:
    deals = names.deals[read["tile"]]
    return int(text[len("number ") :]) if re.fullmatch(r"number \d{1,3}", text) else _index("trade", text, deals)


def _meal_in_words(arguments: Mapping[str, Any], names: Names) -> str:
    option = arguments["option"]
    return names.meals[option] if option < len(names.meals) else f"option {option}"


def _encode_meal(text: str, names: Names, _: Read) -> int:
    return int(text[len("option ") :]) if re.fullmatch(r"option \d{1,3}", text) else _index("food", text, names.meals)


def _encode_types(text: str, _: Names, __: Read) -> int:
    words = text.split(" and ")
    for word in words:
        if word not in good.FARM_ANIMALS or words.count(word) > 1:
            raise UnknownAction(f"unknown types `{text}`; name different ones of {', '.join(good.FARM_ANIMALS)}, joined by `and`")
    return sum(1 << good.FARM_ANIMALS.index(word) for word in words)


def _decode_types(number: int, _: Names) -> tuple[str, ...]:
    if not 0 < number < 1 << good.NUM_FARM_ANIMALS:
        raise IndexError(number)
    return tuple(name for index, name in enumerate(good.FARM_ANIMALS) if number >> index & 1)


def _decode_payment(number: int, _: Names) -> str:
    if not ANY_MATERIAL <= number < 2 * ANY_MATERIAL:
        return PAYMENTS[number]
    wood, stone = divmod(number - ANY_MATERIAL, 8)
    return f"{wood} wood {stone} stone and ore"


def _encode_payment(text: str, _: Names, __: Read) -> int:
    match = re.fullmatch(r"([0-7]) wood ([0-7]) stone and ore", text)
    if match:
        return ANY_MATERIAL + 8 * int(match[1]) + int(match[2])
    if text not in PAYMENTS:
        raise UnknownAction(f"unknown payment `{text}`; {nearest(text, (*PAYMENTS[1:], '3 wood 2 stone and ore'))}")
    return PAYMENTS.index(text)


def _decode_standing(number: int, _: Names) -> str | None:
    """The cell an animal stands on; None where places do not matter."""
    return CELL_NAMES[number] if number else None


def _encode_standing(text: str, _: Names, __: Read) -> int:
    if text and text not in CELL_NAMES[1:]:
        raise UnknownAction(f"unknown cell `{text}`; {nearest(text, CELL_NAMES[1:])}")
    return CELL_NAMES.index(text) if text else 0


def _title(tile: str, names: Names) -> str:
    return names.titles[names.furnishings.index(tile)]


_CELL = _named("cell", 1, CELL_NAMES)
_TILE = _thing("tile", 2, "furnishings")
_OPTION = _number("option", 1)
_FIRST_ORC = _named("orc", 2, orc.NAMES)
_PASTURE_DIRECTIONS = (*DIRECTIONS, "")
_DWARFS = ("adult", "newborn")
_PLACES = ("at home", "acting now", "at work", "just born")
_STEPS = ("", "field", "breeding")
_ORC_DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_RESIDENTS = (*(f"dwarf {number + 1}" for number in range(MAX_DWARFS)), *(f"orc {name}" for name in orc.NAMES))
_WORKERS = ("donkey", "mine orc")
_PAID_WITH = ("", "wood", "ore")
_BEGGAR = ("return a marker and take gold", "return a marker", "take gold")

# kind -> text and fields; words in brackets are arguments
KINDS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "pass": ("pass", ()),
    "place": ("place a dwarf of strength {weapon} on {space}", (_thing("space", 2, "spaces"), _number("weapon", 1))),
    "imitate": ("imitate {space}", (_thing("space", 2, "spaces"),)),
    "collect": ("collect from {space}", (_thing("space", 2, "spaces"),)),
    "twin_tile": (
        "place {tile} on {cell} going {direction}",
        (_named("tile", 2, TWIN_TILES), _named("cell", 1, CELL_NAMES), _named("direction", 0, DIRECTIONS)),
    ),
    "single_tile": ("place a single {tile} on {cell}", (_named("tile", 2, terrain.NAMES), _named("cell", 1, CELL_NAMES))),
    "furnish": (
        "furnish {cell} with {tile}{payment}",
        (
            _TILE,
            _named("cell", 1, CELL_NAMES),
            Field("payment", 0, _decode_payment, _encode_payment, r"[\w ]+", " paying "),
        ),
    ),
    "pasture": (
        "fence a {size} pasture on {cell}{direction}",
        (_named("size", 2, ("small", "large")), _named("cell", 1, CELL_NAMES), _named("direction", 0, _PASTURE_DIRECTIONS, " going ")),
    ),
    "stable": ("build a stable on {cell}", (_named("cell", 1, CELL_NAMES),)),
    "ruby_mine": ("build a ruby mine on {cell}", (_named("cell", 1, CELL_NAMES),)),
    "sow": ("sow {crop} on {cell}", (_named("crop", 2, good.NAMES), _named("cell", 1, CELL_NAMES))),
    "grow": ("grow the family", ()),
    "forge": ("forge a weapon of strength {strength}", (_number("strength", 2),)),
    "expedition": ("go on an expedition of level {level}", (_number("level", 2),)),
    "loot": ("take loot {loot}", (_thing("loot", 2, "loot"),)),
    "buy": ("buy {good}", (_named("good", 2, good.NAMES),)),
    "trade": ("trade {times} times", (_number("times", 2),)),
    "convert": (
        "turn {amount} {good} into food{cell}",
        (_named("good", 2, good.NAMES), _number("amount", 1), Field("cell", 0, _decode_standing, _encode_standing, before=" from ")),
    ),
    "exchange": ("exchange a ruby for {good}", (_named("good", 2, good.NAMES),)),
    "buy_tile": ("buy a single {tile} for {cell}", (_named("tile", 2, terrain.NAMES), _named("cell", 1, CELL_NAMES))),
    "use_tile": (
        "trade {option} at the {tile}",
        (
            Field("tile", 2, _TILE.decode, _encode_title, ".+", words=lambda arguments, names: _title(arguments["tile"], names)),
            Field("option", 1, _OPTION.decode, _encode_deal, ".+?", words=_deal_in_words),
        ),
    ),
    "disarm": ("give up a weapon of strength {weapon} of a dwarf {place}", (_number("weapon", 2), _named("place", 1, _PLACES))),
    "feed": ("feed with {food} food", (_number("food", 2),)),
    "feed_dwarf": (
        "feed one {dwarf} dwarf with {option}",
        (Field("option", 2, _OPTION.decode, _encode_meal, "[\\w ]+", words=_meal_in_words), _named("dwarf", 1, _DWARFS)),
    ),
    "breed": ("breed {types}", (Field("types", 2, _decode_types, _encode_types, "[a-z_ ]+"),)),
    "skip_step": ("skip the {step} step", (_named("step", 2, _STEPS),)),
    "protect": ("protect {space}", (_thing("space", 2, "spaces"),)),
    # Frantic Fiends
    "place_orc": ("place orc {orc} on {space}", (_FIRST_ORC, _thing("space", 1, "spaces"))),
    "set_trap": ("set {trap} on {cell}", (_thing("trap", 2, "traps"), _CELL)),
    "restock": ("restock the mine on {cell}", (_CELL,)),
    "forge_wood": ("forge a wooden weapon of strength {strength}", (_number("strength", 2),)),
    "bribe": ("bribe orc {orc} with {amount}", (_FIRST_ORC, _number("amount", 1))),
    "displace": ("displace orc {orc} to the {direction}", (_FIRST_ORC, _named("direction", 1, _ORC_DIRECTIONS))),
    "fight": ("fight orc {orc} and give up {dogs} dogs", (_FIRST_ORC, _number("dogs", 1))),
    "bounty": ("take the bounty {bounty} for orc {orc}", (_FIRST_ORC, _thing("bounty", 1, "bounties"))),
    "take_gold": ("take the gold of orc {orc}", (_FIRST_ORC,)),
    "use_space": ("use the space {space}", (_thing("space", 2, "spaces"),)),
    "move_in": ("let orc {orc} move into {cell}", (_FIRST_ORC, _CELL)),
    "occupy": ("let orc {orc} occupy {cell}", (_FIRST_ORC, _CELL)),
    "capture": ("let orc {orc} capture one {dwarf} dwarf", (_FIRST_ORC, _named("dwarf", 1, _DWARFS))),
    "house": ("house {resident} on {cell}", (_named("resident", 2, _RESIDENTS), _CELL)),
    "arrange": ("put {amount} {good} on {cell}", (_named("good", 2, good.NAMES), _CELL, _number("amount", 0))),
    "mine": ("empty the mine on {cell} with a {worker}", (_named("worker", 2, _WORKERS), _CELL)),
    "reduce": ("weaken orc {orc}", (_FIRST_ORC,)),
    "pay_trap": ("pay {amount} to weaken the orc", (_number("amount", 2),)),
    "arm": (
        "arm a dwarf {place} with strength {strength}{payment}",
        (_number("strength", 2), _named("place", 1, _PLACES), _named("payment", 0, _PAID_WITH, " paid in ")),
    ),
    "swap": (
        "swap {amount} {good} for {wanted}",
        (_named("good", 2, good.NAMES), _named("wanted", 1, good.NAMES), _number("amount", 0)),
    ),
    "beggar": ("{option} as Beggar king", (_named("option", 2, _BEGGAR),)),
}
# arguments of the kinds of actions that rows of ids/part.py bring along
ORDINARY = {
    field.name: field
    for field in (_CELL, _thing("space", 2, "spaces"), _named("good", 2, good.NAMES), _number("strength", 2), _number("amount", 2))
}  # fmt: skip
KINDS |= {row.action: (row.says, tuple(ORDINARY[name] for name in re.findall(r"{(\w+)}", row.says))) for row in part.ROWS if row.says}
assert tuple(KINDS) == act.NAMES
# how texts were written once; they are still read
OLD_TEXTS: dict[str, tuple[str, tuple[Field, ...]]] = {"use_tile": ("use {tile}, trade {option}", (_TILE, _OPTION))}


class Action:
    """One choice. Arguments that a kind does not have are None."""

    __slots__ = ("_arguments", "_id", "_names")

    _id: int
    _arguments: dict[str, Any]
    _names: Names

    def __new__(cls, number: int, names: Names = PRINTED) -> Action:
        """The action with an id; `names` are those of the game's rules (`game.rules.names`) where house rules add things."""
        if isinstance(number, bool) or not isinstance(number, Integral) or not 0 <= number < 2**31:
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
