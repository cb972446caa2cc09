"""The log of a game: lines in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def amounts(goods: Sequence[int], names: Sequence[str]) -> str:
    """So many of each good that there is any of."""
    return ", ".join(f"{int(number)} {name}" for number, name in zip(goods, names, strict=False) if number)


def moved(before: Any, after: Any, names: Sequence[str]) -> Iterator[str]:
    """What a seat received and paid, and the begging markers that it got."""
    difference = after["goods"].astype(int) - before["goods"].astype(int)
    received = [f"+{number} {name}" for number, name in zip(difference, names, strict=False) if number > 0]
    paid = [f"{number} {name}" for number, name in zip(difference, names, strict=False) if number < 0]
    if received or paid:
        yield ", ".join([*received, *paid])
    if after["begging"] > before["begging"]:
        yield f"{int(after['begging'] - before['begging'])} begging markers"


def sentence(rows: Iterable[Mapping[str, Any]], facts: Mapping[str, Any], words: Mapping[str, Any]) -> str:
    """The text of the first row of a data file whose facts are these, with words put in; empty where there is none."""
    for row in rows:
        if all(facts[name] == value for name, value in row.items() if name != "text"):
            return str(row["text"]).format(**words)
    return ""
