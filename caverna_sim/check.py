"""The one vocabulary for values from outside: files, arguments of Python calls, options of the command line.

Every check hands the value back or raises Wrong with the field, what is the matter and what is allowed there; whoever reads adds the file
and the line, and its own kind of error: `with reading(BotError, "bot `mine.toml`"): ...`. Quotes are short (errors.py).
Two ways of saying the same: `whole(value, "games", 1, 99)` checks one value; `is_whole(1, 99)` is a Check to build the form of a
table from, with `row`, `rows`, `list_of` and `map_of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NoReturn

from caverna_sim.errors import CavernaError, nearest, shown

MOST_NAME = 60  # characters
MOST_TEXT = 4000
MOST_DEPTH = 32  # tables within tables
LARGEST = 2**63 - 1  # what TOML and most JSON readers agree on
MOST_NUMBER = 2**62 - 1  # of seeds, games and hashes
_SIGNS = " _-.,:+/()'&#%!*="
_LAYOUT = "\n\t"  # allowed in longer texts

Check = Callable[[Any, str], None]  # of a value, and the dotted path where it stands


class Wrong(Exception):
    """What is wrong with a field; becomes a CavernaError where it is known what was read."""

    def __init__(self, field: str, problem: str, value: object = None, *, names_itself: bool = False) -> None:
        super().__init__(problem)
        self.field = field
        self.problem = problem
        self.value = value
        self.sentence = problem if names_itself or not field else f"`{field}`: {problem}"


@contextmanager
def reading(error: type[CavernaError], subject: str) -> Iterator[None]:
    """Whatever is found wrong inside is told as an error of this kind about this subject."""
    try:
        yield
    except Wrong as wrong:
        raise error(f"{subject} {wrong.sentence}") from None


@contextmanager
def arguments(call: str = "") -> Iterator[None]:
    """The same for the arguments of a Python call: `games: 0 is not allowed; ...`, with the name of the call in front if there is one."""
    try:
        yield
    except Wrong as wrong:
        raise CavernaError(": ".join(part for part in (call, wrong.field, wrong.problem) if part)) from None


def refuse(value: object, field: str, advice: str) -> NoReturn:
    """The one sentence for a wrong value."""
    raise Wrong(field, f"{shown(value)} is not allowed; {advice}", value)


# ---------------------------------------------------------------- single values


def whole(value: Any, field: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if not _is_a(Integral, value) or not low <= value <= high:
        refuse(value, field, f"give a whole number from {low:,} to {high:,}")
    return int(value)


def number(value: Any, field: str, low: float, high: float, advice: str = "") -> float:
    """A number within limits."""
    if not _is_a(Real, value) or not low <= value <= high:
        refuse(value, field, advice or f"give a number from {low:,.10g} to {high:,.10g}")
    return float(value)


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def flag(value: Any, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        refuse(value, field, "give true or false")
    return value


def listener(value: Any, field: str) -> None:
    """A function that is told something, or None when nobody listens."""
    if value is not None and not callable(value):
        refuse(value, field, "give a function")


def sequence(value: Any, field: str, what: str) -> Sequence[Any]:
    """A list or a tuple, of whatever."""
    if not isinstance(value, list | tuple):
        refuse(value, field, f"give {what}")
    return value


def word(value: Any, field: str, allowed: Collection[Any]) -> Any:
    """One of a few words."""
    if not any(type(value) is type(one) and value == one for one in allowed):
        refuse(value, field, nearest(value, allowed))
    return value


def place_of(value: Any, field: str, allowed: Sequence[str]) -> int:
    """The place of a name among the allowed ones."""
    if not isinstance(value, str) or value not in allowed:
        raise Wrong(field, f"unknown name `{shown_name(value)}`; {nearest(value, allowed)}", value)
    return list(allowed).index(value)


def text(value: Any, field: str, most: int = MOST_TEXT, may_be_empty: bool = False) -> str:
    """A text that any terminal and page can show."""
    if not isinstance(value, str) or not (may_be_empty or value.strip()):
        refuse(value, field, "give a text")
    if len(value) > most:
        refuse(value, field, f"it has {len(value):,} characters, at most {most:,} are read")
    for one in value:
        if not one.isprintable() and one not in _LAYOUT:
            refuse(value, field, f"the character {one!a} cannot be shown; leave it out")
    return value


def name(value: Any, field: str, most: int = MOST_NAME) -> str:
    """A name on a single line: letters, digits, spaces and a few signs."""
    if not isinstance(value, str) or not value.strip():
        refuse(value, field, "give a text")
    if len(value) > most:
        refuse(value, field, f"a name has at most {most} characters")
    for one in value:
        if one in "\n\r":
            raise Wrong(field, "a name is a single line", value)
        if not (one.isalnum() or one in _SIGNS) or not one.isprintable():
            refuse(value, field, f"a name holds letters, digits, spaces and {_SIGNS.strip()}, not {one!a}")
    return value


def path(value: Any, field: str) -> Path:
    """A path that a file could have."""
    if not isinstance(value, str | Path) or not str(value):
        refuse(value, field, "give a path")
    if "\0" in str(value):
        refuse(value, field, "a path holds no zero character")
    return Path(value)


# ---------------------------------------------------------------- lists and tables


def listed(value: Any, field: str, length: int | None = None) -> list[Any]:
    """A list, of a certain length where one is given."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise Wrong(field, f"give a list{'' if length is None else f' of {length} entries'}", value)
    return value


def wholes(value: Any, field: str, low: int, high: int) -> tuple[int, ...]:
    """A list of different whole numbers within limits, at least one."""
    if not isinstance(value, list | tuple) or not value:
        refuse(value, field, f"give a list of whole numbers from {low} to {high}")
    found = tuple(whole(one, field, low, high) for one in value)
    for one in found:
        if found.count(one) > 1:
            raise Wrong(field, f"{one} stands here twice", one)
    return found


def texts(value: Any, field: str) -> tuple[str, ...]:
    """A list of texts, such as names that are looked up later."""
    if not isinstance(value, list | tuple) or not all(isinstance(entry, str) for entry in value):
        refuse(value, field, "give a list of names")
    return tuple(value)


def names(value: Any, field: str, allowed: Collection[str], what: str) -> tuple[str, ...]:
    """A list of known names, each once."""
    found = texts(value, field)
    seen: set[str] = set()
    for one in found:
        if one not in allowed:
            raise Wrong(field, f"unknown {what} `{shown_name(one)}`; {nearest(one, allowed)}", one)
        if one in seen:
            raise Wrong(field, f"`{one}` stands here twice", one)
        seen.add(one)
    return found


def shown_name(value: object) -> str:
    """A name between backticks: short, without quotes of its own."""
    return shown(value)[1:-1] if isinstance(value, str) else shown(value)


def table(
    value: Any, field: str, allowed: Collection[str] | None = None, what: str = "key", advice: str = "a table of names and values"
) -> Mapping[str, Any]:
    """A table, with names that are allowed."""
    if not isinstance(value, Mapping):
        refuse(value, field, f"give {advice}")
    for key in value:
        if not isinstance(key, str):
            raise Wrong(field, f"the name {shown(key)} is not allowed; give names as texts", key)
        if allowed is not None and key not in allowed:
            raise Wrong(
                f"{field}.{shown_name(key)}" if field else shown_name(key),
                f"unknown {what} `{shown_name(key)}`; {nearest(key, allowed)}",
                key,
            )
    return value


def plain(value: Any, field: str = "") -> Any:
    """Something JSON and TOML can hold: no endless numbers, no strange objects, not nested too deeply."""
    waiting: list[tuple[Any, str, int]] = [(value, field, 0)]
    while waiting:
        one, where, depth = waiting.pop()
        if isinstance(one, Mapping | list | tuple):
            if depth >= MOST_DEPTH:
                raise Wrong(field, f"nested too deeply; at most {MOST_DEPTH} tables or lists lie in one another")
            if isinstance(one, Mapping):
                table(one, where)
                waiting += [(entry, f"{where}.{shown_name(key)}" if where else shown_name(key), depth + 1) for key, entry in one.items()]
            else:
                waiting += [(entry, where, depth + 1) for entry in one]
        elif isinstance(one, int) and not -LARGEST <= one <= LARGEST:
            refuse(one, where, f"give a number from {-LARGEST} to {LARGEST}")
        elif not (one is None or isinstance(one, bool | int | float | str | date | datetime | time)):
            refuse(one, where, "give numbers, texts, true, false, lists or tables")
    return value


# ---------------------------------------------------------------- forms of tables


def is_whole(low: int, high: int) -> Check:
    """A whole number within bounds."""
    return lambda value, where: void(whole(value, where, low, high))


def is_number(low: float, high: float) -> Check:
    """A number within bounds."""
    return lambda value, where: void(number(value, where, low, high))


def is_flag(value: Any, where: str) -> None:
    """True or false."""
    flag(value, where)


def is_name(value: Any, where: str) -> None:
    """A name on a single line."""
    name(value, where)


def is_text(most: int = MOST_TEXT, may_be_empty: bool = False) -> Check:
    """A text of some length."""
    return lambda value, where: void(text(value, where, most, may_be_empty))


def one_of(words: Collection[Any]) -> Check:
    """One of a few words."""
    return lambda value, where: word(value, where, words)


def matching(pattern: str, advice: str) -> Check:
    """A text of a certain look."""
    known = re.compile(pattern)

    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or not known.fullmatch(value):
            refuse(value, where, advice)

    return check


def optional(item: Check) -> Check:
    """Nothing, or what is checked."""
    return lambda value, where: None if value is None else item(value, where)


def list_of(item: Check, least: int = 0, most: int = 99) -> Check:
    """A list of like things."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            refuse(value, where, f"give a list of {least if least == most else f'{least} to {most}'} entries")
        for index, entry in enumerate(value):
            item(entry, f"{where}.{index}")

    return check


def map_of(keys: Collection[str], item: Check, advice: str = "a table such as { wood = 1 }") -> Check:
    """A table whose keys come from a fixed set."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            refuse(value, where, f"give {advice}")
        for key, entry in value.items():
            if key not in keys:
                raise Wrong(where, f"unknown name `{shown_name(key)}`; {nearest(key, keys)}", key)
            item(entry, f"{where}.{key}")

    return check


def row(needed: Mapping[str, Check], may_have: Mapping[str, Check] | None = None, is_open: bool = False) -> Check:
    """A table with named fields; an open one may have others beside them."""
    known = {**needed, **(may_have or {})}

    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            refuse(value, where, "give a table")
        for key in needed:
            if key not in value:
                raise Wrong(where, f"the field `{key}` is missing")
        for key, entry in value.items():
            if key in known:
                known[key](entry, f"{where}.{key}" if where else key)
            elif not is_open:
                raise Wrong(where, f"unknown field `{shown_name(key)}`; {nearest(key, known)}", key)

    return check


def rows(item: Check, key_check: Check | None = None) -> Check:
    """A table of rows by id."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            refuse(value, where, "give a table")
        for key, entry in value.items():
            if key_check is not None:
                key_check(key, where)
            item(entry, f"{where}.{shown_name(key)}" if where else shown_name(key))

    return check


def anything(value: Any, where: str) -> None:
    """Whatever is checked elsewhere."""


def void(_: object) -> None:
    """A check has nothing to hand back."""
