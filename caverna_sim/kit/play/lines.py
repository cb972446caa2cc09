"""Files of lines: the moves of one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caverna_sim import check
from caverna_sim.check import MOST_NUMBER
from caverna_sim.errors import CavernaError
from caverna_sim.files import MOST_POSITION, parse_json, read_text

_MOVES = check.list_of(check.is_text(300), 0, 100_000)
_EVERY = {
    "game": check.is_text(100), "players": check.is_whole(1, 7), "seat": check.is_whole(0, 6), "seed": check.is_whole(0, MOST_NUMBER),
    "index": check.is_whole(0, MOST_NUMBER), "points": check.is_whole(-10_000, 10_000), "rules": check.optional(check.rows(check.anything)),
    "scenario": check.optional(check.rows(check.anything)),
}  # fmt: skip


def read_line(file: str, own: Mapping[str, Any], writer: str) -> dict[str, Any]:
    """A line as its file holds it, with keys that its game has of its own; CavernaError says what is wrong with it."""
    subject, advice = f"line `{file}`", f"give a file that {writer} has written"
    data = parse_json(read_text(file, subject, MOST_POSITION, advice=advice), subject, CavernaError)
    with check.reading(CavernaError, f"{subject}:"):
        check.plain(check.table(data, "", ("moves", *_EVERY, *own), advice=f"a table; {advice}"))
        if "moves" not in data:
            raise check.Wrong("moves", f"this key is missing; {advice}")
        check.row({"moves": _MOVES}, {**_EVERY, **{key: check.optional(form) for key, form in own.items()}})(data, "")
    return dict(data)
