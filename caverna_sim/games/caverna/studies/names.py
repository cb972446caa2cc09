"""Printed names of furnishings, and words for everything else, as pages and answers show them."""

from __future__ import annotations

from collections.abc import Sequence

from caverna_sim.games.caverna.box.tables import printed_tables
from caverna_sim.games.caverna.expansions import EVERYTHING
from caverna_sim.stats.words import named


def in_print(ids: Sequence[str]) -> list[str]:
    """Furnishings as they are printed, other ids as words."""
    return named(ids, {name: str(row["name"]) for name, row in printed_tables(EVERYTHING)["furnishing"].items()})
