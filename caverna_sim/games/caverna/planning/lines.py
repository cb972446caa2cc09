"""Files of lines: the moves of one game, as `plan` writes them."""

from __future__ import annotations

from typing import Any

from caverna_sim import check
from caverna_sim.games.caverna.expansions import TITLES
from caverna_sim.kit.planning.task import WRITER
from caverna_sim.kit.play import lines

LINE_KEYS = {"tiles": check.one_of(("full", "introductory")), "expansion": check.one_of(tuple(TITLES))}


def read_line(file: str) -> dict[str, Any]:
    """A line as its file holds it; CavernaError says what is wrong with it."""
    return lines.read_line(file, LINE_KEYS, WRITER)
