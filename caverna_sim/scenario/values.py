"""Values of a scenario's file: those of check.py, read from tables by name, with all faults of a file gathered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from caverna_sim import check
from caverna_sim.check import Wrong, shown_name
from caverna_sim.errors import nearest

Found = TypeVar("Found")


class Faults:
    """All that is wrong with a file: reading goes on with a default, so that one look tells everything."""

    def __init__(self) -> None:
        self.found: list[Wrong] = []

    def note(self, field: str, problem: str, value: object = None) -> None:
        """One more."""
        self.found.append(Wrong(field, problem, value))

    def take(self, default: Any, read: Callable[..., Found], *arguments: Any, **more: Any) -> Found:
        """What reading gives; the default when it finds something wrong."""
        try:
            return read(*arguments, **more)
        except Wrong as wrong:
            self.found.append(wrong)
            return default  # type: ignore[no-any-return]  # of the same kind, as whoever asks knows

    def table(self, value: Any, where: str, allowed: Collection[str] | None = None) -> Mapping[str, Any]:
        """A table without the keys that are not known."""
        known = {}
        for key, entry in self.take({}, table, value, where).items():
            if allowed is not None and key not in allowed:
                self.note(f"{where}.{shown_name(key)}" if where else shown_name(key), f"unknown key; {nearest(key, allowed)}")
            else:
                known[key] = entry
        return known


def table(value: Any, where: str) -> Mapping[str, Any]:
    """A table."""
    return check.table(value, where, advice=f"a table such as [{where}]")


def whole(data: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None, where: str = "") -> int:
    """A whole number within limits."""
    value, path = data.get(name, default), f"{where}.{name}" if where else name
    if value is None:
        raise Wrong(path, f"this key is missing; give a whole number from {low} to {high}")
    return check.whole(value, path, low, high)


def text(data: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """A text, not an empty one unless there is a default."""
    value = data.get(name, default)
    if value is None:
        raise Wrong(name, "this key is missing; give a text")
    return check.text(value, name, may_be_empty=default is not None)


def flag(data: Mapping[str, Any], name: str, where: str) -> bool:
    """True or false; left out, it is false."""
    return check.flag(data.get(name, False), f"{where}.{name}")


def chance(value: Any, where: str) -> float:
    """A chance from 0 to 1."""
    return check.number(value, where, 0, 1, "give a chance from 0 to 1")


def texts(value: Any, where: str) -> tuple[str, ...]:
    """A list of texts."""
    return check.texts(value, where)


def label(name: str) -> str:
    """A bot's name in tables: a file by its stem."""
    return Path(name).stem if name.endswith(".toml") else name
