"""What a run rests on: house rules, what was left to chance, values that nobody confirms, readings of open points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from caverna_sim.report.part import Part
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital

HOUSE_RULES, ASSUMED, OPEN = "House rules", "Values that the sources do not confirm and that are assumed", "Points the sources leave open"


def section(source: Source) -> Part:
    """House rules, assumed values and readings of open points."""
    facts, game = source.facts, source.game
    changed = game.house_rules(facts)
    tables = {
        HOUSE_RULES: _table({"rule": path, "printed": printed, "played": played} for path, printed, played in changed),
        ASSUMED: _table({"value": one.path, "rule": one.cite, "assumed": one.text} for one in game.assumed(facts)),
        OPEN: _table({"point": one.text, "rule": one.cite, "as played": one.played} for one in game.readings(facts)),
    }
    plain = () if changed else ("No house rules: the rules as printed.",)
    return Part(tables, doubts=(*_design(source), *plain))


def _table(rows: Iterator[Mapping[str, Any]] | Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame([{name: str(value) for name, value in row.items()} for row in rows])


def _design(source: Source) -> Iterator[str]:
    """What the scenario leaves to chance, forbids or forces, and whether it happened."""
    for phrase in (*source.game.design(source.facts), *source.game.happened(source.run)):
        yield f"{capital(phrase)}."
