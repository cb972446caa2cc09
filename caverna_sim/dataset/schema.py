"""Tables and columns: the one shape of what is written and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

NAMES = "names"  # strings of a fixed list, written as small numbers with a dictionary
LISTS = "list of int8"
NAME_LISTS = "list of names"  # written as lists of strings
TYPES = ("int8", "int16", "int32", "int64", "float32", "bool", NAMES, LISTS, NAME_LISTS)

Values = NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]  # lists are (offsets, values)
Rows = Mapping[str, Values]  # values by column


@dataclass(frozen=True)
class Column:
    """A column, and what its values mean."""

    name: str
    type: str
    description: str
    names: tuple[str, ...] = ()  # of type NAMES or NAME_LISTS: the strings that the numbers stand for

    def __post_init__(self) -> None:
        """A column of names has names, and no other has."""
        assert self.type in TYPES, self.type
        assert bool(self.names) == (self.type in (NAMES, NAME_LISTS)), self.name


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
