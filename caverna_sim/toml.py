"""A scenario as TOML, so that a page can say how to play its games again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """The text of a TOML file; what is empty is left out."""
    return "\n".join(_lines(data, ())) + "\n"


def _lines(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    plain = {key: value for key, value in data.items() if not isinstance(value, Mapping) or _is_inline(path)}
    tables = {key: value for key, value in data.items() if key not in plain and value}
    if path and plain:
        yield ""
        yield "[" + ".".join(_key(word) for word in path) + "]"
    for key, value in plain.items():
        if value is not None and value != "" and not (isinstance(value, list | tuple | Mapping) and not value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        yield from _lines(value, (*path, key))


def _is_inline(path: tuple[str, ...]) -> bool:
    """House rules are written as "dotted.path" = value, tables among the values in one line."""
    return path == ("rules",)


def _key(word: str) -> str:
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else json.dumps(word)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)
