"""Arguments of actions: the bits of an id that each lies in, how they become a value and back, and how a text says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from caverna_sim.errors import UnknownAction, nearest

Read = Mapping[str, int]  # the arguments of a text that are read already


class Field(NamedTuple):
    """An argument: its name, the byte it begins at, how it becomes a value and back, and its place in the text.

    What decodes and encodes is given the names of the game that is played, too, where house rules may add things.
    """

    name: str
    byte: int
    decode: Callable[[int, Any], Any]
    encode: Callable[[str, Any, Read], int]
    pattern: str = r"[\w:/]+"
    before: str | None = None  # words that go before it, left out with an empty value; None: never left out
    words: Callable[[Mapping[str, Any], Any], str] | None = None  # for the text, when the value alone does not say it
    bits: int = 8

    @property
    def largest(self) -> int:
        """The largest number that has room."""
        return (1 << self.bits) - 1


def index_of(name: str, text: str, names: tuple[str, ...]) -> int:
    """The number of a name; UnknownAction says which there are."""
    if text not in names:
        raise UnknownAction(f"unknown {name} `{text}`; {nearest(text, names)}")
    return names.index(text)


def named(name: str, byte: int, names: tuple[str, ...], before: str | None = None) -> Field:
    """One of a few words."""
    pattern = r"[\w:]+(?: [\w:]+)*" if any(" " in word for word in names) else r"[\w:]+"
    return Field(name, byte, lambda number, _: names[number], lambda text, _, __: index_of(name, text, names), pattern, before)


def number(name: str, byte: int) -> Field:
    """A number."""
    return Field(name, byte, lambda number, _: number, lambda text, _, __: int(text), r"\d+")
