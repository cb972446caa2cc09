"""A table of a position and where it stands: whatever is read from it is checked, and told by its path where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self, TypeVar

import numpy as np

from caverna_sim.check import MOST_NUMBER, Wrong, flag, listed, place_of, reading, table, whole
from caverna_sim.errors import CavernaError, PositionError
from caverna_sim.kit.play.positions import opened, read_amounts, set_of

Rules = TypeVar("Rules")
Row = tuple[str, int, int, int]  # a field of a position and of the record: what it is when left out, least, most


class Entry:
    """A table of a position."""

    checked: Callable[..., Mapping[str, Any]] = staticmethod(table)  # its names are known

    def __init__(self, given: Any, field: str = "", known: Collection[str] | None = None, what: str = "key") -> None:
        self.given, self.field = self.checked(given, field, known, what), field

    def __contains__(self, name: str) -> bool:
        return name in self.given

    def get(self, name: str, usual: Any = None) -> Any:
        """What stands there, whatever it is."""
        return self.given.get(name, usual)

    def at(self, name: str) -> str:
        """Where a field of it stands."""
        return f"{self.field}.{name}" if self.field else name

    def fault(self, name: str, problem: str) -> Wrong:
        """What is wrong with a field, in one sentence."""
        return Wrong(self.at(name), problem)

    def whole(self, name: str, usual: Any, low: int, high: int) -> int:
        """A whole number."""
        return whole(self.get(name, usual), self.at(name), low, high)

    def fill(self, record: Any, *rows: Row) -> None:
        """Whole numbers that stand in the record by the same name."""
        for name, usual, low, high in rows:
            record[name] = self.whole(name, usual, low, high)

    def flag(self, name: str, usual: bool = False) -> bool:
        """True or false."""
        return flag(self.get(name, usual), self.at(name))

    def place(self, name: str, known: Sequence[str], usual: Any = None, words: Mapping[str, int] | None = None) -> int:
        """The number of a name, or of a word that stands beside the names."""
        given = self.get(name, usual)
        return words[given] if words and isinstance(given, str) and given in words else place_of(given, self.at(name), known)

    def listed(self, name: str, length: int | None = None, usual: Any = ()) -> list[Any]:
        """A list, of a certain length where one is given."""
        return listed(self.get(name, list(usual)), self.at(name), length)

    def inner(self, name: str, known: Collection[str] | None = None, what: str = "key") -> Self:
        """A table in it, empty if left out."""
        return type(self)(self.get(name, {}), self.at(name), known, what)

    def inners(self, name: str, known: Collection[str]) -> Iterator[Self]:
        """The tables of a list in it, each checked when its turn comes."""
        return (type(self)(one, f"{self.at(name)}.{place}", known) for place, one in enumerate(self.listed(name)))

    def grid(self, name: str, rows: int, columns: int) -> Iterator[tuple[int, int, Any]]:
        """Row, column and what stands there."""
        for row, cells in enumerate(listed(self.given[name], self.at(name), rows)):
            for column, one in enumerate(listed(cells, f"{self.at(name)}.{row}", columns)):
                yield row, column, one

    def amounts(self, name: str, values: Any, known: Sequence[str], what: str, most: int) -> list[int]:
        """Put amounts by name where they belong; hands back the numbers of what was named."""
        return read_amounts(values, self.get(name, {}), self.at(name), known, what, most)

    def set_of(self, name: str, known: Sequence[str], what: str) -> int:
        """A list of different names as a set of bits."""
        return set_of(self.get(name, []), self.at(name), known, what)


@contextmanager
def of_rules(field: str = "rules") -> Iterator[None]:
    """Rules that a game refuses are a fault of the position."""
    try:
        yield
    except CavernaError as error:
        raise Wrong(field, str(error)) from None


def read_position(
    position: Any, frame: tuple[str, Collection[str], int, str], kind: np.dtype[Any],
    rules_of: Callable[[Mapping[str, Any], int], Rules], read: Callable[[Mapping[str, Any], Rules, Any], None],
) -> tuple[np.ndarray, Rules, int]:  # fmt: skip
    """A state (array of length 1), its rules and its index; PositionError names what is wrong.

    The frame is the name of the game, the names of fields, most players, and what names of fields are called.
    """
    game, fields, most_players, what = frame
    with reading(PositionError, "position"):
        given, players = opened(position, fields, game, most_players, what)
        rules = rules_of(given, players)
        states = np.zeros(1, kind)
        read(given, rules, states[0])
        return states, rules, whole(given.get("index", 0), "index", 0, MOST_NUMBER)
