"""The log of a game: lines in words."""

from __future__ import annotations

from dataclasses import dataclass


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
