"""Tables of a study in plain HTML: every number with its margin of error, for notebooks and for pages without their script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite, nan

import polars as pl
from markupsafe import Markup

from caverna_sim.report.blocks import Block, is_signed, words_of
from caverna_sim.report.findings import Findings
from caverna_sim.report.html import Cell, Rows, estimate, number_cell, table
from caverna_sim.stats.ratings import Estimate
from caverna_sim.stats.words import named, plural

OTHER_CRITERIA = ("p_adjusted", "discovery", "p_same_everywhere")  # are in files; on a page shown is what an interval shows
HIDDEN = ("low", "high", "pointwise", "rank_low", "rank_high", "id", *OTHER_CRITERIA)  # told with the estimate they belong to
TYPED = (
    "bot",
    "who",
    "plan",
    "against",
    "played_by",
    "against_bot",
    "scenario",
    "seats",
)  # hold names that one types: they stay as they are
PARTS = "part"  # of a score: words, also where a thing has the same name
MIXED = ("measure", "what", "what changes", "estimate")  # columns of tables whose rows are in different units
LEAST_CHANCE = 0.001


def plain_table(block: Block, found: Findings) -> Markup:
    """All rows of a block."""
    signs = {name: is_signed(block, name, found) for name in block.estimates}
    frame = block.frame.drop(*HIDDEN, strict=False)
    words = [None if one is None else words_of(one, block, found) for one in frame[block.item].cast(pl.String)]
    frame = frame.with_columns(pl.Series(block.item, words, pl.String))
    caption = plural(len(frame), "row")
    return Markup(folded(caption, block.title or found.question, frame, signs, found.names, [one.name for one in found.groups]))


def folded(
    caption: str, title: str, frame: pl.DataFrame, estimates: Mapping[str, bool], names: Mapping[str, str], tables: Iterable[str]
) -> str:
    """A table with estimates folded into one column; with a sign where they say so."""
    ends = {f"{name}_{part}" for name in estimates for part in ("low", "high", "pointwise")}
    shown = [name for name in frame.columns if name not in ends]
    columns = [
        _estimates(frame, name, estimates[name]) if name in estimates else _plain(frame[name], names) for name in shown
    ]  # fmt: skip
    kept = set(tables)
    heads = [name if name in kept else name.replace("_", " ") for name in shown]
    rows: Rows = [list(row) for row in zip(*columns, strict=True)]
    return table(caption, heads, rows, title, aligned=not set(MIXED) & set(shown), sorts=False)


NOTHING = "\N{EN DASH}"


def _estimates(frame: pl.DataFrame, name: str, signed: bool) -> list[Cell | str]:
    """A column of values with their margins of error."""
    values, low, high = (frame[column].cast(pl.Float64).to_list() for column in (name, f"{name}_low", f"{name}_high"))

    def cell(value: float | None, a: float | None, b: float | None) -> Cell:
        if value is None or a is None or b is None:
            return number_cell(nan if value is None else value, 2)
        return estimate(Estimate(value, a, b, (b - a) / 4), sign=signed)

    return [cell(value, a, b) for value, a, b in zip(values, low, high, strict=True)]


def _plain(column: pl.Series, names: Mapping[str, str]) -> list[Cell | str]:
    """Anything else: words, counts, numbers without a margin of error."""
    name, values = column.name, column.to_list()
    if name == "seat":
        return ["all" if value is None else str(value) for value in values]
    if column.dtype == pl.Boolean:
        return [NOTHING if value is None else "yes" if value else "no" for value in values]
    if column.dtype.is_integer():
        return [number_cell(nan) if value is None else Cell(f"{value:,}", float(value)) for value in values]
    if column.dtype.is_float():
        if name.startswith("p_"):
            return [_chance(value) for value in values]
        digits = _digits(value for value in values if value is not None)
        return [number_cell(nan if value is None else value, digits) for value in values]
    printed = {} if name == PARTS else names
    return [NOTHING if value is None else str(value) if name in TYPED else named([str(value)], printed)[0] for value in values]


def _chance(value: float | None) -> Cell | str:
    """A p-value; one that rounds to nothing is not nothing."""
    if value is None or value >= LEAST_CHANCE:
        return number_cell(nan if value is None else value, 3)
    return Cell(f"< {LEAST_CHANCE}", value)


def _digits(values: Iterable[float]) -> int:
    """As many as numbers without a margin of error need: all when they are few, else three in all."""
    known = [value for value in values if isfinite(value)]
    exact = next((digits for digits in range(3) if all(abs(round(value, digits) - value) < 1e-9 for value in known)), None)
    largest = max(map(abs, known), default=0.0)
    return exact if exact is not None else 1 if largest >= 10 else 2 if largest >= 1 else 3
