"""A part of the page of a run: tables by title, and the sentences that belong to them. Games add parts of their own (`GameFacts.sections`).

    def herds(source: Source) -> Part | None:
        rows = [{"bot": bot, **ends("animals", mean)} for bot, mean in means_of(source)]
        return Part({"Animals at the end": pl.DataFrame(rows)}, sentences=("Herds of ... are largest.",))

A column with `_low` and `_high` beside it has an interval, and is drawn; the first column of words names the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import polars as pl

from caverna_sim.stats.equivalence import Judgement
from caverna_sim.stats.ratings import LEVEL, Estimate
from caverna_sim.stats.source import MOST_DESCRIBED_GAMES, Source, block_sums, needed
from caverna_sim.stats.words import named


@dataclass(frozen=True)
class Part:
    """What a page tells of one thing."""

    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)  # those without rows are left out
    sentences: tuple[str, ...] = ()
    before: tuple[str, ...] = ()  # what is to be known before the answer
    doubts: tuple[str, ...] = ()
    played: tuple[str, ...] = ()  # who sat at the table
    judged: str = ""  # different, equivalent or undecided


def by_bot(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows that name a bot as `who`: bots stand side by side, and are not named where there is only one."""
    frame = pl.DataFrame(list(rows), infer_schema_length=None)
    return frame if frame["who"].n_unique() > 1 else frame.drop("who")


Means = Mapping[str, Mapping[str, Estimate]]  # bot -> column -> mean


def means_by_bot(source: Source, columns: Sequence[str]) -> Means:
    """Means of columns of `players` by bot, the best bot first; nothing where they were not kept."""
    if not set(columns) <= set(source.seats.collect_schema().names()):
        return {}
    sums = source.sums(("bot",), ("score", *columns))
    order = sorted(sums, key=lambda key: -float(sums[key].sums["score"].sum() / sums[key].counts.sum()))
    return {str(key[0]): {name: sums[key].mean(name, source.sample.remaining, LEVEL) for name in columns} for key in order}


def table_of_means(called: str, columns: Sequence[str], means: Means, words: Mapping[str, str] | None = None) -> pl.DataFrame:
    """A row for each column and bot; `words` are what columns are called, where it is not their name."""
    rows = (
        {called: (words or {}).get(name, name.replace("_", " ")), "who": bot, **ends("mean", own[name])}
        for name in columns
        for bot, own in means.items()
    )
    return by_bot(rows)


def described(source: Source, name: str) -> pl.LazyFrame:
    """Rows of a table, with the block of each game; of so many games as tell enough."""
    first = source.first(MOST_DESCRIBED_GAMES)
    return needed(first.run, name).join(first.blocks, on="game")


def means_by_group(
    source: Source, frame: pl.LazyFrame, by: str, names: Mapping[str, str], words: Mapping[str, str], order: Sequence[str] = ()
) -> pl.DataFrame:
    """A row for each group, with the mean of each column and its interval; `words` are what the columns are called."""
    sums = block_sums(frame, (by,), tuple(words))
    rows: list[dict[str, Any]] = []
    for key in sorted(sums, key=lambda key: order.index(str(key[0])) if order else str(key[0])):
        rows.append({by: str(key[0]) if by == "bot" else named([str(key[0])], names)[0]})
        for column, word in words.items():
            rows[-1] |= ends(word, sums[key].mean(column, source.sample.remaining, LEVEL))
    return pl.DataFrame(rows, infer_schema_length=None)


def without_ends(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """A column that is drawn though it has no interval: it describes the games that were played."""
    return frame.with_columns(pl.lit(None, pl.Float64).alias(f"{name}_{end}") for end in ("low", "high"))


def ends(name: str, one: Estimate | Judgement | None) -> dict[str, float | None]:
    """A column with its interval; nothing where there is no value."""
    values = (None, None, None) if one is None else (one.value, one.low, one.high)
    known = (None if value is None or not isfinite(value) else float(value) for value in values)
    return dict(zip((name, f"{name}_low", f"{name}_high"), known, strict=True))
