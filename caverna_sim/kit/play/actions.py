"""Actions: immutable choices with a stable id, named arguments and a text in plain words.

An id is kind * 2**24 + what its arguments say in the 24 bits below. Kinds and names only ever get appended to, so an id means the same in
every position and version. A game has a subclass of `Action` with its `vocabulary`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from numbers import Integral
from typing import Any, ClassVar, Self

from caverna_sim.check import shown_name
from caverna_sim.errors import UnknownAction, nearest, shown
from caverna_sim.kit.play.fields import Field

MOST_LETTERS = 300  # of a text; the longest has some 80
Kinds = Mapping[str, tuple[str, tuple[Field, ...]]]  # kind -> text and fields; words in brackets are arguments


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The kinds of actions of a game, and what its things are called."""

    kinds: Kinds
    numbered: tuple[str, ...]  # [number] kind
    arguments: tuple[str, ...]
    printed: Any = None  # names of the printed rules
    old_texts: Kinds = field(default_factory=dict)  # how texts were written once; they are still read
    told_as: Mapping[str, str] = field(default_factory=dict)  # kinds that people know by the name of another one

    @cached_property
    def patterns(self) -> list[tuple[str, re.Pattern[str], tuple[Field, ...]]]:
        """What texts look like."""
        found = []
        for kind, (template, fields) in (*self.kinds.items(), *self.old_texts.items()):
            pattern = re.escape(template).replace(r"\{", "{").replace(r"\}", "}")
            for one in fields:
                group = f"(?P<{one.name}>{one.pattern})"
                pattern = pattern.replace("{" + one.name + "}", group if one.before is None else f"(?:{one.before}{group})?")
            found.append((kind, re.compile(pattern), fields))
        return found


class Action:
    """One choice. Arguments that a kind does not have are None."""

    __slots__ = ("_arguments", "_id", "_names")

    vocabulary: ClassVar[Vocabulary]
    _id: int
    _arguments: dict[str, Any]
    _names: Any

    def __new__(cls, number: int, names: Any = None) -> Self:
        """The action with an id; `names` are those of the game's rules (`game.rules.names`) where house rules add things."""
        is_whole = type(number) is int or (isinstance(number, Integral) and not isinstance(number, bool))
        if not is_whole or not 0 <= number < 2**31:
            raise UnknownAction(f"{shown(number)} is not the id of an action")
        printed = cls.vocabulary.printed if names is None else names
        found: Self = _action(cls, int(number), printed)  # type: ignore[arg-type]  # classes are hashable
        return found

    @property
    def id(self) -> int:
        """Stable over positions and versions."""
        return self._id

    @property
    def kind(self) -> str:
        """What the action does, for example `sow`."""
        kind = self.vocabulary.numbered[self._id >> 24]
        return self.vocabulary.told_as.get(kind, kind)

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments by name."""
        return dict(self._arguments)

    @property
    def form(self) -> tuple[str, tuple[Field, ...]]:
        """The text of its kind, with arguments in brackets, and these."""
        return self.vocabulary.kinds[self.vocabulary.numbered[self._id >> 24]]

    @property
    def text(self) -> str:
        """The action in plain words; `Action.parse` is the inverse."""
        return self.text_with({})

    def text_with(self, others: Mapping[str, str]) -> str:
        """The text with other words for some arguments."""
        template, fields = self.form
        words = {}
        for one in fields:
            usual = self._arguments[one.name] if one.words is None else one.words(self._arguments, self._names)
            value = others.get(one.name, usual)
            shown = " and ".join(value) if isinstance(value, tuple) else str(value)
            words[one.name] = shown if one.before is None else one.before + shown if value else ""
        return template.format(**words)

    @classmethod
    def parse(cls, text: str, names: Any = None) -> Self:
        """The action with this text."""
        if not isinstance(text, str) or len(text) > MOST_LETTERS:
            raise UnknownAction(f"{shown(text)} is not the text of an action")
        names = cls.vocabulary.printed if names is None else names
        for kind, pattern, fields in cls.vocabulary.patterns:
            match = pattern.fullmatch(text.strip())
            if match:
                try:
                    return cls(_id_of(cls.vocabulary.numbered.index(kind), fields, match, names), names)
                except UnknownAction as error:
                    raise UnknownAction(f"action `{shown_name(text)}`: {error}") from None
        known = [template for template, _ in cls.vocabulary.kinds.values()]
        raise UnknownAction(f"`{shown_name(text)}` is not an action; {nearest(text, known)}")

    def __getattr__(self, name: str) -> Any:
        if name in self.vocabulary.arguments:
            return self._arguments.get(name)
        raise AttributeError(f"an Action has no attribute {name!r}; arguments are {', '.join(self.vocabulary.arguments)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Action cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._id == self._id

    def __hash__(self) -> int:
        return hash(self._id)

    def __repr__(self) -> str:
        return f"<Action {self.text!r}>"

    def __reduce__(self) -> tuple[type[Action], tuple[int, Any]]:
        return type(self), (self._id, self._names)


def _id_of(kind: int, fields: tuple[Field, ...], match: re.Match[str], names: Any) -> int:
    """The id that the words of a text make."""
    number, read = kind << 24, dict[str, int]()
    for one in fields:
        read[one.name] = one.encode(match[one.name] or "", names, read)
        if not 0 <= read[one.name] <= one.largest:
            raise UnknownAction(f"{one.name} must be from 0 to {one.largest}")
        number |= read[one.name] << 8 * one.byte
    return number


@lru_cache(maxsize=8192)
def _action(cls: type[Action], number: int, names: Any) -> Any:
    known, kind = cls.vocabulary, number >> 24
    if not 0 <= kind < len(known.numbered):
        raise UnknownAction(f"{number} is not the id of an action")
    arguments: dict[str, Any] = {}
    fields = known.kinds[known.numbered[kind]][1]
    for one in fields:
        try:
            arguments[one.name] = one.decode(number >> 8 * one.byte & one.largest, names)
        except IndexError:
            raise UnknownAction(f"{number} is not the id of an action: it has no such {one.name}") from None
    used = sum(one.largest << 8 * one.byte for one in fields)
    if number & 0xFFFFFF & ~used:
        raise UnknownAction(f"{number} is not the id of an action: `{known.numbered[kind]}` has no such arguments")
    action = object.__new__(cls)
    object.__setattr__(action, "_id", number)
    object.__setattr__(action, "_arguments", arguments)
    object.__setattr__(action, "_names", names)
    return action
