"""What seats got: how often, by whom, when, and what was never used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from caverna_sim.report.part import Part, by_bot, ends, without_ends
from caverna_sim.stats import summary, usage
from caverna_sim.stats.source import Source
from caverna_sim.stats.words import capital, listed

SHARE, AS_BUILT = "share of seats", "difference as built"


def section(source: Source) -> Part | None:
    """The things that the game names, where a run kept them."""
    what = source.game.built
    if what is None or not summary.has_table(source, what.table):
        return None
    found = usage.built(source)
    note = (
        f"As built is a description, not the worth of a {what.word}: it compares seats that built it with seats of the same bot that did"
        " not, and those who could build it were often already doing well, or badly. Its intervals hold for one row at a time."
    )
    never = (f"Never built: {listed(list(found.never.values()))}.",) if found.never else ()
    tables = {capital(what.words): pl.DataFrame(_rows(found), infer_schema_length=None)}
    if len(found.bots) > 1:
        tables[f"Which bots build which {what.words}"] = _by_bot(found)
    return Part(tables, (found.verdict, *never), doubts=(note,))


def _rows(found: usage.Built) -> list[dict[str, Any]]:
    column = found.what.column
    rows: list[dict[str, Any]] = [
        {
            column: thing.id, **ends(SHARE, thing.built), **ends(AS_BUILT, thing.as_built), "times built": thing.times,
            "share when available": thing.when_there.value, "share of games": thing.in_games, "mean round": thing.round,
        }
        for thing in found.things
    ]  # fmt: skip
    nobody = {SHARE: 0.0, f"{SHARE}_low": 0.0, f"{SHARE}_high": 0.0, "times built": 0}
    return [*rows, *({column: name, **nobody} for name in found.never)]


def _by_bot(found: usage.Built) -> pl.DataFrame:
    """Shares of the seats of each bot, in games in which the thing was to be had."""
    return without_ends(by_bot(_shares(found)), SHARE)


def _shares(found: usage.Built) -> Iterator[dict[str, Any]]:
    yield from (
        {found.what.column: thing.id, "who": bot, SHARE: share}
        for thing in found.things
        for bot, share in zip(found.bots, thing.by_bot, strict=True)
    )
