"""Everything this package raises on purpose, and how its sentences quote what came from outside.

CavernaError
├── RulesError      a rules table or a house rule is wrong
├── ScenarioError   a scenario file is wrong
├── BotError        a bot or a parameter file is wrong
├── DatasetError    a run on disk is not there, or not what is asked for
│   └── NotRecorded   a table that a run does not keep
├── PositionError   a position breaks a rule or cannot be read
├── IllegalAction   an action is not legal now
└── UnknownAction   a text or id that names no action

RunStopped is none of them: the input is right, but the machine does not let a run go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

DONE, FAILED, WRONG_INPUT, INTERRUPTED = 0, 1, 2, 130  # exit codes of the command line

MOST_QUOTED = 60  # characters of a value in a message
MOST_NAMED = 200  # of a name or path between backticks
MOST_TOLD = 1500  # of a whole message
_ENTRIES, _DEPTH = 4, 2  # of a list or table that is quoted
_NAMED = re.compile(rf"`[^`]{{{MOST_NAMED + 1},}}`")


# ---------------------------------------------------------------- what a message may hold


def printable(text: str, kept: str = "") -> str:
    """A text in which nothing commands a terminal: control characters and the like become escapes such as \\x1b, but for those kept."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in kept else one.encode("unicode_escape").decode() for one in text)


def cut(text: str, most: int) -> str:
    """The beginning of a text that is too long."""
    return text if len(text) <= most else text[: most - 3] + "..."


def shown(value: object) -> str:
    """A short piece of a value for a message, as Python writes it."""
    return cut(_written(value, _DEPTH), MOST_QUOTED)


def _written(value: Any, depth: int) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= MOST_QUOTED else value[:MOST_QUOTED] + "...")
    if isinstance(value, int) and value.bit_length() > 256:
        return f"a number of {round(value.bit_length() * 0.30103):,} digits"
    if isinstance(value, Mapping):
        pairs = [f"{_written(key, 0)}: {_written(entry, depth - 1)}" for key, entry in _first(value.items())] if depth else []
        return "{" + ", ".join(_with_rest(pairs, len(value))) + "}"
    if isinstance(value, list | tuple):
        inner = [_written(entry, depth - 1) for entry in _first(value)] if depth else []
        text = ", ".join(_with_rest(inner, len(value)))
        return f"[{text}]" if isinstance(value, list) else f"({text}{',' if len(value) == 1 and inner else ''})"
    try:
        return printable(" ".join(repr(value).split()))
    except Exception:  # whatever a stranger's object does
        return f"a {type(value).__name__}"


def _first(entries: Iterable[Any]) -> list[Any]:
    return list(islice(entries, _ENTRIES))


def _with_rest(texts: list[str], number: int) -> list[str]:
    return texts if len(texts) == number else [*texts, "..."]


def told(sentence: str) -> str:
    """A message in one printable line, with at most a piece of every name in it."""
    line = printable(" ".join(sentence.split()))
    return cut(_NAMED.sub(lambda found: f"`{cut(found[0][1:-1], MOST_NAMED)}`", line), MOST_TOLD)


def nearest(word: object, allowed: Iterable[object], most: int = 3) -> str:
    """A hint with the allowed names closest to a wrong one, or all of them when there are few."""
    import difflib

    names = [str(name) for name in allowed]
    close = difflib.get_close_matches(word[:MOST_QUOTED] if isinstance(word, str) else shown(word), names, n=most, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(f"`{name}`" for name in close) + "?"
    few = ", ".join(f"`{name}`" for name in names[:12])
    return f"allowed: {few}{', ...' if len(names) > 12 else ''}"


def reason_of(error: BaseException) -> str:
    """What the system says against something, in words that fit into a sentence."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


# ---------------------------------------------------------------- errors


class CavernaError(ValueError):
    """Wrong input, told in one sentence; the command line turns it into exit code 2."""

    others: tuple[str, ...] = ()  # further sentences when more is wrong than one thing

    def __init__(self, sentence: str = "") -> None:
        super().__init__(told(sentence))


class RulesError(CavernaError):
    """A rules table or house rule that cannot be played."""


class ScenarioError(CavernaError):
    """A scenario that cannot be run."""


class BotError(CavernaError):
    """A bot that does not exist or a parameter file that cannot be played; `field` and `problem` tell it apart."""

    def __init__(self, sentence: str, field: str = "", problem: str = "") -> None:
        super().__init__(sentence)
        self.field = field
        self.problem = problem or sentence


class DatasetError(CavernaError):
    """A run on disk that cannot be read or written as asked."""


class NotRecorded(DatasetError, AttributeError):
    """A table that a run does not keep."""


class PositionError(CavernaError):
    """A position that breaks a rule or cannot be read."""


class IllegalAction(CavernaError):
    """An action that is not legal in this position."""


class UnknownAction(CavernaError):
    """A text or id that names no action."""


class RunStopped(RuntimeError):
    """A run that cannot go on here: a full disk, dead workers; what is finished is kept."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(told(sentence))


def install_hint(extra: str) -> str:
    """How to install an extra: from the clone, where the package lies in one."""
    clone = Path(__file__).parents[1]
    is_clone = (clone / "pyproject.toml").is_file()
    return f"`pip install -e '.[{extra}]'` in {clone} brings it" if is_clone else f"`pip install 'caverna_sim[{extra}]'` brings it"
