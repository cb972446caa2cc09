"""Tables and columns: the one shape of what is written and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

NAMES = "names"  # strings of a fixed list, written as small numbers with a dictionary
TEXT = "string"
WORDS = "words"  # several numbers or names in one string, with blanks between them: no column is nested
TYPES = ("int8", "int16", "int32", "int64", "float32", "bool", TEXT, NAMES, WORDS)

Values = NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]  # words are (offsets, values)
Rows = Mapping[str, Values]  # values by column


@dataclass(frozen=True)
class Column:
    """A column, and what its values mean."""

    name: str
    type: str
    description: str
    names: tuple[str, ...] = ()  # of type NAMES, and WORDS unless they are numbers: the strings that the numbers stand for

    def __post_init__(self) -> None:
        """A column of names has names, one of words may have them, and no other has."""
        assert self.type in TYPES, self.type
        assert self.type == WORDS or bool(self.names) == (self.type == NAMES), self.name


@dataclass(frozen=True)
class Table:
    """A table: one kind of row. Rows are in the order of games; equal games give equal rows."""

    name: str
    description: str
    columns: tuple[Column, ...]

    def describe(self) -> dict[str, Any]:
        """For the manifest."""
        columns = {column.name: {"type": column.type, "description": column.description} for column in self.columns}
        return {"description": self.description, "columns": columns}
