"""How the errors of a main table's rows go together, so that a page can say how sure the difference of any two of them is.

`with_estimates` writes a table of families whose covariance is known; while a study is answered it is noted, and what belongs to rows of
the main table is kept as correlations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from caverna_sim.stats.families import Family

MOST = 80  # rows of a family: more are pairs that nobody compares by hand, and a page of megabytes
ROW = "row of the table"


@dataclass(frozen=True)
class Alike:
    """An estimate of some rows of a main table: the correlations of its errors below the diagonal, row by row, in thousandths."""

    estimate: str
    rows: tuple[int, ...]
    thousandths: tuple[int, ...]


Noted = tuple[Mapping[str, Sequence[Any]], str, Family]
_NOTED: ContextVar[list[Noted] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[list[Noted]]:
    """While a study is answered: what its tables are made of."""
    kept: list[Noted] = []
    token = _NOTED.set(kept)
    try:
        yield kept
    finally:
        _NOTED.reset(token)


def note(keys: Mapping[str, Sequence[Any]], families: Mapping[str, Family]) -> None:
    """A table is made of these."""
    kept = _NOTED.get()
    if kept is not None:
        kept += [(keys, name, family) for name, family in families.items() if 1 < len(family.effects.names) <= MOST]


def alike(table: pl.DataFrame, noted: Sequence[Noted]) -> tuple[Alike, ...]:
    """What was noted of rows of a table."""
    rows = table.with_row_index(ROW)
    return tuple(found for keys, name, family in noted if (found := _of(rows, keys, name, family)) is not None)


def _of(table: pl.DataFrame, keys: Mapping[str, Sequence[Any]], name: str, family: Family) -> Alike | None:
    shared = [key for key in keys if key in table.columns]
    if name not in table.columns or not shared:
        return None
    wanted = pl.DataFrame({**{key: keys[key] for key in shared}, "noted": family.effects.values}, strict=False)
    try:
        met = wanted.join(table.select(ROW, *shared, name), on=shared, how="inner", nulls_equal=True, maintain_order="left")
    except pl.exceptions.PolarsError:  # keys of another type name other rows
        return None
    if len(met) != len(wanted) or not np.array_equal(met["noted"].to_numpy(), met[name].cast(pl.Float64).to_numpy()):
        return None
    errors = family.effects.errors
    if not (errors > 0).all():
        return None
    spread = family.effects.covariance / np.outer(errors, errors)
    below = spread[np.tril_indices(len(errors), -1)]
    return Alike(name, tuple(met[ROW].to_list()), tuple(round(1000 * float(one)) for one in below))
