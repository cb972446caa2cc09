"""Where malformed input comes from: values nobody meant, and ways to spoil something that was sound."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

ESCAPE = "\x1b[31mred\x07\u202e"
DEEP: list[Any] = []
for _ in range(90):
    DEEP = [DEEP]

# what JSON and TOML can hold, and nobody means
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    3,
    2**31,
    2**63,
    -(2**64),
    10**30,
    0.5,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    " ",
    "x",
    "random",
    ESCAPE,
    "a\0b",
    "../../outside/secret.txt",
    "/etc/passwd",
    "~nobody/x.toml",
    "$x^$",
    "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 3,
    "n" * 3000,
    "line\nline",
    "`'\"{}%s",
    [],
    [[]],
    [1, "x", None],
    ["x"] * 300,
    {},
    {"a": {"b": {"c": 1}}},
    {"": 0},
    {ESCAPE: 1},
    {"x" * 500: []},
    DEEP,
)

# what only a Python call can be given
OBJECTS: tuple[Any, ...] = (
    *VALUES,
    3.7,
    1j,
    b"bytes",
    ...,
    object(),
    object,
    len,
    lambda: 0,
    {1, 2},
    {1: 2},
    range(3),
    date(2024, 2, 30 - 1),
    Path("/dev/zero"),
    Path("\0"),
    10**5000,
    "x" * 2_000_000,
    ["y" * 100_000] * 20,
    (),
    (1,),
    Exception("no"),
    bytearray(3),
)

LITERALS: tuple[str, ...] = (
    "-1",
    "0",
    "3",
    "9e999",
    "nan",
    "-inf",
    "true",
    '""',
    '"x"',
    "'$x^$'",
    '"\\u001b[31m"',
    "9" * 5000,
    "0x" + "F" * 9000,
    "[" * 900 + "]" * 900,
    "[]",
    "{}",
    "[[1], {a = 2}]",
    "1979-05-27",
    "07:32:00",
    '"' + "y" * 4000 + '"',
    "{a = {b = {c = 1}}}",
    '["random", 3]',
    "99999999999999999999",
    '"../../outside/secret.txt"',
    '"~nobody/x.toml"',
    '"/dev/zero"',
    '"a\\u0000b"',
    "=",
    "",
    "[",
    '"""',
    "1_000_000_000_000",
    "0.1e-400",
)


def spoilt_text(text: str, chance: random.Random) -> bytes:
    """A text with one to four faults in its lines, values or bytes."""
    content = text.encode()
    for _ in range(chance.randint(1, 4)):
        content = chance.choice(_TEXT_FAULTS)(content, chance)
    return content


def _value(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    places = [number for number, line in enumerate(lines) if b"=" in line]
    if places:
        place = chance.choice(places)
        key = lines[place].split(b"=")[0]
        lines[place] = key + b"= " + chance.choice(LITERALS).encode()
    return b"\n".join(lines)


def _key(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    place = chance.randrange(len(lines))
    names = (b"x", b"plyers", b'"\\u001b[2J"', b'""', b"a.b.c", b"a." * 60 + b"a", b"rules", b"bot", b'"' + b"k" * 3000 + b'"', b"name")
    lines[place] = chance.choice(names) + b" =" + (lines[place].split(b"=", 1)[1] if b"=" in lines[place] else b" 1")
    return b"\n".join(lines)


def _line(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    place = chance.randrange(len(lines))
    lines[place : place + 1] = chance.choice(
        ([], [lines[place]] * 2, [b"[" + lines[place] + b"]"], [b"[[x]]", lines[place]], [b"\x1b[31m"])
    )
    return b"\n".join(lines)


def _bytes(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content) + 1)
    return (
        content[:place]
        + chance.choice((b"\0", b"\xff\xfe", b"\x1b", b"\xe2\x80\xae", b'"', b"[", b"}", b"\r", b"\xed\xa0\x80"))
        + content[place:]
    )


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _flip(content: bytes, chance: random.Random) -> bytes:
    if not content:
        return b"\0"
    place = chance.randrange(len(content))
    return content[:place] + bytes([content[place] ^ (1 << chance.randrange(8))]) + content[place + 1 :]


_TEXT_FAULTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (_value, _value, _value, _value, _key, _key, _line, _bytes, _cut, _flip)


def spoilt_data(data: Any, chance: random.Random, values: tuple[Any, ...] = VALUES) -> Any:
    """A copy of data with one to three values replaced, removed, added or renamed somewhere inside."""
    data = copy.deepcopy(data)
    for _ in range(chance.randint(1, 3)):
        place = _somewhere(data, chance)
        if isinstance(place, dict):
            key = chance.choice([*place, "new", ESCAPE])
            fault = chance.randrange(4)
            if fault == 0:
                place.pop(key, None)
            elif fault == 1 and key in place:
                place[chance.choice(("x", "../x", "players", "A" * 300))] = place.pop(key)
            else:
                place[key] = _copied(chance.choice(values))
        elif isinstance(place, list) and place:
            number = chance.randrange(len(place))
            if chance.random() < 0.3:
                del place[number]
            else:
                place[number] = _copied(chance.choice(values))
        else:
            data = _copied(chance.choice(values))
    return data


def _copied(value: Any) -> Any:
    """A value of its own, so that what is spoilt later does not spoil the others."""
    return copy.deepcopy(value) if isinstance(value, dict | list) else value


def _somewhere(data: Any, chance: random.Random) -> Any:
    place, deeper = data, data
    while isinstance(deeper, dict | list) and deeper:
        place = deeper
        deeper = chance.choice(list(deeper.values()) if isinstance(deeper, dict) else deeper)
        if chance.random() < 0.25:
            break
    return place


def spoilt_json(data: Any, chance: random.Random) -> bytes:
    """Data as JSON, with faults inside or in its text."""
    if chance.random() < 0.8:
        return json.dumps(spoilt_data(data, chance)).encode()
    content = json.dumps(data).encode()
    for _ in range(chance.randint(1, 3)):
        content = chance.choice((_bytes, _cut, _flip))(content, chance)
    return chance.choice((content, content, b"[" * 100_000, b'{"a":' * 50_000, b'{"players": ' + b"9" * 6000 + b"}", b'{"x": 1, "x": 2}'))
