"""The columns that the main tables of studies share: an estimate with its ends, and what the whole family says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from caverna_sim.stats.families import Family

SHARED = ("low", "high", "pointwise", "p_adjusted", "discovery", "rank_low", "rank_high", "blocks")
_FORMULA = r"^[=+@\t\r-]"  # what a spreadsheet would carry out
_NUMBER = r"^[+-]?[0-9.]+$"


def csv_of(frame: pl.DataFrame) -> bytes:
    """A table for spreadsheets, which take a text that begins like a formula for one: an apostrophe in front keeps it a text."""
    is_formula = pl.col(pl.String).str.contains(_FORMULA) & ~pl.col(pl.String).str.contains(_NUMBER)
    kept = pl.when(is_formula).then("'" + pl.col(pl.String)).otherwise(pl.col(pl.String)).name.keep()
    heads = {name: f"'{name}" for name in frame.columns if re.match(_FORMULA, name)}
    return frame.with_columns(kept).rename(heads).write_csv().encode()


def columns_of(found: Family) -> dict[str, Sequence[Any]]:
    """What is told of every member of a family."""
    table = found.table
    return {name: table[name].to_list() for name in ("effect", *SHARED)}


def with_estimates(keys: Mapping[str, Sequence[Any]], families: Mapping[str, Family], more: Mapping[str, Sequence[Any]]) -> pl.DataFrame:
    """A main table: keys, every estimate with its ends under its own name, and once more, bare, for the first of them."""
    columns: dict[str, Sequence[Any]] = dict(keys)
    for name, found in families.items():
        told = columns_of(found)
        columns[name] = told["effect"]
        columns |= {f"{name}_{part}": told[part] for part in ("low", "high", "pointwise")}
    first = columns_of(next(iter(families.values())))
    columns |= {name: first[name] for name in SHARED}
    return pl.DataFrame({**columns, **more})
