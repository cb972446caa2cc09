"""The log of a game: lines in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LogEntry:
    """One line: a choice of a seat, or a consequence (seat None: it concerns everybody)."""

    round: int
    seat: int | None
    text: str
    is_choice: bool = False

    def __str__(self) -> str:
        who = "" if self.seat is None else f" seat {self.seat}"
        return f"round {self.round}{who}: {'' if self.is_choice else '  '}{self.text}"


def sentence(rows: Iterable[Mapping[str, Any]], facts: Mapping[str, Any], words: Mapping[str, Any]) -> str:
    """The text of the first row of a data file whose facts are these, with words put in; empty where there is none."""
    for row in rows:
        if all(facts[name] == value for name, value in row.items() if name != "text"):
            return str(row["text"]).format(**words)
    return ""
