"""Files of lines: the moves of one game, as `plan` writes them."""

from __future__ import annotations

from typing import Any

from caverna_sim import check
from caverna_sim.errors import CavernaError
from caverna_sim.files import MOST_POSITION, parse_json, read_text
from caverna_sim.games.caverna.expansions import TITLES
from caverna_sim.scenario.scenario import MOST_SEED

_LINE = check.row(
    {"moves": check.list_of(check.is_text(300), 0, 100_000)},
    {"players": check.is_whole(1, 7), "seat": check.is_whole(0, 6),
     "seed": check.is_whole(0, MOST_SEED), "index": check.is_whole(0, MOST_SEED),
     "points": check.is_whole(-10_000, 10_000), "rules": check.optional(check.rows(check.anything)),
     "tiles": check.optional(check.one_of(("full", "introductory"))), "expansion": check.optional(check.one_of(tuple(TITLES)))},
)  # fmt: skip
_LINE_FIELDS = ("moves", "players", "seat", "tiles", "rules", "seed", "index", "expansion", "points")


def read_line(file: str) -> dict[str, Any]:
    """A line as its file holds it; CavernaError says what is wrong with it."""
    subject = f"line `{file}`"
    advice = "give a file that `caverna-sim plan` has written"
    data = parse_json(read_text(file, subject, MOST_POSITION, advice=advice), subject, CavernaError)
    with check.reading(CavernaError, f"{subject}:"):
        check.plain(check.table(data, "", _LINE_FIELDS, advice=f"a table; {advice}"))
        if "moves" not in data:
            raise check.Wrong("moves", f"this key is missing; {advice}")
        _LINE(data, "")
    return dict(data)
