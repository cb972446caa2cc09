"""What studies say alike: an estimate in words, and the columns of main tables, its ends and what the whole family says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from caverna_sim.experiments.alike import note
from caverna_sim.stats.families import Family
from caverna_sim.stats.words import number

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
    note(keys, families)
    columns: dict[str, Sequence[Any]] = dict(keys)
    for name, found in families.items():
        told = columns_of(found)
        columns[name] = told["effect"]
        columns |= {f"{name}_{part}": told[part] for part in ("low", "high", "pointwise")}
    first = columns_of(next(iter(families.values())))
    columns |= {name: first[name] for name in SHARED}
    return pl.DataFrame({**columns, **more})


def in_words(found: Family, place: int, wins: Family | None = None) -> str:
    """Points with their interval, and the wins beside them where the two disagree; `wins` has the same effects."""
    points = f"{_ends(found, place)} points ({_ends(found, place, ' to ')})"
    if wins is None:
        return points
    of_wins = wins.effects.names.index(found.effects.names[place])
    if wins.shown[of_wins] in (0, found.shown[place]):
        return points
    return f"{points}, but {_ends(wins, of_wins, scale=100)} % of the wins ({_ends(wins, of_wins, ' to ', 100)})"


def _ends(found: Family, place: int, between: str = "", scale: float = 1.0) -> str:
    """A value, or the ends of its interval with a word between them."""
    values = (found.low[place], found.high[place]) if between else (found.effects.values[place],)
    return between.join(number(scale * float(value), 1, sign=True) for value in values)
