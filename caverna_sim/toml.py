"""The one way to read TOML, to say where in a file something stands, and to write it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from caverna_sim.check import MOST_DEPTH, Wrong, plain
from caverna_sim.errors import CavernaError
from caverna_sim.files import MOST_TOML, read_text

_ENDLESS_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_DEPTH + 1}}}""")

# ---------------------------------------------------------------- reading


def read_toml(
    path: str | Path, subject: str, error: type[CavernaError], missing: str = "", advice: str = "give a file", most: int = MOST_TOML
) -> dict[str, Any]:
    """The tables of a file."""
    return parsed(read_text(path, subject, most, error, missing, advice), subject, error)


def parsed(text: str, subject: str, error: type[CavernaError]) -> dict[str, Any]:
    """The tables of a text; what is wrong with it is told with line and column."""
    try:
        if _ENDLESS_KEY.search(text):  # the reader's time grows with the square of such a key
            raise RecursionError
        tables = tomllib.loads(text)
        plain(tables)
    except tomllib.TOMLDecodeError as problem:
        raise error(_syntax_error(text, subject, str(problem))) from None
    except Wrong as wrong:
        line = line_of(text, wrong.field) if wrong.field else None
        raise error(f"{subject}{f', line {line}' if line else ''}: {wrong.sentence}") from None
    except RecursionError:
        raise error(f"{subject}: not valid TOML: nested too deeply") from None
    except ValueError as problem:  # endless digits, a day that does not exist
        raise error(f"{subject}: not valid TOML: {str(problem).partition(';')[0]}") from None
    return tables


def _syntax_error(text: str, subject: str, message: str) -> str:
    """What the TOML reader says, with the place in front."""
    lines = text.splitlines() or [""]
    found = re.search(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", message, re.DOTALL)
    problem = found[1] if found else message
    line, column = (found[2], found[3]) if found and found[2] else (len(lines), len(lines[-1]) + 1)
    return f"{subject}, line {line}, column {column}: not valid TOML: {problem[:1].lower()}{problem[1:]}"


# ---------------------------------------------------------------- where a key stands


_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]")
_ENTRY = re.compile(rf"\s*({_DOTTED})\s*=")
_CLOSED = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|#.*""")


def _words(dotted: str) -> list[str]:
    """A dotted key as words; quoted dots separate too, since house rules are written either way."""
    return [word for key in re.findall(_KEY, dotted) for word in key.strip("\"'").split(".")]


def _keys_by_line(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every table header and key of a TOML text that tomllib accepts, with its line number."""
    table: list[str] = []
    depth, in_text = 0, False
    for number, line in enumerate(text.splitlines(), start=1):
        if in_text:
            in_text = '"""' not in line and "'''" not in line
            continue
        if depth == 0:
            header, entry = _HEADER.match(line), _ENTRY.match(line)
            if entry:
                yield number, [*table, *_words(entry[1])]
            elif header:
                table = _words(header[1])
                yield number, table
                continue
        rest = _CLOSED.sub("", line)
        in_text = '"' in rest or "'" in rest
        depth = max(0, depth + sum(rest.count(mark) for mark in "[{") - sum(rest.count(mark) for mark in "]}"))


def line_of(text: str, field: str, value: object = None) -> int | None:
    """The line of a field, or of a value in a list that goes over several lines."""
    wanted = field.split(".")
    best, found = 0, None
    keys = list(_keys_by_line(text))
    for number, words in keys:
        common = min(len(words), len(wanted))
        if words[:common] == wanted[:common] and common > best:
            best, found = common, number
    if found is not None and isinstance(value, str):
        lines = text.splitlines()
        next_key = min((number for number, _ in keys if number > found), default=len(lines) + 1)
        for number in range(found, next_key):
            if f'"{value}"' in lines[number - 1] or f"'{value}'" in lines[number - 1]:
                return number
    return found


# ---------------------------------------------------------------- writing


def toml_text(data: Mapping[str, Any], inline: Collection[str] = ()) -> str:
    """The text of a TOML file; what is empty is left out.

    House rules are written as "dotted.path" = value, and the rows of tables that are called as `inline` says in one line each.
    """
    return "\n".join(_lines(data, (), ("rules", *inline))) + "\n"


def _lines(data: Mapping[str, Any], path: tuple[str, ...], inline: Collection[str]) -> Iterator[str]:
    kept = {key: value for key, value in data.items() if value is not None and not (isinstance(value, _SIZED) and not value)}
    plain_ones = {key: value for key, value in kept.items() if not isinstance(value, Mapping) or (path and path[-1] in inline)}
    if path and plain_ones:
        yield ""
        yield "[" + ".".join(_key(word) for word in path) + "]"
    for key, value in plain_ones.items():
        yield f"{_key(key)} = {written(value)}"
    for key, value in kept.items():
        if key not in plain_ones:
            yield from _lines(value, (*path, key), inline)


_SIZED = (str, list, tuple, Mapping)


def _key(word: str) -> str:
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else _quoted(word)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def written(value: Any) -> str:
    """A value as a file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {written(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(inner) for inner in value) + "]"
    if isinstance(value, float):
        return repr(float(value))
    return _quoted(value) if isinstance(value, str) else str(value)
