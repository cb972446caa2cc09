"""Values of a scenario's file, checked one by one; what is wrong with one names its field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from caverna_sim import check
from caverna_sim.check import shown_name
from caverna_sim.errors import nearest, shown

Found = TypeVar("Found")


class Wrong(Exception):
    """What is wrong with a field; becomes a ScenarioError with file and line."""

    def __init__(self, field_path: str, problem: str, value: object = None, *, names_itself: bool = False) -> None:
        super().__init__(problem)
        self.field_path = field_path
        self.sentence = problem if names_itself else f"`{field_path}`: {problem}"
        self.value = value


class Faults:
    """All that is wrong with a file: reading goes on with a default, so that one look tells everything."""

    def __init__(self) -> None:
        self.found: list[Wrong] = []

    def note(self, field_path: str, problem: str, value: object = None) -> None:
        """One more."""
        self.found.append(Wrong(field_path, problem, value))

    def take(self, default: Any, read: Callable[..., Found], *arguments: Any, **more: Any) -> Found:
        """What reading gives; the default when it finds something wrong."""
        try:
            return read(*arguments, **more)
        except Wrong as wrong:
            self.found.append(wrong)
            return default  # type: ignore[no-any-return]

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
    if not isinstance(value, Mapping):
        raise Wrong(where, f"{shown(value)} is not allowed; give a table such as [{where}]")
    return value


def whole(data: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None, where: str = "") -> int:
    """A whole number within limits."""
    value, path = data.get(name, default), f"{where}.{name}" if where else name
    if value is None:
        raise Wrong(path, f"this key is missing; give a whole number from {low} to {high}")
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Wrong(path, f"{shown(value)} is not allowed; give a whole number from {low} to {high}")
    return value


def text(data: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """A text, not an empty one unless there is a default."""
    value = data.get(name, default)
    if value is None:
        raise Wrong(name, "this key is missing; give a text")
    try:
        return check.text(value, name, may_be_empty=default is not None)
    except check.Wrong as wrong:
        raise Wrong(name, wrong.problem) from None


def flag(data: Mapping[str, Any], name: str, where: str) -> bool:
    """True or false; left out, it is false."""
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise Wrong(f"{where}.{name}", f"{shown(value)} is not allowed; give true or false")
    return value


def chance(value: Any, where: str) -> float:
    """A chance from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise Wrong(where, f"{shown(value)} is not allowed; give a chance from 0 to 1")
    return float(value)


def known_names(value: Any, where: str, allowed: Collection[str], what: str) -> tuple[str, ...]:
    """A list of known names, each once."""
    found = texts(value, where)
    for index, name in enumerate(found):
        if name not in allowed:
            raise Wrong(where, f"unknown {what} `{shown_name(name)}`; {nearest(name, allowed)}", name)
        if name in found[:index]:
            raise Wrong(where, f"`{shown_name(name)}` stands here twice", name)
    return found


def texts(value: Any, where: str) -> tuple[str, ...]:
    """A list of texts."""
    if isinstance(value, list | tuple) and any(callable(entry) for entry in value):
        raise Wrong(where, "a Python function cannot play in a scenario; give names of bots or parameter files, or use cs.play")
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        raise Wrong(where, f"{shown(value)} is not allowed; give a list of names")
    return tuple(value)
